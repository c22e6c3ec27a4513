export interface Places {
  /**
   * Waits for the member's earlier upload to end, then takes a place. Returns the function that frees it, or null if no
   * place is free or the earlier upload did not end in time.
   */
  enter(memberId: string): Promise<(() => void) | null>;
}

/**
 * Limits concurrent uploads: `total` in this process, one per member. On a second tap browsers abort the first upload
 * and start another, so the second one waits for the first instead of being rejected.
 * @param patienceMs how long it waits, in milliseconds
 */
export function createPlaces(total: number, patienceMs: number): Places {
  const taken = new Map<string, Promise<void>>();
  return {
    async enter(memberId) {
      const before = taken.get(memberId);
      if (before) {
        let timer: NodeJS.Timeout | undefined;
        const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)));
        await Promise.race([before, tooLong]);
        clearTimeout(timer);
      }
      if (taken.has(memberId) || taken.size >= total) return null;
      let leave = () => {};
      const left = new Promise<void>((resolve) => (leave = resolve));
      taken.set(memberId, left);
      return () => {
        taken.delete(memberId);
        leave();
      };
    },
  };
}
