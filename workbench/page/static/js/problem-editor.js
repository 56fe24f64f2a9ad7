// Editing other than on the board itself: turns of the whole board, rights, the text of the position,
// twins.

import { button, el, fill } from "./dom.js";
import { fen } from "./diagram.js";
import { menu } from "./menu.js";
import { recall, remember } from "./memory.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" @import { Diagram, History } from "./diagram.js" */
/** @import { Fault } from "./engine.js" @import { Moment } from "./problem-undo.js" */
/** @import { ProblemPage } from "./problem.js" */

const signs = Object.entries(
  { mirror: "⇋", flip: "⇅", rotate: "↻", left: "←", up: "↑", down: "↓", right: "→", swap: "◧" });

/** The maximum number of lines in the text box of the position. */
const highest = 8;
/** The maximum number of characters that it shows. */
const longest = 20_000;
/** How many characters are shown on each side of an invalid one. */
const around = 14;

/** Marks the character at a byte of a text. @param {string} text @param {number} offset -1 if it is not known */
function excerpt(text, offset) {
  const bytes = new TextEncoder().encode(text);
  if (offset < 0 || offset >= bytes.length) return [];
  const at = new TextDecoder().decode(bytes.subarray(0, offset)).length;
  const before = text.slice(0, at).replace(/^.*\n/s, "");
  const [wrong = "", ...after] = [...text.slice(at).split("\n", 1).join("")];
  return [el("code", { class: "place" }, before.length > around && "…", before.slice(-around),
    el("mark", null, wrong), after.slice(0, around).join("")), " "];
}

/** The parts of the editor. */
export class Editor {
  #page;
  #timer = 0;
  /** Whether the diagram was typed: the text then stays unchanged. */
  typed = false;

  /** @param {ProblemPage} page */
  constructor(page) {
    this.#page = page;
    const step = (/** @type {string} */ way, /** @type {string} */ sign, /** @type {number} */ by) =>
      button(way, sign, () => page.undo(by), { title: t(`problem.${way}`), "aria-label": t(`problem.${way}`) });
    this.undo = step("undo", "↶", -1);
    this.redo = step("redo", "↷", 1);
    this.history = el("div", { class: "history" }, this.undo, this.redo);
    const tool = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {object} */ properties) =>
      el("button", { type: "button", ...properties }, el("span", { "aria-hidden": "true" }, `${sign} `), t(key));
    this.edge = el("span", { class: "hint" });
    this.more = button("more", t("problem.more.position"),
      () => this.unfold(this.below.classList.contains("shut")), { "aria-controls": "position-more" });
    this.tools = el("div", { class: "tools", role: "group", "aria-label": t("problem.tools") },
      menu("whole", t("problem.board"), tool("⟲", "problem.turn", { class: "turn", onclick: () => page.turn() }),
        signs.map(([how, sign]) =>
          tool(sign, `problem.do.${how}`, { data: { how }, onclick: () => page.transform(how) }))),
      button("clear", t("problem.do.clear"), () => page.transform("clear")),
      this.more);
    this.text = el("textarea", { id: "position-text", class: "grow moves", rows: 1, title: t("problem.text.forms"),
      placeholder: t("problem.text.example"), spellcheck: false, autocomplete: "off", autocapitalize: "off",
      "data-query": "", "aria-describedby": "position-fault", oninput: () => this.#typed(),
      onfocus: () => this.text.select() });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.#take();
      }
    });
    this.fault = el("p", { id: "position-fault", class: "fault", role: "status" });
    this.castling = el("span", { class: "row castling", role: "group", "aria-label": t("problem.castling") });
    this.enpassant = el("select", { "aria-label": t("problem.enpassant"),
      onchange: () => page.change({ ...page.diagram, enpassant: this.enpassant.value }) });
    this.twins = el("div", { class: "tools twins", role: "group", "aria-label": t("problem.twins") });
    this.below = el("div", { class: "below", id: "position-more" }, this.fault,
      el("div", { class: "row rights" }, page.asked.node, this.twins, this.castling,
        el("label", { class: "ep", hidden: true }, `${t("problem.enpassant")} `, this.enpassant)),
      el("div", { class: "row fen" }, el("label", { for: "position-text" }, t("problem.position")), this.text));
    this.#fold(recall("unfolded", false));
  }

  /** Shows or hides rights, twins and position; with room they are always shown. @param {boolean} on */
  unfold(on) {
    this.#fold(on);
    remember("unfolded", on);
  }

  /** @param {boolean} on */
  #fold(on) {
    this.below.classList.toggle("shut", !on);
    this.more.setAttribute("aria-expanded", String(on));
  }

  #typed() {
    this.#fit();
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#take(), 250);
  }

  #take() {
    clearTimeout(this.#timer);
    if (this.text.value.trim() !== "" && this.text.value !== fen(this.#page.diagram)) {
      this.#page.read(this.text.value, true);
    }
  }

  /** Shows an unreadable text. @param {string} text @param {Fault} fault @param {string} [name] of its file */
  refuse(text, fault, name = "") {
    if (this.text.value !== text && text.length <= longest) {
      this.#write(text);
    }
    this.text.setAttribute("aria-invalid", "true");
    const { line, column } = fault;
    const place = line > 0 && (line > 1 || name) ? t("problem.place", { line, column }) : "";
    this.#say(true, excerpt(text, fault.offset), [name, place, fault.message].filter((part) => part !== "").join(": "));
  }

  /** Shows a message about the text that was read; "" clears it. @param {string} text */
  remark(text) {
    this.text.setAttribute("aria-invalid", "false");
    this.#say(false, text);
  }

  /** @param {boolean} wrong @param {...(string | (Node | string)[])} parts */
  #say(wrong, ...parts) {
    this.fault.className = wrong ? "fault" : "hint";
    fill(this.fault, parts.flat());
    if (this.fault.textContent !== "") {
      this.#fold(true);
    }
  }

  /** Reports whether the text in the box is not a position. */
  get refused() {
    return this.text.getAttribute("aria-invalid") === "true";
  }

  /** Shows the text of the current diagram, its twins, and what can be undone. @param {History<Moment>} history */
  show(history) {
    this.undo.disabled = !history.canUndo;
    this.redo.disabled = !history.canRedo;
    this.edge.textContent = "";
    this.remark("");
    this.showText(this.#page.diagram);
    this.#showTwins(history.now.twins.length, history.now.at);
  }

  /** Shows the text of a diagram, unless the box has an invalid one or the reader's. @param {Diagram} d */
  showText(d) {
    const typed = this.typed && document.activeElement === this.text;
    if (!typed && !this.refused) {
      this.#write(fen(d));
    }
  }

  /** @param {string} text */
  #write(text) {
    this.text.value = text;
    this.#fit();
  }

  /** Fits the height of the box to its text. */
  #fit() {
    this.text.rows = Math.min(this.text.value.split("\n").length, highest);
  }

  /** Shows the rights that the men allow. @param {Diagram} d @param {any} position the answer about it */
  showRights(d, position) {
    const possible = [...position.castling_possible].filter((letter) => letter !== "-");
    fill(this.castling, possible.length > 0 && el("span", null, t("problem.castling")), possible.map((letter) => {
      const box = el("input", { type: "checkbox", checked: d.castling.includes(letter), onchange: () => {
        const now = this.#page.diagram;
        const castling = [..."KQkq"]
          .filter((other) => (other === letter ? box.checked : now.castling.includes(other))).join("");
        this.#page.change({ ...now, castling: castling || "-" });
      } });
      return el("label", null, box, ` ${t(`problem.castling.${letter}`)}`);
    }));
    fill(this.enpassant, ["-", ...position.enpassant_possible].map((square) =>
      el("option", { value: square, selected: square === d.enpassant }, square === "-" ? "–" : square)));
    /** @type {HTMLElement} */ (this.enpassant.closest("label")).hidden = position.enpassant_possible.length === 0;
  }

  /** Marks the twin that is on the board. @param {number} number of twins @param {number} at */
  #showTwins(number, at) {
    const twin = (/** @type {string} */ label, /** @type {"add" | "drop" | number} */ way) =>
      button(null, label, () => this.#page.twin(way),
        { "aria-pressed": typeof way === "number" ? String(way === at) : undefined });
    fill(this.twins,
      number > 1 && Array.from({ length: number }, (_, i) => twin(`${"abcdefghijklmnopqrstuvwxyz"[i]})`, i)),
      number < 26 && twin(t("problem.twin.add"), "add"), number > 1 && twin(t("problem.twin.drop"), "drop"));
  }
}

/** Moves a king that is placed a second time. @param {ChessBoard} board @param {CustomEvent} event place */
export function moveKing(board, event) {
  const { square, letter } = event.detail;
  const [from] = [...board.men].find(([, man]) => man === letter && "Kk".includes(man)) ?? [];
  if (from && from !== square) {
    event.preventDefault();
    board.act("move", { from, to: square, letter });
  }
}
