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

pyodide.globals.set("JOB", JSON.stringify(job));
try {
  pyodide.runPython(`
import json, sys
sys.path[1:1] = [f"/sources/{source['name']}" for source in json.loads(JOB)["sources"]]
from probcalc.site.making.packing import pack
pack(JOB)
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
