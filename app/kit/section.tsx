import type { ReactNode } from "react";

/** Parts of one kind under a head that only developers read. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="section" aria-label={title}>
    <h2 lang="en">{title}</h2>
    {children}
  </section>
);
