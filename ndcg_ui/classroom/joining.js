// Who joined lately, as a teacher's desk shows it: a bar for each minute, and who can be removed.

const find = (selector) => /** @type {any} */ (document.querySelector(selector));

let shown = null; // {message, at}: what was drawn last, and when it came

export function drawJoining(message) {
  shown = { message, at: Date.now() };
  draw();
}
setInterval(() => shown && draw(), 10_000); // a minute passes where nobody joins, too

function draw() {
  const { message, at } = shown;
  const passed = (Date.now() - at) / 1000;
  const minutes = minutesNow(message.joins, passed);
  const most = Math.max(...minutes);
  const all = minutes.reduce((sum, count) => sum + count, 0);
  const last = passed < 60 ? message.joins.last : 0;
  find("#minute").textContent = `last minute: ${last}`;
  find("#most").textContent = all ? `${most} in the fullest minute` : "";
  const label = `${all} joined in the last ${minutes.length} minutes, ${last} of them in the last one`;
  find("#joins").setAttribute("aria-label", label);
  find("#joins").replaceChildren(...minutes.map((count) => bar(count / (most || 1))).reverse());
  const locked = message.joining === "locked";
  find("#lock").textContent = locked ? "Unlock" : "Lock";
  find("#locked").textContent = locked ? "Locked: nobody new can join. Who is here stays." : "";
  drawMoments(message);
}

// The joins of each minute, the newest first, after so many seconds without news.
function minutesNow({ now, minutes }, passed) {
  const empty = Math.floor((now + passed) / 60) - Math.floor(now / 60);
  return [...Array(empty).fill(0), ...minutes].slice(0, minutes.length);
}

function bar(share) {
  const element = document.createElement("span");
  element.style.height = `${100 * share}%`;
  return element;
}

// The minutes since when somebody joined, each with how many that are; what is chosen stays chosen
// while more join.
function drawMoments({ joins, joined }) {
  const select = find("#since");
  const chosen = select.value;
  const moments = [];
  let sum = 0;
  joins.minutes.forEach((count, ago) => {
    sum += count;
    if (count) moments.push(moment(60 * (Math.floor(joins.now / 60) - ago), sum));
  });
  if (joined > sum) moments.push(moment(1, joined));
  find("#removal").hidden = !moments.length;
  select.replaceChildren(...moments);
  if (moments.some(({ value }) => value === chosen)) select.value = chosen;
}

function moment(since, count) {
  const option = document.createElement("option");
  const clock = new Date(since * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  option.value = String(since);
  option.dataset.count = String(count);
  option.textContent = `${since > 1 ? `since ${clock}` : "at any time"} (${count})`;
  return option;
}

// What is chosen to be removed: since when, and the question that asks whether it is meant.
export function removal() {
  const [option] = find("#since").selectedOptions;
  const when = option.textContent.replace(/ \(.*/, "");
  const again = shown.message.joining === "locked" ? "" : " They can join again until you lock the class.";
  return {
    since: Number(option.value),
    question: `Remove the ${option.dataset.count} who joined ${when}, with their answers?${again}`,
  };
}
