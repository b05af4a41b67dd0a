// Inside the measured page: what changed on screen after a drop, and when.
//
// In every frame a callback of requestAnimationFrame compares what is watched with what it was. A
// message posted from the callback arrives once that frame has been laid out and painted: its time
// is the change's. Time zero is the time stamp of the pointerup event itself.

(() => {
  const parts = (selector, read) => [...document.querySelectorAll(selector)].map(read).join(" ");

  const watched = {
    shown: () => parts("[data-live]", (part) => part.textContent),
    // By the server: the board knows the new revision, the numbers are its own.
    confirmed: ({ shown }) => parts("[data-testid=board]", (board) => board.dataset.revision) +
      parts("[data-live]", (part) => part.dataset.value) + shown,
    table: () => parts("[data-testid=steps]", (part) => part.textContent),
    chart: () => parts(".barlayer .point path", (path) => path.getAttribute("d")),
  };

  let drop = null;
  let seen = {};
  let unpainted = [];

  const look = () => {
    const found = {};
    for (const [name, read] of Object.entries(watched)) found[name] = read(found);
    return found;
  };

  function onDrop({ timeStamp }) {
    drop = { timeStamp, first: {}, last: {} };
    seen = look();
  }

  function onFrame() {
    requestAnimationFrame(onFrame);
    if (!drop) return;
    const now = look();
    unpainted = Object.keys(now).filter((name) => now[name] !== seen[name] && now[name]);
    // Numbers that were previewed already are painted with the first frame after the drop.
    if (!drop.last.shown && !unpainted.includes("shown")) unpainted.push("shown");
    seen = now;
    channel.port2.postMessage(null);
  }

  function onPainted() {
    const at = performance.now() - drop.timeStamp;
    for (const name of unpainted) {
      drop.first[name] ??= at;
      drop.last[name] = at;
    }
    unpainted = [];
  }

  const channel = new MessageChannel();
  channel.port1.onmessage = onPainted;
  addEventListener("pointerup", onDrop, { capture: true });
  requestAnimationFrame(onFrame);

  window.measuredDrop = () => ({
    text: drop.last.shown,
    confirmed: drop.last.confirmed,
    table: drop.last.table,
    chart: drop.first.chart,
  });
})();
