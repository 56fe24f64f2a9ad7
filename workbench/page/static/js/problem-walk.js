// Steps through a line of the solution on the board, and the bar with its buttons.

import { button, el } from "./dom.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" @import { App } from "./pages.js" */

/** Shows lines on a board. */
export class Walk {
  #app;
  #board;
  #from = "";
  /** @type {string[]} */
  #moves = [];
  /** @type {string[]} */
  #threats = [];
  #at = 0;
  #asked = 0;
  /** @type {Map<string, any>} positions by what was asked */
  #known = new Map();
  #changed;

  /** @param {App} app @param {ChessBoard} board @param {() => void} changed is called when a walk begins or ends */
  constructor(app, board, changed) {
    this.#app = app;
    this.#board = board;
    this.#changed = changed;
    const step = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      button(null, sign, onclick, { title: t(key), "aria-label": t(key) });
    this.text = el("span", { class: "grow moves" });
    this.bar = el("div", { class: "walk row", hidden: true, role: "toolbar", "aria-label": t("problem.walk") },
      step("«", "problem.walk.first", () => this.step(-this.#at + 1)),
      step("◀", "problem.walk.back", () => this.step(-1)),
      step("▶", "problem.walk.on", () => this.step(1)),
      this.text,
      button("leave", t("problem.walk.leave"), () => this.leave()),
    );
  }

  /** Reports whether the board shows a line and not the diagram. */
  get on() {
    return this.#moves.length > 0;
  }

  /** @param {string} from @param {string[]} moves @param {string[]} threats at the end @param {string} label */
  show(from, moves, threats, label) {
    [this.#from, this.#moves, this.#threats, this.#at] = [from, moves, threats, moves.length];
    this.text.textContent = this.text.title = label;
    this.bar.hidden = false;
    this.#changed();
    this.#draw();
  }

  /** @param {number} by */
  step(by) {
    if (!this.on) return;
    this.#at = Math.min(Math.max(this.#at + by, 0), this.#moves.length);
    this.#draw();
  }

  /** Shows the diagram again. */
  leave() {
    if (!this.on) return;
    this.#asked++;
    this.#moves = [];
    this.bar.hidden = true;
    this.#changed();
  }

  async #draw() {
    const asked = ++this.#asked;
    const moves = this.#moves.slice(0, this.#at);
    const key = `${this.#from} ${moves.join(" ")} ${this.#app.language}`;
    let position = this.#known.get(key);
    if (!position) {
      position = await this.#app.engine.call("position", { text: this.#from, moves }).catch(() => null);
      if (this.#known.size > 2000) {
        this.#known.clear();
      }
      this.#known.set(key, position);
    }
    if (asked !== this.#asked || !position) return;
    const last = moves.at(-1);
    const marks = new Map(last && last !== "0000" ? [[last.slice(0, 2), "last"], [last.slice(2, 4), "last"]] : []);
    const [king] = position.check.filter((/** @type {string} */ square) => "Kk".includes(position.men[square]));
    if (king) {
      marks.set(king, "ring");
    }
    this.#board.men = new Map(Object.entries(position.men));
    this.#board.marks = marks;
    const threats = this.#at === this.#moves.length ? this.#threats : [];
    this.#board.arrows = threats.map((move) => ({ from: move.slice(0, 2), to: move.slice(2, 4), kind: "threat" }));
    this.text.dataset.at = `${this.#at}/${this.#moves.length}`;
    if (last && last !== "0000") {
      const square = last.slice(2, 4);
      const man = t(`board.${position.men[square]}`);
      this.#app.announce(t("board.moved", { man, from: last.slice(0, 2), to: square }));
    }
  }
}
