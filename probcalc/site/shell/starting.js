// Starts Python with all that the pages need: from its files, or from its memory as an earlier visit has left it.
import { createPyodideModule, loadPyodide } from "./engine.js";
import { files, libraries, prefix, sizes } from "./files.js";

export const at = (name) => new URL(name, import.meta.url).href;

// The service worker of a new version drops what lies under names like this one.
const cache = `probcalc ${prefix}/ engine`;
const left = at("engine.bin");
const PAGE = 4096;

// Python from what was left, or null. What cannot be used is never tried again in this version.
export async function resumed() {
  const found = await kept().then((held) => held.match(left)).catch(() => null);
  if (found?.status !== 200) return null;
  const memory = found.arrayBuffer().then(whole);
  try {
    return await begun({ _loadSnapshot: memory }, memory);
  } catch (error) {
    console.warn(error);
    await without().catch(() => null);
    return null;
  }
}

// Not every browser has room for it, or a place.
const kept = async () => caches.open(cache);
export const forget = () => kept().then((held) => held.delete(left)).catch(() => null);
export const without = async () => (await kept()).put(left, new Response(null, { status: 204 }));

// Python from its files; with `toLeave` its memory can be left for a later visit.
export const afresh = (toLeave = false) => begun(toLeave ? { _makeSnapshot: true } : {});

// The same, telling how much of it has come: [bytes, of all bytes]. A browser keeps no compiled WebAssembly of what was
// counted, so only a first visit is.
export async function counted(told) {
  const fetching = self.fetch;
  const parts = new Map();
  let last = 0;
  const come = () => {
    if (parts.size < Object.keys(sizes).length || performance.now() - last < 100) return;
    last = performance.now();
    const all = [...parts.values()];
    told(all.reduce((sum, { share, bytes }) => sum + share * bytes, 0), all.reduce((sum, { bytes }) => sum + bytes, 0));
  };
  self.fetch = async (...asked) => {
    const response = await fetching(...asked);
    const name = response.url.slice(response.url.lastIndexOf("/") + 1);
    if (!response.ok || !response.body || !sizes[name]) return response;
    // What is sent compressed arrives larger than it is sent.
    const part = { share: 0, bytes: Number(response.headers.get("Content-Length")) || sizes[name] };
    parts.set(name, part);
    const transform = (chunk, through) => ((part.share += chunk.length / sizes[name]), through.enqueue(chunk), come());
    const headers = { "Content-Type": response.headers.get("Content-Type") };
    return new Response(response.body.pipeThrough(new TransformStream({ transform })), { headers });
  };
  return afresh().finally(() => (self.fetch = fetching));
}

export async function leave(pyodide) {
  const parts = dense(pyodide.makeMemorySnapshot());
  await (await kept()).put(left, new Response(new Blob(parts)));
}

async function begun(options, memory) {
  const app = unpacked(files.app);
  const pyodide = await loadPyodide({
    ...options,
    createPyodideModule: async (settings) => {
      const module = await createPyodideModule(settings);
      const { length } = (await memory) ?? [];
      if (length > module.HEAP8.length) module.growMemory(length);
      lay(module, files.app, await app);
      // A memory knows how to find what is packed. Without one Python learns it before Pyodide loads what it needs.
      if (!memory) begin(module);
      return module;
    },
    indexURL: at(files.pyodide),
    stdLibURL: at(files.library),
    lockFileContents: JSON.stringify({ info: files.lock, packages: {} }),
    packageBaseUrl: at("./"),
  });
  pyodide.pyimport("probcalc.site.packed").parts().come("app");
  return pyodide;
}

function begin({ API }) {
  const [failed, said] = API.rawRun("from probcalc.site import methods, packed; methods.use(); packed.use()");
  if (failed) throw new Error(said);
}

// What no first answer needs.
export async function complete(pyodide) {
  lay(pyodide, libraries.later, await unpacked(libraries.later));
  pyodide.pyimport("probcalc.site.packed").parts().come("later");
}

function lay({ FS }, name, buffer) {
  FS.mkdirTree("/packed");
  FS.writeFile(`/packed/${name}`, new Uint8Array(buffer), { canOwn: true });
}

// Half of a memory is zeros: what is kept are the numbers of the pages that are not, and those pages.
function dense(memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.byteLength / 4);
  const step = PAGE / 4;
  const pages = [];
  for (let at = 0; at < words.length; at += step) if (words.subarray(at, at + step).some(Boolean)) pages.push(at / step);
  const content = pages.map((page) => memory.subarray(page * PAGE, (page + 1) * PAGE));
  return [new Uint32Array([memory.length, pages.length, ...pages]), ...content];
}

function whole(buffer) {
  const [length, count] = new Uint32Array(buffer, 0, 2);
  const memory = new Uint8Array(length);
  let from = 8 + 4 * count;
  for (const page of new Uint32Array(buffer, 8, count)) {
    const size = Math.min(PAGE, length - page * PAGE);
    memory.set(new Uint8Array(buffer, from, size), page * PAGE);
    from += size;
  }
  return memory;
}

async function unpacked(name) {
  const response = await fetch(at(name));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
