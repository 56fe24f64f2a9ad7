// Tabs over one panel, accessible to keyboards and screen readers.

import { button, el, fadeEdges, fill, reveal } from "./dom.js";
import { t } from "./words.js";

/**
 * What a list of tabs needs: the beginning of the keys of their texts, what the list is called, what hears the
 * reader's choice, and the contents of the panel, unless the page fills it.
 * @typedef {{texts: string, label?: string, chosen: (name: string) => void,
 *   contents?: Record<string, HTMLElement>}} What
 */

/** A list of tabs. */
export class Tabs {
  #panel;
  #what;
  /** @type {Map<string, HTMLButtonElement>} */
  #tabs;
  now = "";

  /** @param {string[]} names the first is the default @param {HTMLElement} panel @param {What} what */
  constructor(names, panel, what) {
    this.#panel = panel;
    this.#what = what;
    this.#tabs = new Map(names.map((name) => [name, button(null, t(`${what.texts}.${name}`),
      () => this.select(name), { role: "tab", id: `tab-${name}`, "aria-controls": panel.id })]));
    this.list = fadeEdges(el("div", { role: "tablist", "aria-label": what.label }, [...this.#tabs.values()]));
    this.list.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = names[(names.indexOf(this.now) + (by ?? 0) + names.length) % names.length];
      if (by && next) {
        event.preventDefault();
        this.select(next);
        this.#tabs.get(next)?.focus();
      }
    });
    this.show("");
  }

  /** Shows a tab, or the first one. @param {string} name */
  show(name) {
    this.now = this.#tabs.has(name) ? name : /** @type {string} */ ([...this.#tabs.keys()][0]);
    for (const [other, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(other === this.now));
      tab.tabIndex = other === this.now ? 0 : -1;
    }
    reveal(this.list, /** @type {HTMLElement} */ (this.#tabs.get(this.now)));
    this.#panel.setAttribute("aria-labelledby", `tab-${this.now}`);
    if (this.#what.contents) {
      fill(this.#panel, this.#what.contents[this.now]);
    }
  }

  /** @param {string} name */
  select(name) {
    this.show(name);
    this.#what.chosen(this.now);
  }
}
