// Python in a worker: answers what the page asks by the same functions as a server.

const FAULT = "This went wrong, and it is our fault, not yours. Reload the page.";
const AWAY = "Python has not come into this browser.";
const PYTHON = new URL("../python/", location.href);
const HERE = "/tutor"; // where the archive lies in Python's own files

// Pyodide asks for its program, which lies packed in the folder.
const { fetch: ask } = globalThis;
globalThis.fetch = async (address, how) => {
  if (!String(address).endsWith(".wasm")) return ask(address, how);
  const { ok, body, status } = await ask(`${address}.packed`, how);
  if (!ok) return new Response(null, { status });
  const headers = { "Content-Type": "application/wasm" };
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers });
};

async function start() {
  const [{ loadPyodide }, archive] = await Promise.all([
    import(new URL("pyodide.js", PYTHON).href),
    fetch(new URL("tutor.zip", PYTHON)),
  ]);
  if (!archive.ok) throw new Error(`${archive.status}`);
  const [pyodide, bytes] = await Promise.all([loadPyodide(), archive.arrayBuffer()]);
  pyodide.unpackArchive(bytes, "zip", { extractDir: HERE });
  pyodide.runPython(`import sys; sys.path.insert(0, "${HERE}")`);
  const { answer } = pyodide.pyimport("ndcg_ui.site.answering");
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
