import { useEffect, useRef } from "react";

/** Reads earlier messages at the top of the page, and keeps what is read where it is. */
export function useEarlier(read: () => Promise<void>, query: string | null) {
  const latest = useRef({ read, query, isReading: false });
  latest.current.read = read;
  latest.current.query = query;
  useEffect(() => {
    const read = async () => {
      const now = latest.current;
      if (scrollY > 0 || now.isReading || now.query === null) return;
      now.isReading = true;
      const below = document.documentElement.scrollHeight;
      await now.read();
      requestAnimationFrame(() => {
        scrollTo(0, document.documentElement.scrollHeight - below);
        now.isReading = false;
      });
    };
    const look = () => void read();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
}
