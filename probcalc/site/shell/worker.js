// The engine: Python in the browser. It gets addresses and events, and answers each with a page as HTML.
import { createPyodideModule, loadPyodide } from "./engine.js";
import { files, libraries, prefix, rest } from "./files.js";

const at = (name) => new URL(name, import.meta.url).href;

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
  }
  busy = false;
}

function answer(page, { number, file, ...message }) {
  if (file !== undefined) return postMessage({ file: JSON.parse(page.file(file)) });
  postMessage({ number, touched: "events" in message, answer: JSON.parse(page.answer(JSON.stringify(message))) });
}

async function load() {
  const app = unpacked(files.app);
  const pyodide = await loadPyodide({
    createPyodideModule,
    indexURL: at(files.pyodide),
    stdLibURL: at(files.library),
    lockFileContents: JSON.stringify({ info: files.lock, packages: {} }),
    packageBaseUrl: at("./"),
  });
  const [version] = pyodide.FS.readdir("/lib").filter((name) => /^python3\.\d+$/.test(name));
  unpack(pyodide.FS, await app, `/lib/${version}/site-packages/`);
  const live = pyodide.pyimport("probcalc.site.live");
  live.libraries(JSON.stringify(libraries), JSON.stringify(rest), fetchNow);
  return live.Page(prefix, (text) => postMessage(JSON.parse(text)));
}

async function unpacked(name) {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
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

// A zip whose files are stored as they are, from the list at its end.
function unpack(FS, buffer, root) {
  const view = new DataView(buffer);
  const text = new TextDecoder();
  let end = buffer.byteLength - 22;
  while (view.getUint32(end, true) !== 0x06054b50) end -= 1;
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left; left -= 1) {
    const [size, name, extra, comment] = [24, 28, 30, 32].map((place, n) => (n ? view.getUint16(entry + place, true) : view.getUint32(entry + place, true)));
    const start = view.getUint32(entry + 42, true);
    const path = root + text.decode(new Uint8Array(buffer, entry + 46, name));
    const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
    FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    FS.writeFile(path, new Uint8Array(buffer, from, size));
    entry += 46 + name + extra + comment;
  }
}
