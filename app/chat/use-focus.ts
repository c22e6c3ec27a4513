import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** What had the focus, or was pressed, may be gone after it has done its work. Then the keyboard goes on in `place`. */
export function useFocus(place: RefObject<HTMLElement | null>) {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => (last.current = (target as Element).closest("a,button"));
    for (const event of ["focusin", "click"]) addEventListener(event, note, true);
    return () => {
      for (const event of ["focusin", "click"]) removeEventListener(event, note, true);
    };
  }, []);
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  });
}
