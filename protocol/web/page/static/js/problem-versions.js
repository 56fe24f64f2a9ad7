// Versions that the reader keeps in the browser: small diagrams in a row, which can be named.

import { el, fill } from "./dom.js";
import { count, fen } from "./diagram.js";
import { recall, remember } from "./memory.js";
import { miniBoard } from "./mini-board.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" */

/** @typedef {{name: string, fen: string, n: number, verdict: string}} Version */

/** The most that are kept. */
const most = 100;

/** The row. */
export class Versions {
  #read;
  #compare;
  /** @type {Version[]} */
  #list = recall("versions", /** @type {Version[]} */ ([]));

  /**
   * @param {{current: () => {diagram: Diagram, verdict: string}, read: (version: Version) => void, compare: (version: Version) => void, announce: (text: string) => void}} desk
   */
  constructor({ current, read, compare, announce }) {
    this.#read = read;
    this.#compare = compare;
    this.name = el("input", { type: "text", class: "grow", maxLength: 60, "aria-label": t("problem.version.name"), placeholder: t("problem.version.name") });
    const keep = () => {
      const { diagram, verdict } = current();
      const name = this.name.value.trim() || t("problem.version.nth", { n: this.#list.length + 1 });
      this.#list = [{ name, fen: fen(diagram), n: diagram.n, verdict }, ...this.#list].slice(0, most);
      this.name.value = "";
      announce(remember("versions", this.#list) ? t("problem.version.kept", { name }) : t("problem.version.full"));
      this.#draw();
    };
    this.name.addEventListener("keydown", (event) => event.key === "Enter" && keep());
    this.row = el("ul", { class: "versions" });
    this.section = el("section", { class: "kept", "aria-label": t("problem.versions") },
      el("h2", null, t("problem.versions")),
      el("div", { class: "row" }, this.name, el("button", { type: "button", class: "keep", onclick: keep }, t("problem.version.keep"))), this.row);
    this.#draw();
  }

  #draw() {
    fill(this.row, this.#list.map((version, i) => {
      const [board = ""] = version.fen.split(" ");
      const men = new Map([...board.replace(/[^A-Za-z]/g, "")].map((letter, at) => [String(at), letter]));
      const about = `${version.name}, #${version.n}, ${count(men)}, ${t(`problem.is.${version.verdict}`)}`;
      return el("li", { class: "version" },
        el("button", { type: "button", class: "diagram", title: about, "aria-label": t("problem.version.open", { about }), onclick: () => this.#read(version) }, miniBoard(version.fen)),
        el("p", null, el("b", null, version.name), ` #${version.n} · ${t(`problem.is.${version.verdict}`)}`),
        el("div", { class: "tools" },
          el("button", { type: "button", onclick: () => this.#compare(version) }, t("problem.version.compare")),
          el("button", { type: "button", onclick: () => this.#rename(i) }, t("problem.version.rename")),
          el("button", { type: "button", "aria-label": t("problem.version.drop", { name: version.name }), onclick: () => this.#drop(i) }, "✕")));
    }), this.#list.length === 0 && el("li", { class: "hint" }, t("problem.version.none")));
  }

  /** @param {number} i */
  #rename(i) {
    const item = /** @type {HTMLElement} */ (this.row.children[i]);
    const version = /** @type {Version} */ (this.#list[i]);
    const input = el("input", { type: "text", value: version.name, maxLength: 60, "aria-label": t("problem.version.name") });
    const done = () => {
      version.name = input.value.trim() || version.name;
      remember("versions", this.#list);
      this.#draw();
    };
    input.addEventListener("keydown", (event) => event.key === "Enter" && input.blur());
    input.addEventListener("blur", done, { once: true });
    item.querySelector("p")?.replaceChildren(input);
    input.focus();
    input.select();
  }

  /** @param {number} i */
  #drop(i) {
    this.#list = this.#list.filter((_, at) => at !== i);
    remember("versions", this.#list);
    this.#draw();
  }
}
