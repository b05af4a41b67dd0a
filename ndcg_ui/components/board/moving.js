// Moving a card: with the mouse, a finger on the grip, or the keyboard.

import { treeOf } from "../../exhibit/stage.js";

const THRESHOLD = 4; // px before a press becomes a drag
const EDGE = 60; // px from the edge of the screen where the page scrolls along

export function mountMoving(board) {
  const { root, view } = board;
  const status = root.querySelector(".for-screen-readers[role=status]");
  let drag = null; // a pointer's
  let start = null; // the order before the card was lifted

  let announced = false; // whether something was said since it was last asked
  const say = (text) => {
    announced = true;
    status.textContent = status.textContent === text ? `${text}\u00a0` : text; // or it is not heard
  };
  const takeAnnounced = () => {
    const was = announced;
    announced = false;
    return was;
  };

  function lift(id) {
    start = [...board.order];
    board.lifted = id;
    view.paint();
  }

  // Puts the lifted card at `slot` of the order shown; nothing is sent yet.
  function place(slot) {
    const order = board.order.filter((id) => id !== board.lifted);
    order.splice(Math.max(0, Math.min(slot, order.length)), 0, board.lifted);
    if (order.every((id, at) => id === board.order[at])) return false;
    board.order = order;
    view.paint();
    board.peek(order.every((id, at) => id === start[at]) ? null : order);
    return true;
  }

  function drop(keep) {
    const { order } = board;
    board.order = start;
    if (!keep) {
      view.paint(); // while still lifted, so that the preview goes back too
      board.peek(null);
    }
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
    delete root.dataset.dropped;
    const card = event.target.closest(".card");
    const grip = event.target.closest(".grip");
    const free = event.pointerType === "mouse" && !event.target.closest("button, input");
    const blocked = board.data.mode === "show" || event.button !== 0 || board.lifted !== null;
    if (!card || !(grip || free) || blocked) return;
    const id = Number(card.dataset.id);
    const y = view.topOf(board.order.indexOf(id));
    drag = { card, id, y, from: event.clientY, at: event.clientY, pointer: event.pointerId };
    drag.top = view.list.getBoundingClientRect().top;
    drag.scroller = scrollerOf(root);
    drag.scrolled = 0;
  }

  function onPointerMove(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    drag.at = event.clientY;
    if (board.lifted === null) {
      if (Math.abs(drag.at - drag.from) < THRESHOLD) return;
      drag.card.setPointerCapture(drag.pointer);
      getSelection()?.removeAllRanges();
      drag.card.querySelector(".grip").focus({ preventScroll: true }); // Escape and Ctrl+Z work
      lift(drag.id);
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
    const last = view.topOf(board.order.length - 1);
    const by = (drag.at - drag.from + drag.scrolled) / (root.currentCSSZoom ?? 1);
    const y = Math.max(-14, Math.min(drag.y + by, last + 14));
    drag.card.style.transform = `translateY(${y}px) translateX(6px) rotate(-0.6deg)`;
    place(view.slotAt(y));
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
    if (!drag || event.pointerId !== drag.pointer) return;
    const lifted = board.lifted === drag.id;
    cancelAnimationFrame(drag.frame);
    if (lifted && event.type === "pointerup") frame();
    const { id } = drag;
    drag = null;
    if (!lifted) return;
    view.rest(); // what lies under the hand now is not what it points at
    root.dataset.dropped = "true"; // on a phone its buttons would cover the card above
    drop(event.type === "pointerup");
    setTimeout(() => say(view.sentence(id))); // after the drop has been sent
  }

  // --- Keyboard ------------------------------------------------------------------------------

  const KEYS = {
    ArrowUp: (slot) => slot - 1,
    ArrowDown: (slot) => slot + 1,
    Home: () => 0,
    End: () => board.order.length - 1,
  };

  function onKeyDown(event) {
    if (drag && event.key === "Escape") {
      drag = null;
      if (board.lifted !== null) drop(false);
      event.stopPropagation(); // else a dialog around the board would close
      return;
    }
    if (!root.contains(event.target)) return;
    delete root.dataset.dropped;
    const grip = event.target.closest(".grip");
    if (!grip || event.ctrlKey || event.metaKey) return;
    const id = Number(grip.closest(".card").dataset.id);
    if (event.key === " " || event.key === "Enter") toggle(id);
    else if (board.lifted === null) return;
    else if (event.key === "Escape") cancel(id);
    else if (event.key in KEYS) shift(id, KEYS[event.key](board.order.indexOf(id)));
    else return;
    event.preventDefault();
    event.stopPropagation(); // tabs and dialogs around the board have keys of their own
  }

  function toggle(id) {
    if (board.lifted === null) {
      lift(id);
      say(`Lifted. ${view.sentence(id)}`);
    } else {
      drop(true);
      say(`Dropped. ${view.sentence(id)}`);
    }
  }

  function cancel(id) {
    drop(false);
    say(`Put back. ${view.sentence(id)}`);
  }

  function shift(id, slot) {
    if (!place(slot)) return;
    view.glide(id);
    view.cards.get(id).scrollIntoView({ block: "nearest" });
    say(view.sentence(id));
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
    [treeOf(root), "keydown", onKeyDown], // Escape, wherever the focus is while a card is in the air
    [root, "focusout", onFocusOut],
    [document, "scroll", onScroll],
  ];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener, true);
  const unmount = () => {
    for (const [target, name, listener] of listeners) {
      target.removeEventListener(name, listener, true);
    }
  };
  return { say, takeAnnounced, abandon, unmount };
}

const above = (element) => element.parentElement ?? element.getRootNode().host;

function scrollerOf(element) {
  for (let at = above(element); at; at = above(at)) {
    const { overflowY } = getComputedStyle(at);
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at;
  }
  return document.scrollingElement;
}
