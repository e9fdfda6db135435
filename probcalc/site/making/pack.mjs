// Runs under Node: the engine as files that a browser loads, compiled by the Pyodide that will run it.
// node pack.mjs FOLDER_OF_PYODIDE JOB, where JOB is a file: {sources, out, kept, first, warm, late, libraries}.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , pyodideFolder, jobFile] = process.argv;
const job = JSON.parse(readFileSync(jobFile, "utf8"));
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
const { default: createPyodideModule } = await import(pathToFileURL(join(pyodideFolder, "pyodide.asm.mjs")).href);

const pyodide = await loadPyodide({
  indexURL: pyodideFolder,
  createPyodideModule: async (settings) => {
    const module = await createPyodideModule(settings);
    mounted(module, job.out, "/out");
    mounted(module, job.kept, "/kept");
    // Each package under a folder of its own: nothing else that lies beside it can be imported.
    job.sources.forEach(({ name, folder }) => mounted(module, folder, `/sources/${name}/${name}`));
    begin(module);
    return module;
  },
});

function mounted({ FS }, root, place) {
  FS.mkdirTree(place);
  FS.mount(FS.filesystems.NODEFS, { root }, place);
}

// As in a browser, before Pyodide loads what it needs: what is loaded until then comes as Python's own library.
function begin({ API }) {
  const paths = JSON.stringify(job.sources.map(({ name }) => `/sources/${name}`));
  const [failed, said] = API.rawRun(`
import sys
sys.path[1:1] = ${paths}
from probcalc.site import methods, packed
BEGUN = [*sys.modules]
CODES = methods.record()
`);
  if (failed) throw new Error(said);
}

try {
  pyodide.globals.set("JOB", JSON.stringify(job));
  pyodide.runPython(`
from probcalc.site.making.packing import pack
pack(JOB, BEGUN, CODES)
`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
