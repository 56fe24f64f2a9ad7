// Tabs over one panel, accessible to keyboards and screen readers.

import { el, fadeEdges, reveal } from "./dom.js";
import { t } from "./words.js";

/** A list of tabs; their texts are "problem.tab.NAME". */
export class Tabs {
  #panel;
  #chosen;
  /** @type {Map<string, HTMLButtonElement>} */
  #tabs = new Map();
  now = "";

  /**
   * @param {string[]} names the first is shown where nothing else is said
   * @param {HTMLElement} panel
   * @param {() => void} chosen is called when the reader chooses another
   */
  constructor(names, panel, chosen) {
    this.#panel = panel;
    this.#chosen = chosen;
    for (const name of names) {
      this.#tabs.set(name, el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": panel.id, onclick: () => this.#choose(name) }, t(`problem.tab.${name}`)));
    }
    this.list = fadeEdges(el("div", { role: "tablist", "aria-label": t("problem.parts") }, [...this.#tabs.values()]));
    this.list.addEventListener("keydown", (event) => this.#key(event));
    this.show("");
  }

  /** @param {string} name */
  show(name) {
    this.now = this.#tabs.has(name) ? name : /** @type {string} */ ([...this.#tabs.keys()][0]);
    for (const [other, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(other === this.now));
      tab.tabIndex = other === this.now ? 0 : -1;
    }
    reveal(this.list, /** @type {HTMLElement} */ (this.#tabs.get(this.now)));
    this.#panel.setAttribute("aria-labelledby", `tab-${this.now}`);
  }

  /** @param {string} name */
  #choose(name) {
    this.show(name);
    this.#chosen();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const names = [...this.#tabs.keys()];
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const next = names[(names.indexOf(this.now) + by + names.length) % names.length];
    if (by !== 0 && next) {
      event.preventDefault();
      this.#choose(next);
      this.#tabs.get(next)?.focus();
    }
  }
}
