// Run by Node when a site is made: has Python for the browser compile our own and its own, as only it
// can. Writes each ZIP into the folder where the archive is.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2);
const HERE = "/tutor";
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
// Bytecode without columns, of which only error messages tell, is a quarter smaller.
const pyodide = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: HERE });
pyodide.runPython(`import sys; sys.path.insert(0, "${HERE}"); sys.dont_write_bytecode = True`);
const made = pyodide.pyimport("ndcg_ui.hosts.site.compiling").compile_all(HERE, "/library").toJs();
for (const [name, bytes] of made) writeFileSync(join(dirname(archive), name), bytes);
