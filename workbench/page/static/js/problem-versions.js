// Versions saved in the browser: a row of small diagrams that can be named.

import { button, el, fill } from "./dom.js";
import { count, fen } from "./diagram.js";
import { unknown } from "./problem-origin.js";
import { KeptList } from "./kept-list.js";
import { miniBoard } from "./board-draw.js";
import { t } from "./words.js";

/** @import { Diagram } from "./diagram.js" @import { Moment } from "./problem-undo.js" */
/** @import { Origin } from "./problem-origin.js" */

/**
 * A version; after says that its key is made.
 * @typedef {{name: string, fen: string, n: number, verdict: string, after?: boolean, solutions?: number,
 *   origin?: Origin}} Version
 */

/** What is on the board, with its verdict. @typedef {Moment & {verdict: string}} Current */

/** Returns the request for the analysis of a version. @param {Version} version @param {number} seconds */
export function requestOf({ fen, n, after, solutions }, seconds) {
  return { position: fen, stipulation: `#${n}`, post_key: after === true, solutions: solutions ?? 1, seconds };
}

/** Returns a version of what is on the board. @param {string} name @param {Current} current @returns {Version} */
function versionOf(name, { twins, at, verdict, after = false, solutions = 1, origin = unknown }) {
  const d = /** @type {Diagram} */ (twins[at]);
  return { name, fen: fen(d), n: d.n, verdict, after, solutions, origin };
}

/** The row. */
export class Versions {
  #read;
  #compare;
  /** @type {KeptList<Version>} */
  #list;

  /**
   * @param {{current: () => Current, read: (version: Version) => void, compare: (version: Version) => void,
   *   beside: (versions: Version[]) => void}} desk
   * @param {AbortSignal} signal ends following other tabs
   */
  constructor({ current, read, compare, beside }, signal) {
    this.#read = read;
    this.#compare = compare;
    const example = { name: "", fen: "", n: 2, verdict: "undecided", after: false, solutions: 1, origin: unknown };
    this.#list = new KeptList("versions", example, () => this.#draw(), signal);
    this.name = el("input", { type: "text", class: "grow", maxLength: 60, "aria-label": t("problem.version.name"),
      placeholder: t("problem.version.name") });
    const keep = () => {
      const wanted = this.name.value.trim();
      const name = wanted === "" ? this.#nextName() : this.#free(wanted);
      const stored = this.#list.keep(versionOf(name, current()));
      this.name.value = "";
      this.said.textContent = stored ? this.#named(wanted || name, name) : t("problem.version.full", { name });
      this.#draw();
    };
    this.name.addEventListener("keydown", (event) => event.key === "Enter" && keep());
    this.beside = button("side-by-side", t("problem.beside"),
      () => beside([...this.#list.all(), versionOf(t("problem.beside.board"), current())]), { disabled: true });
    this.said = el("p", { class: "hint", role: "status" });
    this.row = el("ul", { class: "versions" });
    this.section = el("section", { class: "kept", "aria-label": t("problem.versions") },
      el("h2", null, t("problem.versions")),
      el("div", { class: "row" }, this.name,
        button("keep", t("problem.version.keep"), keep), this.beside),
      this.said, this.row);
    this.#draw();
  }

  /** Returns an unused name, perhaps with a number. @param {string} wanted @param {string} [own] id to ignore */
  #free(wanted, own = "") {
    const taken = this.#list.all().filter(({ id }) => id !== own).map(({ name }) => name);
    let name = wanted;
    for (let n = 2; taken.includes(name); n++) {
      name = `${wanted} (${n})`;
    }
    return name;
  }

  /** Returns a name for a version that is saved without one. */
  #nextName() {
    const all = this.#list.all();
    const nth = (/** @type {number} */ n) => t("problem.version.nth", { n });
    let n = all.length + 1;
    while (all.some(({ name }) => name === nth(n))) {
      n++;
    }
    return nth(n);
  }

  /** Reports the name under which a version is saved. @param {string} wanted @param {string} name */
  #named(wanted, name) {
    return t(name === wanted ? "problem.version.kept" : "problem.version.taken", { name, wanted });
  }

  /** Draws the row; while a name is being changed, it waits for the end of that. */
  #draw() {
    if (this.row.querySelector("input")) return;
    const list = this.#list.all();
    const does = (/** @type {string} */ text, /** @type {(event: Event) => void} */ onclick, label = "") =>
      button(null, text, onclick, { "aria-label": label || undefined });
    this.beside.disabled = list.length === 0;
    fill(this.row, list.map((version) => {
      const [board = ""] = version.fen.split(" ");
      const men = new Map([...board.replace(/[^A-Za-z]/g, "")].map((letter, at) => [String(at), letter]));
      const about = `${version.name}, #${version.n}, ${count(men)}, ${t(`problem.is.${version.verdict}`)}`;
      return el("li", { class: "version" },
        button("diagram", miniBoard(version.fen),
          () => this.#read(version), { title: about, "aria-label": t("problem.version.open", { about }) }),
        el("p", null, el("b", null, version.name), ` #${version.n} · ${t(`problem.is.${version.verdict}`)}`),
        el("div", { class: "tools" },
          does(t("problem.version.compare"), () => this.#compare(version)),
          does(t("problem.version.rename"), (event) => this.#rename(version, event)),
          does("✕", () => this.#drop(version.id), t("problem.version.drop", { name: version.name }))));
    }), list.length === 0 && el("li", { class: "hint" }, t("problem.version.none")));
  }

  /** @param {Version & {id: string}} version @param {Event} event */
  #rename(version, event) {
    const item = /** @type {HTMLElement} */ (event.target).closest("li");
    const input = el("input", { value: version.name, maxLength: 60, "aria-label": t("problem.version.name") });
    const done = () => {
      const wanted = input.value.trim() || version.name;
      const name = this.#free(wanted, version.id);
      this.#list.change(version.id, { name });
      this.said.textContent = name === version.name ? "" : this.#named(wanted, name);
      input.remove();
      this.#draw();
    };
    input.addEventListener("keydown", (pressed) => pressed.key === "Enter" && input.blur());
    input.addEventListener("blur", done, { once: true });
    item?.querySelector("p")?.replaceChildren(input);
    input.focus();
    input.select();
  }

  /** @param {string} id */
  #drop(id) {
    this.#list.drop(id);
    this.said.textContent = "";
    this.#draw();
  }
}
