// Moving a card: with the mouse, a finger on the grip, or the keyboard.

const THRESHOLD = 4; // px before a press becomes a drag
const EDGE = 60; // px from the edge of the screen where the page scrolls along

export function mountMoving(board) {
  const { root, view } = board;
  const status = root.querySelector(".for-screen-readers[role=status]");
  let drag = null; // a pointer's
  let start = null; // the order before the card was lifted

  let told = false; // whether something was said since it was last asked
  const say = (text) => {
    told = true;
    status.textContent = status.textContent === text ? `${text}\u00a0` : text; // or it is not heard
  };
  const takeTold = () => {
    const was = told;
    told = false;
    return was;
  };

  function lift(doc) {
    start = [...board.order];
    board.lifted = doc;
    view.cards.get(doc).classList.add("lifted");
  }

  // Puts the lifted card at `slot` of the order shown; nothing is sent yet.
  function place(slot) {
    const order = board.order.filter((doc) => doc !== board.lifted);
    order.splice(Math.max(0, Math.min(slot, order.length)), 0, board.lifted);
    if (order.every((doc, at) => doc === board.order[at])) return false;
    board.order = order;
    view.paint();
    return true;
  }

  function drop(keep) {
    const { order } = board;
    board.order = start;
    if (!keep) view.paint(); // while still lifted, so that the preview goes back too
    board.lifted = null;
    if (keep) board.arrange(order);
    else board.settle();
  }

  function abandon() {
    if (board.lifted === null) return;
    board.lifted = null;
    drag = null;
  }

  // --- Pointer -------------------------------------------------------------------------------

  function onPointerDown(event) {
    const card = event.target.closest(".card");
    const grip = event.target.closest(".grip");
    const free = event.pointerType === "mouse" && !event.target.closest("button, input");
    const blocked = board.data.mode === "show" || event.button !== 0 || board.lifted !== null;
    if (!card || !(grip || free) || blocked) return;
    const doc = Number(card.dataset.id);
    const y = board.order.indexOf(doc) * view.PITCH;
    drag = { card, doc, y, from: event.clientY, at: event.clientY, id: event.pointerId };
    drag.top = view.list.getBoundingClientRect().top;
    drag.scroller = scrollerOf(root);
    drag.scrolled = 0;
  }

  function onPointerMove(event) {
    if (!drag || event.pointerId !== drag.id) return;
    drag.at = event.clientY;
    if (board.lifted === null) {
      if (Math.abs(drag.at - drag.from) < THRESHOLD) return;
      drag.card.setPointerCapture(drag.id);
      getSelection()?.removeAllRanges();
      drag.card.querySelector(".grip").focus({ preventScroll: true }); // Escape and Ctrl+Z work
      lift(drag.doc);
    }
    event.preventDefault();
    drag.frame ??= requestAnimationFrame(frame);
  }

  // Measured when the page scrolls and not at every frame: measuring costs a layout.
  function onScroll() {
    if (drag) drag.scrolled = drag.top - view.list.getBoundingClientRect().top;
  }

  function frame() {
    if (!drag || board.lifted === null) return;
    drag.frame = scrollAlong() ? requestAnimationFrame(frame) : undefined;
    const last = (board.order.length - 1) * view.PITCH;
    const by = (drag.at - drag.from + drag.scrolled) / (root.currentCSSZoom ?? 1);
    const y = Math.max(-14, Math.min(drag.y + by, last + 14));
    drag.card.style.transform = `translateY(${y}px) translateX(6px) rotate(-0.6deg)`;
    place(Math.round(y / view.PITCH));
  }

  function scrollAlong() {
    const { scroller, at } = drag;
    const over = Math.min(0, at - EDGE) + Math.max(0, at - (innerHeight - EDGE));
    if (!over || !scroller) return false;
    const before = scroller.scrollTop;
    scroller.scrollTop += Math.sign(over) * Math.min(14, Math.abs(over) / 3);
    return scroller.scrollTop !== before;
  }

  function onPointerEnd(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const lifted = board.lifted === drag.doc;
    cancelAnimationFrame(drag.frame);
    if (lifted && event.type === "pointerup") frame();
    const { doc } = drag;
    drag = null;
    if (!lifted) return;
    drop(event.type === "pointerup");
    setTimeout(() => say(view.sentence(doc))); // after the drop has been sent
  }

  // --- Keyboard ------------------------------------------------------------------------------

  const KEYS = {
    ArrowUp: (slot) => slot - 1,
    ArrowDown: (slot) => slot + 1,
    Home: () => 0,
    End: () => board.order.length - 1,
  };

  function onKeyDown(event) {
    const grip = event.target.closest(".grip");
    if (drag && event.key === "Escape") {
      drag = null;
      if (board.lifted !== null) drop(false);
      return;
    }
    if (!grip || event.ctrlKey || event.metaKey) return;
    const doc = Number(grip.closest(".card").dataset.id);
    if (event.key === " " || event.key === "Enter") toggle(doc);
    else if (board.lifted === null) return;
    else if (event.key === "Escape") cancel(doc);
    else if (event.key in KEYS) shift(doc, KEYS[event.key](board.order.indexOf(doc)));
    else return;
    event.preventDefault();
  }

  function toggle(doc) {
    if (board.lifted === null) {
      lift(doc);
      say(`Lifted. ${view.sentence(doc)}`);
    } else {
      drop(true);
      say(`Dropped. ${view.sentence(doc)}`);
    }
  }

  function cancel(doc) {
    drop(false);
    say(`Put back. ${view.sentence(doc)}`);
  }

  function shift(doc, slot) {
    if (!place(slot)) return;
    view.glide(doc);
    view.cards.get(doc).scrollIntoView({ block: "nearest" });
    say(view.sentence(doc));
  }

  // A card left lifted when the focus goes elsewhere is put back.
  function onFocusOut({ relatedTarget }) {
    const left = !relatedTarget?.closest?.(".card.lifted");
    if (left && board.lifted !== null && !drag && document.hasFocus()) drop(false);
  }

  const listeners = [
    [root, "pointerdown", onPointerDown],
    [root, "pointermove", onPointerMove],
    [root, "pointerup", onPointerEnd],
    [root, "pointercancel", onPointerEnd],
    [root, "keydown", onKeyDown],
    [root, "focusout", onFocusOut],
    [document, "scroll", onScroll],
  ];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener, true);
  const unmount = () => {
    for (const [target, name, listener] of listeners) {
      target.removeEventListener(name, listener, true);
    }
  };
  return { say, takeTold, abandon, unmount };
}

function scrollerOf(element) {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const { overflowY } = getComputedStyle(at);
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at;
  }
  return document.scrollingElement;
}
