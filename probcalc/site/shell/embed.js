// One card without a page around it, for somebody else's page: ?embed=1, and theme=dark or theme=auto, and lang=de. It
// links to the whole answer and tells its height. A ready-made answer needs no engine.
const root = document.documentElement;
const { base, query } = root.dataset;
const fields = new URLSearchParams(location.search);
const wanted = fields.get("theme");
const language = fields.get("lang") ?? "";
const dark = wanted === "dark" || (wanted === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
for (const own of ["embed", "theme", "lang"]) fields.delete(own);
const asked = fields.toString().replaceAll("+", "%20").replaceAll("%2C", ",");
const name = asked ? probcalcName(location.pathname.slice(base.length), `?${asked}`) : query;

const link = document.createElement("a");
link.href = `${location.pathname}${asked && `?${asked}${language && `&lang=${encodeURIComponent(language)}`}`}`;
link.target = "_blank";
link.rel = "noopener";
link.innerHTML = await drawn();
link.ariaLabel = link.querySelector("title")?.textContent ?? "probcalc";
document.body.replaceChildren(link);
document.title = link.ariaLabel;

const tell = () => parent.postMessage({ kind: "probcalc:height", height: root.scrollHeight }, "*");
new ResizeObserver(tell).observe(root);
tell();

async function drawn() {
  const ready = !(language && asked) && (await file(!asked || probcalcReady.has(name) ? name : ""));
  if (ready) return ready;
  const { card } = await import("./probcalc.js");
  return card(asked, dark ? "dark" : "light", location.pathname.slice(base.length), language).catch(() => file("general"));
}

async function file(name) {
  const response = name && (await fetch(`${base}cards/${name}${dark ? ".dark" : ""}.svg`).catch(() => null));
  return response?.ok ? response.text() : "";
}
