// Runs before anything is painted: a file holds one answer, and an address that asks another must not show it.
// `ready` holds the names of the answers that have a file of their own.
(() => {
  const root = document.documentElement;
  const { base, query } = root.dataset;
  const name = probcalcName(location.pathname.slice(base.length), location.search);
  if (name === query || !location.search) return;
  root.classList.add("pc-other");
  if (probcalcReady.has(name)) globalThis.probcalcFile = fetch(`${base}ready/${name}.html`).catch(() => null);
})();
