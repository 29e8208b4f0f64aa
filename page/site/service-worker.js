/* Keeps the page for use without a network, and adds the headers that threads need. A newer page is taken at the next visit. */
'use strict';
const KEPT = 'dihedra';
const FILES = ['./', 'dihedra-worker.js', 'dihedra.wasm', 'network.bin', 'manifest.webmanifest', 'icon.svg'];

self.addEventListener('install', event => event.waitUntil(caches.open(KEPT).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting())));
self.addEventListener('activate', event => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', event => {
  if (event.request.method === 'GET' && new URL(event.request.url).origin === location.origin) event.respondWith(answer(event));
});

/* What is kept, at once, while it is renewed; else what the server gives. */
async function answer(event) {
  const cache = await caches.open(KEPT), isPage = /\/(index\.html)?$/.test(new URL(event.request.url).pathname);
  const name = isPage ? './' : event.request, kept = await cache.match(name, {ignoreSearch: true});
  const renewed = fetch(event.request).then(async response => {
    if (response.ok) await cache.put(name, response.clone());
    return response;
  });
  if (kept) event.waitUntil(renewed.catch(() => {}));
  return isolate(kept ?? await renewed);
}
function isolate(response) {
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  return new Response(response.body, {status: response.status, statusText: response.statusText, headers});
}
