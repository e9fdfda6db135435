// Offline after one visit: what the pages need is kept, under names that change with their content.
const { base, version, kept } = probcalcKept;
const cacheName = `probcalc ${base} ${version}`;

oninstall = (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(kept.map((name) => base + name))));
};

onactivate = (event) => {
  const old = (names) => names.filter((name) => name.startsWith(`probcalc ${base} `) && name !== cacheName);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))).then(() => clients.claim()));
};

onfetch = (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(base)) return;
  event.respondWith(event.request.mode === "navigate" ? page(url) : file(event.request, url));
};

// A page: the answer's own file where there is one, else the page that the engine will fill.
async function page({ pathname, search }) {
  const path = pathname.slice(base.length).replace(/\/?(index\.html)?$/, "");
  const name = probcalcName(path, search);
  const own = search && probcalcReady.has(name) ? await file(`${base}ready/${name}.html`).catch(() => null) : null;
  if (own?.ok) return own;
  const known = await caches.match(`${base}${path ? `${path}/` : ""}index.html`);
  return known ?? (await fetch(pathname + search).catch(() => null)) ?? caches.match(`${base}index.html`);
}

async function file(request, url = new URL(request, location)) {
  const found = await caches.match(url.pathname);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) (await caches.open(cacheName)).put(url.pathname, response.clone());
  return response;
}
