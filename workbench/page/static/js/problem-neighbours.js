// "Try this": the sound positions one change away, as small diagrams.

import "./words-compose.js";
import { button, el, fill } from "./dom.js";
import { changedSquares, framedBoard } from "./difference.js";
import { cancelled, messageOf } from "./engine.js";
import { Goal } from "./problem-goal.js";
import { queryOf } from "./problem-undo.js";
import { t } from "./words.js";

/** @import { App } from "./pages.js" @import { ProblemPage } from "./problem.js" */
/** @import { Moment } from "./problem-undo.js" @import { Terms } from "./report-themes.js" */
/** @import { Report } from "./report.js" */

/**
 * Something that a neighbour has more or less of (docs/web-api.md).
 * @typedef {{aspect: string, name: string, from: number, to: number}} Difference
 */

/**
 * @typedef {{change: string, man?: string, is?: string, from?: string, to?: string, turn?: string, files?: number,
 *   ranks?: number}} Change
 */

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
  #page;
  #shown = "";
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Moment | null} */
  #moment = null;

  /** @param {App} app @param {ProblemPage} page */
  constructor(app, page) {
    this.#app = app;
    this.#page = page;
    this.status = el("p", { class: "hint", role: "status" });
    this.bar = el("progress", { max: 1, hidden: true, "aria-label": t("problem.tab.neighbours") });
    this.list = el("ul", { class: "cards neighbours" });
    this.halt = button("stop", t("problem.stop"), () => this.#halt(), { hidden: true });
    this.goal = new Goal(app, page.board, () => this.#moment && this.#search(this.#moment));
    this.section = el("div", null, el("p", { class: "hint" }, t("problem.try.about")), this.goal.node,
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

  /** Cancels the search. */
  pause() {
    this.#running?.abort();
    if (this.#running) {
      this.#shown = "";
    }
    this.#running = null;
  }

  /** Searches around a new diagram. @param {Moment} moment @param {Report} report @param {Terms} terms */
  ask(moment, report, terms) {
    this.goal.offer(report, terms);
    const several = (moment.solutions ?? 1) > 1;
    if (report.post_key || several) {
      this.pause();
      this.#shown = "";
      this.#moment = null;
      fill(this.list);
      this.bar.hidden = this.halt.hidden = true;
      this.status.textContent = t(several ? "problem.try.several" : "problem.try.made");
    } else {
      this.#search(moment);
    }
  }

  /** @param {Moment} moment */
  async #search(moment) {
    const { position, stipulation, solutions } = queryOf(moment);
    const query = { position, stipulation, solutions, goal: this.goal.text };
    const name = JSON.stringify(query);
    this.#moment = moment;
    if (this.#shown === name) return;
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
      const tried = await this.#app.engine.call("neighbours", query, {
        signal: mine.signal,
        on: (event, data) => this.#running === mine && this.#hear(event, data, query),
      });
      if (this.#running !== mine) return;
      const unbroken = tried.verdict === "sound" && query.goal.startsWith("repair");
      const none = t(unbroken ? "problem.try.unbroken" : "problem.try.none");
      this.#end(tried.sound > 0 ? t("problem.try.done", inWords(tried)) : none);
    } catch (thrown) {
      if (!cancelled(thrown) && this.#running === mine) {
        this.#end(messageOf(thrown));
      }
    }
  }

  /** @param {string} event @param {any} data @param {{position: string, stipulation: string}} query */
  #hear(event, data, query) {
    if (event === "waiting") {
      this.status.textContent = t("app.waiting", data);
    } else if (event === "again") {
      fill(this.list);
    } else if (event === "progress") {
      this.status.textContent = t("problem.try.working", inWords(data));
      this.bar.value = data.of > 0 ? data.done / data.of : 0;
    } else if (event === "partial") {
      const found = /** @type {Neighbour[]} */ (data.neighbours).toSorted((a, b) => b.worth - a.worth);
      this.list.append(...found.slice(0, most).map((neighbour) => this.#card(neighbour, query)));
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

  /** @param {Neighbour} neighbour @param {{position: string, stipulation: string}} query */
  #card(neighbour, { position, stipulation }) {
    const { key, second, change, fen } = neighbour;
    const hadKey = this.#page.view.report?.verdict !== "none";
    const text = [neighbour, second].filter((one) => one !== undefined).map(changeText).join(", ");
    const chips = [
      ...["economy", "key"].filter((gain) => neighbour.gains.includes(gain) && (gain !== "key" || hadKey))
        .map((gain) => chip("good", t(`problem.gain.${gain}`))),
      ...neighbour.gained.map((difference) => chip("good", `+ ${differenceText(difference)}`)),
      ...neighbour.lost.map((difference) =>
        chip("warn", `${difference.aspect === "flaw" ? "" : "− "}${differenceText(difference)}`)),
    ];
    const about = t("problem.try.take", { change: text });
    return el("li", { class: "card", data: { worth: String(neighbour.worth) } },
      button("diagram", framedBoard(fen, change === "placed" ? [] : changedSquares(position, fen)),
        () => this.#page.take(`${fen} ${stipulation}`), { title: about, "aria-label": about }),
      el("p", null, el("b", null, text)),
      el("p", null, el("span", { class: "moves" }, `1.${key.san}!`), " ", t("problem.try.play", neighbour)),
      el("p", null, chips.flat()));
  }
}

/** @param {string} kind @param {string} text */
function chip(kind, text) {
  return [el("span", { class: `chip ${kind}` }, text), " "];
}

/** Writes the counts of a search with the separators of the language. @param {Record<string, any>} answer */
function inWords(answer) {
  const { lang } = document.documentElement;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) =>
    [name, typeof value === "number" ? value.toLocaleString(lang) : value]));
}

/** @param {Change} change */
function changeText({ change, man = "", is, from, to, turn, files = 0, ranks = 0 }) {
  if (change === "placed") {
    const shifts = Object.entries({ right: files, left: -files, up: ranks, down: -ranks }).filter(([, by]) => by > 0);
    return [turn && t(`problem.turned.${turn}`), ...shifts.map(([way, n]) => t(`problem.shifted.${way}`, { n }))]
      .filter(Boolean).join(", ");
  }
  return t(`problem.change.${change}`, { man: t(`board.${man}`), is: is ? t(`board.${is}`) : "", from, to });
}

/** @param {Difference} difference */
function differenceText({ aspect, name, from, to }) {
  if (aspect === "flaw") {
    return t(to > 0 ? "problem.aspect.flaw" : "problem.aspect.noflaw", { name });
  }
  const duals = aspect === "try duals";
  const text = aspect === "try" ? `1.${name}?` : (!duals && name) || t(`problem.aspect.${aspect}`, { name });
  return name && !duals && from + to === 1 ? text : `${text} ${from}→${to}`;
}
