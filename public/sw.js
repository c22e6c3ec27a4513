/* global self, caches, fetch */
/* Knows one page, for when there is no connection, and the stylesheet. A form is never touched, kept or repeated. */
const NAME = "offline";
const PAGE = "/offline";

async function keep() {
  await caches.delete(NAME);
  const [cache, answer] = await Promise.all([caches.open(NAME), fetch(PAGE)]);
  const [style] = /\/assets\/styles[^"]+/.exec(await answer.clone().text());
  await Promise.all([cache.put(PAGE, answer), cache.add(style)]);
  await self.skipWaiting();
}

self.addEventListener("install", (event) => event.waitUntil(keep()));

// The request for a page leaves while this worker still starts.
self.addEventListener("activate", (event) => {
  const { navigationPreload } = self.registration;
  if (navigationPreload) event.waitUntil(navigationPreload.enable());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isPage = request.mode === "navigate" && request.method === "GET";
  if (!isPage && !/\/assets\/styles/.test(request.url)) return;
  event.respondWith(
    Promise.resolve(event.preloadResponse)
      .then((answer) => answer || fetch(request))
      .catch(() => caches.match(isPage ? PAGE : request)),
  );
});
