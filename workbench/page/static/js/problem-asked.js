// The stipulation: number of moves, side that mates, whether the key has been played, and number of intended keys.

import { el } from "./dom.js";
import { matesIn, solutionsIn, withKeyMade } from "./problem-undo.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" @import { Moment } from "./problem-undo.js" */
/** @import { ProblemPage } from "./problem.js" */

/** The longest stipulation in the list. */
const longest = 12;

/** The controls. */
export class Asked {
  /** @param {ProblemPage} page */
  constructor(page) {
    const change = (/** @type {Partial<Diagram>} */ by) => page.change({ ...page.diagram, ...by });
    this.stipulation = el("select", { "aria-label": t("problem.stipulation"), class: "stipulation",
      onchange: () => change({ n: Number(this.stipulation.value) }) });
    this.#offer(longest);
    this.side = el("select", { "aria-label": t("problem.side"),
      onchange: () => change({ side: this.side.value, enpassant: "-" }) },
    el("option", { value: "w" }), el("option", { value: "b" }));
    const made = el("input", { type: "checkbox", onchange: () => page.push(withKeyMade(page.now, made.checked)) });
    this.made = made;
    this.after = el("span");
    this.solutions = el("input", { type: "number", min: "1", max: "99",
      onchange: () => page.push({ ...page.now, solutions: solutionsIn(this.solutions.value) }) });
    this.node = el("div", { class: "row asked" }, this.side,
      el("label", { class: "after", title: t("problem.after.about") }, made, " ", this.after),
      el("label", { class: "intended", title: t("problem.intended.about") },
        `${t("problem.intended")} `, this.solutions));
    this.show(page.now);
  }

  /** Extends the list of stipulations. @param {number} to */
  #offer(to) {
    for (let n = this.stipulation.options.length + 1; n <= to; n++) {
      this.stipulation.append(el("option", { value: String(n) }, `#${n}`));
    }
  }

  /** @param {Moment} moment */
  show(moment) {
    const { twins, at, after = false, solutions = 1 } = moment;
    const { n, side } = /** @type {Diagram} */ (twins[at]);
    this.#offer(n);
    this.stipulation.value = String(n);
    this.made.checked = after;
    this.after.textContent = t(`problem.after.${matesIn(moment)}`);
    this.solutions.value = String(solutions);
    for (const option of this.side.options) {
      option.text = t(`problem.side.${(option.value === "w") !== after ? "w" : "b"}`);
    }
    this.side.value = side;
  }
}
