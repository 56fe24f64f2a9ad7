// What a first visitor sees: what the page is for, and three ways to begin. It goes with the first edit.

import { button, el } from "./dom.js";
import { recall, remember } from "./memory.js";
import { t } from "./words.js";

/** @import { State } from "./pages.js" @import { ProblemPage } from "./problem.js" */

/** Published problems, as links have them; the first is on the board of a first visitor. @type {State[]} */
export const examples = [
  { position: "1q6/3P1Np1/6k1/3NP2R/r4QP1/bB6/7K/1b6 w - - 0 1", n: "2",
    author: "William Meredith", source: "Dubuque Chess Journal, 1886" },
  { position: "8/1n3Np1/1N4Q1/1bkP4/p1p2p2/P1P2R2/3P2PK/B2R4 w - - 0 1", n: "3",
    author: "Frank Healey", source: "Bristol Tourney, 1861", award: "1st Prize" },
  { position: "8/1N2b3/8/1B6/K2P4/2k1P3/5Q2/8 w - - 0 1", n: "4",
    author: "Johannes Kohtz & Carl Kockelkorn", source: "Deutsches Wochenschach, 1905" },
];

/** The note, hidden from all but first visitors. */
export class Welcome {
  #next = 1;

  /** @param {ProblemPage} page */
  constructor(page) {
    const another = () => page.example(/** @type {State} */ (examples[this.#next++ % examples.length]));
    const way = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
      button(name, t(`problem.welcome.${name}`), onclick);
    this.node = el("section", { class: "welcome note noprint", "aria-label": t("problem.welcome.ways") },
      el("p", null, t("problem.welcome")),
      button("quiet close", "✕", () => this.leave(), { title: t("app.close"), "aria-label": t("app.close") }),
      el("div", { class: "ways" }, way("empty", () => page.transform("clear")), way("example", another),
        el("a", { class: "button", href: "#play" }, t("problem.welcome.play"))));
    this.node.hidden = !recall("welcome", recall("problem", null) === null);
    remember("welcome", !this.node.hidden);
  }

  /** Hides it for good. */
  leave() {
    this.node.hidden = true;
    remember("welcome", false);
  }
}
