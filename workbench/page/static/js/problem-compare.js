// Two versions side by side: their diagrams and verdicts, and what only one of them has.

import "./words-compose.js";
import { changedSquares, compare, framedBoard } from "./difference.js";
import { showDialog } from "./dialog.js";
import { add, el, fill } from "./dom.js";
import { messageOf } from "./engine.js";
import { sentence, unbroken } from "./problem-verdict.js";
import { requestOf } from "./problem-versions.js";
import { letters } from "./report.js";
import { t } from "./words.js";

/** @import { Change } from "./difference.js" @import { App } from "./pages.js" */
/** @import { Terms } from "./report-themes.js" @import { Report } from "./report.js" */
/** @import { Version } from "./problem-versions.js" */

/** The time limit of an analysis, in seconds. */
const limit = 20;

const sides = /** @type {const} */ (["left", "right"]);

/** Opens the comparison. @param {App} app @param {Terms} terms @param {Version[]} versions the last is on the board */
export function openBeside(app, terms, versions) {
  new Beside(app, terms, versions);
}

class Beside {
  #app;
  #terms;
  #versions;
  #closing = new AbortController();
  #asked = 0;
  /** @type {Map<Version, Promise<Report>>} */
  #reports = new Map();

  /** @param {App} app @param {Terms} terms @param {Version[]} versions */
  constructor(app, terms, versions) {
    this.#app = app;
    this.#terms = terms;
    this.#versions = versions;
    this.lists = sides.map((side, i) => el("select",
      { "aria-label": t(`problem.beside.${side}`), onchange: () => this.#show() },
      versions.map(({ name }, at) =>
        el("option", { value: String(at), selected: at === (i === 0 ? 0 : versions.length - 1) }, name))));
    this.boards = sides.map(() => el("div", { class: "beside-board" }));
    this.verdicts = sides.map(() => el("p", { class: "beside-verdict", role: "status" }));
    this.changes = el("div", { class: "beside-changes" });
    const pair = el("div", { class: "beside-pair" },
      sides.map((_, i) => el("section", null, this.lists[i], this.boards[i], this.verdicts[i])));
    const dialog = showDialog("beside", t("problem.beside"), pair, this.changes);
    dialog.addEventListener("close", () => this.#closing.abort());
    this.#show();
  }

  /** @returns {Version[]} the chosen two */
  get #pair() {
    return this.lists.map((list) => /** @type {Version} */ (this.#versions[Number(list.value)]));
  }

  /** @param {Version} version @returns {Promise<Report>} */
  #report(version) {
    let report = this.#reports.get(version);
    if (!report) {
      report = this.#app.engine.call("problem", requestOf(version, limit), { signal: this.#closing.signal });
      this.#reports.set(version, report);
    }
    return report;
  }

  async #show() {
    const asked = ++this.#asked;
    const [left, right] = /** @type {[Version, Version]} */ (this.#pair);
    const framed = changedSquares(left.fen, right.fen);
    [left, right].forEach((version, i) => {
      fill(/** @type {HTMLElement} */ (this.boards[i]), framedBoard(version.fen, framed));
      fill(/** @type {HTMLElement} */ (this.verdicts[i]), `#${version.n} · ${t("problem.solving")}`);
    });
    const reports = await Promise.all([left, right].map(async (version, i) => {
      const report = await this.#report(version).catch((thrown) => messageOf(thrown));
      if (asked === this.#asked) {
        const said = typeof report === "string" ? report : sentence(report);
        fill(/** @type {HTMLElement} */ (this.verdicts[i]), `#${version.n} · `, unbroken(said));
      }
      return report;
    }));
    if (asked !== this.#asked) return;
    const [before, after] = reports;
    fill(this.changes, el("p", { class: "hint" }, t("problem.beside.squares", { n: framed.length })));
    if (typeof before === "object" && typeof after === "object") {
      const { gained, lost } = compare(before, after);
      add(this.changes, this.#only("left", lost), this.#only("right", gained),
        gained.length + lost.length === 0 && el("p", { class: "hint" }, t("problem.beside.same")));
    }
  }

  /** @param {string} side @param {Change[]} changes */
  #only(side, changes) {
    const kinds = ["key", "mate", "theme"].filter((kind) => changes.some((change) => change.kind === kind));
    const named = (/** @type {Change} */ { kind, name }) =>
      (kind === "theme" ? (this.#terms[name]?.name ?? name) : letters(name));
    return changes.length > 0 && el("section", { data: { only: side } },
      el("h3", null, t(`problem.beside.only.${side}`)),
      el("dl", null, kinds.flatMap((kind) => [el("dt", null, t(`problem.beside.${kind}`)),
        el("dd", { class: kind === "theme" ? null : "moves" },
          changes.filter((change) => change.kind === kind).map(named).join(", "))])));
  }
}
