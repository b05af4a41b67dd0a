// What remains of a class, to be printed: for its teacher, whose link has the room's secret, and for a
// learner, whose link has their answers, so that it is read when the room is long deleted.

import { at, download, find, get, insist, say, unpacked } from "./shared.js";

const hash = location.hash.slice(1);
const isTeachers = location.pathname.endsWith("/class/review");

async function load() {
  if (!isTeachers) return insist("/join/solutions", unpacked(hash) ?? {});
  return (await get("/class/results", hash))?.json();
}

const ACTS = {
  print: () => print(),
  async answers() {
    const answer = await get("/class/answers", hash);
    if (answer) download(`class-${hash.split(".")[0]}.csv`, await answer.blob());
  },
  async copy() {
    const is = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
    find("#copied").textContent = is ? "Copied." : "Copy it from the address bar.";
  },
};

find("#acts").addEventListener("click", ({ target }) => ACTS[target.dataset.act]?.());

const page = await load();
find("#review").setAttribute("aria-busy", "false");
if (page?.say) say(page.say);
if (page?.html) {
  find("#title").textContent = document.title = page.title;
  find("#review").innerHTML = page.html;
  find("#acts").hidden = false;
  find("[data-act=answers]").hidden = !isTeachers;
  find("[data-act=copy]").hidden = isTeachers;
  for (const link of document.querySelectorAll("[data-page]")) {
    link.setAttribute("href", at(link.getAttribute("href")));
  }
  for (const time of document.querySelectorAll("time")) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  }
}
