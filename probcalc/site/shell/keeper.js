// Runs once, after a first visit: starts a second engine, draws every page, and leaves its memory for later visits.
// Nothing of the visitor is in it.
import { afresh, complete, leave, without } from "./starting.js";

// So long a browser takes until it keeps the WebAssembly that it has compiled.
const SETTLED = 5000;

try {
  const pyodide = await afresh(true);
  await complete(pyodide);
  pyodide.runPython("from probcalc.site.warm import pages; pages()");
  await leave(pyodide);
} catch (error) {
  console.warn(error);
  await without();
}
setTimeout(() => postMessage("done"), SETTLED);
