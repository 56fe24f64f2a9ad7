// Tabs: a list of names, and the panel of the one that is selected.

import { el, fadeEdges, fill, reveal } from "./dom.js";

/** The tabs. */
export class Tabs {
  list = fadeEdges(el("div", { role: "tablist" }));
  panel = el("div", { role: "tabpanel", tabIndex: 0, id: "play-panel" });
  now = "";
  #panels;
  #name;
  /** Is called when another tab is selected. @type {(name: string) => void} */
  onselect = () => {};

  /** @param {Record<string, HTMLElement>} panels @param {(name: string) => string} name the text of a tab */
  constructor(panels, name) {
    this.#panels = panels;
    this.#name = name;
    this.list.addEventListener("keydown", (event) => {
      const names = Object.keys(panels);
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) {
        event.preventDefault();
        this.select(names[(names.indexOf(this.now) + by + names.length) % names.length] ?? "");
        /** @type {HTMLElement | null} */ (this.list.querySelector("[aria-selected=true]"))?.focus();
      }
    });
  }

  /** Shows the panel with a name, or the first one. @param {string} name */
  show(name) {
    const names = Object.keys(this.#panels);
    this.now = names.includes(name) ? name : (names[0] ?? "");
    fill(this.list,
      names.map((one) => {
        const chosen = one === this.now;
        return el("button", { type: "button", role: "tab", id: `tab-${one}`, "aria-controls": this.panel.id, "aria-selected": String(chosen), tabIndex: chosen ? 0 : -1, onclick: () => this.select(one) }, this.#name(one));
      }),
    );
    reveal(this.list, /** @type {HTMLElement} */ (this.list.querySelector("[aria-selected=true]")));
    this.panel.setAttribute("aria-labelledby", `tab-${this.now}`);
    fill(this.panel, this.#panels[this.now]);
  }

  /** @param {string} name */
  select(name) {
    this.show(name);
    this.onselect(this.now);
  }
}
