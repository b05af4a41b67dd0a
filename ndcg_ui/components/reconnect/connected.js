// Whether the page's server listens: what is sent while it does not would be lost.
//
// A server that was restarted first has to run the whole page (reconnect.js asks for that); a part's
// own message that overtakes this would be dropped, and the page's run with it.

const STATE = "data-test-connection-state"; // Streamlit's, on .stApp
const SETTLING = 1500; // ms after the connection has come back
const callers = new Set(); // called each time the connection has come back
let back = 0;
let watched = null;

export function connected() {
  const app = watch();
  return !app || (app.getAttribute(STATE) === "CONNECTED" && Date.now() - back > SETTLING);
}

// Calls `caller` each time the connection has come back; returns how to stop that.
export function onReturn(caller) {
  watch();
  callers.add(caller);
  return () => callers.delete(caller);
}

function watch() {
  const app = document.querySelector(`[${STATE}]`);
  if (!app || app === watched) return app;
  watched = app;
  let lost = false;
  new MutationObserver(() => {
    const there = app.getAttribute(STATE) === "CONNECTED";
    if (there && lost) {
      back = Date.now();
      for (const caller of callers) caller();
    }
    lost = !there;
  }).observe(app, { attributes: true, attributeFilter: [STATE] });
  return app;
}
