// The goal of "Try this": its controls, with menus of the lines and themes of the problem on the board, and squares
// that are locked by choosing them on the board.

import "./words-compose.js";
import { squares } from "./board-draw.js";
import { button, el, fill } from "./dom.js";
import { describe } from "./problem-maps.js";
import { letters } from "./report.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" @import { App } from "./pages.js" */
/** @import { Terms } from "./report-themes.js" @import { Report } from "./report.js" */

/** What neighbours may be wanted for, as goals name it. */
const aims = ["", "fewer", "repair", "key"];

/** What may be changed: one man, two, or the place of the whole diagram. */
const scopes = ["", "two", "whole"];

/** The conditions of a goal that have a text, and what separates its parts. */
const conditions = { keep: ";", theme: ",", lock: "," };

/** @typedef {keyof typeof conditions} Condition */

const names = /** @type {Condition[]} */ (Object.keys(conditions));

/** Returns something for each condition. @template T @param {(name: Condition) => T} make */
const each = (make) =>
  /** @type {Record<Condition, T>} */ (Object.fromEntries(names.map((name) => [name, make(name)])));

/** The controls. */
export class Goal {
  #app;
  #board;
  #changed;
  /** What the menus offer. @type {Record<Condition, string[]>} */
  #offered = { keep: [], theme: [], lock: [] };
  /** @type {AbortController | null} while squares are locked on the board */
  #locking = null;

  /** @param {App} app @param {ChessBoard} board @param {() => void} changed */
  constructor(app, board, changed) {
    this.#app = app;
    this.#board = board;
    this.#changed = () => {
      this.#draw();
      this.#mark();
      changed();
    };
    const list = (/** @type {string} */ label, /** @type {string} */ name, /** @type {string[]} */ values) =>
      el("select", { "aria-label": t(label), onchange: this.#changed },
        values.map((value) => el("option", { value }, t(`problem.${name}.${value || "any"}`))));
    this.aim = list("problem.try.goal", "aim", aims);
    this.scope = list("problem.try.scope", "scope", scopes);
    this.fields = each((name) => el("input", { name, class: "grow", "aria-label": t(`problem.goal.${name}`),
      onchange: this.#changed, placeholder: t(`problem.goal.${name}.example`) }));
    this.menus = each(() => el("div", { class: "choices" }));
    this.summaries = each(() => el("summary", { class: "button" }));
    this.pick = button("pick-squares", t("problem.lock.pick"),
      () => this.#lock(this.#locking === null), { "aria-pressed": "false" });
    this.menus.lock.append(this.pick);
    this.node = el("div", { class: "row goal" }, this.aim, this.scope, Object.values(each((name) =>
      el("details", { class: "condition", data: { of: name } },
        this.summaries[name], this.menus[name], this.fields[name]))));
    this.#draw();
  }

  /** Returns the goal as the program reads it. */
  get text() {
    const whole = this.scope.value === "whole";
    const parts = [whole && this.aim.value === "fewer" ? "" : this.aim.value, this.scope.value];
    for (const name of names) {
      parts.push(...(whole && name === "keep" ? [] : this.#chosen(name)).map((item) => `${name} ${item}`));
    }
    return parts.filter(Boolean).join("; ");
  }

  /** Returns what is in a field. @param {Condition} name */
  #chosen(name) {
    return this.fields[name].value.split(conditions[name]).map((item) => item.trim()).filter(Boolean);
  }

  /** Adds an item to a field or removes it; is it there now? @param {Condition} name @param {string} item */
  #toggle(name, item) {
    const chosen = this.#chosen(name);
    const others = chosen.filter((other) => other !== item);
    const on = others.length === chosen.length;
    this.fields[name].value = (on ? [...chosen, item] : others).join(`${conditions[name]} `);
    this.#changed();
    return on;
  }

  /** Fills the menus from a problem, and shows the locked squares. @param {Report} report @param {Terms} terms */
  offer(report, terms) {
    const lines = report.keys.flatMap((key) => [`1.${letters(key.san)}`,
      ...key.variations.flatMap(({ san, mates_san: [mate] }) => (mate ? letters(`1...${san} 2.${mate}`) : []))]);
    this.#offered.keep = [...new Set(lines)];
    this.#offered.theme = [...new Set((report.themes ?? []).map(({ name }) => terms[name]?.name ?? name))];
    this.#draw();
    this.#mark();
  }

  /** Draws what depends on choices. */
  #draw() {
    for (const name of names) {
      const chosen = this.#chosen(name);
      const number = chosen.length > 0 ? ` (${chosen.length})` : "";
      this.summaries[name].textContent = t(`problem.goal.${name}`) + number;
      if (name !== "lock" && !this.menus[name].contains(document.activeElement)) {
        fill(this.menus[name], this.#offered[name].map((item) => el("label", null,
          el("input", { type: "checkbox", checked: chosen.includes(item), onchange: () => this.#toggle(name, item) }),
          ` ${item}`)));
      }
    }
    const whole = this.scope.value === "whole";
    this.fields.keep.disabled = whole;
    this.menus.keep.toggleAttribute("inert", whole);
    /** @type {HTMLOptionElement} */ (this.aim.options[aims.indexOf("fewer")]).disabled = whole;
  }

  /** Marks the locked squares on the board. */
  #mark() {
    const locked = this.#chosen("lock").filter((square) => squares.includes(square));
    if (locked.length > 0 || [...this.#board.marks.values()].includes("lock")) {
      this.#board.marks = new Map(locked.map((square) => [square, "lock"]));
      describe(this.#board);
    }
  }

  /** @param {boolean} on whether taps on the board lock squares and edit nothing */
  #lock(on) {
    this.#locking?.abort();
    this.#locking = on ? new AbortController() : null;
    this.#board.editable = !on;
    this.#board.picked = "";
    this.pick.setAttribute("aria-pressed", String(on));
    this.#app.announce(t(on ? "problem.lock.on" : "problem.lock.off"));
    const signal = this.#locking?.signal;
    if (!signal) return;
    this.#board.addEventListener("select", (event) => {
      const { square } = /** @type {CustomEvent} */ (event).detail;
      const locked = this.#toggle("lock", square);
      this.#app.announce(t(locked ? "problem.lock.locked" : "problem.lock.free", { square }));
    }, { signal });
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.#lock(false), { signal });
  }

  /** Ends what goes on on the board, since other things are shown now. */
  leave() {
    if (this.#locking) {
      this.#lock(false);
    }
    if ([...this.#board.marks.values()].includes("lock")) {
      this.#board.marks = [];
      describe(this.#board);
    }
  }
}
