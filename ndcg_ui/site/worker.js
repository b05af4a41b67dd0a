// Python in a worker: answers what the page asks by the same functions as a server.

import { unpack } from "../parts/markup/packed.js";

const FAULT = "This went wrong, and it is our fault, not yours. Reload the page.";
const AWAY = "Python has not come into this browser.";
const PYTHON = new URL("../python/", location.href);
const HERE = "/tutor"; // where the archive lies in Python's own files

// Pyodide asks for its program and for Python's own modules, which lie packed in the folder; the service
// worker has unpacked what it keeps.
const { fetch: ask } = globalThis;
const [page, kept] = self.name.split(" ");
if (!kept) {
  globalThis.fetch = async (address, how) =>
    /\.(wasm|zip)$/.test(String(address)) ? unpack(await ask(`${address}.packed`, how)) : ask(address, how);
}

async function start() {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(new URL("pyodide.js", PYTHON).href),
    fetch(new URL("tutor.zip", PYTHON)),
  ]);
  if (!archive.ok) throw new Error(`${archive.status}`);
  const [pyodide, bytes] = await Promise.all([loadPyodide(), archive.arrayBuffer()]);
  pyodide.unpackArchive(bytes, "zip", { extractDir: HERE });
  pyodide.runPython(`import sys; sys.path.insert(0, "${HERE}")`);
  const { answer, load_page } = pyodide.pyimport("ndcg_ui.site.answering");
  load_page(page);
  postMessage({});
  return answer;
}

let python = start();

onmessage = async ({ data: { id, address, body } }) => {
  let status = 503; // it is asked again
  let text = AWAY;
  try {
    const answer = await python;
    [status, text] = [400, FAULT];
    const answered = answer(address, body);
    text = answered.toJs?.() ?? answered; // a file's bytes
    status = 200;
  } catch (error) {
    console.warn(error);
    if (status === 503) python = start();
  }
  postMessage({ id, status, text });
};
