// Inside the measured page: when the board's cards were first painted, and the first chart.
// A message posted from an animation frame arrives once that frame has been painted.

(() => {
  const wanted = {
    board: "[data-testid=card]",
    chart: "[data-testid=figure][data-state=drawn]",
  };
  const painted = {};
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => (painted[data] = performance.now());
  requestAnimationFrame(function frame() {
    for (const [name, selector] of Object.entries(wanted)) {
      if (!document.querySelector(selector)) continue;
      delete wanted[name];
      channel.port2.postMessage(name);
    }
    if (Object.keys(wanted).length) requestAnimationFrame(frame);
  });
  window.painted = painted;
})();
