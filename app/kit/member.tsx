import type { ReactNode } from "react";
import { RequestProvider, useRequest } from "~/ui/request";

const MEMBER = { id: "kit", name: "Somchai", currency: "BAHT", since: 0, before: null, passwordAt: 0 } as const;

const BALANCE = { total: 1248050, wallet: 248050 };

/** Shows a part as a member at `path` sees it, whoever looks at the kit. */
export function AsMember({ path, children }: { path: string; children: ReactNode }) {
  return (
    <RequestProvider context={{ ...useRequest(), member: MEMBER, balance: BALANCE, unread: 2, path }}>
      {children}
    </RequestProvider>
  );
}
