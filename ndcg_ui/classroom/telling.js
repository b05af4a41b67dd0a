// What a learner is told: of the phase, of the answer, and of the solution once it is shown.

export const PHASES = {
  waiting: "The first question comes soon.",
  open: "Answer for yourself.",
  closed: "The vote is closed.",
  discuss: "Talk about it with your neighbours, then answer again.",
  settled: "The second vote is closed.",
  revealed: "The solution",
};
const WORDS = { right: "right", wrong: "not right", invalid: "not readable" };

// What there is of the second vote, else of the first.
export const newest = (byVote) => byVote[2] ?? byVote[1];

// Has the page leave room to a step of the replay, where one is shown.
export function markStep({ step }) {
  if (step) document.body.dataset.step = step;
  else delete document.body.dataset.step;
}

// Whether the answer is kept, as a word and as a sentence.
export function answerState(room, mine, sending) {
  if (sending) return ["sending", "Your answer is on its way."];
  if (mine.ballots[room.vote || room.votes]) {
    return ["kept", `Your answer is kept.${room.vote ? " You can change it." : ""}`];
  }
  if (room.vote) return ["", ""];
  const first = newest(mine.ballots) ? " What you answered first is kept." : "";
  return ["", `You gave no answer to ${first ? "the second" : "this"} vote.${first}`];
}

// What became of the answer, and the solution, as HTML.
export function outcome(room, mine) {
  const verdict = newest(mine.verdicts);
  const badge = verdict
    ? `<p class="judged"><span class="verdict" data-testid="verdict"
        data-verdict="${verdict.outcome}">${WORDS[verdict.outcome]}</span> ${verdict.message}</p>`
    : "";
  const step = room.step ? `<p class="place">Step ${room.step} of ${room.steps}</p>` : "";
  return badge + step + (room.solution ? `<div class="solution">${room.solution}</div>` : "");
}
