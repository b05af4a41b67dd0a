// Stands in each page of a class: what fails to load is loaded again. A script that has failed once is
// never asked for again by some browsers; so the whole page is, as soon as the server answers.

{
  const { dataset } = document.documentElement;
  const again = async () => {
    const away = document.getElementById("away");
    if (away) away.hidden = false;
    const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
    else setTimeout(again, 1000 * (1 + Math.random()));
  };
  const lose = ({ target }) => {
    if ("lost" in dataset || !(target instanceof HTMLElement)) return; // a script's own error
    dataset.lost = "";
    setTimeout(again, 1000 * Math.random());
  };
  addEventListener("error", lose, true);
}
