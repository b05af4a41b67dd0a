// Writes files as a compressed ZIP.

const BITS = 8;
const POLYNOMIAL = 0xedb88320; // the polynomial of CRC-32
const DEFLATED = 8; // the number of the compression method
const UTF8 = 0x0800; // the flag for names in UTF-8
const VERSION = 20; // the version of the format
const LOCAL = 0x04034b50; // the first bytes of a file's header
const CENTRAL = 0x02014b50; // the first bytes of an entry in the directory
const END = 0x06054b50; // the first bytes of the end
const FIRST_DAY = 0x21; // 1 January 1980, so that equal files have equal bytes

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < BITS; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest >>> 0;
});

function computeChecksum(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> BITS) ^ TABLE[(rest ^ byte) & 0xff];
  return (rest ^ 0xffffffff) >>> 0;
}

async function deflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Return fields of [size in bytes, number] as bytes, with the lowest byte first.
function packFields(...fields) {
  const bytes = fields.flatMap(([size, value]) => Array.from({ length: size }, (_, n) => (value / 256 ** n) & 0xff));
  return new Uint8Array(bytes);
}

/** @param {[string, string][]} files @returns {Promise<Blob>} */
export async function zipFiles(files) {
  const parts = [];
  const entries = [];
  let at = 0;
  for (const [name, text] of files) {
    const [path, bytes] = [name, text].map((one) => new TextEncoder().encode(one));
    const packed = await deflate(bytes);
    const common = [
      [2, VERSION],
      [2, UTF8],
      [2, DEFLATED],
      [2, 0],
      [2, FIRST_DAY],
      [4, computeChecksum(bytes)],
      [4, packed.length],
      [4, bytes.length],
      [2, path.length],
      [2, 0],
    ];
    const head = packFields([4, LOCAL], ...common);
    entries.push(packFields([4, CENTRAL], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]), path);
    parts.push(head, path, packed);
    at += head.length + path.length + packed.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const count = files.length;
  const end = packFields([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, at], [2, 0]);
  return new Blob([...parts, ...entries, end]);
}
