import { useRequest } from "~/ui/request";
import { Section } from "./section";

/** A swatch of each colour that the stylesheet names. */
export function Colours() {
  const { assets, nonce } = useRequest();
  const known = [...new Set([...(assets.css ?? "").matchAll(/--color-([\w-]+):/g)].map(([, name]) => name!))];
  const swatch =
    "inline-size: 5rem; block-size: 3rem; border: 1px solid var(--color-line); border-radius: var(--radius-m)";
  const rules = known.map((name) => `.swatch-${name} { ${swatch}; background: var(--color-${name}) }`);
  return (
    <Section title="Colours">
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: rules.join("\n") }} />
      <ul className="cluster" lang="en">
        {known.map((name) => (
          <li key={name}>
            <div className={`swatch-${name}`} />
            <span className="meta">{name}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
