// Runs in the measured page. It records the times of the first numbers, the board's cards and a
// chart, and the layout shift. A message posted from an animation frame arrives after the frame has
// been painted.

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
