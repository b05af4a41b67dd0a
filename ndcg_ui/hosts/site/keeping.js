// A service worker that stores all files of the site, so that later visits need no network. A new version of the site
// has a new version of this file. It replaces the stored files when no page of the old version is open.

import { unpack } from "../../components/markup/packed.js";

const site = /** @type {any} */ (self); // the build writes FILES and VERSION above this script
const PREFIX = `ndcg ${site.registration.scope} `;
const CACHE = `${PREFIX}${site.VERSION}`;
// Python is stored uncompressed, because a browser stores its compiled code with that file.
const PACKED = /^(python\/.+)\.packed$/;
const buildAddress = (path) => new URL(path, site.registration.scope).href;

site.addEventListener("install", (event) => event.waitUntil(storeAll()));

async function storeAll() {
  const kept = await caches.open(CACHE);
  const makeRequest = (file) => new Request(buildAddress(file), { cache: "no-cache" });
  const packed = site.FILES.filter((file) => PACKED.test(file));
  await kept.addAll(site.FILES.filter((file) => !packed.includes(file)).map(makeRequest));
  for (const file of packed) await kept.put(buildAddress(file.replace(PACKED, "$1")), unpack(await fetch(makeRequest(file))));
}

site.addEventListener("activate", (event) => {
  const isOldCache = (name) => name.startsWith(PREFIX) && name !== CACHE;
  const deleteOldCaches = async () => Promise.all((await caches.keys()).filter(isOldCache).map((name) => caches.delete(name)));
  event.waitUntil(deleteOldCaches().then(() => site.clients.claim()));
});

site.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(site.registration.scope)) return;
  const isFrame = url.href.startsWith(buildAddress("sandbox/"));
  event.respondWith(isFrame ? answerFrame(request, url) : answer(request, url));
});

// Return the code lab's frame with a sandbox policy. If its page set the policy instead, the frame would have no
// service worker, so it would need the network.
async function answerFrame(request, url) {
  const { body, headers } = await answer(request, url);
  const policy = { "Content-Security-Policy": "sandbox allow-scripts" };
  return new Response(body, { headers: { ...Object.fromEntries(headers), ...policy } });
}

async function answer(request, url) {
  const kept = await caches.open(CACHE);
  const { pathname, search } = url;
  const found = await kept.match(pathname.endsWith("/") ? buildAddress(`${pathname}index.html`) : request, { ignoreSearch: true });
  if (found) return found;
  const folder = request.mode === "navigate" && (await kept.match(buildAddress(`${pathname}/index.html`)));
  return folder ? Response.redirect(`${pathname}/${search}`) : fetch(request);
}
