interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** Lets the browser keep the page that it shows without a connection, in the language of this page. */
export function keepOfflinePage() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !navigator.onLine) return;
  const url = `/sw.js?${document.documentElement.lang}`;
  const { trustedTypes } = window as { trustedTypes?: Policies };
  const policy = trustedTypes && trustedTypes.createPolicy("app", { createScriptURL: (own) => own });
  addEventListener("load", () => {
    // It is only an extra: a browser may refuse it.
    serviceWorker.register(policy ? policy.createScriptURL(url) : url).catch(() => undefined);
  });
}
