// A class's pages beside the pictures that they were built after: what is like them, and what differs on
// purpose. Each sentence is true on the page, in light and in dark; name: of the state that it is in.
name => {
  const one = (selector) => document.querySelector(selector);
  const seen = (element) => element.checkVisibility();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const shown = (selector) => all(selector).length > 0;
  const box = (selector) => one(selector).getBoundingClientRect();
  const text = (selector) => one(selector).textContent.replace(/\s+/g, " ").trim();
  const look = (name) => (selector) => getComputedStyle(one(selector))[name];
  const [colour, background, border] = ["color", "backgroundColor", "borderTopColor"].map(look);
  const size = (selector) => parseFloat(look("fontSize")(selector));
  const near = (value, wanted) => Math.abs(value - wanted) < 0.01;
  const inOrder = (...selectors) =>
    selectors.map(box).every(({ left }, n, boxes) => !n || left >= boxes[n - 1].right);
  const token = (name) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  };
  const filled = (element) => getComputedStyle(element).backgroundColor === token("--ink");
  const LOOKS = {
    choosing: { // class-choosing-1280
      like: [
        ["Three columns lead from left to right: choose, see, plan.", () => inOrder('#questions', '#room', '#chosen')],
        [
          "The first question is selected, and is seen on wall and phone.",
          () => all('#choices .on').length === 1 && shown('#wall') && shown('#phone'),
        ],
        [
          "One button is filled: the end of the way.",
          () => all('button').filter(filled).length === 1 && filled(one('#start')),
        ],
        ["Every button is 44 px high.", () => all('button:not(.pick, .grip)').every((b) => b.offsetHeight >= 44)],
        ["The paper stands in the plan's column.", () => Math.abs(box('#paper').left - box('#plan').left) < 2],
        [
          "Chips have their colours, and room between them.",
          () => box('#paper .chip:nth-child(2)').left > box('#paper .chip').right,
        ],
      ],
      differs: [
        [
          "A plan has its title in a field, and is copied, deleted and passed on by a link.",
          () => shown('#title') && ['link', 'copy', 'remove'].every((act) => shown(`[data-plan=${act}]`)),
        ],
        ["The solution stands beside the phone, and can be put on both.", () => shown('#worked') && shown('#solved')],
        ["One question can be asked at once.", () => shown('#now')],
        ["A text is a sixth kind of question.", () => all('#own [name=kind]').length === 6],
        [
          "The ideal of a list of one's own is the list's: there is nothing to choose.",
          () => !one('#own [name=ideal]'),
        ],
      ],
    },
    joining: { // class-wall-joining-1920
      like: [
        ["The code is 16 hundredths of the width.", () => near(size('#code') / innerWidth, 0.16)],
        [
          "The square is 36 hundredths of it, at the right.",
          () => near(box('#qr svg').width / innerWidth, 0.36) && box('#qr').left > box('#code').right,
        ],
        [
          "How many are here stands at the bottom left, and privacy is one sentence beside it.",
          () => inOrder('#joined', '#phase'),
        ],
      ],
      differs: [
        ["The day of the deletion has its name.", () => /All answers are deleted by \w+day\.$/.test(text('#phase'))],
      ],
    },
    open: { // wall-choice-a-open-1920
      like: [
        [
          "Each person has a ring, filled and named once their answer is there.",
          () =>
            all('#who span').length === 6 && all('#who .in').length === 5 && text('#who .in').length > 4 &&
            !text('#who span:not(.in)'),
        ],
        [
          "Options have their letters; nothing is counted but who has answered.",
          () => all('.rows .letter').length === 3 && !one('#results .count') && text('#answered') === '5 of 6 answered',
        ],
        [
          "Of the way in only the address and the code stay.",
          () => !shown('#qr') && shown('#code') && shown('#address'),
        ],
      ],
      differs: [
        [
          "Each option has its track from the first second, so that nothing moves when bars come.",
          () => all('.rows .track').length === 3 && !one('.track *'),
        ],
        ["The list stands once, as it is asked about.", () => all('#question .chips').length === 1],
        [
          "The last line says what to do, and which question this is.",
          () => text('#phase') === 'Answer for yourself.' && text('#place') === 'Question 1 of 2',
        ],
      ],
    },
    reveal: { // wall-choice-b-reveal-1920
      like: [
        [
          "Every option has a count, also one with none, in the phones' order.",
          () => all('.rows .letter').map((e) => e.textContent).join('') === 'ABC' && all('.rows .count').length === 3,
        ],
        [
          "One grey for all bars, and no word that tells what is right.",
          () =>
            new Set(all('.bar').map((e) => getComputedStyle(e).backgroundColor)).size === 1 &&
            !one('.word, [data-outcome=right]'),
        ],
        ["The rows use half of the height at least.", () => box('.rows').height > innerHeight / 2],
      ],
      differs: [
        [
          "The last line asks which is theirs; to talk is said when they may vote again.",
          () => text('#phase') === 'Which of these is yours?',
        ],
      ],
    },
    flow: { // wall-choice-c-solution-1920
      like: [
        [
          "Right is green, and says so in a word.",
          () =>
            text('[data-outcome=right] .word') === 'right' && colour('[data-outcome=right] .word') === token('--ok'),
        ],
        ["A ribbon for each way between the votes.", () => all('.ways path').length === 2 && text('.ways b') === '2'],
        ["The last line says the movement.", () => text('#phase') === '2 changed to a right answer, 0 changed away from one.'],
      ],
      differs: [
        [
          "An option says why it is right or not: a choice knows no mistake by its name.",
          () => all('.to .why').every((e) => e.textContent.length > 9),
        ],
      ],
    },
    result: { // wall-number-c-solution-1920
      like: [
        [
          "The number that they wrote stands first, below each other.",
          () =>
            new Set(all('.number').map((e) => Math.round(e.getBoundingClientRect().right))).size === 1 &&
            text('.number') === '6.148',
        ],
        [
          "Dashed is the first vote, filled is now; its mistake has its name.",
          () =>
            all('.before').length === 2 &&
            text('[data-group=no-discount] .what').includes('counted every gain in full'),
        ],
        ["The last line says the movement.", () => text('#phase') === '2 were right at first, 5 after the discussion.'],
      ],
      differs: [
        ["Gain and divisor are formulas, as in the lessons.", () => all('#question math').length === 2],
      ],
    },
    desk: { // class-desk-1280
      like: [
        [
          "Six steps, and which of them is next.",
          () => all('#way li').length === 6 && text('#way [aria-current]') === 'Discuss',
        ],
        [
          "What is next is one button of 84 px with its key.",
          () => box('#best').height === 84 && text('#best kbd') === 'Space' && filled(one('#best')),
        ],
        [
          "A dot for each person, and the name that is missing.",
          () =>
            all('#dots i').length === 6 && all('#dots .done').length === 5 &&
            text('#silent').startsWith('Not yet: '),
        ],
        [
          "Right is green here, and on the small wall beside it nothing is.",
          () =>
            colour('[data-outcome=right] .word') === token('--ok') &&
            !one('#wall').contentDocument.querySelector('.word'),
        ],
        [
          "Joins by minute with Lock, the plan with what is now.",
          () => shown('#joins') && shown('#lock') && all('#plan [aria-current]').length === 1,
        ],
        ["All of it is on one screen.", () => document.documentElement.scrollHeight <= innerHeight],
      ],
      differs: [
        ["Who joined can be removed again.", () => shown('#removal')],
        [
          "When all is deleted is said at the bottom.",
          () => text('#expires').startsWith('This room and its answers are deleted on '),
        ],
      ],
    },
    asked: { // class-phone-asked-390
      like: [
        [
          "Options of 56 px have the letters of the wall.",
          () =>
            all('.option').every((e) => e.offsetHeight >= 56) &&
            getComputedStyle(one('.option'), '::before').content.includes('counter'),
        ],
        ["How sure one is is not asked before.", () => !shown('#sure')],
        [
          "The last line says the state, at the bottom.",
          () => text('.state') === 'Answer for yourself.' && innerHeight - box('.state').bottom < 60,
        ],
      ],
      differs: [
        [
          "The question has two lines at most; all of it can be opened below.",
          () => box('#asked').height <= 2 * parseFloat(getComputedStyle(one('#asked')).lineHeight) && shown('#story'),
        ],
      ],
    },
    answered: { // class-phone-answered-390
      like: [
        [
          "The option says that it is one's answer, in blue.",
          () =>
            one('.option[aria-pressed=true]').dataset.state === 'your answer' &&
            border('.option[aria-pressed=true]') === token('--actual'),
        ],
        ["How sure one is is asked now.", () => shown('#sure')],
      ],
      differs: [
        [
          "The last line says that it is kept, which is more than sent.",
          () => text('#kept') === 'Your answer is kept. You can change it.',
        ],
      ],
    },
    offline: { // class-phone-offline-390
      like: [
        [
          "A band, the only one, says what happens to the answer.",
          () =>
            text('.away').startsWith('No connection') && background('.away') === token('--bad-soft') &&
            text('.offline').startsWith('Your answer is stored on this phone'),
        ],
        [
          "The option says that it is not sent yet.",
          () => one('.option[aria-pressed=true]').dataset.state === 'not sent yet',
        ],
      ],
      differs: [
        ["The last line says that the answer is on its way.", () => text('#kept') === 'Your answer is on its way.'],
      ],
    },
    solution: { // class-phone-solution-390
      like: [
        [
          "Within the options stand right and not right.",
          () => all('.option').map((e) => e.dataset.state).join() === 'not right,right,',
        ],
        [
          "What there is to say of it stands below.",
          () => box('#told').top >= box('.options').bottom && shown('#told .solution'),
        ],
      ],
      differs: [
        ["One's own answer has its reason before the solution.", () => shown('#told [data-testid=verdict]')],
        ["All of one's answers can be taken home.", () => shown('#home a')],
      ],
    },
  };
  const { like, differs } = LOOKS[name];
  return [...like, ...differs].filter(([, holds]) => !holds()).map(([sentence]) => sentence);
}
