// "Try this": the sound positions one change away, as small diagrams.

import "./words-compose.js";
import { el, fill } from "./dom.js";
import { fen, nameOf } from "./diagram.js";
import { cancelled, messageOf } from "./engine.js";
import { miniBoard } from "./board-draw.js";
import { Goal } from "./problem-goal.js";
import { t } from "./words.js";

/** @import { ChessBoard } from "./board.js" */
/** @import { Diagram } from "./diagram.js" */
/** @import { App } from "./pages.js" */
/** @import { Terms } from "./report-themes.js" */
/** @import { Report } from "./report.js" */

/**
 * Something that a neighbour has more or less of (docs/web-api.md).
 * @typedef {{aspect: string, name: string, from: number, to: number}} Difference
 */

/** @typedef {{change: string, man?: string, is?: string, from?: string, to?: string, turn?: string, files?: number, ranks?: number}} Change */

/**
 * A sound problem one or two changes away (docs/web-api.md).
 * @typedef {Change & {second?: Change, fen: string, key: {san: string}, defences: number, mates: number, duals: number,
 *   gains: string[], gained: Difference[], lost: Difference[], worth: number}} Neighbour
 */

/** How many are shown. */
const most = 120;

/** The search and its list. */
export class Neighbours {
  #app;
  #take;
  #shown = "";
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Diagram | null} */
  #diagram = null;

  /** @param {App} app @param {ChessBoard} board @param {(text: string) => void} take takes a position over */
  constructor(app, board, take) {
    this.#app = app;
    this.#take = take;
    this.status = el("p", { class: "hint", role: "status" });
    this.bar = el("progress", { max: 1, hidden: true, "aria-label": t("problem.tab.neighbours") });
    this.list = el("ul", { class: "cards neighbours" });
    this.halt = el("button", { type: "button", class: "stop", hidden: true, onclick: () => this.#halt() }, t("problem.stop"));
    this.goal = new Goal(app, board, () => this.#diagram && this.#search(this.#diagram));
    this.section = el("div", null, el("p", { class: "hint" }, t("problem.try.about")),
      this.goal.node,
      el("div", { class: "row searching" }, this.status, this.halt), this.bar, this.list);
  }

  /** Cancels the search and keeps what it has found. */
  #halt() {
    this.#running?.abort();
    this.#end(t("problem.stopped"));
  }

  /** @param {string} text of the status */
  #end(text) {
    this.#running = null;
    this.bar.hidden = true;
    this.halt.hidden = true;
    this.status.textContent = text;
    this.#app.announce(text);
  }

  /** Ends what the goal shows on the board. */
  leave() {
    this.goal.leave();
  }

  /** Cancels the search and clears the list, since the diagram has changed. */
  stop() {
    this.pause();
    this.#shown = "";
  }

  /** Cancels the search. */
  pause() {
    this.#running?.abort();
    if (this.#running) {
      this.#shown = "";
    }
    this.#running = null;
  }

  close() {
    this.stop();
    this.leave();
  }

  /**
   * Searches around a diagram, unless its list is already shown.
   * @param {Diagram} diagram
   * @param {Report} report
   * @param {Terms} terms
   */
  ask(diagram, report, terms) {
    this.goal.offer(report, terms);
    if (report.post_key) {
      this.stop();
      this.#diagram = null;
      fill(this.list);
      this.bar.hidden = this.halt.hidden = true;
      this.status.textContent = t("problem.try.made");
    } else {
      this.#search(diagram);
    }
  }

  /** @param {Diagram} diagram */
  async #search(diagram) {
    const goal = this.goal.text;
    const name = `${nameOf(diagram)} ${goal}`;
    this.#diagram = diagram;
    if (this.#shown === name) {
      return;
    }
    this.pause();
    this.#shown = name;
    fill(this.list);
    this.status.textContent = "";
    this.bar.hidden = false;
    this.halt.hidden = false;
    this.bar.removeAttribute("value");
    const mine = new AbortController();
    this.#running = mine;
    try {
      const tried = await this.#app.engine.call("neighbours", { position: fen(diagram), stipulation: `#${diagram.n}`, goal }, {
        signal: mine.signal,
        on: (event, data) => this.#running === mine && this.#hear(event, data, diagram.n),
      });
      if (this.#running !== mine) {
        return;
      }
      const unbroken = tried.verdict === "sound" && goal.startsWith("repair");
      this.#end(tried.sound > 0 ? t("problem.try.done", inWords(tried)) : t(unbroken ? "problem.try.unbroken" : "problem.try.none"));
    } catch (thrown) {
      if (!cancelled(thrown) && this.#running === mine) {
        this.#end(messageOf(thrown));
      }
    }
  }

  /** @param {string} event @param {any} data @param {number} n */
  #hear(event, data, n) {
    if (event === "waiting") {
      this.status.textContent = t("app.waiting", data);
    } else if (event === "again") {
      fill(this.list);
    } else if (event === "progress") {
      this.status.textContent = t("problem.try.working", inWords(data));
      this.bar.value = data.of > 0 ? data.done / data.of : 0;
    } else if (event === "partial") {
      const found = /** @type {Neighbour[]} */ (data.neighbours).toSorted((a, b) => b.worth - a.worth);
      this.list.append(...found.slice(0, most).map((neighbour) => this.#card(neighbour, n)));
      this.#sort();
      while (this.list.children.length > most) {
        this.list.lastElementChild?.remove();
      }
    }
  }

  /** Sorts by worth, largest first; ties stay in the order of discovery. */
  #sort() {
    const cards = /** @type {HTMLElement[]} */ ([...this.list.children]);
    const sorted = cards.toSorted((a, b) => Number(b.dataset.worth) - Number(a.dataset.worth));
    if (sorted.some((card, i) => card !== cards[i]) && !this.list.contains(document.activeElement)) {
      this.list.append(...sorted);
    }
  }

  /** @param {Neighbour} neighbour @param {number} n */
  #card(neighbour, n) {
    const { key, second } = neighbour;
    const text = [neighbour, second].filter((change) => change !== undefined).map(changeText).join(", ");
    const gains = neighbour.gains.filter((gain) => gain === "economy" || gain === "key").map((gain) => chip("good", t(`problem.gain.${gain}`)));
    const gained = neighbour.gained.map((difference) => chip("good", `+ ${differenceText(difference)}`));
    const lost = neighbour.lost.map((difference) => chip("warn", `− ${differenceText(difference)}`));
    return el("li", { class: "card", data: { worth: String(neighbour.worth) } },
      el("button", { type: "button", class: "diagram", title: t("problem.try.take", { change: text }), "aria-label": t("problem.try.take", { change: text }), onclick: () => this.#take(`${neighbour.fen} #${n}`) }, miniBoard(neighbour.fen)),
      el("p", null, el("b", null, text)),
      el("p", null, el("span", { class: "moves" }, `1.${key.san}!`), " ", t("problem.try.play", neighbour)),
      el("p", null, [...gains, ...gained, ...lost].flat()));
  }
}

/** @param {string} kind @param {string} text */
function chip(kind, text) {
  return [el("span", { class: `chip ${kind}` }, text), " "];
}

/** Writes the counts of a search with the separators of the language. @param {Record<string, any>} answer */
function inWords(answer) {
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, typeof value === "number" ? value.toLocaleString(document.documentElement.lang) : value]));
}

/** @param {Change} change */
function changeText({ change, man = "", is, from, to, turn, files = 0, ranks = 0 }) {
  if (change === "placed") {
    const shifts = [["right", files], ["left", -files], ["up", ranks], ["down", -ranks]].filter(([, by]) => Number(by) > 0);
    return [turn && t(`problem.turned.${turn}`), ...shifts.map(([way, n]) => t(`problem.shifted.${way}`, { n }))].filter(Boolean).join(", ");
  }
  return t(`problem.change.${change}`, { man: t(`board.${man}`), is: is ? t(`board.${is}`) : "", from, to: change === "exchanged" ? from : to });
}

/** @param {Difference} difference */
function differenceText({ aspect, name, from, to }) {
  const text = aspect === "try" ? `1.${name}?` : aspect !== "try duals" && name || t(`problem.aspect.${aspect}`, { name });
  if (aspect === "flaw") {
    return t(to > 0 ? "problem.aspect.flaw" : "problem.aspect.noflaw", { name });
  }
  return name && aspect !== "try duals" && from + to === 1 ? text : `${text} ${from}→${to}`;
}
