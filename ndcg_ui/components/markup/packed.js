// Files that lie packed in the folder of a site: not every web space compresses what it sends.

const PROGRAM = "application/wasm"; // compiled while it comes

// What a file holds that has come packed.
/** @param {Response} packed */
export function unpack({ ok, status, body, url }) {
  if (!ok) throw new Error(`${status}`);
  const headers = { "Content-Type": url.includes(".wasm.") ? PROGRAM : "application/octet-stream" };
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers });
}
