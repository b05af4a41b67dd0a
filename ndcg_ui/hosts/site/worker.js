// A worker with Python. It answers a page's acts with the same functions as the server.

import { unpack } from "../../components/markup/packed.js";

const FAULT = "Something went wrong in our program. It is not your fault. Reload the page.";
const NOT_LOADED = "Python could not be loaded into this browser.";
const PYTHON = new URL("../python/", location.href);
const HERE = "/tutor"; // the archive's folder in Python's file system
const MEMORY = new URL("memory", PYTHON).href;
const MEMORIES = `ndcg ${new URL("../", location.href).href} memory`; // a cache; keeping.js deletes an older site's

// Pyodide fetches its program and Python's standard library, which are compressed files of the site. So `fetch` is
// replaced by a function that decompresses them, unless the service worker has stored them uncompressed.
const { fetch: ask } = globalThis;
const [page, isKept] = self.name.split(" ");
if (!isKept) {
  globalThis.fetch = async (address, how) =>
    /\.(wasm|zip)$/.test(String(address)) ? unpack(await ask(`${address}.packed`, how)) : ask(address, how);
}

// Load Pyodide with its options `how`, and our modules. Resolve to Pyodide.
async function loadPython(how) {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(new URL("pyodide.js", PYTHON).href),
    fetch(new URL("tutor.zip", PYTHON)),
  ]);
  if (!archive.ok) throw new Error(`${archive.status}`);
  const [pyodide, bytes] = await Promise.all([loadPyodide(how), archive.arrayBuffer()]);
  pyodide.unpackArchive(bytes, "zip", { extractDir: HERE }); // a memory snapshot contains no files
  if (!("_loadSnapshot" in how)) pyodide.runPython(`import sys; sys.path.insert(0, "${HERE}")`);
  return pyodide;
}

async function startPython() {
  const memory = isKept && (await caches.match(MEMORY));
  const pyodide = await loadPython(memory ? makeOptions(memory.arrayBuffer()) : {});
  const { answer_request: answer, load_page } = pyodide.pyimport("ndcg_ui.hosts.site.answering");
  load_page(page);
  postMessage({ restored: Boolean(memory) });
  return answer;
}

// Return the options for loading Pyodide with a memory snapshot. Pyodide copies the snapshot into its memory without
// making the memory large enough, so this is done here.
function makeOptions(memory) {
  const createPyodideModule = async (settings) => {
    const { default: create } = await import(new URL("pyodide.asm.js", PYTHON).href);
    const { byteLength } = await memory;
    return create({ ...settings, preRun: [...settings.preRun, (module) => module.growMemory(byteLength)] });
  };
  return { _loadSnapshot: memory, createPyodideModule };
}

// Store a snapshot of Python's memory after each page has been requested once. A later visit restores the memory, so
// nothing has to be loaded.
async function storeMemory() {
  const pyodide = await loadPython({ _makeSnapshot: true });
  pyodide.pyimport("ndcg_ui.hosts.site.everything").request_every_answer();
  const memories = await caches.open(MEMORIES);
  await memories.put(MEMORY, new Response(pyodide.makeMemorySnapshot()));
}

/** @type {Promise<any>} */
let python = page ? startPython() : storeMemory().finally(close);

onmessage = async ({ data: { id, address, body } }) => {
  let status = 503; // the page sends the request again
  let text = NOT_LOADED;
  try {
    const answer = await python;
    [status, text] = [400, FAULT];
    const answered = answer(address, body);
    text = answered.toJs?.() ?? answered; // a file's bytes
    status = 200;
  } catch (error) {
    console.warn(error);
    if (status === 503) python = isKept ? caches.delete(MEMORIES).then(startPython) : startPython();
  }
  postMessage({ id, status, text });
};
