// The engine: Python in the browser. It gets addresses and events, and answers each with a page as HTML.
import { games, libraries, prefix } from "./files.js";
import { afresh, at, complete, counted, forget, resumed } from "./starting.js";

const engine = load();
let waiting = [];
let busy = false;

onmessage = ({ data }) => {
  waiting.push(data);
  if (!busy) work();
};

async function work() {
  busy = true;
  let page;
  try {
    page = await engine;
  } catch (error) {
    const why = navigator.onLine === false ? "there is no connection" : String(error?.message ?? error);
    postMessage({ number: 0, answer: { failed: `The engine could not be loaded: ${why}. Reload the page to try again.` } });
  }
  while (page && waiting.length) {
    // A tap that came meanwhile joins those that wait: each is answered in its order, and the page is drawn once.
    const first = waiting.shift();
    if (first.events) while (waiting[0]?.events) (first.events.push(...waiting[0].events), (first.number = waiting.shift().number));
    answer(page, first);
    await new Promise((next) => setTimeout(next));
    completing ??= finish();
  }
  busy = false;
}

// After the first answer comes all that it could do without; what is asked for sooner, Python fetches at once.
let completing;
async function finish() {
  try {
    await complete(python);
  } catch {
    return;
  }
  const live = python.pyimport("probcalc.site.live");
  // In pieces, so that a tap never waits for more than one.
  for (const name of JSON.parse(live.unopened())) {
    do await new Promise((next) => setTimeout(next, 50));
    while (busy);
    python.pyimport(name).destroy();
  }
}

function answer(page, { number, file, program, ...message }) {
  if (program !== undefined) return postMessage({ program, ...forProgram(message) });
  if (file !== undefined) return postMessage({ file: JSON.parse(page.file(file)) });
  const found = JSON.parse(page.answer(JSON.stringify(message)));
  // Whoever reloads the page then gets an engine from its files.
  if (found.failed) forget();
  postMessage({ number, touched: "events" in message, answer: found });
}

// What a program asks, with no page around it.
let python, asking;
function forProgram({ ask, card, theme, page, language }) {
  try {
    const live = python.pyimport("probcalc.site.live");
    if (ask === undefined) return { said: live.card(card, theme, page, language) };
    asking ??= (live.arrive("asking"), python.pyimport("probcalc.api.in_browser"));
    return { said: live.told(asking.ask_here, ask) };
  } catch (error) {
    return { failed: String(error?.message ?? error).trim().split("\n").at(-1) };
  }
}

async function load() {
  const before = await resumed();
  const first = () => counted((come, all) => postMessage({ getting: [come, all] }));
  const pyodide = before ?? (await (self.name === "first" ? first() : afresh()));
  postMessage({ engine: before ? "resumed" : "afresh" });
  const live = pyodide.pyimport("probcalc.site.live");
  python = pyodide;
  live.libraries(JSON.stringify(libraries), JSON.stringify(games), fetchNow);
  return live.Page(prefix, (text) => postMessage(JSON.parse(text)));
}

// A library that only few answers need, fetched at the moment that Python asks for it.
function fetchNow(name) {
  const request = new XMLHttpRequest();
  request.open("GET", at(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${name}: ${request.status}`);
  return new Uint8Array(request.response);
}
