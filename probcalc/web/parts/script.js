// The one script of the parts: it puts new markup in place of the old, and reports what is touched.
// Every text in the markup was escaped where it was written.
const most = 50;

const ARROWS = {
  ...{ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] },
  ...{ Home: [0, -Infinity], End: [0, Infinity] },
};

// What is alike stays the same element, so that focus and scroll stay and bars move; what has an id is known by it.
export function renew(old, now) {
  if (old.nodeName !== now.nodeName || old.id !== now.id) return old.replaceWith(now);
  if (old.nodeType === Node.TEXT_NODE) return void (old.data !== now.data && (old.data = now.data));
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  if ("still" in old.dataset) return;
  const news = [...now.childNodes];
  news.forEach((child, n) => {
    let here = old.childNodes[n];
    if (child.id && here?.id !== child.id) {
      const same = [...old.children].find(({ id }) => id === child.id);
      if (!same) return old.insertBefore(child, here ?? null);
      here = old.insertBefore(same, here);
    }
    here ? renew(here, child) : old.append(child);
  });
  while (old.childNodes.length > news.length) old.lastChild.remove();
  if (/^(checkbox|radio)$/.test(old.type)) old.checked = now.hasAttribute("checked");
  else if (old.nodeName === "INPUT" && !old.slides && (old.stepped || old !== document.activeElement)) old.value = now.getAttribute("value") ?? "";
  if (old.nodeName === "TEXTAREA" && old !== document.activeElement) old.value = now.textContent;
  if (old.nodeName === "SELECT") old.value = now.querySelector("[selected]")?.value ?? "";
}

// What is shared is a sheet from below on a phone: Escape closes it, and so does a tap beside it.
const sheet = () => [...document.querySelectorAll('[class*="-part-share"] details[open]')].find((found) => getComputedStyle(found).position === "fixed");
document.beside ??= document.addEventListener("click", (event) => {
  const shown = sheet();
  if (!shown || shown.contains(event.target)) return;
  event.preventDefault();
  event.stopPropagation();
  shown.querySelector("summary").click();
}, { capture: true }) ?? true;

// "/" leads to the search, "p" pins, "c" copies the link, "?" lists the keys; none while something is typed.
document.onkeydown = ({ key, target, ctrlKey, metaKey, altKey }) => {
  if (ctrlKey || metaKey || altKey || target.shadowRoot || /^(INPUT|SELECT|TEXTAREA)$/.test(target.nodeName)) return;
  const field = [...document.querySelectorAll("[data-find]")].find((found) => found.checkVisibility());
  if (key === "/" && field) return field.focus(), false;
  if (key === "Escape") sheet()?.querySelector("summary").click();
  if (key === "p") document.querySelector('[data-tap="pin"]')?.click();
  if (key === "c") navigator.clipboard?.writeText(location.href).then(() => said(word("Link copied")));
  if (key === "?") document.getElementById("pc-keys")?.togglePopover();
};

// The server's own word on a lost connection would lie over the answer and hold its controls: the page says it itself.
document.alone ??= new MutationObserver(() => document.querySelector('.stDialog [aria-label="Close"]')?.click());
document.alone.observe(document.body, { childList: true });

// What this script says itself, in the reader's language.
const word = (text) => JSON.parse(document.getElementById("pc-words")?.dataset.words ?? "{}")[text] ?? text;

// A few words for a moment, read aloud too.
function said(text, long = 2500) {
  const place = document.getElementById("pc-said");
  if (!place) return;
  place.textContent = text;
  clearTimeout(place.going);
  place.going = setTimeout(() => (place.textContent = ""), long);
}

// The link is copied where that may be, and the part that opens for it, far below, is brought into view, however late it
// comes, unless something else is touched meanwhile.
function shared() {
  navigator.clipboard?.writeText(location.href).then(() => said(word("Link copied")), () => {});
  const opened = new MutationObserver(() => {
    const title = [...document.querySelectorAll("details[open] > summary")].find((found) => found.innerText.includes(word("Share: link, QR code, files, command line").split(" ")[0]));
    if (!title) return;
    opened.disconnect();
    title.scrollIntoView({ block: "start" });
    title.focus({ preventScroll: true });
  });
  opened.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });
  for (const touched of ["pointerdown", "keydown"]) addEventListener(touched, () => opened.disconnect(), { capture: true, once: true });
}

// The line, or where a button names none the picture, goes to the clipboard, and the button says so for a moment.
async function handOn(button) {
  const { hand } = button.dataset;
  const picture = () => new ClipboardItem({ "image/png": painted(button.closest(".hand").querySelector("svg")) });
  try {
    await (hand ? navigator.clipboard.writeText(hand) : navigator.clipboard.write([picture()]));
  } catch {
    return said(word(hand ? "This browser does not let a page copy." : "This browser does not let a page copy a picture: save it as PNG."), 6000);
  }
  const words = button.textContent;
  button.textContent = word("Copied");
  setTimeout(() => (button.textContent = words), 2000);
}

// On a phone line, link and picture go to another app; where pictures are not taken, the line and the link. Who changes
// their mind is told nothing.
async function sendOn({ dataset, parentElement }) {
  const told = { text: dataset.send, url: dataset.link };
  try {
    const files = [new File([await painted(parentElement.querySelector("svg"))], "probcalc.png", { type: "image/png" })];
    await navigator.share(navigator.canShare?.({ ...told, files }) ? { ...told, files } : told);
  } catch ({ name }) {
    if (name !== "AbortError") said(word("This browser does not let a page send."), 6000);
  }
}

async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.outerHTML)}`;
  await image.decode();
  const { width, height } = svg.viewBox.baseVal;
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// What closes above a row that is opened takes nothing from under the finger: the row stays where it was tapped.
function stays(row) {
  const top = row.getBoundingClientRect().top;
  const rooms = row.closest(".st-key-rooms");
  const scrolled = document.querySelector("[data-testid=stMain]") ?? document.scrollingElement;
  if (!rooms) return;
  const watch = new ResizeObserver(() => scrolled.scrollBy(0, row.getBoundingClientRect().top - top));
  watch.observe(rooms);
  const end = () => watch.disconnect();
  setTimeout(end, 4000);
  for (const touched of ["pointerdown", "keydown", "wheel"]) addEventListener(touched, end, { capture: true, once: true });
}

// The bars of an answer are read with a finger, a pointer or the arrow keys, and tapped to count from one of them on.
function read(bars, place) {
  const words = JSON.parse(bars.dataset.reads);
  const at = Math.max(0, Math.min(words.length - 1, place));
  const tip = bars.querySelector(".tip");
  bars.place = at;
  bars.ariaValueNow = at;
  bars.ariaValueText = tip.textContent = words[at];
  const middle = ((at + 0.5) / words.length) * bars.clientWidth;
  const half = tip.offsetWidth / 2;
  tip.style.left = `${Math.max(half - bars.offsetLeft, Math.min(bars.clientWidth - half, middle))}px`;
  bars.classList.add("reads");
}

// Until the answer is there the bars are in their new colours already.
function count(bars, report) {
  const tap = JSON.parse(bars.dataset.counts)[bars.place];
  if (!tap) return;
  if (Number(bars.dataset.at) !== bars.place) bars.querySelectorAll(".bar").forEach((bar, n) => bar.classList.toggle("on", n >= bars.place));
  report(tap);
}

const placeOf = (bars, { clientX }) => {
  const box = bars.getBoundingClientRect();
  return Math.floor(((clientX - box.left) / box.width) * JSON.parse(bars.dataset.reads).length);
};

// What a chip means is told where there is no pointer to rest on it: by a long press.
function explained(target) {
  const place = document.getElementById("pc-said");
  const told = target.closest("[title]")?.title;
  if (told && place) said(told, 6000);
  return Boolean(told);
}

// Code, formulas and tables that are wider than their place are scrolled by keyboard too; a table is known by its title
// and no landmark, and what takes a file is more than decoration.
function reachable() {
  for (const place of document.querySelectorAll(".stTable > [role=region], .stFileUploader [role=presentation][aria-label]")) {
    place.setAttribute("role", "group");
    const title = place.querySelector("table")?.ariaLabel;
    if (title) place.ariaLabel = title;
  }
  for (const wide of document.querySelectorAll("pre, .katex-display, .stTable > div")) {
    const scrolls = wide.scrollWidth > wide.clientWidth || wide.scrollHeight > wide.clientHeight;
    if (scrolls && wide.tabIndex < 0) wide.tabIndex = 0;
  }
}
let looking = 0;
const drawn = () => (clearTimeout(looking), (looking = setTimeout(() => (reachable(), watch()), 200)));
new MutationObserver(drawn).observe(document.body, { childList: true, subtree: true });

// A card that is redrawn replaces the one that was watched. If that one was out of view when it was removed, the observer
// says nothing, so each change of the page looks for the card again.
const away = new IntersectionObserver((seen) => {
  const { target, isIntersecting } = seen.at(-1);
  if (!target.isConnected) return watch();
  document.body.classList.toggle("pc-away", !isIntersecting);
});
function watch(card = document.querySelector("[data-watch]")) {
  away.disconnect();
  card ? away.observe(card) : document.body.classList.remove("pc-away");
}

export default function ({ data, parentElement, setTriggerValue }) {
  document.documentElement.lang = data.lang;
  const host = parentElement.querySelector(":scope > .pc") ?? parentElement.appendChild(document.createElement("div"));
  const made = document.createElement("template");
  made.innerHTML = data.markup;
  const root = document.createElement("div");
  root.className = "pc";
  root.append(made.content);
  renew(host, root);
  settle(host);

  // Taps are sent with those before them that are not known to be answered: one that is overtaken by the next, or that
  // went with the connection, is not lost, and none counts twice.
  host.send = () => setTriggerValue("tap", [...host.taps]);
  listen(host, (text) => {
    window.probcalcLast = Math.max(Date.now(), (window.probcalcLast ?? 0) + 1);
    host.taps = [...(host.taps ?? []), [window.probcalcLast, text]].slice(-most);
    document.body.classList.add("pc-waits");
    if (text.startsWith("set scenario=")) past();
    host.send();
    clearTimeout(host.asks);
    host.asks = setTimeout(() => document.body.classList.contains("pc-waits") && heard(), 700);
  });
}

// Cards of the question before are dimmed until each is drawn for the new one; what is the same in both, until all are.
function past() {
  const cards = [...document.querySelectorAll(".pc")].filter((card) => !card.querySelector(".top, #result, .room"));
  for (const card of cards) card.classList.add("past");
  const app = document.querySelector("[data-test-script-state]");
  const ended = () => (seen.disconnect(), cards.forEach((card) => card.classList.remove("past")));
  const seen = new MutationObserver(() => app.dataset.testScriptState === "notRunning" && ended());
  if (app) seen.observe(app, { attributeFilter: ["data-test-script-state"] });
  setTimeout(ended, 4000);
}

new MutationObserver((seen) => {
  if (!seen.some(({ target }) => target.dataset.testConnectionState === "CONNECTED")) return;
  for (const host of document.querySelectorAll(".pc")) if (host.taps?.length) host.send();
}).observe(document.body, { subtree: true, attributeFilter: ["data-test-connection-state"] });

// A network that is gone leaves the connection open and silent: the browser tells of it, or a server that says nothing
// at all while it is waited for. It is asked again until it answers, and what was tapped is sent once more.
async function heard() {
  clearTimeout(heard.again);
  const asked = () => fetch("_stcore/health", { cache: "no-store", signal: AbortSignal.timeout(2500) });
  const answers = navigator.onLine && (await asked().then(({ ok }) => ok, () => false));
  const was = document.body.classList.contains("pc-gone");
  document.body.classList.toggle("pc-gone", !answers);
  if (!answers) heard.again = setTimeout(heard, 2000);
  else if (was) for (const host of document.querySelectorAll(".pc")) if (host.taps?.length) host.send();
}
if (document.querySelector("[data-test-connection-state]")) for (const change of ["offline", "online"]) window[`on${change}`] = heard;

// Paper cannot be followed back: it holds the address of its page.
window.onbeforeprint = () => {
  for (const place of document.querySelectorAll("[data-here]")) place.textContent = location.href;
};

// What moves by itself: the present cell into view, and the line that stands in for a number out of view.
export function settle(host) {
  const watched = host.querySelector("[data-watch]");
  const explains = host.querySelector("[data-explain]");
  if (explains) explains.ariaExpanded = document.body.classList.contains("pc-explained");
  for (const wide of host.querySelectorAll("[data-middle]")) {
    const cell = wide.querySelector("[aria-selected]");
    const at = cell?.dataset.tap;
    const names = wide.querySelector("th")?.offsetWidth ?? 0;
    if (cell && at !== wide.shown) wide.scrollLeft = cell.offsetLeft - (wide.clientWidth + names - cell.offsetWidth) / 2;
    wide.shown = at;
  }
  // The number on the screen is that of the last tap: nothing is dimmed while the rest of the page is computed.
  const of = host.querySelector("[data-of]")?.dataset.of;
  if (of !== undefined && Number(of) >= (window.probcalcLast ?? 0)) document.body.classList.remove("pc-waits");
  if (watched) watch(watched);
  for (const send of host.querySelectorAll("[data-send]")) send.hidden = !navigator.share;
  for (const place of host.querySelectorAll("[data-proof]")) checked(place, place.dataset.proof);
  // Rows change their order with what is set: whoever goes by keyboard stays on the present cell.
  const held = document.activeElement?.closest("[role=gridcell]");
  const chosen = held && host.contains(held) && host.querySelector("[role=gridcell][aria-selected]");
  if (chosen && chosen !== held && !document.body.classList.contains("pc-waits")) chosen.focus({ preventScroll: true });
}

// What a proof shows, found out here: the page is believed in nothing.
function checked(place, text) {
  if (place.proof !== text)
    try {
      const what = proved(JSON.parse(text));
      // What the page's own proof is of stands above it already.
      place.holds = `Checked in your browser, and it holds${place.dataset.proof ? "" : `: ${what}`}.`;
    } catch ({ message }) {
      place.holds = `It does not hold; ${message}.`;
    }
  place.proof = text;
  place.textContent = place.holds;
}

// The number before the change is no longer waited for.
function stop() {
  document.body.classList.remove("pc-waits");
  document.querySelector('[data-testid="stStatusWidget"] button')?.click();
}

// What is typed; a number's sign as keyboards have it.
const typed = (field) => ("steps" in field.dataset ? field.value.trim().replace("\u2212", "-").replace("±", "") : field.value);

// An arrow key makes a number greater or smaller, from what is typed at present.
function stepped(field, by, report) {
  if (!field.stepped && field.value !== field.getAttribute("value")) report(`set ${field.dataset.field}=${typed(field)}`);
  field.stepped = true;
  report(`step ${field.dataset.field}=${by}`);
}

// The cards of every value, which the host draws once when a number begins to be drawn along its range.
function shown(name, value) {
  let answered = false;
  for (const place of document.querySelectorAll("[data-slide]")) {
    const text = place.dataset.slide;
    if (place.text !== text) [place.text, place.drawn] = [text, JSON.parse(text)];
    if (place.drawn.name !== name) continue;
    const [card, made] = [place.previousElementSibling, document.createElement("template")];
    made.innerHTML = place.drawn.cards[value] ?? "";
    const now = made.content.firstElementChild;
    // What has no card for this value is not that of this value.
    if (!now) card.style.opacity = 0.4;
    else renew(card, now);
    answered ||= Boolean(now) && now.id === "result";
  }
  document.body.classList.toggle("pc-draws", answered);
  return answered;
}

// A stepper is a slider too: drawn to the side its number and the answer follow within the frame, by the cards that the
// host has drawn; where it has none, as fast as they come.
const often = 120;
function slid(host, event, report) {
  const { field, from, x, y } = host.slide;
  const [dx, dy] = [event.clientX - x, event.clientY - y];
  if (!field.slides && (Math.abs(dx) < 8 || Math.abs(dx) < Math.abs(dy))) return;
  if (!field.slides) clearTimeout(host.holding), field.blur(), getSelection()?.removeAllRanges(), host.setPointerCapture?.(event.pointerId);
  if (!field.slides && document.getElementById("result")) report(`draw ${field.dataset.field}`);
  field.slides = true;
  const [low, high] = [Number(field.ariaValueMin), Number(field.ariaValueMax)];
  const pixels = Math.max(2, Math.min(14, 240 / (high - low || 1)));
  const value = Math.max(low, Math.min(high, from + Math.round(dx / pixels)));
  if (value === host.slide.value) return;
  host.slide.value = value;
  field.value = `${"signed" in field.dataset ? (value > 0 ? "+" : value ? "" : "±") : ""}${value}`.replace("-", "\u2212");
  field.closest("label").style.setProperty("--at", `${(100 * (value - low)) / (high - low || 1)}%`);
  if (shown(field.dataset.field, value)) return;
  host.slide.told ??= setTimeout(() => {
    if (host.slide?.field !== field) return;
    host.slide.told = undefined;
    if (shown(field.dataset.field, host.slide.value)) return;
    report(`set ${field.dataset.field}=${host.slide.value}`);
  }, often);
}

// Let go, it stays where it is, and the tap that ends it is none.
function slidTo(host, report) {
  const { field, value, told } = host.slide ?? {};
  host.slide = null;
  if (!field?.slides) return;
  clearTimeout(told);
  field.slides = false;
  host.slipped = true;
  setTimeout(() => (host.slipped = false), 50);
  for (const { previousElementSibling: card } of document.querySelectorAll("[data-slide]")) card.style.opacity = "";
  document.body.classList.remove("pc-draws");
  if (document.getElementById("result")) report("draw ");
  if (value !== undefined) report(`set ${field.dataset.field}=${value}`);
}

// What is touched in a part, each told in a short text.
export function listen(host, report) {
  host.onclick = (event) => {
    if (host.slipped) return event.preventDefault();
    const bars = event.target.closest("[data-reads]");
    if (bars) return read(bars, placeOf(bars, event)), count(bars, report);
    const hand = event.target.closest("[data-hand]");
    if (hand) return void handOn(hand);
    const send = event.target.closest("[data-send]");
    if (send) return void sendOn(send);
    const tapped = event.target.closest("[data-explain],[data-tap],[data-skip],[data-stop],[data-reload]");
    if (!tapped || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (host.held === tapped) return void (host.held = null);
    tapped.closest("[popover]")?.hidePopover();
    if (tapped.dataset.tap === "turn share") shared();
    if (tapped.dataset.tap?.startsWith("room ")) stays(tapped);
    if (tapped.dataset.tap?.startsWith("work ")) (tapped.textContent = word("Calculating …")), tapped.classList.add("works");
    if (tapped.dataset.tap) return report(tapped.dataset.tap);
    if ("explain" in tapped.dataset) return void (tapped.ariaExpanded = document.body.classList.toggle("pc-explained"));
    if ("reload" in tapped.dataset) return location.reload();
    if ("stop" in tapped.dataset) return stop();
    const target = document.getElementById(tapped.getAttribute("href").slice(1));
    target?.scrollIntoView({ block: "center" });
    (target?.querySelector("h2") ?? target)?.focus();
  };
  // A stepper that is held goes on until it is let go.
  host.onpointerdown = (event) => {
    const { target } = event;
    const bars = target.closest("[data-reads]");
    if (bars) read(bars, placeOf(bars, event));
    const chip = event.pointerType === "touch" && target.closest(".chip[title], .step label[title]");
    if (chip) host.holding = setTimeout(() => explained(chip) && (host.held = chip.closest("[data-tap]")), 500);
    const field = target.closest(".step label")?.querySelector("[data-steps]");
    if (field && field !== document.activeElement && event.isPrimary) {
      const from = Number(field.getAttribute("aria-valuenow") ?? field.ariaValueMin);
      host.slide = { field, from, x: event.clientX, y: event.clientY };
    }
    const step = target.closest('[data-tap^="step "]');
    if (!step) return;
    const again = () => {
      if (!step.isConnected || step.disabled) return;
      (host.held = step), report(step.dataset.tap), (host.holding = setTimeout(again, 140));
    };
    host.held = null;
    host.holding = setTimeout(again, 450);
  };
  host.onpointerup = host.onpointercancel = host.onpointerleave = () => (clearTimeout(host.holding), slidTo(host, report));
  host.onpointermove = (event) => {
    if (host.slide) return slid(host, event, report);
    const bars = event.target.closest?.("[data-reads]");
    if (bars) read(bars, placeOf(bars, event));
  };
  host.onpointerout = ({ target, relatedTarget }) => {
    const bars = target.closest?.("[data-reads]");
    if (bars && bars !== document.activeElement && !bars.contains(relatedTarget)) bars.classList.remove("reads");
  };
  if (host.heard) return hears(host, report);
  host.heard = true;
  host.addEventListener("focusin", ({ target }) => "reads" in target.dataset && target.matches(":focus-visible") && read(target, target.place ?? Number(target.ariaValueNow)));
  host.addEventListener("focusout", ({ target }) => target.classList.remove("reads"));
  hears(host, report);
}

// What is typed, changed and asked for with keys.
function hears(host, report) {
  host.oninput = ({ target }) => {
    clearTimeout(host.typing);
    target.stepped = false;
    if ("find" in target.dataset) host.typing = setTimeout(() => report(`find ${target.value}`), 200);
  };
  host.onchange = ({ target }) => {
    if ("proofs" in target.dataset) target.files[0]?.text().then((text) => checked(target.closest("label").nextElementSibling, text));
    if (target.dataset.field) report(`set ${target.dataset.field}=${typed(target)}`);
  };
  host.onkeydown = (event) => {
    if (event.key === "Enter" && event.target.dataset.field && event.target.type !== "textarea") event.target.blur();
    const step = "steps" in event.target.dataset && !event.altKey && { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (step) return event.preventDefault(), stepped(event.target, step, report);
    const bars = event.target.dataset.reads && event.target;
    if (bars && (event.key === "Enter" || event.key === " ")) return event.preventDefault(), read(bars, bars.place ?? 0), count(bars, report);
    if (bars && event.key in ARROWS) {
      event.preventDefault();
      const [up, on] = ARROWS[event.key];
      return read(bars, (bars.place ?? Number(bars.ariaValueNow)) + (on - up || 0));
    }
    const cell = event.target.closest("[role=gridcell]");
    const [down, across] = ARROWS[event.key] ?? [];
    if (!cell || down === undefined) return;
    event.preventDefault();
    const rows = [...cell.closest("[role=grid]").querySelectorAll("[role=row]")];
    const cells = rows.map((row) => [...row.querySelectorAll("[role=gridcell]")]).filter((row) => row.length);
    const at = cells.findIndex((row) => row.includes(cell));
    const place = across === Infinity ? cells[at].length - 1 : Math.max(across === -Infinity ? 0 : -1, cells[at].indexOf(cell) + across);
    const next = cells[at + down]?.[place];
    if (next) next.focus(), next.dataset.tap && report(next.dataset.tap);
  };
}
