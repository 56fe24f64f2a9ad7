// "Try this": the sound positions one change away, as small diagrams.

import { el, fill } from "./dom.js";
import { fen, nameOf } from "./diagram.js";
import { cancelled, messageOf } from "./engine.js";
import { miniBoard } from "./mini-board.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" */
/** @import { App } from "./pages.js" */

/**
 * A sound problem one change away (docs/web-api.md).
 * @typedef {object} Neighbour
 * @property {string} change
 * @property {string} man
 * @property {string} [is]
 * @property {string} [from]
 * @property {string} [to]
 * @property {string} fen
 * @property {{san: string}} key
 * @property {boolean} threat
 * @property {number} defences
 * @property {number} mates
 * @property {number} duals
 * @property {string[]} gains
 * @property {string[]} themes
 */

/** How many are shown. */
const most = 120;

/**
 * The value by which they are sorted.
 * @param {Neighbour} neighbour
 */
function worth(neighbour) {
  return neighbour.gains.length + neighbour.themes.length;
}

/** The search and its list. */
export class Neighbours {
  #app;
  #take;
  #shown = "";
  /** @type {AbortController | null} */
  #running = null;

  /**
   * @param {App} app
   * @param {(text: string) => void} take takes a position over
   */
  constructor(app, take) {
    this.#app = app;
    this.#take = take;
    this.status = el("p", { class: "hint", role: "status" });
    this.bar = el("progress", { max: 1, hidden: true, "aria-label": t("problem.tab.neighbours") });
    this.list = el("ul", { class: "cards neighbours" });
    this.section = el("div", null, el("p", { class: "hint" }, t("problem.try.about")), this.status, this.bar, this.list);
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
  }

  /**
   * Searches around a diagram, unless its list is already shown.
   * @param {Diagram} diagram
   */
  async ask(diagram) {
    const name = nameOf(diagram);
    if (this.#shown === name) {
      return;
    }
    this.#shown = name;
    fill(this.list);
    this.status.textContent = "";
    this.bar.hidden = false;
    this.bar.removeAttribute("value");
    const mine = new AbortController();
    this.#running = mine;
    try {
      const tried = await this.#app.engine.call("neighbours", { position: fen(diagram), stipulation: `#${diagram.n}` }, {
        signal: mine.signal,
        on: (event, data) => this.#running === mine && this.#hear(event, data, diagram.n),
      });
      if (this.#running !== mine) {
        return;
      }
      this.status.textContent = tried.sound > 0 ? t("problem.try.done", tried) : t("problem.try.none");
      this.#app.announce(this.status.textContent ?? "");
    } catch (thrown) {
      if (cancelled(thrown) || this.#running !== mine) {
        return;
      }
      this.status.textContent = messageOf(thrown);
    }
    this.#running = null;
    this.bar.hidden = true;
  }

  /**
   * @param {string} event
   * @param {any} data
   * @param {number} n
   */
  #hear(event, data, n) {
    if (event === "waiting") {
      this.status.textContent = t("app.waiting", data);
    } else if (event === "again") {
      fill(this.list);
    } else if (event === "progress") {
      this.status.textContent = t("problem.try.working", data);
      this.bar.value = data.of > 0 ? data.done / data.of : 0;
    } else if (event === "partial") {
      const found = /** @type {Neighbour[]} */ (data.neighbours).toSorted((a, b) => worth(b) - worth(a));
      this.list.append(...found.slice(0, most).map((neighbour) => this.#card(neighbour, n)));
      this.#sort();
      while (this.list.children.length > most) {
        this.list.lastElementChild?.remove();
      }
    }
  }

  /** Sorts by gain, largest first; ties stay in the order of discovery. */
  #sort() {
    const cards = /** @type {HTMLElement[]} */ ([...this.list.children]);
    const sorted = cards.toSorted((a, b) => Number(b.dataset.gains) - Number(a.dataset.gains));
    if (sorted.some((card, i) => card !== cards[i]) && !this.list.contains(document.activeElement)) {
      this.list.append(...sorted);
    }
  }

  /**
   * @param {Neighbour} neighbour
   * @param {number} n
   */
  #card(neighbour, n) {
    const { change, man, is, from, to, key } = neighbour;
    const text = t(`problem.change.${change}`, { man: t(`board.${man}`), is: is ? t(`board.${is}`) : "", from, to: change === "exchanged" ? from : to });
    const gains = neighbour.gains.filter((gain) => gain !== "sound").map((gain) => [el("span", { class: "chip good" }, t(`problem.gain.${gain}`)), " "]);
    const themes = neighbour.themes.map((theme) => [el("span", { class: "chip good" }, `+ ${theme}`), " "]);
    return el("li", { class: "card", data: { gains: String(worth(neighbour)) } },
      el("button", { type: "button", class: "diagram", title: t("problem.try.take", { change: text }), "aria-label": t("problem.try.take", { change: text }), onclick: () => this.#take(`${neighbour.fen} #${n}`) }, miniBoard(neighbour.fen)),
      el("p", null, el("b", null, text)),
      el("p", { class: "moves" }, `1.${key.san}!`, " ", t("problem.try.play", neighbour)),
      el("p", null, gains.flat(), themes.flat()));
  }
}
