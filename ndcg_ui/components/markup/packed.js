// Reads compressed files of a static site. The files are compressed in advance because some web servers do not
// compress what they send.

const WASM_TYPE = "application/wasm"; // with this type, the browser compiles the file while it loads

// Return a response with the uncompressed content. Throw an error if the request has failed.
/** @param {Response} packed */
export function unpack({ ok, status, body, url }) {
  if (!ok) throw new Error(`${status}`);
  const headers = { "Content-Type": url.includes(".wasm.") ? WASM_TYPE : "application/octet-stream" };
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers });
}
