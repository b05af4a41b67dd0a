// What wall and desk do alike: follow the class to its end, and say where learners join it.

import { at, find, follow, get, PREVIEW } from "./shared.js";

/** @param {string} secret @param {(message: any) => void} draw @param {(answer: any) => void} drawWayIn */
export async function attend(secret, draw, drawWayIn) {
  let here = secret === PREVIEW;
  const end = await follow("/class/events", secret, (message) => {
    draw(message);
    if (!here) drawAddress();
    here = true;
  });
  find("main").hidden = true;
  find("#over").hidden = false;
  find("#over").textContent = end || "This class is over. All its answers are deleted.";

  async function drawAddress() {
    const answer = await get(`/class/address?top=${encodeURIComponent(at("/"))}`, secret);
    if (!answer) return;
    find("#address").textContent = answer.address.replace(/^http:\/\/|#.*/g, "");
    drawWayIn(answer);
  }
}
