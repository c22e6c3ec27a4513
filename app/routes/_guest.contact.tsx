import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ContactCard } from "~/features/contact/contact-card";
import { chooseLite, LiteMode } from "~/features/contact/lite-mode";
import { Protection } from "~/features/contact/protection";
import { contactPage } from "~/features/contact/support";
import type { RouteHandle } from "~/root";
import { Hub } from "~/ui/hub";

export const handle: RouteHandle = { title: "contact:title" };

export const loader = ({ context }: LoaderFunctionArgs) => contactPage(context);

export { chooseLite as action };

export default function Contact() {
  const page = useLoaderData<typeof loader>();
  return (
    <Hub ground="paper">
      <main className="page" id="main">
        <ContactCard {...page} />
        <Protection />
        <LiteMode />
      </main>
    </Hub>
  );
}
