// The panel "Why": what the nine groups of evaluation terms say about a position. A sentence and the board come
// first: men that stand better or worse than the average man of their kind are tinted. Tables follow.

import "./words-why.js";
import { add, button, el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { recall, remember } from "./memory.js";
import { chip, letters as all, wide } from "./play-members.js";
import { written } from "./play-moves.js";
import { language, t } from "./words.js";

/** @import { App } from "./pages.js" @import { ChessBoard } from "./board.js" */
/** @import { Score } from "./play-moves.js" */

/** Values are White's. @typedef {{square: string, piece: string, letters: Record<string, number>}} Man */
/** @typedef {{white: number, black: number, rest?: number}} Values the rest is that of no single man */
/** @typedef {{score: number, rounding: number, letters: Record<string, Values>, pieces: Man[]}} Explained */

/**
 * A man, or a side as a whole, seen from its owner: raw values by letter, and their differences
 * from the average of its kind in the position. Stands is the sum of the differences but for material.
 * @typedef {{man: Man, own: number, raw: Record<string, number>, over: Record<string, number>, stands: number}} Row
 */

/** Smaller differences, in centipawns, have no colour; smaller terms are not put into words. */
const [least, leastTerm] = [30, 20];

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
  #switches = el("div", { class: "switches-letters", role: "group", "aria-label": t("play.letters") });
  #sentence = el("p", { class: "why-sentence" });
  #static = el("b");
  #searched = el("b");
  #notable = el("ul", { class: "why-notable" });
  #sums = el("table", { class: "why-sums" });
  #rest = el("p", { class: "hint" });
  #men = el("table", { class: "why-men" });
  #tint = el("input", { type: "checkbox", checked: recall("play.tint", true), onchange: () => this.#retint() });
  /** Is called when the letters change. @type {() => void} */
  onletters = () => {};

  /** @param {App} app @param {ChessBoard} board */
  constructor(app, board) {
    this.#app = app;
    this.#board = board;
    const named = (/** @type {string} */ name, /** @type {HTMLElement} */ value) =>
      el("span", { title: t(`play.why.${name}.about`) }, `${t(`play.why.${name}`)} `, value);
    const legend = (/** @type {string} */ tone) =>
      el("span", null, el("span", { class: `swatch ${tone}` }), ` ${t(`play.why.${tone}`)}`);
    this.element.append(
      this.#sentence,
      el("div", { class: "row why-scores" }, named("static", this.#static), named("searched", this.#searched),
        el("label", null, this.#tint, ` ${t("play.tint")}`)),
      el("p", { class: "hint why-legend" }, legend("better"), legend("worse")),
      this.#notable,
      wide("play.letters", this.#sums), this.#rest, el("p", { class: "hint" }, t("play.letters")), this.#switches,
      el("details", null, el("summary", null, t("play.why.men")), el("p", { class: "hint" }, t("play.why.hint")),
        wide("play.why.men", this.#men)),
    );
    this.#drawSwitches();
  }

  #retint() {
    remember("play.tint", this.#tint.checked);
    this.tint(true);
  }

  /** Shows what a search says of the position. @param {Score} [score] */
  searched(score) {
    this.#searched.textContent = score ? written(score) : "";
    /** @type {HTMLElement} */ (this.#searched.parentElement).hidden = !score;
  }

  /** The letters in use, "" for all. */
  get letters() {
    return this.#on.size === all.length ? "" : this.#shown.join("");
  }

  get #shown() {
    return [...all].filter((letter) => this.#on.has(letter));
  }

  #drawSwitches() {
    fill(this.#switches, [...all].map((letter) => {
      const name = `play.letter.${letter}`;
      const more = { "aria-pressed": String(this.#on.has(letter)), data: { letter }, title: t(`${name}.long`) };
      return add(button(null, chip(letter), () => this.#switch(letter), more), ` ${t(name)}`);
    }));
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
        fill(this.#sentence, messageOf(thrown));
      }
    }
  }

  /** @param {Explained} x */
  #draw(x) {
    this.#rows = compared(x.pieces, this.#shown);
    const notable = this.#rows.filter(notableRow).sort((a, b) => Math.abs(b.stands) - Math.abs(a.stands));
    const sums = this.#shown.map((letter) => ({ letter, sum: sumOf(x.letters[letter]) }));
    fill(this.#sentence, sentence(x.score, sums, notable));
    fill(this.#static, written({ cp: x.score }));
    this.#drawNotable(notable.slice(0, 4));
    this.#drawSums(sums);
    const { rest = 0 } = x.letters["n"] ?? {};
    fill(this.#rest, this.#on.has("n") && rest !== 0 && t("play.why.rest", { rest: signed(rest) }));
    this.#drawMen(x);
  }

  /** Draws the men that stand out. @param {Row[]} rows the most notable first */
  #drawNotable(rows) {
    const weighty = (/** @type {Row} */ { over }) => this.#shown.filter((letter) => letter !== "m" && over[letter])
      .sort((a, b) => Math.abs(over[b] ?? 0) - Math.abs(over[a] ?? 0))
      .slice(0, 3).map((letter) => `${t(`play.letter.${letter}`)}\u00a0${signed(over[letter] ?? 0)}`);
    fill(this.#notable,
      rows.map((row) => {
        const name = el("button", { type: "button", class: "link" }, nameOf(row));
        this.#point(name, row.man.square);
        return el("li", null, name, " ", el("b", { class: tone(row.stands) }, signed(row.stands)), " ",
          el("span", { class: "hint" }, weighty(row).join(", ")));
      }),
      rows.length === 0 && el("li", { class: "hint" }, t("play.why.none", { least })),
    );
  }

  /**
   * Rings a square while the pointer or the focus is on an element.
   * @param {HTMLElement} element @param {string} square
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

  /** Draws White's values less Black's, letter by letter. @param {Sum[]} sums */
  #drawSums(sums) {
    const most = Math.max(50, ...sums.map(({ sum }) => Math.abs(sum)));
    const head = (/** @type {string} */ key, /** @type {string | null} */ kind) =>
      el("th", { scope: "col", class: kind }, t(key));
    fill(this.#sums,
      el("thead", null, el("tr", null, head("play.knowledge", null), head("play.sum", "number"), el("td"))),
      el("tbody", null, sums.map(({ letter, sum }) => el("tr", null,
        el("th", { scope: "row" }, chip(letter), ` ${t(`play.letter.${letter}`)}`),
        difference(sum), el("td", { class: "bar-cell" }, bar(sum, most))))),
    );
  }

  /** Draws all men, and below them the values of both sides. @param {Explained} x */
  #drawMen(x) {
    const shown = this.#shown;
    const most = Math.max(50, ...this.#rows.map(({ stands }) => Math.abs(stands)));
    const head = (/** @type {string} */ letter) =>
      el("th", { scope: "col", class: "letter-head" }, chip(letter), el("span", null, t(`play.letter.${letter}`)));
    const whole = (/** @type {"white" | "black"} */ side, /** @type {number} */ own) => el("tr", null,
      el("th", { scope: "row" }, t(`play.${side}`)),
      shown.map((letter) => number(own * (x.letters[letter]?.[side] ?? 0))), el("td"));
    fill(this.#men,
      el("thead", null, el("tr", null,
        el("th", { scope: "col" }, t("play.man")), shown.map(head), el("th", { scope: "col" }, t("play.stands")))),
      el("tbody", null, this.#rows.filter(({ raw }) => shown.some((letter) => raw[letter])).map((row) => {
        const line = el("tr", { class: row.own > 0 ? "of-white" : "of-black", data: { square: row.man.square } },
          el("th", { scope: "row" }, nameOf(row)),
          shown.map((letter) => difference(row.over[letter] ?? 0, row.raw[letter] ?? 0)),
          el("td", { class: "bar-cell" }, bar(row.stands, most)),
        );
        if (row.man.square.length === 2) {
          this.#point(line, row.man.square);
        }
        return line;
      })),
      el("tfoot", null, whole("white", 1), whole("black", -1)),
    );
  }

  /** Tints the board, if the reader wants it and the panel is in sight. @param {boolean} seen */
  tint(seen) {
    this.#seen = seen;
    const rows = seen && this.#tint.checked ? this.#rows.filter(notableRow) : [];
    this.#board.tints = new Map(rows.map(({ man, stands }) =>
      [man.square, Math.sign(stands) * Math.min(1, 0.25 + Math.abs(stands) / 120)]));
  }
}

/** White's value of a letter less Black's. @typedef {{letter: string, sum: number}} Sum */

/** @param {Values} [values] */
const sumOf = ({ white, black, rest = 0 } = { white: 0, black: 0 }) => white + black + rest;

/** Reports whether a man stands out. @param {Row} row */
const notableRow = ({ man, stands }) => man.square.length === 2 && Math.abs(stands) >= least;

/** Scores, in centipawns, up to which a side stands no better than a text says. */
const levels = [40, 100, 200, 500, Infinity];

/**
 * Says in words what an evaluation rests on: the largest terms of both sides, and the men that stand out most. The
 * kings are in their own term.
 * @param {number} score White's
 * @param {Sum[]} sums
 * @param {Row[]} notable the most notable men first
 */
function sentence(score, sums, notable) {
  const sign = score < 0 ? -1 : 1;
  const level = levels.findIndex((most) => Math.abs(score) < most);
  const [side, other] = sign > 0 ? ["white", "black"] : ["black", "white"];
  const has = (/** @type {number} */ own, /** @type {number} */ count) => {
    const terms = sums.filter(({ sum }) => own * sum >= leastTerm)
      .sort((a, b) => own * (b.sum - a.sum)).slice(0, count);
    const list = new Intl.ListFormat(language() === "it" ? "it" : "en-GB");
    return list.format(terms.map(({ letter }) => t(`play.letter.${letter}.good`)));
  };
  return t("play.why.sentence", {
    level, side: t(`play.${side}`), terms: has(sign, 3), other: t(`play.${other}`), against: has(-sign, 2),
    men: notable.filter(({ man }) => !/k/i.test(man.piece)).slice(0, 2).map(({ man, own, stands }) =>
      t(stands < 0 ? "play.why.weak" : "play.why.strong", { side: t(own > 0 ? "play.white" : "play.black"),
        man: manOf(man) })),
  });
}

/**
 * Compares each man with the average man of its kind in the position, of either colour.
 * @param {Man[]} men
 * @param {string[]} shown the letters in use
 * @returns {Row[]}
 */
function compared(men, shown) {
  const kind = (/** @type {Man} */ { piece }) =>
    piece.length === 1 ? piece.toUpperCase() : piece === "rest" ? "rest" : "side";
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
    man.piece.length > 1 ? t(`play.${man.piece}`) : manOf(man),
  ];
}

/** @param {Man} man */
const manOf = ({ piece, square }) => `${t(`play.piece.${piece.toUpperCase()}`)}${square}`;

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
 * @param {number} value @param {number} [raw]
 */
function difference(value, raw = value) {
  const title = raw === value ? null : t("play.why.raw", { raw: plain(raw), mean: plain(raw - value) });
  return el("td", { class: `number ${tone(value)}`, data: { raw }, title }, value === 0 ? "·" : signed(value));
}

/** Returns a bar from the middle, to the right for good values. @param {number} value @param {number} most */
function bar(value, most) {
  const filled = el("span", { class: `${value < 0 ? "bar-bad" : "bar-good"} ${tone(value)}` });
  filled.style.width = `${(50 * Math.abs(value)) / most}%`;
  return el("span", { class: "bar-whole", title: signed(value), role: "img", "aria-label": signed(value) }, filled);
}
