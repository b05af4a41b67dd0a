// Inside the measured page: when it first showed numbers, the board's cards and a chart; and
// by how much what was already there has moved (layout shift, as browsers count it).
// A message posted from an animation frame arrives once that frame has been painted.

(() => {
  const wanted = {
    numbers: "[data-testid=value-ndcg]",
    board: "[data-testid=card]",
    chart: "[data-testid=figure][data-state=drawn]",
  };
  const painted = { shift: 0 };
  const channel = new MessageChannel();
  channel.port1.onmessage = ({ data }) => (painted[data] = performance.now());
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].some((e) => e.checkVisibility({ visibilityProperty: true }));
  requestAnimationFrame(function frame() {
    for (const [name, selector] of Object.entries(wanted)) {
      if (!shown(selector)) continue;
      delete wanted[name];
      channel.port2.postMessage(name);
    }
    if (Object.keys(wanted).length) requestAnimationFrame(frame);
  });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) {
      if (!hadRecentInput) painted.shift += value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  window.painted = painted;
})();
