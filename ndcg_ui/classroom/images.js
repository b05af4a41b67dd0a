// The images of a teacher's own questions: makes them small enough, and stores them with the plans in this browser.

import { buildImageAddress } from "./pictures.js";

const DATABASE = "ndcg-tutor:class-images";
const STORE = "images"; // a data URL by its image's name
const MOST = 250_000; // bytes, as the server has it
const SIDES = [1600, 1200, 800, 500, 300]; // px of the longer side, tried in this order
const TYPES = ["image/png", "image/webp", "image/jpeg"]; // tried in this order; PNG is lossless
const NAME = /[0-9a-f]{32}-\d+x\d+\.(?:png|jpeg|webp)/g;
const NO_IMAGE = "This file cannot be shown as an image. Choose a PNG, JPEG or WebP file.";

// --- Shrinking -----------------------------------------------------------------------------------

// Return a file as a data URL that is small enough. The image is drawn again, so that other data of the file, such as
// the place of a photo, are removed. Throw an error with a sentence if the file is no image or stays too large.
/** @param {Blob} file */
export async function shrinkImage(file) {
  const bitmap = TYPES.includes(file.type) ? await createImageBitmap(file).catch(() => null) : null;
  if (!bitmap) throw new Error(NO_IMAGE);
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.fillStyle = "white"; // transparent pixels would be black in a JPEG
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    for (const type of TYPES) {
      /** @type {Blob | null} */
      const blob = await new Promise((done) => canvas.toBlob(done, type, 0.9));
      if (blob?.type === type && blob.size <= MOST) return readDataUrl(blob);
    }
  }
  throw new Error("This image cannot be made small enough.");
}

/** @param {Blob} blob @returns {Promise<string>} */
const readDataUrl = (blob) =>
  new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsDataURL(blob);
  });

// --- Storing -------------------------------------------------------------------------------------

/** @type {Map<string, string>} */
const known = new Map(); // the images of this page; the only ones if the browser stores nothing

// Open the browser's database. Return null if there is none.
/** @returns {Promise<IDBDatabase | null>} */
const openDatabase = () =>
  new Promise((done) => {
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
    } catch {
      done(null);
    }
  });

// Run a request in the store. Return its result, or null without a result or a database.
/** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => any} act */
async function runInStore(mode, act) {
  const database = await openDatabase();
  if (!database) return null;
  return new Promise((done) => {
    const transaction = database.transaction(STORE, mode);
    const request = act(transaction.objectStore(STORE));
    const end = (result) => {
      database.close();
      done(result);
    };
    transaction.oncomplete = () => end(request?.result ?? null);
    transaction.onabort = () => end(null);
  });
}

/** @param {Record<string, string>} images */
export async function keepImages(images) {
  for (const [name, data] of Object.entries(images)) known.set(name, data);
  if (!Object.keys(images).length) return;
  await runInStore("readwrite", (store) => {
    for (const [name, data] of Object.entries(images)) store.put(data, name);
  });
}

// Return an image's data URL, or undefined if this browser does not have the image.
/** @param {string} name @returns {Promise<string | undefined>} */
export async function findImage(name) {
  const data = known.get(name) ?? (await runInStore("readonly", (store) => store.get(name)));
  if (data) known.set(name, data);
  return data ?? undefined;
}

// Delete the images that no plan names.
/** @param {string} plans */
export async function forgetImages(plans) {
  const named = new Set(plans.match(NAME) ?? []);
  const names = (await runInStore("readonly", (store) => store.getAllKeys())) ?? [];
  const spare = names.filter((name) => !named.has(name));
  if (spare.length) await runInStore("readwrite", (store) => spare.forEach((name) => store.delete(name)));
}

export const countImages = (text) => new Set(text.match(NAME) ?? []).size;

// Return a plan's file with the images instead of their names. An image that this browser lacks keeps its name.
/** @param {string} text */
export async function insertImages(text) {
  let file = text;
  for (const name of new Set(text.match(NAME) ?? [])) {
    const data = await findImage(name);
    if (data) file = file.replaceAll(`image = "${name}"`, `image = "${data}"`);
  }
  return file;
}

// Return questions whose images are data URLs, for a page that is saved as a file. A missing image becomes "".
/** @param {any[]} questions */
export function embedImages(questions) {
  return Promise.all(
    questions.map(async (question) => {
      if (!question.image) return question;
      const answer = await fetch(buildImageAddress(question.image.name)).catch(() => null);
      const src = answer?.ok ? await readDataUrl(await answer.blob()) : "";
      return { ...question, image: { ...question.image, src } };
    }),
  );
}
