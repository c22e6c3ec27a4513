export interface Places {
  /** Waits for the member's own upload before, then takes a place. Null: there is none, or that one does not end. */
  enter(memberId: string): Promise<(() => void) | null>;
}

/**
 * So many uploads at once in this process, and one of each member. A second tap makes a browser break the first upload off
 * and send another: that one waits for the end of the first instead of being refused.
 * @param patienceMs how long it waits
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
