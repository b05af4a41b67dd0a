// A clock for Node that goes on when the scene says so, in place of the real one.

export const clock = { now: 0, timers: [], open: 0 }; // open: the number of requests without an answer
export const setRealTimeout = globalThis.setTimeout;
const turn = () => new Promise((go) => setImmediate(go));

globalThis.setTimeout = (go, ms = 0, ...given) => {
  const timer = { at: clock.now + ms, go: () => go(...given) };
  clock.timers.push(timer);
  return timer;
};
globalThis.clearTimeout = (timer) => (clock.timers = clock.timers.filter((other) => other !== timer));
globalThis.setInterval = (go, ms) => {
  const timer = { at: clock.now + ms };
  timer.go = () => {
    timer.at = clock.now + ms;
    clock.timers.push(timer);
    go();
  };
  clock.timers.push(timer);
  return timer;
};
globalThis.clearInterval = globalThis.clearTimeout;
performance.now = () => clock.now;
Math.random = () => 0.5; // a pause is as long as it is on average

// Waits until nothing is under way: no request and no promise.
export async function settled() {
  for (let quiet = 0; quiet < 20; quiet = clock.open ? 0 : quiet + 1) await turn();
}

// Lets time pass.
export async function pass(ms = 0) {
  const end = clock.now + ms;
  for (await settled(); ; await settled()) {
    const next = clock.timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
    if (!next) break;
    clearTimeout(next);
    clock.now = Math.max(clock.now, next.at);
    next.go();
  }
  clock.now = end;
}
