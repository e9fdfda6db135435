// Runs under Node: the engine as files that a browser loads, compiled by the Pyodide that will run it.
// node pack.mjs FOLDER_OF_PYODIDE JOB, where JOB is a file: {sources, out, kept, first, warm, late, libraries}.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , pyodideFolder, jobFile] = process.argv;
const job = JSON.parse(readFileSync(jobFile, "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: pyodideFolder });

const mounted = (root, place) => {
  pyodide.FS.mkdirTree(place);
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root }, place);
};
mounted(job.out, "/out");
mounted(job.kept, "/kept");
// Each package under a folder of its own: nothing else that lies beside it can be imported.
job.sources.forEach(({ name, folder }) => mounted(folder, `/sources/${name}/${name}`));

try {
  // What is loaded before anything that is packed can be found comes as Python's own library.
  pyodide.globals.set("PATHS", pyodide.toPy(job.sources.map(({ name }) => `/sources/${name}`)));
  pyodide.runPython(`
import sys
sys.path[1:1] = PATHS
import probcalc.site.methods, probcalc.site.packed
`);
  job.begun = pyodide.runPython("list(sys.modules)").toJs();
  pyodide.globals.set("JOB", JSON.stringify(job));
  pyodide.runPython(`
from probcalc.site.making.packing import pack
pack(JOB)
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
