// Moves cards with the mouse, a finger on the grip, or the keyboard.

import { findTree } from "../../exhibit/stage.js";

const THRESHOLD = 4; // px before a press becomes a drag
const EDGE = 60; // px; the page scrolls while the pointer is this close to the edge of the screen

export function mountMoving(board) {
  const { root, view } = board;
  const status = root.querySelector(".for-screen-readers[role=status]");
  let drag = null; // the pointer's drag, if there is one
  let start = null; // the order before the card was lifted

  let announced = false; // true if say() was called since takeAnnounced()
  const say = (text) => {
    announced = true;
    status.textContent = status.textContent === text ? `${text}\u00a0` : text; // screen readers skip an unchanged text
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

  // Move the lifted card to `slot` on the screen, without sending an act. Return true if the card moved.
  function moveTo(slot) {
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
      view.paint(); // before the card is put down, so that the preview is undone too
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
    drag.scroller = findScroller(root);
    drag.scrolled = 0;
  }

  function onPointerMove(event) {
    if (!drag || event.pointerId !== drag.pointer) return;
    drag.at = event.clientY;
    if (board.lifted === null) {
      if (Math.abs(drag.at - drag.from) < THRESHOLD) return;
      drag.card.setPointerCapture(drag.pointer);
      getSelection()?.removeAllRanges();
      drag.card.querySelector(".grip").focus({ preventScroll: true }); // so that Escape and Ctrl+Z reach the board
      lift(drag.id);
    }
    event.preventDefault();
    drag.frame ??= requestAnimationFrame(drawFrame);
  }

  // Measuring makes the browser compute a layout, so it happens when the page scrolls, not in every frame.
  function onScroll() {
    if (drag) drag.scrolled = drag.top - view.list.getBoundingClientRect().top;
  }

  function drawFrame() {
    if (!drag || board.lifted === null) return;
    drag.frame = scrollAlong() ? requestAnimationFrame(drawFrame) : undefined;
    const last = view.topOf(board.order.length - 1);
    const by = (drag.at - drag.from + drag.scrolled) / (root.currentCSSZoom ?? 1);
    const y = Math.max(-14, Math.min(drag.y + by, last + 14));
    drag.card.style.transform = `translateY(${y}px) translateX(6px) rotate(-0.6deg)`;
    moveTo(view.slotAt(y));
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
    if (lifted && event.type === "pointerup") drawFrame();
    const { id } = drag;
    drag = null;
    if (!lifted) return;
    view.rest(); // a card that slides under the pointer was not pointed at
    root.dataset.dropped = "true"; // on a phone, the card's buttons would cover the card above
    drop(event.type === "pointerup");
    setTimeout(() => say(view.sentence(id))); // after the drop was sent
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
      event.stopPropagation(); // otherwise a dialog around the board would close
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
    event.stopPropagation(); // tabs and dialogs around the board use the same keys
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
    if (!moveTo(slot)) return;
    view.glide(id);
    view.cards.get(id).scrollIntoView({ block: "nearest" });
    say(view.sentence(id));
  }

  // Put a lifted card back when the focus leaves it.
  function onFocusOut({ relatedTarget }) {
    const left = !relatedTarget?.closest?.(".card.lifted");
    if (left && board.lifted !== null && !drag && document.hasFocus()) drop(false);
  }

  const listeners = [
    [root, "pointerdown", onPointerDown],
    [root, "pointermove", onPointerMove],
    [root, "pointerup", onPointerEnd],
    [root, "pointercancel", onPointerEnd],
    [findTree(root), "keydown", onKeyDown], // Escape works wherever the focus is during a drag
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

const findParent = (element) => element.parentElement ?? element.getRootNode().host;

function findScroller(element) {
  for (let at = findParent(element); at; at = findParent(at)) {
    const { overflowY } = getComputedStyle(at);
    if (/auto|scroll/.test(overflowY) && at.scrollHeight > at.clientHeight) return at;
  }
  return document.scrollingElement;
}
