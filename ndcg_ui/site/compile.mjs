// Run by Node when a site is made: has Python for the browser compile our own, as only it can.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, archive, compiled] = process.argv.slice(2);
const HERE = "/tutor";
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const pyodide = await loadPyodide();
pyodide.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: HERE });
pyodide.runPython(`import sys; sys.path.insert(0, "${HERE}"); sys.dont_write_bytecode = True`);
writeFileSync(compiled, pyodide.pyimport("ndcg_ui.site.compiling").compile_all(HERE).toJs());
