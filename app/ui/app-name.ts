import { useRouteLoaderData } from "@remix-run/react";
import { useRequest } from "./request";

/** The brand's name; else the operator's name for this app: as the root loader read it, else the one in the settings. */
export function useAppName(): string {
  const { site } = useRequest();
  const root = useRouteLoaderData("root") as { name: string } | undefined;
  return site.brand?.name ?? root?.name ?? site.operatorName;
}
