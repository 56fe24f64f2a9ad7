// <chess-tray for="ID">: the men to place on a board. A tap chooses a man for taps on the board; a
// drag places it directly. The eraser removes men, the hand moves them.

import "./words-board.js";
import { drawMan } from "./board-draw.js";
import { el, keepTouch, svg } from "./dom.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" */

const letters = [..."KQRBNPkqrbnp"];

/** How far a pointer moves before it drags, in pixels. */
const slack = 6;

/** The element. */
export class ChessTray extends HTMLElement {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #relabel = () => this.#label();

  connectedCallback() {
    if (this.#buttons.size === 0) {
      this.#build();
    }
    document.addEventListener("language", this.#relabel);
    this.#label();
    this.#show();
  }

  disconnectedCallback() {
    document.removeEventListener("language", this.#relabel);
  }

  /** @returns {ChessBoard | null} */
  get board() {
    return /** @type {ChessBoard | null} */ (document.getElementById(this.getAttribute("for") ?? ""));
  }

  #build() {
    this.setAttribute("role", "toolbar");
    const sign = (/** @type {string} */ d) => svg("path", { class: "sign", d });
    this.#add("", sign("M50 10l14 18h-9v17h17v-9l18 14-18 14v-9H55v17h9L50 90 36 72h9V55H28v9L10 50l18-14v9h17V28h-9"));
    for (const letter of letters) {
      this.#add(letter, drawMan(letter));
    }
    this.#add("erase", sign("M20 30l10-10 20 20 20-20 10 10-20 20 20 20-10 10-20-20-20 20-10-10 20-20z"));
    this.addEventListener("keydown", (event) => this.#key(event));
    keepTouch(this, () => true);
  }

  /** @param {string} brush @param {SVGElement} picture */
  #add(brush, picture) {
    const shape = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, picture);
    const button = el("button", { type: "button", "aria-pressed": "false", data: { brush } }, shape);
    button.addEventListener("click", () => this.#choose(brush));
    button.addEventListener("pointerdown", (event) => this.#down(event, brush, shape));
    this.#buttons.set(brush, button);
    this.append(button);
  }

  #label() {
    this.setAttribute("aria-label", t("tray.label"));
    for (const [brush, button] of this.#buttons) {
      const label = t(brush === "" ? "tray.hand" : brush === "erase" ? "tray.eraser" : `board.${brush}`);
      button.setAttribute("aria-label", label);
      button.title = label;
    }
  }

  /** @param {string} brush */
  #choose(brush) {
    if (this.board) {
      this.board.brush = this.board.brush === brush ? "" : brush;
    }
    this.#show();
  }

  /** Takes the hand again. */
  lay() {
    this.#choose("");
  }

  #show() {
    const chosen = this.board?.brush ?? "";
    for (const [brush, button] of this.#buttons) {
      button.setAttribute("aria-pressed", String(brush === chosen));
      button.tabIndex = brush === chosen ? 0 : -1;
    }
  }

  /** Moves along the tray by the arrow keys. @param {KeyboardEvent} event */
  #key(event) {
    const buttons = [...this.#buttons.values()];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const [next, previous] = [at + 1, at - 1];
    /** @type {Record<string, number>} */
    const ways = { ArrowRight: next, ArrowDown: next, ArrowLeft: previous, ArrowUp: previous, Home: 0, End: -1 };
    const to = ways[event.key];
    if (at >= 0 && to !== undefined) {
      event.preventDefault();
      buttons[(to + buttons.length) % buttons.length]?.focus();
    }
  }

  /**
   * Handles a drag of a man from the tray to the board.
   * @param {PointerEvent} event @param {string} brush @param {SVGElement} shape
   */
  #down(event, brush, shape) {
    const board = this.board;
    if (!board || event.button !== 0 || brush === "") return;
    const button = /** @type {HTMLElement} */ (event.currentTarget);
    const [x, y] = [event.clientX, event.clientY];
    /** @type {HTMLElement | null} */
    let ghost = null;
    const end = new AbortController();
    button.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost && Math.hypot(now.clientX - x, now.clientY - y) > slack) {
        ghost = el("div", { class: "ghost", "aria-hidden": "true" });
        ghost.append(shape.cloneNode(true));
        const size = board.squareSize;
        ghost.style.width = ghost.style.height = `${size}px`;
        document.body.append(ghost);
      }
      if (ghost) {
        const lift = now.pointerType === "touch" ? "-95%" : "-50%";
        ghost.style.transform = `translate(${now.clientX}px, ${now.clientY}px) translate(-50%, ${lift})`;
        board.classList.toggle("by-touch", now.pointerType === "touch");
        board.feel(board.squareUnder(now.clientX, now.clientY));
      }
    };
    const up = (/** @type {PointerEvent} */ now) => {
      end.abort();
      if (!ghost) return;
      ghost.remove();
      board.feel("");
      if (now.pointerType === "mouse") { // a click follows
        button.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      }
      setTimeout(() => this.#show(), 0);
      const square = board.squareUnder(now.clientX, now.clientY);
      if (now.type === "pointerup" && square !== "") {
        this.#dropOn(board, square, brush);
      }
    };
    button.addEventListener("pointermove", move, { signal: end.signal });
    button.addEventListener("pointerup", up, { signal: end.signal });
    button.addEventListener("pointercancel", up, { signal: end.signal });
  }

  /** @param {ChessBoard} board @param {string} square @param {string} brush */
  #dropOn(board, square, brush) {
    const letter = board.man(square);
    if (brush !== "erase") {
      board.act("place", { square, letter: brush });
    } else if (letter !== "") {
      board.act("remove", { square, letter });
    }
  }
}

customElements.define("chess-tray", ChessTray);
