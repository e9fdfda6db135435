// Offline after one visit: what the pages need is kept, under names that change with their content.
const { base, version, kept } = probcalcKept;
const cacheName = `probcalc ${base} ${version}`;
// What lies in a folder named by its content never changes; of the rest a host's old copies must not be kept.
const fixed = /^(app|pyodide)-/;
const fresh = (url) => new Request(url, { cache: fixed.test(url.slice(base.length)) ? "default" : "no-cache" });

oninstall = (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept.map((name) => fresh(base + name)))));
};

onactivate = (event) => {
  const old = (names) => names.filter((name) => name.startsWith(`probcalc ${base} `) && ![cacheName, `probcalc ${base} manual`].includes(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
};

onmessage = () => skipWaiting();

onfetch = (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(base)) return;
  if (url.pathname.startsWith(`${base}manual/`)) return event.respondWith(lately(event.request));
  event.respondWith(event.request.mode === "navigate" ? page(url) : file(url.pathname));
};

// The manual is not of this version: from the network where there is one, else as it was seen last.
async function lately(request) {
  const cache = await caches.open(`probcalc ${base} manual`);
  const response = await fetch(request).catch(() => cache.match(request, { ignoreSearch: true }));
  if (response?.ok && response.type === "basic") cache.put(request, response.clone());
  return response ?? Response.error();
}

// The version that was told to take over. Whoever comes until it has would lose the files of this one.
let told;

// A page: the answer's own file where there is one, else the page that the engine will fill.
async function page({ pathname, search }) {
  // A new version waits while a page of this one is open; where only the present one is, it takes over now.
  const { waiting } = registration;
  if (waiting && (waiting === told || (await clients.matchAll()).length < 2)) {
    told = waiting;
    waiting.postMessage("now");
    return new Response('<meta http-equiv="refresh" content="0">', { headers: { "Content-Type": "text/html" } });
  }
  const path = pathname.slice(base.length).replace(/\/?(index\.html)?$/, "");
  const name = probcalcName(path, search);
  const own = search && probcalcReady.has(name) ? await file(`${base}ready/${name}.html`).catch(() => null) : null;
  if (own?.ok) return own;
  const known = await held(`${base}${path ? `${path}/` : ""}index.html`);
  return known ?? (await fetch(pathname + search).catch(() => null)) ?? held(`${base}index.html`);
}

const held = (path) => caches.match(path, { cacheName });

async function file(path) {
  const found = await held(path);
  if (found) return found;
  const response = await fetch(fresh(path));
  if (response.ok) (await caches.open(cacheName)).put(path, response.clone());
  return response;
}
