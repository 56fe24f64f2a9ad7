// The panel "Why": what the nine groups of evaluation terms say about a position. The board shows it
// first: men that stand better or worse than the average man of their kind are tinted. Tables follow.

import "./words-why.js";
import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { recall, remember } from "./memory.js";
import { chip, letters as all } from "./play-members.js";
import { written } from "./play-moves.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" */
/** @import { ChessBoard } from "./board.js" */

/** Values are White's. @typedef {{square: string, piece: string, letters: Record<string, number>}} Man */
/** @typedef {{score: number, rounding: number, letters: Record<string, {white: number, black: number, rest?: number}>, pieces: Man[]}} Explained */

/**
 * A man, or a side as a whole, seen from its owner: raw values by letter, and their differences
 * from the average of its kind in the position. Stands is the sum of the differences but for material.
 * @typedef {{man: Man, own: number, raw: Record<string, number>, over: Record<string, number>, stands: number}} Row
 */

/** Smaller differences, in centipawns, have no colour. */
const least = 20;

/** The panel. */
export class Why {
  element = el("div", { class: "why" });
  #app;
  #board;
  #on = new Set(all);
  #about = "";
  /** Whether the panel is in sight. */
  #seen = false;
  /** @type {Row[]} */
  #rows = [];
  #switches = el("div", { class: "switches-letters", role: "group" });
  #score = el("p", { class: "why-score" });
  #notable = el("ul", { class: "why-notable" });
  #sums = el("table", { class: "why-sums" });
  #men = el("table", { class: "why-men" });
  #tint = el("input", { type: "checkbox", checked: recall("play.tint", true) });
  /** Is called when the letters change. @type {() => void} */
  onletters = () => {};

  /** @param {App} app @param {ChessBoard} board */
  constructor(app, board) {
    this.#app = app;
    this.#board = board;
    this.#switches.setAttribute("aria-label", t("play.letters"));
    this.#tint.addEventListener("change", () => {
      remember("play.tint", this.#tint.checked);
      this.tint(true);
    });
    this.element.append(
      el("div", { class: "row" }, this.#score, el("label", null, this.#tint, ` ${t("play.tint")}`)),
      el("p", { class: "hint why-legend" }, ["better", "worse"].map((tone) => el("span", null, el("span", { class: `swatch ${tone}` }), ` ${t(`play.why.${tone}`)}`))),
      this.#notable,
      el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("play.letters") }, this.#sums),
      this.#switches,
      el("details", null,
        el("summary", null, t("play.why.men")),
        el("p", { class: "hint" }, t("play.why.hint")),
        el("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": t("play.why.men") }, this.#men),
      ),
    );
    this.#drawSwitches();
  }

  /** The letters in use, "" for all. */
  get letters() {
    return this.#on.size === all.length ? "" : this.#shown.join("");
  }

  get #shown() {
    return [...all].filter((letter) => this.#on.has(letter));
  }

  #drawSwitches() {
    fill(this.#switches,
      [...all].map((letter) =>
        el(
          "button",
          { type: "button", "aria-pressed": String(this.#on.has(letter)), data: { letter }, title: t(`play.letter.${letter}.long`), onclick: () => this.#switch(letter) },
          chip(letter),
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

  /** Explains a position, and tints the board until tint(false). @param {string} fen */
  async explain(fen) {
    this.#seen = true;
    if (fen === this.#about) {
      this.tint(true);
      return;
    }
    this.#about = fen;
    try {
      const explained = await this.#app.engine.call("evaluate", { position: fen, letters: this.letters });
      if (fen === this.#about) {
        this.#draw(explained);
        this.tint(this.#seen);
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
    this.#rows = compared(x.pieces, this.#shown);
    this.#drawNotable();
    this.#drawSums(x);
    this.#drawMen();
  }

  /** Draws the men that stand out, the most notable first. */
  #drawNotable() {
    const rows = this.#rows.filter(({ man, stands }) => man.square.length === 2 && Math.abs(stands) >= least);
    rows.sort((a, b) => Math.abs(b.stands) - Math.abs(a.stands));
    fill(this.#notable,
      rows.slice(0, 4).map((row) => {
        const parts = this.#shown.filter((letter) => letter !== "m" && row.over[letter]).sort((a, b) => Math.abs(row.over[b] ?? 0) - Math.abs(row.over[a] ?? 0));
        const name = el("button", { type: "button", class: "link" }, nameOf(row));
        this.#point(name, row.man.square);
        return el("li", null, name, " ", el("b", { class: tone(row.stands) }, signed(row.stands)), " ", el("span", { class: "hint" }, parts.slice(0, 3).map((letter) => `${t(`play.letter.${letter}`)}\u00a0${signed(row.over[letter] ?? 0)}`).join(", ")));
      }),
      rows.length === 0 && el("li", { class: "hint" }, t("play.why.none")),
    );
  }

  /**
   * Rings a square while the pointer or the focus is on an element.
   * @param {HTMLElement} element
   * @param {string} square
   */
  #point(element, square) {
    const others = () => [...this.#board.marks].filter(([at, kind]) => at !== square || kind !== "ring");
    for (const event of ["pointerenter", "focus"]) {
      element.addEventListener(event, () => (this.#board.marks = new Map([...others(), [square, "ring"]])));
    }
    for (const event of ["pointerleave", "blur"]) {
      element.addEventListener(event, () => (this.#board.marks = new Map(others())));
    }
  }

  /** Draws White's values less Black's, letter by letter. @param {Explained} x */
  #drawSums(x) {
    const sums = this.#shown.map((letter) => ({ letter, white: x.letters[letter]?.white ?? 0, black: x.letters[letter]?.black ?? 0 }));
    const rests = this.#on.has("n") ? [x.letters["n"]?.rest ?? 0] : []; // what letter n says beyond single men
    const most = Math.max(50, ...[...sums.map(({ white, black }) => white + black), ...rests].map(Math.abs));
    const sum = (/** @type {number} */ value) => [difference(value), el("td", { class: "bar-cell" }, bar(value, most))];
    fill(this.#sums,
      el("thead", null, el("tr", null, ["play.knowledge", "play.white", "play.black", "play.sum"].map((key) => el("th", { scope: "col", class: key === "play.knowledge" ? null : "number" }, t(key))), el("td"))),
      el("tbody", null,
        sums.map(({ letter, white, black }) => el("tr", null, el("th", { scope: "row" }, chip(letter), ` ${t(`play.letter.${letter}`)}`), number(white), number(-black), sum(white + black))),
        rests.map((rest) => el("tr", null, el("th", { scope: "row" }, t("play.rest")), el("td"), el("td"), sum(rest))),
      ),
    );
  }

  #drawMen() {
    const shown = this.#shown;
    const most = Math.max(50, ...this.#rows.map(({ stands }) => Math.abs(stands)));
    const head = (/** @type {string} */ letter) => el("th", { scope: "col", class: "letter-head" }, chip(letter), el("span", null, t(`play.letter.${letter}`)));
    fill(this.#men,
      el("thead", null, el("tr", null, el("th", { scope: "col" }, t("play.man")), shown.map(head), el("th", { scope: "col" }, t("play.stands")))),
      el("tbody", null,
        this.#rows
          .filter(({ raw }) => shown.some((letter) => raw[letter]))
          .map((row) => {
            const line = el("tr", { class: row.own > 0 ? "of-white" : "of-black", data: { square: row.man.square } },
              el("th", { scope: "row" }, nameOf(row)),
              shown.map((letter) => difference(row.over[letter] ?? 0, row.raw[letter] ?? 0)),
              el("td", { class: "bar-cell" }, bar(row.stands, most)),
            );
            if (row.man.square.length === 2) {
              this.#point(line, row.man.square);
            }
            return line;
          }),
      ),
    );
  }

  /** Tints the board, if the reader wants it and the panel is in sight. @param {boolean} seen */
  tint(seen) {
    this.#seen = seen;
    const tints = new Map();
    for (const { man, stands } of seen && this.#tint.checked ? this.#rows : []) {
      if (man.square.length === 2 && Math.abs(stands) >= least) {
        tints.set(man.square, Math.sign(stands) * Math.min(1, 0.25 + Math.abs(stands) / 120));
      }
    }
    this.#board.tints = tints;
  }
}

/**
 * Compares each man with the average man of its kind in the position, of either colour.
 * @param {Man[]} men
 * @param {string[]} shown the letters in use
 * @returns {Row[]}
 */
function compared(men, shown) {
  const kind = (/** @type {Man} */ { piece }) => (piece.length === 1 ? piece.toUpperCase() : piece === "rest" ? "rest" : "side");
  const sign = (/** @type {Man} */ { piece }) => (/^([a-z]|black)$/.test(piece) ? -1 : 1);
  const groups = Map.groupBy(men, kind);
  return men.map((man) => {
    const group = groups.get(kind(man)) ?? [];
    const own = sign(man);
    /** @type {Row} */
    const row = { man, own, raw: {}, over: {}, stands: 0 };
    for (const letter of shown) {
      const mean = group.reduce((sum, one) => sum + sign(one) * (one.letters[letter] ?? 0), 0) / group.length;
      row.raw[letter] = own * (man.letters[letter] ?? 0);
      row.over[letter] = Math.round((row.raw[letter] ?? 0) - (group.length > 1 ? mean : 0));
      row.stands += letter === "m" ? 0 : (row.over[letter] ?? 0);
    }
    return row;
  });
}

/** Returns the sign of a man's side and its name. @param {Row} row */
function nameOf({ man, own }) {
  const side = own > 0 ? "white" : "black";
  return [
    man.piece !== "rest" && el("span", { class: `player-sign ${side}`, role: "img", "aria-label": t(`play.${side}`) }),
    man.piece.length > 1 ? t(`play.${man.piece}`) : `${t(`play.piece.${man.piece.toUpperCase()}`)}${man.square}`,
  ];
}

/** @param {number} value */
const plain = (value) => String(value).replace("-", "−");

/** @param {number} value */
const signed = (value) => (value > 0 ? `+${value}` : plain(value));

/** Returns the class of a difference. @param {number} value */
const tone = (value) => (Math.abs(value) < least ? "even" : value > 0 ? "better" : "worse");

/** @param {number} value */
function number(value) {
  return el("td", { class: "number", data: { raw: value } }, value === 0 ? "·" : plain(value));
}

/**
 * Returns a cell with a difference; the value from which it comes is in its tooltip.
 * @param {number} value
 * @param {number} [raw]
 */
function difference(value, raw = value) {
  return el("td", { class: `number ${tone(value)}`, data: { raw }, title: raw === value ? null : t("play.why.raw", { raw: plain(raw), mean: plain(raw - value) }) }, value === 0 ? "·" : signed(value));
}

/** Returns a bar from the middle, to the right for good values. @param {number} value @param {number} most */
function bar(value, most) {
  const filled = el("span", { class: `${value < 0 ? "bar-bad" : "bar-good"} ${tone(value)}` });
  filled.style.width = `${(50 * Math.abs(value)) / most}%`;
  return el("span", { class: "bar-whole", title: signed(value), role: "img", "aria-label": signed(value) }, filled);
}
