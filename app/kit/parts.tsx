import { Hub } from "~/ui/hub";
import { useRequest } from "~/ui/request";
import { Bars, Buttons, Icons, Messages } from "./basics";
import { Colours } from "./colours";
import { Fields } from "./fields";
import { FRAMES } from "./frames";
import { Announcements, Lists, MoneyAndFacts, Progress } from "./content";

/** Everything but the frames. The menu of the top bar switches the language, as everywhere. */
export function Parts() {
  const { path } = useRequest();
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        <header className="stack" lang="en">
          <h1 className="title">Component kit</h1>
          <nav className="cluster" aria-label="Schemes and frames">
            {["light", "dark"].map((scheme) => (
              <a key={scheme} href={`/_ui?scheme=${scheme}`}>
                {scheme}
              </a>
            ))}
            {FRAMES.map(({ name }) => (
              <a key={name} href={`/_ui?${new URLSearchParams([["frame", name], ...schemeOf(path)])}`}>
                {name}
              </a>
            ))}
          </nav>
        </header>
        <Colours />
        <Buttons />
        <Fields />
        <MoneyAndFacts />
        <Messages />
        <Lists />
        <Progress />
        <Announcements />
        <Bars />
        <Icons />
      </main>
    </Hub>
  );
}

/** The scheme that is being looked at, for the links to the frames. */
const schemeOf = (path: string) => [...new URLSearchParams(path.split("?")[1])].filter(([name]) => name === "scheme");
