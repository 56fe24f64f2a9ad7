// The flight map and the guard map: where the king to mate could go, and which squares are guarded.

import { el, fill } from "./dom.js";
import { cancelled, messageOf } from "./engine.js";
import { latest } from "./latest.js";
import { recall, remember } from "./memory.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" @import { App } from "./pages.js" */

const names = /** @type {const} */ (["flights", "guards"]);
const signs = { flights: "○", guards: "⊹" };

/** Tells screen readers what the board shows on its squares: locks and maps. @param {ChessBoard} board */
export function describe(board) {
  for (const cell of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll("[role=gridcell]"))) {
    const square = cell.dataset["square"] ?? "";
    const [kind, n] = String(board.tints.get(square) ?? "").split(" ");
    const lock = board.marks.get(square) === "lock" && t("problem.map.on.lock");
    const map = kind && t(`problem.map.on.${kind}`, { n: Number(n) });
    cell.ariaDescription = [lock, map].filter(Boolean).join(", ") || null;
  }
}

/** The two maps, drawn as tints of the board with a sign, and announced to screen readers square by square. */
export class Maps {
  #app;
  #board;
  #anew = latest();
  /** What is shown: the position and the side that mates. */
  #of = { fen: "", mates: "w" };
  legend = el("p", { class: "hint map-legend", role: "status", hidden: true });

  /** @param {App} app @param {ChessBoard} board */
  constructor(app, board) {
    this.#app = app;
    this.#board = board;
    const on = recall("maps", /** @type {string[]} */ ([]));
    this.buttons = names.map((name) => el("button", { type: "button", data: { map: name },
      "aria-pressed": String(on.includes(name)), title: t(`problem.map.${name}.about`),
      "aria-label": t(`problem.map.${name}`),
      onclick: (/** @type {Event} */ { currentTarget }) => this.#toggle(/** @type {HTMLElement} */ (currentTarget)) },
    el("span", { "aria-hidden": "true" }, signs[name]), ` ${t(`problem.map.${name}`)}`));
    // The board draws its squares anew when it turns.
    new MutationObserver(() => describe(board)).observe(board, { attributeFilter: ["orientation"] });
  }

  /** @param {HTMLElement} button */
  #toggle(button) {
    button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
    remember("maps", names.filter((name) => this.#wants(name)));
    this.#draw();
  }

  /** @param {string} name */
  #wants(name) {
    return this.buttons.some(({ dataset, ariaPressed }) => dataset["map"] === name && ariaPressed === "true");
  }

  /** @param {string} fen "" while the board shows another position @param {string} mates the side, w or b */
  show(fen, mates) {
    this.#of = { fen, mates };
    this.#draw();
  }

  async #draw() {
    const signal = this.#anew();
    const { fen, mates } = this.#of;
    const wanted = names.some((name) => this.#wants(name));
    this.legend.hidden = !wanted;
    if (!wanted || fen === "") {
      this.#put(new Map());
      return;
    }
    try {
      const answer = await this.#app.engine.call("position", { text: fen, maps: mates }, { signal });
      if (!signal.aborted) {
        this.#tell(answer, mates);
      }
    } catch (thrown) {
      if (!signal.aborted && !cancelled(thrown)) {
        this.#put(new Map());
        fill(this.legend, messageOf(thrown));
      }
    }
  }

  /** @param {{flights?: string[], guards?: Record<string, string[]>}} answer @param {string} mates */
  #tell({ flights, guards }, mates) {
    /** @type {Map<string, string>} */
    const tints = new Map();
    const parts = [];
    const sign = (/** @type {string} */ kind, /** @type {string} */ text, /** @type {string} */ about) =>
      el("span", null, el("b", { class: `map-sign ${kind}`, "aria-hidden": "true" }, text), ` ${about}`);
    if (this.#wants("flights")) {
      flights?.forEach((square) => tints.set(square, "flight"));
      parts.push(sign("flight", "○", `${t("problem.map.flights")}: ${flights?.join(", ") || "–"}`));
    }
    if (this.#wants("guards")) {
      Object.entries(guards ?? {}).forEach(([square, men]) => tints.set(square, `guard ${men.length}`));
      parts.push(sign("guard", "2", t(`problem.map.legend.${mates}`)));
    }
    fill(this.legend, ...(flights ? parts.flatMap((part) => [part, " "]) : [t("problem.map.illegal")]));
    this.#put(tints);
  }

  /** @param {Map<string, string>} tints */
  #put(tints) {
    this.#board.tints = tints;
    describe(this.#board);
  }
}
