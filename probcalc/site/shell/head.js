const own = (frame) => {
  try {
    return frame.location.origin === location.origin;
  } catch {
    return false;
  }
};
// Runs before anything is painted: a file holds one answer, and an address that asks another must not show it.
// `ready` holds the names of the answers that have a file of their own.
(() => {
  const root = document.documentElement;
  const { base, query } = root.dataset;
  // Only the card alone may stand in a page of somebody else's.
  if (new URLSearchParams(location.search).get("embed") === "1") return root.classList.add("pc-embed");
  if (self !== top && !own(top)) return root.classList.add("pc-framed");
  const name = probcalcName(location.pathname.slice(base.length), location.search);
  if (name === query || !location.search) return;
  root.classList.add("pc-other");
  // Who meets whom is in the address already: the ids of entries are their names.
  const words = [...new URLSearchParams(location.search)].filter(([key, value]) => !/^(s|e|lang|show\..*)$/.test(key) && /^[a-z][a-z_]{2,40}$/.test(value) && value !== "true");
  const asked = words.map(([, value]) => value[0].toUpperCase() + value.slice(1).replaceAll("_", " ")).slice(0, 4).join(" · ");
  root.style.setProperty("--asked", JSON.stringify(asked));
  if (probcalcReady.has(name)) globalThis.probcalcFile = fetch(`${base}ready/${name}.html`).catch(() => null);
})();
