// The service worker: it keeps the page and the program so that both are there without a net.
// What stands above was written by alfiere-pocket: release, with the version of all files
// together, a hash of each by its path, and those that are not kept: without the server of the
// page nothing asks for them.

const prefix = `alfiere ${registration.scope} `;
const name = prefix + release.version;

// Some web servers send who asks for index.html on to the folder; what was sent on must not
// be given to a page that is opened.
const address = (path) => new URL(path === "index.html" ? "./" : path, registration.scope).href;

// Files that did not change are taken from the release before; the others come from the net,
// past the browser's own memory.
async function install() {
  const cache = await caches.open(name);
  const old = (await caches.keys()).filter((key) => key.startsWith(prefix) && key !== name);
  await Promise.all(
    Object.entries(release.files).filter(([path]) => !release.online.includes(path)).map(async ([path, hash]) => {
      for (const key of old) {
        const kept = await (await caches.open(key)).match(address(path));
        if (kept && (await sum(kept.clone())) === hash) {
          return cache.put(address(path), kept);
        }
      }
      const answer = await fetch(address(path), { cache: "no-cache" });
      if (!answer.ok || (await sum(answer.clone())) !== hash) {
        throw new Error(`${path} is not that of release ${release.version}`);
      }
      return cache.put(address(path), answer);
    }),
  );
}

// The first half of SHA-256.
async function sum(answer) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer())).subarray(0, 16);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function activate() {
  for (const key of await caches.keys()) {
    if (key.startsWith(prefix) && key !== name) {
      await caches.delete(key);
    }
  }
  await clients.claim();
}

// A file of the release comes from the release alone, so that files of two never meet.
async function serve(request, path) {
  const kept = await (await caches.open(name)).match(address(path));
  if (kept) {
    return kept;
  }
  const answer = await fetch(request, { cache: "no-cache" });
  return (await sum(answer.clone())) === release.files[path] ? answer : Response.error();
}

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  url.search = url.hash = "";
  if (event.request.method !== "GET" || !url.href.startsWith(registration.scope)) {
    return;
  }
  const path = url.href.slice(registration.scope.length) || "index.html";
  if (Object.hasOwn(release.files, path)) {
    event.respondWith(serve(event.request, path));
  }
});

// A page that begins asks for the new release; it is given if no other page shows the old one.
addEventListener("message", (event) => {
  if (event.data === "renew") {
    event.waitUntil(renew());
  }
});

// The page that the asker has taken the place of may still be there for a moment.
async function renew() {
  for (let tries = 0; tries < 30; tries++) {
    if ((await clients.matchAll({ type: "window", includeUncontrolled: true })).length <= 1) {
      return skipWaiting();
    }
    await new Promise((next) => setTimeout(next, 100));
  }
}
