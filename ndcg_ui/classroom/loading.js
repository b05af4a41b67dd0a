// Stands in each page of a class: says when there is no connection, and loads again what failed to load.
// A script that has failed once is never asked for again by some browsers; so the whole page is, as soon
// as the server answers.

import { ask, pause } from "../parts/markup/asking.js";
import { mountBand } from "../parts/markup/band.js";

mountBand();
{
  const { dataset } = document.documentElement;
  const again = async () => {
    await pause(1000);
    await ask(() => fetch(location.href, { cache: "no-store" }), () => location.reload());
  };
  const lose = ({ target }) => {
    if ("lost" in dataset || !(target instanceof HTMLElement)) return; // a script's own error
    dataset.lost = "";
    again();
  };
  addEventListener("error", lose, true);
}
