// Node runs this script when a site is built. It compiles our Python files and the standard library with the browser's
// Python, because bytecode depends on the version. It writes each ZIP into the archive's folder.

import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, archive] = process.argv.slice(2);
const HERE = "/tutor";
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
// Only error messages need the columns in bytecode, and without them it is a quarter smaller.
const pyodide = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: HERE });
pyodide.runPython(`import sys; sys.path.insert(0, "${HERE}"); sys.dont_write_bytecode = True`);
const made = pyodide.pyimport("ndcg_ui.hosts.site.compiling").compile_modules(HERE, "/library").toJs();
for (const [name, bytes] of made) writeFileSync(join(dirname(archive), name), bytes);
