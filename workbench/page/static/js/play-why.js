// The panel "Why": the nine groups of evaluation terms, man by man, with a switch for each letter.
// The board is tinted by how well each man is placed.

import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { written } from "./play-moves.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" */
/** @import { ChessBoard } from "./board.js" */

/** @typedef {{square: string, piece: string, letters: Record<string, number>}} Man */
/** @typedef {{score: number, rounding: number, letters: Record<string, {white: number, black: number, rest?: number}>, pieces: Man[]}} Explained */

const all = "mbxkcparn";

/** The panel. */
export class Why {
  element = el("div", { class: "why" });
  #app;
  #board;
  #on = new Set(all);
  #about = "";
  #tinted = false;
  /** @type {Explained | null} */
  #explained = null;
  #switches = el("div", { class: "switches-letters", role: "group" });
  #score = el("p", { class: "why-score" });
  #sums = el("table", { class: "why-sums" });
  #men = el("table", { class: "why-men" });
  #tint = el("input", { type: "checkbox" });
  /** Is called when the letters change. @type {() => void} */
  onletters = () => {};

  /**
   * @param {App} app
   * @param {ChessBoard} board
   */
  constructor(app, board) {
    this.#app = app;
    this.#board = board;
    this.#switches.setAttribute("aria-label", t("play.letters"));
    this.#tint.addEventListener("change", () => this.tint(this.#tint.checked));
    this.element.append(
      this.#switches,
      el("div", { class: "row" }, this.#score, el("label", null, this.#tint, ` ${t("play.tint")}`)),
      el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("play.letters") }, this.#sums),
      el("p", { class: "hint" }, t("play.why.hint")),
      el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("play.tab.why") }, this.#men),
    );
    this.#drawSwitches();
  }

  /** The letters in use, "" for all. */
  get letters() {
    return this.#on.size === all.length ? "" : [...all].filter((letter) => this.#on.has(letter)).join("");
  }

  #drawSwitches() {
    fill(
      this.#switches,
      [...all].map((letter) =>
        el(
          "button",
          { type: "button", "aria-pressed": String(this.#on.has(letter)), data: { letter }, title: t(`play.letter.${letter}.long`), onclick: () => this.#switch(letter) },
          el("b", null, letter),
          " ",
          t(`play.letter.${letter}`),
        ),
      ),
    );
  }

  /** @param {string} letter */
  #switch(letter) {
    if (!this.#on.delete(letter)) {
      this.#on.add(letter);
    }
    if (this.#on.size === 0) {
      this.#on.add(letter);
      this.#app.announce(t("play.letters.one"));
    }
    this.#drawSwitches();
    /** @type {HTMLElement | null} */ (this.#switches.querySelector(`[data-letter=${letter}]`))?.focus();
    this.#about = "";
    this.onletters();
  }

  /**
   * Explains a position, if it is new.
   * @param {string} fen
   */
  async explain(fen) {
    if (fen === this.#about) {
      return;
    }
    this.#about = fen;
    try {
      const explained = await this.#app.engine.call("evaluate", { position: fen, letters: this.letters });
      if (fen === this.#about) {
        this.#explained = explained;
        this.#draw(explained);
        this.tint(this.#tinted);
      }
    } catch (thrown) {
      if (!cancelled(thrown)) {
        fill(this.#score, messageOf(thrown));
      }
    }
  }

  /** @param {Explained} x */
  #draw(x) {
    fill(this.#score, t("play.why.score"), " ", el("b", null, written({ cp: x.score })));
    const shown = [...all].filter((letter) => this.#on.has(letter));
    const differences = shown.map((letter) => (x.letters[letter]?.white ?? 0) + (x.letters[letter]?.black ?? 0));
    const rests = this.#on.has("n") ? [x.letters["n"]?.rest ?? 0] : []; // what letter n says beyond single men
    const most = Math.max(50, ...[...differences, ...rests].map(Math.abs));
    const sum = (/** @type {number} */ value) => [number(value), el("td", { class: "bar-cell" }, bar(value, most))];
    fill(
      this.#sums,
      el("thead", null, el("tr", null, ["play.knowledge", "play.white", "play.black", "play.sum"].map((key) => el("th", { scope: "col", class: key === "play.knowledge" ? null : "number" }, t(key))), el("td"))),
      el(
        "tbody",
        null,
        shown.map((letter, index) => {
          const { white = 0, black = 0 } = x.letters[letter] ?? {};
          return el("tr", null, el("th", { scope: "row" }, el("b", null, letter), ` ${t(`play.letter.${letter}`)}`), number(white), number(-black), sum(differences[index] ?? 0));
        }),
        rests.map((rest) => el("tr", null, el("th", { scope: "row" }, t("play.rest")), el("td"), el("td"), sum(rest))),
      ),
    );
    this.#drawMen(x, shown);
  }

  /**
   * @param {Explained} x
   * @param {string[]} shown
   */
  #drawMen(x, shown) {
    const rows = x.pieces.map((man) => ({ man, own: /^([a-z]|black)$/.test(man.piece) ? -1 : 1 }));
    const beside = (/** @type {{man: Man, own: number}} */ { man, own }) => own * shown.filter((letter) => letter !== "m").reduce((sum, letter) => sum + (man.letters[letter] ?? 0), 0);
    const most = Math.max(50, ...rows.map((row) => Math.abs(beside(row))));
    fill(
      this.#men,
      el("thead", null, el("tr", null, el("th", { scope: "col" }, t("play.man")), shown.map((letter) => el("th", { scope: "col", class: "number", title: t(`play.letter.${letter}`) }, letter)), el("th", { scope: "col" }, t("play.stands")))),
      el(
        "tbody",
        null,
        rows
          .filter(({ man }) => shown.some((letter) => man.letters[letter]))
          .map((row) => {
            const { man, own } = row;
            const mark = man.piece === "rest" ? "" : own > 0 ? "○ " : "● ";
            const name = man.square === "-" || man.piece.length > 1 ? t(`play.${man.piece}`) : `${t(`play.piece.${man.piece.toUpperCase()}`)}${man.square}`;
            return el(
              "tr",
              { class: own > 0 ? "of-white" : "of-black", data: { square: man.square } },
              el("th", { scope: "row" }, mark, name),
              shown.map((letter) => number(own * (man.letters[letter] ?? 0))),
              el("td", { class: "bar-cell" }, bar(beside(row), most)),
            );
          }),
      ),
    );
    for (const row of this.#men.querySelectorAll("tr[data-square]")) {
      const square = /** @type {HTMLElement} */ (row).dataset["square"] ?? "";
      if (square.length === 2) {
        row.addEventListener("pointerenter", () => (this.#board.marks = new Map([...this.#board.marks, [square, "ring"]])));
        row.addEventListener("pointerleave", () => (this.#board.marks = new Map([...this.#board.marks].filter(([at, kind]) => at !== square || kind !== "ring"))));
      }
    }
  }

  /**
   * Tints the board by how well its men are placed, apart from material.
   * @param {boolean} on
   */
  tint(on) {
    this.#tinted = on;
    this.#tint.checked = on;
    const tints = new Map();
    for (const man of on ? (this.#explained?.pieces ?? []) : []) {
      if (man.square.length === 2 && man.piece.length === 1) {
        const own = man.piece === man.piece.toUpperCase() ? 1 : -1;
        const sum = [...all].filter((letter) => letter !== "m" && this.#on.has(letter)).reduce((total, letter) => total + (man.letters[letter] ?? 0), 0);
        tints.set(man.square, Math.max(-1, Math.min(1, (own * sum) / 80)));
      }
    }
    this.#board.tints = tints;
  }
}

/** @param {number} value */
function number(value) {
  return el("td", { class: "number" }, value === 0 ? "·" : String(value).replace("-", "−"));
}

/**
 * Returns a bar from the middle, to the right for good values.
 * @param {number} value
 * @param {number} most
 */
function bar(value, most) {
  const filled = el("span", { class: value < 0 ? "bar-bad" : "bar-good" });
  filled.style.width = `${(50 * Math.abs(value)) / most}%`;
  return el("span", { class: "bar-whole", title: String(value), role: "img", "aria-label": String(value) }, filled);
}
