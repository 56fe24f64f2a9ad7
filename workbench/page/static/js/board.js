// <chess-board>: a board for mouse, touch, keyboard and screen readers. It knows no chess rules,
// only where men stand and the orientation.
//
// Attributes: orientation="white|black", look="paper|wood" (the reader may choose other boards for
// these; data-board is the one that is shown), editable (men may be placed, moved anywhere and
// removed), movable (men may be moved, within `targets` if that is set).
// Properties of the same names, and:
//
//   men      Map square -> English letter, capitals for White; setting it slides men
//   marks    Map square -> kind, or squares (which get a ring); kinds are in board-draw.js
//   arrows   list of Arrow
//   tints    Map square -> number from -1 to 1, or "a" to "h"
//   targets  Map from -> squares where the man may go, or null for all
//   brush    letter that a tap places, "erase", or "" for the hand
//   cursor   square that has the keyboard's focus
//
// Events. The page can prevent an event that changes the board, and then makes the change itself.
// Otherwise the board makes it and dispatches "change":
//
//   place {square, letter}   remove {square, letter}   move {from, to, letter, copy}
//   swap {}  (colours)       turn {orientation}      refuse {from, to}  (not among the targets)
//   select {square, letter}  a square was touched; letter is "" if it is empty
//   mark {square, on} or {from, to, on}  the reader drew or removed a mark or an arrow
//   step {by}  the wheel, 1 forward; preventing it keeps the page from scrolling
//   announce   (bubbles) a text for screen readers

import "./words-board.js";
import { decorations, drawSquares, MenLayer, otherColour, partsOf, squareAt, squares, toggled } from "./board-draw.js";
import { Hands } from "./board-hands.js";
import { el, svg } from "./dom.js";
import { look } from "./look.js";
import { t } from "./words.js";

/** @import { Arrow, Orientation } from "./board-draw.js" */

/** The element. */
export class ChessBoard extends HTMLElement {
  static observedAttributes = ["orientation", "editable", "movable", "look"];

  /** @type {Map<string, string>} */
  #men = new Map();
  #drawnMen = new MenLayer();
  /** @type {Map<string, string>} */
  #marks = new Map();
  /** @type {Arrow[]} */
  #arrows = [];
  /** @type {Map<string, number | string>} */
  #tints = new Map();
  /** @type {Map<string, HTMLElement>} */
  #cells = new Map();
  #cursor = "e1";
  #picked = "";
  #hover = "";
  #brush = "";
  /** @type {Orientation} */
  #drawnFor = "white";

  /** What the reader drew, until a man moves: squares, and arrows by "e2e4". @type {Set<string>} */
  drawn = new Set();
  /** An arrow or mark that is being drawn. */
  #preview = "";
  /** @type {Map<string, string[]> | null} */
  #targets = null;

  #layer = { tints: svg("g"), under: svg("g"), arrows: svg("g", { class: "arrows" }), over: svg("g") };
  #field = el("div", { class: "field" });
  #grid = el("div", { class: "cells", role: "presentation" });
  #ranks = el("div", { class: "ranks", "aria-hidden": "true" });
  #filesBelow = el("div", { class: "files", "aria-hidden": "true" });
  #built = false;
  #relabel = () => this.#label();
  #dress = () => {
    this.dataset.board = this.dataset.fixed ?? look(this.getAttribute("look") === "wood" ? "wood" : "paper");
  };

  connectedCallback() {
    if (!this.#built) {
      this.#build();
    }
    document.addEventListener("language", this.#relabel);
    document.addEventListener("look", this.#dress);
    this.#layout();
  }

  disconnectedCallback() {
    document.removeEventListener("language", this.#relabel);
    document.removeEventListener("look", this.#dress);
  }

  attributeChangedCallback() {
    if (this.#built) {
      this.#layout();
    }
  }

  #build() {
    this.#built = true;
    const picture = svg("svg", { viewBox: "0 0 800 800", "aria-hidden": "true" });
    const { tints, under, arrows, over } = this.#layer;
    picture.append(drawSquares(), tints, under, this.#drawnMen.group, arrows, over);
    this.#field.append(picture, this.#grid);
    this.#field.setAttribute("role", "presentation");
    this.append(this.#ranks, this.#field, this.#filesBelow);
    this.setAttribute("role", "grid");
    new Hands(this, this.#field);
  }

  /** Places everything by the orientation, without sliding. */
  #layout() {
    this.#dress();
    this.#drawnFor = this.orientation;
    const white = this.orientation === "white";
    const ranks = [..."87654321"];
    const names = [..."abcdefgh"];
    this.#ranks.replaceChildren(...(white ? ranks : ranks.reverse()).map((name) => el("span", null, name)));
    this.#filesBelow.replaceChildren(...(white ? names : names.reverse()).map((name) => el("span", null, name)));
    const focused = this.contains(document.activeElement);
    this.#cells.clear();
    const rows = [];
    for (let row = 0; row < 8; row++) {
      const cells = [];
      for (let column = 0; column < 8; column++) {
        const square = squareAt(column, row, this.orientation);
        const cell = el("div", { role: "gridcell", data: { square }, tabIndex: -1 });
        this.#cells.set(square, cell);
        cells.push(cell);
      }
      rows.push(el("div", { role: "row" }, cells));
    }
    this.#grid.replaceChildren(...rows);
    this.classList.add("still");
    this.#drawnMen.orientation = this.orientation;
    this.#drawnMen.settle();
    this.getBoundingClientRect();
    this.classList.remove("still");
    this.#label();
    this.#decorate();
    this.#setCursor(this.#cursor, focused);
  }

  /** Writes the names for screen readers. */
  #label() {
    if (!this.hasAttribute("aria-label") || this.dataset.labelled) {
      this.dataset.labelled = "own";
      this.setAttribute("aria-label", t("board.label"));
    }
    for (const square of squares) {
      this.#labelCell(square);
    }
  }

  /** @param {string} square */
  #labelCell(square) {
    const cell = this.#cells.get(square);
    const label = t("board.square", { square, man: this.#name(this.man(square)) });
    if (cell && cell.getAttribute("aria-label") !== label) {
      cell.setAttribute("aria-label", label);
    }
  }

  /** @param {string} letter */
  #name(letter) {
    return t(letter === "" ? "board.empty" : `board.${letter}`);
  }

  /** @returns {Map<string, string>} */
  get men() {
    return new Map(this.#men);
  }

  /** @param {Iterable<[string, string]>} men */
  set men(men) {
    const next = new Map(men);
    if (this.#picked !== "" && next.get(this.#picked) !== this.#men.get(this.#picked)) {
      this.#picked = "";
    }
    const changed = squares.filter((square) => next.get(square) !== this.#men.get(square));
    this.#men = next;
    this.drawn = changed.length > 0 ? new Set() : this.drawn; // it was drawn on another position
    const moved = this.#drawnMen.show(next);
    if ((moved === 1 || moved === 2) && look("sound") === "on") {
      import("./sound.js").then(({ knock }) => knock(), () => {}); // none while the server is away
    }
    if (this.#built) {
      changed.forEach((square) => this.#labelCell(square));
      this.#decorate();
    }
  }

  /** Returns the letter of the man on a square, "" if there is none. @param {string} square */
  man(square) {
    return this.#men.get(square) ?? "";
  }

  /** @returns {Map<string, string>} */
  get marks() {
    return new Map(this.#marks);
  }

  /** @param {Map<string, string> | Iterable<string>} marks */
  set marks(marks) {
    this.#marks = marks instanceof Map ? new Map(marks) : new Map([...marks].map((square) => [square, "ring"]));
    this.#decorate();
  }

  /** @param {Iterable<Arrow>} arrows */
  set arrows(arrows) {
    this.#arrows = [...arrows];
    this.#decorate();
  }

  /** @returns {Map<string, number | string>} */
  get tints() {
    return new Map(this.#tints);
  }

  /** @param {Map<string, number | string>} tints */
  set tints(tints) {
    this.#tints = new Map(tints);
    this.#decorate();
  }

  /** @returns {Map<string, string[]> | null} */
  get targets() {
    return this.#targets;
  }

  /** @param {Map<string, string[]> | null} targets */
  set targets(targets) {
    this.#targets = targets;
    this.#decorate();
  }

  get orientation() {
    return this.getAttribute("orientation") === "black" ? "black" : "white";
  }

  set orientation(value) {
    this.setAttribute("orientation", value);
  }

  get editable() {
    return this.hasAttribute("editable");
  }

  set editable(value) {
    this.toggleAttribute("editable", value);
  }

  get movable() {
    return this.hasAttribute("movable");
  }

  set movable(value) {
    this.toggleAttribute("movable", value);
  }

  get brush() {
    return this.#brush;
  }

  set brush(letter) {
    this.#brush = letter;
    this.toggleAttribute("data-brush", letter !== "");
    if (letter !== "") {
      this.picked = "";
    }
  }

  get cursor() {
    return this.#cursor;
  }

  set cursor(square) {
    this.#setCursor(square, false);
  }

  /** The square whose man is picked up; "" if none is. */
  get picked() {
    return this.#picked;
  }

  set picked(square) {
    this.#picked = square;
    this.#decorate();
  }

  /** Gives the keyboard's focus to the cursor's square. @override */
  focus() {
    this.#setCursor(this.#cursor, true);
  }

  /** @param {string} square @param {boolean} focus */
  #setCursor(square, focus) {
    this.#cells.get(this.#cursor)?.setAttribute("tabindex", "-1");
    this.#cursor = square;
    const cell = this.#cells.get(square);
    cell?.setAttribute("tabindex", "0");
    if (focus) {
      cell?.focus({ preventScroll: true });
    }
  }

  /** Moves the keyboard's focus. @param {string} square */
  goTo(square) {
    this.#setCursor(square, true);
  }

  /** Redraws tints, marks and arrows. */
  #decorate() {
    if (!this.#built) return;
    /** @type {[string, string][]} */
    const marks = [...this.#marks];
    if (this.#picked !== "") {
      marks.push([this.#picked, "light picked"]);
      this.#goals(this.#picked).forEach((to) => marks.push([to, "target"]));
    }
    if (this.#hover !== "") {
      marks.push([this.#hover, "light hover"]);
    }
    const drawn = [...this.drawn, ...(this.#preview ? [this.#preview] : [])];
    const picture = decorations({ marks, tints: this.#tints, arrows: this.#arrows, drawn }, this.#drawnFor);
    this.#layer.tints.replaceChildren(...picture.tints);
    this.#layer.under.replaceChildren(...picture.under);
    this.#layer.over.replaceChildren(...picture.over);
    this.#layer.arrows.replaceChildren(...picture.arrows);
    for (const [square, cell] of this.#cells) {
      cell.setAttribute("aria-selected", String(square === this.#picked));
    }
  }

  /** @param {string} from */
  #goals(from) {
    return this.#targets?.get(from) ?? [];
  }

  /**
   * Shows the square under a man that is dragged, and an arrow that is being drawn.
   * @param {string} hover
   * @param {string} [preview] as draw takes it
   */
  feel(hover, preview = "") {
    this.#hover = hover;
    this.#preview = preview;
    this.#decorate();
  }

  /** Returns the drawn man of a square. @param {string} square @returns {SVGGElement | null} */
  node(square) {
    return this.#drawnMen.node(square);
  }

  /** The width of a square, in pixels. */
  get squareSize() {
    return this.#field.getBoundingClientRect().width / 8;
  }

  /** Returns the square at a point of the window, "" off the board. @param {number} x @param {number} y */
  squareUnder(x, y) {
    const { left, top } = this.#field.getBoundingClientRect();
    return squareAt(Math.floor((x - left) / this.squareSize), Math.floor((y - top) / this.squareSize), this.#drawnFor);
  }

  /** Puts a dragged man back on its square. */
  settle() {
    this.#drawnMen.settle();
  }

  /** Reports whether the reader may pick up the man on a square. @param {string} square */
  canPick(square) {
    const free = this.editable || (this.movable && (!this.#targets || this.#targets.has(square)));
    return this.man(square) !== "" && free;
  }

  /** Reports whether a man may be moved. @param {string} from @param {string} to */
  canMove(from, to) {
    return this.editable || (this.movable && (!this.#targets || this.#goals(from).includes(to)));
  }

  /**
   * Carries out the reader's action, unless the page prevents it.
   * @param {"place" | "remove" | "move" | "swap" | "turn"} kind
   * @param {{square?: string, from?: string, to?: string, letter?: string, copy?: boolean,
   *   orientation?: Orientation}} detail
   */
  act(kind, detail) {
    this.#picked = "";
    if (!this.dispatchEvent(new CustomEvent(kind, { detail, cancelable: true, bubbles: true }))) {
      this.settle();
      this.#decorate();
      return;
    }
    const { square = "", from = "", to = "", letter = "", copy = false } = detail;
    const men = this.men;
    switch (kind) {
      case "place":
        this.men = men.set(square, letter);
        this.say("board.placed", { man: this.#name(letter), square });
        break;
      case "remove":
        men.delete(square);
        this.men = men;
        this.say("board.removed", { man: this.#name(letter), square });
        break;
      case "move":
        if (!copy) {
          men.delete(from);
        }
        this.men = men.set(to, letter);
        this.say(copy ? "board.copied" : "board.moved", { man: this.#name(letter), from, to });
        break;
      case "swap":
        this.men = new Map([...men].map(([at, man]) => [at, otherColour(man)]));
        this.say("board.swapped", {});
        break;
      case "turn":
        this.orientation = detail.orientation ?? "white";
        this.say("board.turned", { orientation: this.orientation });
        return;
    }
    this.dispatchEvent(new CustomEvent("change", { detail: { men: this.men }, bubbles: true }));
  }

  /** Picks a man up; "" releases it. @param {string} square */
  pick(square) {
    const dropped = square === "" && this.#picked !== "";
    this.picked = square;
    if (dropped) {
      this.say("board.dropped", {});
    } else if (square !== "") {
      this.say("board.picked", { man: this.#name(this.man(square)), square });
    }
  }

  /** Draws a mark (two letters) or an arrow (four), perhaps in a colour, or removes it. @param {string} name */
  draw(name) {
    const { drawn, on } = toggled(this.drawn, name);
    this.drawn = drawn;
    this.#decorate();
    const { from, to } = partsOf(name);
    const detail = to === "" ? { square: from, on } : { from, to, on };
    this.dispatchEvent(new CustomEvent("mark", { detail, bubbles: true }));
    this.say(on ? "board.marked" : "board.unmarked", { square: to === "" ? from : `${from}–${to}` });
  }

  /** Removes what the reader drew. */
  wipe() {
    this.drawn.clear();
    this.#decorate();
  }

  /** Announces a text to screen readers. @param {string} key @param {import("./words.js").Values} values */
  say(key, values) {
    this.dispatchEvent(new CustomEvent("announce", { detail: t(key, values), bubbles: true }));
  }
}

customElements.define("chess-board", ChessBoard);
