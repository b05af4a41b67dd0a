// Python in a worker: answers what the page asks by the same functions as a server.

import { unpack } from "../../components/markup/packed.js";

const FAULT = "This went wrong, and it is our fault, not yours. Reload the page.";
const AWAY = "Python has not come into this browser.";
const PYTHON = new URL("../python/", location.href);
const HERE = "/tutor"; // where the archive lies in Python's own files
const MEMORY = new URL("memory", PYTHON).href;
const MEMORIES = `ndcg ${new URL("../", location.href).href} memory`; // forgotten with an older site (keeping.js)

// Pyodide asks for its program and for Python's own modules, which lie packed in the folder; the service
// worker has unpacked what it keeps.
const { fetch: ask } = globalThis;
const [page, isKept] = self.name.split(" ");
if (!isKept) {
  globalThis.fetch = async (address, how) =>
    /\.(wasm|zip)$/.test(String(address)) ? unpack(await ask(`${address}.packed`, how)) : ask(address, how);
}

// Pyodide with our modules; how: its own options.
async function load(how) {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(new URL("pyodide.js", PYTHON).href),
    fetch(new URL("tutor.zip", PYTHON)),
  ]);
  if (!archive.ok) throw new Error(`${archive.status}`);
  const [pyodide, bytes] = await Promise.all([loadPyodide(how), archive.arrayBuffer()]);
  pyodide.unpackArchive(bytes, "zip", { extractDir: HERE }); // which no memory has in it
  if (!("_loadSnapshot" in how)) pyodide.runPython(`import sys; sys.path.insert(0, "${HERE}")`);
  return pyodide;
}

async function start() {
  const memory = isKept && (await caches.match(MEMORY));
  const pyodide = await load(memory ? restored(memory.arrayBuffer()) : {});
  const { answer, load_page } = pyodide.pyimport("ndcg_ui.hosts.site.answering");
  load_page(page);
  postMessage({ restored: Boolean(memory) });
  return answer;
}

// How Pyodide is loaded with a memory: it puts it back, but does not make room for it.
function restored(memory) {
  const createPyodideModule = async (settings) => {
    const { default: create } = await import(new URL("pyodide.asm.js", PYTHON).href);
    const { byteLength } = await memory;
    return create({ ...settings, preRun: [...settings.preRun, (module) => module.growMemory(byteLength)] });
  };
  return { _loadSnapshot: memory, createPyodideModule };
}

// Keeps what Python has in memory once everything was asked for: who comes again has it back as it was, and
// nothing is loaded anew.
async function keepMemory() {
  const pyodide = await load({ _makeSnapshot: true });
  pyodide.pyimport("ndcg_ui.hosts.site.everything").ask_everything();
  const memories = await caches.open(MEMORIES);
  await memories.put(MEMORY, new Response(pyodide.makeMemorySnapshot()));
}

/** @type {Promise<any>} */
let python = page ? start() : keepMemory().finally(close);

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
    if (status === 503) python = isKept ? caches.delete(MEMORIES).then(start) : start();
  }
  postMessage({ id, status, text });
};
