// The page: puts in what the worker draws, and tells it what is touched. Nothing is drawn here.
import { follow, keep, listen, renew, settle } from "./parts.js";
import { cardOf, drawChart, drawFormulas, pictureOf } from "./drawings.js";

const { base } = document.documentElement.dataset;
const app = document.querySelector(".stApp");
const main = document.getElementById("page");
// What is made for later visits waits so long for the present one.
const QUIET = 2000;
const dark = matchMedia("(prefers-color-scheme: dark)");

let worker, alive, asked, answered, started;
let held = [];
let tapped = 0;
let followed = false;

// The worker, from the start: also after it was stopped, or lost.
function start() {
  worker?.terminate();
  const name = navigator.serviceWorker?.controller ? "later" : "first";
  worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
  worker.onmessage = ({ data }) => told(data);
  worker.onerror = (event) => failed(event.message || "The engine could not be loaded. Reload the page to try again.");
  [alive, asked, answered] = [false, 0, 0];
  // What is shown is the answer to this address: nothing is waited for before something is touched.
  document.body.classList.remove("pc-waits");
  tell({ open: here(), ...look() }, false);
}

const look = () => ({ theme: theme(), language: navigator.language });
const theme = () => (dark.matches ? "dark" : "light");
const here = () => location.origin + location.pathname.replace(/(.)\/$/, "$1") + location.search;

function tell(message, dimmed = true) {
  asked += 1;
  waits(dimmed);
  worker.postMessage({ ...message, number: asked });
}

// What is touched before the engine answers is kept, and answered in its order.
function happened(events, dimmed = true) {
  if (alive) tell({ events }, dimmed);
  else held.push(...events), waits();
}

// The same signs as those of a page with a server: the old answer is dimmed after a moment, and says so.
function waits(dimmed = true) {
  app.dataset.testScriptState = "running";
  if (dimmed || held.length) document.body.classList.add("pc-waits");
}

function told({ number, answer, part, said, file, touched, engine, getting }) {
  if (engine) return (started = engine);
  if (getting) return gets(...getting.map((bytes) => (bytes / 1e6).toFixed(1)));
  if (part) return put(document.getElementById(part.id), part.html);
  if (said !== undefined) return say(said);
  if (file) return save(file);
  answered = number;
  if (answer.failed) return console.error(answer.detail ?? ""), failed(answer.failed);
  if (number < asked && alive) return;
  say("");
  if (answer.address !== location.pathname + location.search) {
    // What stands behind the address that was opened has still to be followed.
    if (touched) history.pushState(null, "", answer.address);
    else history.replaceState(null, "", answer.address + location.hash);
  }
  document.title = answer.title;
  document.documentElement.lang = answer.language;
  app.dataset.testScriptState = "notRunning";
  put(main, answer.html);
  const drawings = Object.entries(answer.charts).map(([key, spec]) => drawChart(find("chart", key), spec, theme()));
  Promise.all([...drawings, drawFormulas(main)]).catch(() => say("Charts and formulas could not be loaded. Reload the page to try again."));
  if (!alive) {
    alive = true;
    performance.mark("probcalc-live");
    document.documentElement.classList.remove("pc-other");
    main.ariaBusy = null;
    document.documentElement.dataset.live = started;
    if (held.length) tell({ events: held });
    held = [];
    keepOwn();
    keepOffline();
  }
  if (answer.went || followed) scrollTo(0, 0);
  followed = false;
}

// What has not come yet is said where an answer is waited for.
const gets = (come, all) => {
  const { style } = document.documentElement;
  style.setProperty("--getting", `"Getting the calculator, once: ${come} of ${all} MB"`);
  style.setProperty("--come", Math.min(1, come / all));
};

const find = (what, key) => [...main.querySelectorAll(`[data-${what}]`)].find((one) => one.dataset[what] === key);

// New HTML in place of the old; what a reader has opened stays open.
function put(old, html) {
  if (!old) return;
  const made = document.createElement("template");
  made.innerHTML = html;
  const now = old === main ? main.cloneNode(false) : made.content.firstElementChild;
  if (old === main) now.append(made.content);
  const open = [...old.querySelectorAll("details[data-own][open]")].map(place);
  for (const fold of now.querySelectorAll("details[data-own]")) if (open.includes(place(fold))) fold.open = true;
  renew(old, now);
  wire();
}

const place = (fold) => fold.closest("[id]")?.id + fold.className;

function wire() {
  for (const part of main.querySelectorAll("[data-component=pc_part]")) {
    const { key } = part.dataset;
    listen(part.firstElementChild, (text) => {
      tapped = Math.max(Date.now(), tapped + 1);
      happened([{ key, name: "tap", value: [[tapped, text]] }]);
    });
  }
  settle(main);
  keepOwn();
  write();
}

// The text of a game of one's own: its editor is large, and fetched when it is first shown.
async function write() {
  const part = main.querySelector("[data-component=pc_editor]");
  if (!part) return;
  const { edit } = await import("./editor.js");
  const { key, told } = part.dataset;
  edit(part, JSON.parse(told), (typed) => happened([{ key, name: "typed", value: typed }], false));
}

// What stays in this browser: own units are asked for once.
function keepOwn() {
  const part = main.querySelector("[data-component=pc_store]");
  if (!part || !alive) return;
  const { key, text = "", fragment = "" } = part.dataset;
  const asks = "asks" in part.dataset;
  const report = (name, value) => happened([{ key, name, value }], name === "linked");
  if (!asks || !part.told) keep({ asks, text }, report);
  part.told = asks;
  if (!asks) follow(fragment, report);
}

// Controls.
const read = {
  index: (field) => (field.value === "" ? null : Number(field.value)),
  number: (field) => (field.value === "" ? null : Number(field.value)),
  checked: (field) => field.checked,
};

async function valueOf(field) {
  if (field.type !== "file") return (read[field.dataset.as] ?? (() => field.value))(field);
  const bytes = new Uint8Array(await field.files[0].arrayBuffer());
  return { name: field.files[0].name, base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}

main.addEventListener("change", async ({ target }) => {
  const { key } = target.dataset;
  if (!key || target.closest("[data-form]")) return;
  if (target.type === "number" && !target.reportValidity()) return;
  happened([{ key, value: await valueOf(target) }]);
});

// What is written in several lines is taken by Ctrl and Enter too, as on a server.
main.addEventListener("keydown", ({ key, ctrlKey, metaKey, target }) => {
  if (key === "Enter" && (ctrlKey || metaKey) && target.matches("textarea[data-key]")) target.blur(), target.focus({ preventScroll: true });
});

main.addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const button = event.target.closest("button");
  const link = event.target.closest("a[href]");
  if (link && link.origin === location.origin && link.pathname.startsWith(base) && !link.target) {
    event.preventDefault();
    return open(link.href);
  }
  if (!button) return;
  const { by, key } = button.dataset;
  if (by) {
    const field = button.parentElement.querySelector("input");
    Number(by) < 0 ? field.stepDown() : field.stepUp();
    return field.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if ("press" in button.dataset) return happened([{ key }]);
  if ("file" in button.dataset) return worker.postMessage({ file: key });
  if ("copy" in button.dataset) {
    await navigator.clipboard?.writeText(button.parentElement.querySelector("code").textContent);
    button.textContent = "Copied";
  }
  if ("submit" in button.dataset) {
    const fields = [...button.closest("[data-form]").querySelectorAll("[data-key]")].filter((one) => one !== button);
    const given = await Promise.all(
      fields
        .filter((field) => field.type !== "radio" || field.checked)
        .map(async (field) => ({ key: field.dataset.key, value: await valueOf(field) })),
    );
    happened([...given, { key }]);
  }
});

main.addEventListener(
  "toggle",
  ({ target }) => {
    const { key } = target.dataset;
    if (key && target.open !== (target.getAttribute("data-was") === "open")) {
      target.setAttribute("data-was", target.open ? "open" : "shut");
      happened([{ key, value: target.open }]);
    }
  },
  true,
);

// A link that is opened before the engine lives shows the answer's own file, if there is one.
main.addEventListener(
  "click",
  (event) => {
    const link = event.target.closest("a[data-tap][href]");
    if (alive || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    open(link.href);
  },
  true,
);

async function open(address) {
  history.pushState(null, "", address);
  followed = true;
  if (alive) return tell({ open: here() });
  held = [];
  tell({ open: here() });
  const { pathname, search } = location;
  const name = probcalcName(pathname.slice(base.length), search);
  const url = probcalcReady.has(name) ? `${base}ready/${name}.html` : `${pathname.replace(/\/?$/, "/")}index.html`;
  const response = await fetch(url).catch(() => null);
  if (response?.ok) paint(await response.text(), probcalcReady.has(name) || !search);
}

onpopstate = () => ((followed = false), tell({ open: here() }));
dark.onchange = () => tell({ ...look(), open: here() });

function paint(html, whole) {
  if (alive) return;
  const file = new DOMParser().parseFromString(html, "text/html");
  document.title = file.title;
  put(main, file.getElementById("page").innerHTML);
  document.documentElement.classList.toggle("pc-other", !whole);
  if (whole && !held.length) document.body.classList.remove("pc-waits");
}

// Files are made here: a text as it is, a picture from its chart.
async function save(file) {
  say(file.failed ?? "");
  if (file.failed) return;
  const bytes = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const content = file.spec ? await pictureOf(file) : file.svg ? await cardOf(file) : file.base64 ? bytes(file.base64) : file.text;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: file.type }));
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function say(text) {
  const line = document.getElementById("said");
  line.textContent = text;
  line.hidden = !text;
}

function failed(text) {
  app.dataset.testScriptState = "notRunning";
  document.documentElement.classList.remove("pc-other");
  main.ariaBusy = null;
  say(text);
}

document.getElementById("stop").onclick = () => {
  held = [];
  start();
};

// After the first answer everything is kept, so that the next visit needs no connection.
async function keepOffline() {
  const service = navigator.serviceWorker;
  await service?.register(`${base}service.js`, { scope: base }).catch(() => null);
  await service?.ready;
  setTimeout(() => service?.controller && keepEngine().catch(() => null), QUIET);
}

// And an engine that has started, so that the next visit need not start one: made once, by one of the pages open.
const keepEngine = () =>
  navigator.locks.request(`probcalc ${base}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    if (!(await caches.match(new URL("./engine.bin", import.meta.url)))) {
      const keeper = new Worker(new URL("./keeper.js", import.meta.url), { type: "module" });
      await new Promise((done) => (keeper.onmessage = keeper.onerror = done));
      keeper.terminate();
    }
    document.documentElement.dataset.kept = "";
  });

const shown = document.documentElement.classList;
if (shown.contains("pc-embed")) import("./embed.js");
else if (!shown.contains("pc-framed")) {
  globalThis.probcalcFile?.then(async (response) => response?.ok && paint(await response.text(), true));
  wire();
  if (shown.contains("pc-other")) main.ariaBusy = "true";
  start();
}
