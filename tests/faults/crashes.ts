export interface CrashPoint {
  id: string;
  what: string;
}
export const CRASHES: readonly CrashPoint[] = [];
