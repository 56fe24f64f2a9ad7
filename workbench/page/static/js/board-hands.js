// Mouse, touch, wheel and keyboard input on a board.

import { colours, place, squareAt } from "./board-draw.js";
import { keepTouch } from "./dom.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" */

/** How far a pointer moves before it drags, in pixels. */
const slack = { mouse: 4, touch: 9 };
/** How long a finger rests before it erases or draws, in milliseconds. */
const longPress = 500;
/** How much a wheel turns for one step, in pixels. */
const notch = 40;

/**
 * A pointer that is down; the timer is that of the long press.
 * @typedef {{id: number, from: string, x: number, y: number, mode: "tap" | "drag" | "draw" | "done", slack: number,
 *   timer: number}} Press
 */

/** The hands of one board. */
export class Hands {
  /** @type {ChessBoard} */
  #board;
  /** @type {HTMLElement} */
  #field;
  /** @type {Press | null} */
  #press = null;
  #turned = 0;

  /** @param {ChessBoard} board @param {HTMLElement} field the squares, without coordinates */
  constructor(board, field) {
    this.#board = board;
    this.#field = field;
    field.addEventListener("pointerdown", (event) => this.#down(event));
    field.addEventListener("pointermove", (event) => this.#move(event));
    field.addEventListener("pointerup", (event) => this.#up(event));
    field.addEventListener("pointercancel", () => this.#drop());
    keepTouch(field, () => this.#press !== null && (board.editable || board.movable || this.#press.mode === "draw"));
    field.addEventListener("touchmove", ({ touches }) => touches.length > 1 && this.#drop(), { passive: true }); // zoom
    field.addEventListener("mousedown", (event) => event.preventDefault());
    field.addEventListener("contextmenu", (event) => event.preventDefault());
    field.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    field.addEventListener("keydown", (event) => this.#key(event));
    // The ring around the cursor is shown to keyboard users only.
    field.addEventListener("pointerdown", () => board.classList.add("by-hand"), { capture: true });
    field.addEventListener("focusout", ({ relatedTarget }) =>
      field.contains(/** @type {Node | null} */ (relatedTarget)) || board.classList.remove("by-hand"));
    field.addEventListener("focusin", (event) => {
      const square = /** @type {HTMLElement} */ (event.target).dataset.square;
      if (square && square !== board.cursor) {
        board.cursor = square;
      }
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const from = this.#board.squareUnder(event.clientX, event.clientY);
    if (this.#press || !event.isPrimary || from === "" || event.button === 1) return;
    this.#field.setPointerCapture(event.pointerId);
    this.#board.goTo(from);
    const touch = event.pointerType !== "mouse";
    this.#press = {
      id: event.pointerId, from, x: event.clientX, y: event.clientY, mode: event.button === 2 ? "draw" : "tap",
      slack: touch ? slack.touch : slack.mouse, timer: touch ? window.setTimeout(() => this.#rest(), longPress) : 0,
    };
  }

  /** Handles a long press: it erases, or starts to draw. */
  #rest() {
    const press = this.#press;
    if (!press || press.mode !== "tap") return;
    if (this.#erase(press.from)) {
      press.mode = "done";
      return;
    }
    press.mode = "draw";
    this.#board.feel("", press.from);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (press.mode === "tap" && Math.hypot(dx, dy) > press.slack) {
      clearTimeout(press.timer);
      press.mode = this.#board.canPick(press.from) ? "drag" : "done";
      this.#board.pick("");
    }
    if (press.mode === "drag") {
      this.#follow(press, event);
    } else if (press.mode === "draw") {
      const to = this.#board.squareUnder(event.clientX, event.clientY);
      this.#board.feel("", this.#named(to === "" || to === press.from ? press.from : press.from + to, event));
    }
  }

  /** Makes the man follow the pointer. @param {Press} press @param {PointerEvent} event */
  #follow(press, event) {
    const node = this.#board.node(press.from);
    if (!node) return;
    const { left, top, width } = this.#field.getBoundingClientRect();
    const scale = 800 / width;
    this.#board.classList.toggle("by-touch", event.pointerType === "touch");
    const lift = event.pointerType === "touch" ? 45 : 0; // above the finger
    const [x, y] = [(event.clientX - left) * scale - 50, (event.clientY - top) * scale - 50 - lift];
    if (!node.classList.contains("dragged")) {
      node.classList.add("dragged");
      node.parentNode?.append(node);
    }
    node.style.transform = `translate(${x}px, ${y}px)`;
    const over = this.#board.squareUnder(event.clientX, event.clientY);
    this.#field.classList.toggle("leaving", over === "" && this.#board.editable);
    this.#board.feel(over);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.id) return;
    const to = this.#board.squareUnder(event.clientX, event.clientY);
    this.#drop();
    if (press.mode === "tap") {
      this.#tap(press.from, event.shiftKey);
    } else if (press.mode === "drag") {
      this.#dropped(press.from, to, event.shiftKey);
    } else if (press.mode === "draw" && to !== "") {
      if (to !== press.from) {
        this.#board.draw(this.#named(press.from + to, event));
      } else if (!this.#erase(to)) {
        this.#board.draw(this.#named(to, event));
      }
    }
  }

  /**
   * Returns a mark or an arrow with the colour in which a pointer draws it. A finger draws what is there again in the
   * next colour; the last one is drawn twice, which removes it.
   * @param {string} name @param {PointerEvent} event
   */
  #named(name, event) {
    if (event.pointerType === "mouse") return name + colourOf(event);
    const now = colours.findIndex((colour) => this.#board.drawn.has(name + colour));
    return name + colours[Math.min(now + 1, colours.length - 1)];
  }

  /** Ends a press, whatever it was. */
  #drop() {
    const press = this.#press;
    if (!press) return;
    clearTimeout(press.timer);
    this.#press = null;
    this.#field.classList.remove("leaving");
    this.#board.node(press.from)?.classList.remove("dragged");
    this.#board.feel("");
    this.#board.settle();
  }

  /**
   * Handles a dragged man; off the board it is removed.
   * @param {string} from @param {string} to @param {boolean} copy
   */
  #dropped(from, to, copy) {
    const letter = this.#board.man(from);
    if (to === "") {
      this.#erase(from);
    } else if (to !== from && letter !== "" && this.#board.canMove(from, to)) {
      this.#board.act("move", { from, to, letter, copy: copy && this.#board.editable });
    } else {
      this.#refuse(from, to);
    }
  }

  /** Reports that a man cannot move to the chosen square. @param {string} from @param {string} to */
  #refuse(from, to) {
    if (from !== to && this.#board.man(from) !== "") {
      this.#board.dispatchEvent(new CustomEvent("refuse", { detail: { from, to }, bubbles: true }));
    }
  }

  /** Removes the man on a square, if any and if men may be removed. @param {string} square */
  #erase(square) {
    const letter = this.#board.man(square);
    if (letter === "" || !this.#board.editable) return false;
    this.#board.act("remove", { square, letter });
    return true;
  }

  /** Handles a tap or Space on a square. @param {string} square @param {boolean} copy */
  #tap(square, copy) {
    const board = this.#board;
    const letter = board.man(square);
    board.dispatchEvent(new CustomEvent("select", { detail: { square, letter }, bubbles: true }));
    if (board.editable && board.brush !== "") {
      if (board.brush === "erase" || board.brush === letter) {
        this.#erase(square);
      } else {
        board.act("place", { square, letter: board.brush });
      }
      return;
    }
    const from = board.picked;
    if (from !== "" && from !== square && board.canMove(from, square)) {
      board.act("move", { from, to: square, letter: board.man(from), copy: copy && board.editable });
    } else if (from !== square && board.canPick(square)) {
      board.pick(square);
    } else if (from !== "") {
      board.pick("");
      this.#refuse(from, square);
    } else {
      board.wipe();
    }
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (event.ctrlKey || event.deltaY === 0) return;
    const amount = event.deltaMode === 0 ? event.deltaY : event.deltaY * notch;
    this.#turned = Math.sign(amount) === Math.sign(this.#turned) ? this.#turned + amount : amount;
    if (Math.abs(this.#turned) < notch) return;
    const step = new CustomEvent("step", { detail: { by: Math.sign(this.#turned) }, cancelable: true, bubbles: true });
    this.#turned = 0;
    if (!this.#board.dispatchEvent(step)) {
      event.preventDefault();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    this.#board.classList.remove("by-hand");
    if (this.#steer(event) || this.#command(event) || this.#write(event)) {
      event.preventDefault();
    }
  }

  /** Moves the cursor. @param {KeyboardEvent} event */
  #steer(event) {
    const board = this.#board;
    const [column, row] = place(board.cursor, board.orientation);
    /** @type {Record<string, [number, number]>} */
    const ways = {
      ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1],
      ArrowDown: [column, row + 1], Home: [0, row], End: [7, row], PageUp: [column, 0], PageDown: [column, 7],
    };
    const way = ways[event.key];
    if (!way) return false;
    const to = squareAt(way[0], way[1], board.orientation);
    if (to !== "") {
      board.goTo(to);
    }
    return true;
  }

  /** Handles a key other than the letter of a man. @param {KeyboardEvent} event */
  #command(event) {
    const board = this.#board;
    switch (event.key) {
      case " ":
      case "Enter":
        this.#tap(board.cursor, event.shiftKey);
        return true;
      case "Delete":
      case "Backspace":
        return this.#erase(board.cursor);
      case "Escape": {
        const busy = this.#press !== null || board.picked !== "" || board.drawn.size > 0;
        this.#drop();
        board.pick("");
        board.wipe();
        return busy;
      }
      case "f":
        board.act("turn", { orientation: board.orientation === "white" ? "black" : "white" });
        return true;
      case "m":
      case "M": {
        // With a man picked up it is an arrow.
        const name = (board.picked === board.cursor ? "" : board.picked) + board.cursor;
        const now = colours.findIndex((colour) => board.drawn.has(name + colour));
        board.draw(name + (event.key === "m" ? (colours[now] ?? "") : (colours[(now + 1) % colours.length] ?? "")));
        return true;
      }
      case "x":
        if (board.editable) {
          board.act("swap", {});
        }
        return board.editable;
    }
    return false;
  }

  /**
   * Places a man by letter: those of the language first, then the English ones, and S for
   * knights.
   * @param {KeyboardEvent} event
   */
  #write(event) {
    const letter = manOf(event.key);
    if (!this.#board.editable || letter === "") return false;
    this.#board.act("place", { square: this.#board.cursor, letter: event.shiftKey ? letter.toLowerCase() : letter });
    return true;
  }
}

/** Returns the colour in which the mouse draws. @param {PointerEvent} event */
function colourOf({ shiftKey, ctrlKey, altKey }) {
  return colours[Number(shiftKey || ctrlKey) + 2 * Number(altKey)] ?? "";
}

/** Returns White's English letter of the man that a key names, or "". @param {string} key */
function manOf(key) {
  const english = "KQRBNP";
  const wanted = key.toUpperCase();
  if (wanted.length !== 1) return "";
  const at = t("board.letters").indexOf(wanted);
  return at >= 0 ? (english[at] ?? "") : wanted === "S" ? "N" : english.includes(wanted) ? wanted : "";
}
