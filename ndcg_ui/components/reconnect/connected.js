// Whether the page's server listens: what is sent while it does not would be lost.
//
// A server that was restarted first has to run the whole page (reconnect.js asks for that); a part's
// own message that overtakes this would be dropped, and the page's run with it.

const STATE = "data-test-connection-state"; // Streamlit's, on .stApp
const callers = new Set(); // called each time the connection has come back
const waiting = new Set(); // called each time `connected()` has changed
let runs = true; // whether the page has been run since then
let watched = null;
let session; // the server's name for it; another one after a restart

export function connected() {
  const app = watch();
  return !app || (app.getAttribute(STATE) === "CONNECTED" && runs);
}

// Calls `caller` each time the connection has come back; returns how to stop that.
export function onReturn(caller) {
  watch();
  callers.add(caller);
  return () => callers.delete(caller);
}

// Calls `caller` each time `connected()` has changed; returns how to stop that.
export function onChange(caller) {
  watch();
  waiting.add(caller);
  return () => waiting.delete(caller);
}

// Whether `name` is that of the session the page is in, as far as is known.
export const isSession = (name) => session === undefined || session === name;

// The server's name for it; undefined before Python has sent it.
export const currentSession = () => session;

export function inSession(name) {
  session = name;
}

// Says that the page has been run.
export function settled() {
  if (runs) return;
  runs = true;
  notifyWaiting();
}

function notifyWaiting() {
  for (const caller of [...waiting]) caller(connected());
}

function watch() {
  const app = document.querySelector(`[${STATE}]`);
  if (!app || app === watched) return app;
  watched = app;
  let lost = false;
  new MutationObserver(() => {
    const there = app.getAttribute(STATE) === "CONNECTED";
    if (there && lost) {
      runs = callers.size === 0;
      for (const caller of callers) caller();
    }
    if (there === lost) notifyWaiting();
    lost = !there;
  }).observe(app, { attributes: true, attributeFilter: [STATE] });
  return app;
}
