// The list of moves with variations and comments, which the reader edits, and the notation of scores.

import { add, button, el, fill } from "./dom.js";
import { childrenOf, emptyTree, pathTo } from "./play-tree.js";
import { decimals, t } from "./words.js";

/** @import { Tree, TreeNode } from "./play-tree.js" */
/** @typedef {{cp?: number, mate?: number}} Score */
/** @typedef {{san: string[], uci?: string[], score: Score}} Better */
/** @typedef {{san: string, number: number, side: string, score: Score, mistake?: string, better?: Better}} PointMove */
/** @typedef {{ply: number, plies: number, expectation: number, move: PointMove}} Point */

/**
 * Writes White's score in pawns, or the moves to a mate. The sign of a mating move says all.
 * @param {Score} score @returns {string}
 */
export function written(score) {
  if (score.mate !== undefined) {
    return score.mate === 0 ? "" : `${score.mate > 0 ? "+" : "−"}M${Math.abs(score.mate)}`;
  }
  const pawns = (score.cp ?? 0) / 100;
  return `${pawns < 0 ? "−" : "+"}${decimals(Math.abs(pawns), 2)}`;
}

/**
 * Returns a side's expected points, by the usual curve of ratings.
 * @param {Score} score White's
 * @param {string} side
 */
export function expected({ cp = 0, mate }, side) {
  const white = mate === undefined ? 1 / (1 + 10 ** (-cp / 400)) : mate > 0 ? 1 : 0;
  return side === "white" ? white : 1 - white;
}

/**
 * What the list does with a move.
 * @typedef {{show: (node: number) => void, comment: (node: number, text: string) => void,
 *   raise: (node: number) => void, remove: (node: number) => void}} Editing
 */

/** The list of all moves, with variations and comments, and the buttons that edit them. */
export class MoveList {
  element = el("div", null);
  #list = el("ol", { class: "movelist" });
  #edit = el("div", { class: "tools move-edit" });
  #does;
  #tree = emptyTree();
  #node = -1;
  /** What was drawn last. */
  #drawn = { tree: /** @type {Tree | null} */ (null), marks: "" };

  /** @param {Editing} does */
  constructor(does) {
    this.#does = does;
    this.element.append(this.#list, this.#edit);
  }

  /**
   * Draws a tree, and marks the node of the board's position.
   * @param {{tree: Tree, node: number, marks: Map<number, string>, fixed: boolean}} what marks has the signs of
   *   mistakes by their nodes; moves of a fixed tree can only get comments
   */
  draw({ tree, node, marks, fixed }) {
    const written = [...marks].join();
    const other = tree !== this.#tree || node !== this.#node;
    this.#tree = tree;
    this.#node = node;
    if (this.#drawn.tree !== tree || this.#drawn.marks !== written) {
      this.#drawn = { tree, marks: written };
      this.#drawList(marks);
    }
    this.#list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-node="${node}"]`));
    current?.setAttribute("aria-current", "step");
    if (other || !this.#edit.hasChildNodes()) {
      this.#list.scrollTop = current ? Math.max(0, current.offsetTop - this.#list.clientHeight / 2) : 0;
      this.#drawEdit(fixed);
    }
  }

  /** @param {Map<number, string>} marks */
  #drawList(marks) {
    const { nodes, comment } = this.#tree;
    const children = childrenOf(this.#tree);
    if (nodes.length === 0 && !comment) {
      fill(this.#list, el("li", { class: "hint" }, t("play.nomoves")));
      return;
    }
    /** @type {HTMLElement[]} */
    const items = [];
    const remark = (/** @type {string | undefined} */ text) =>
      text && items.push(el("li", { class: "move-comment" }, text));
    remark(comment);
    let row = el("li");
    let begins = true;
    for (let now = children.of(-1), ply = 1; now.length > 0; now = children.of(now[0] ?? -1), ply++) {
      const [main = 0, ...others] = now;
      const node = /** @type {TreeNode} */ (nodes[main]);
      remark(node.foreword);
      if (node.ply.side === "white" || begins || node.foreword) {
        row = el("li", null, el("span", { class: "move-number" }, `${node.ply.number}.`),
          node.ply.side === "black" && el("span", { class: "move-gap" }, "…"));
        items.push(row);
      }
      row.append(el("span", null, this.#move(main, marks, { ply }), ...notes(node)));
      remark(node.comment);
      if (others.length > 0) {
        items.push(el("li", { class: "move-branches" }, this.#branches(others, children, marks)));
      }
      begins = others.length > 0 || Boolean(node.comment);
    }
    fill(this.#list, items);
  }

  /**
   * Draws variations as a list.
   * @param {number[]} roots @param {ReturnType<typeof childrenOf>} children @param {Map<number, string>} marks
   * @returns {HTMLElement}
   */
  #branches(roots, children, marks) {
    return el("ul", { class: "tree-branches" }, roots.map((root) => {
      const line = el("li");
      let begins = true;
      for (let now = [root]; now.length > 0; now = children.of(now[0] ?? -1)) {
        const [main = 0, ...others] = now;
        const node = /** @type {TreeNode} */ (this.#tree.nodes[main]);
        add(line,
          node.foreword && el("span", { class: "comment" }, `${node.foreword} `),
          this.#move(main, marks, { begins: begins || Boolean(node.foreword) }),
          ...notes(node),
          node.comment && el("span", { class: "comment" }, ` ${node.comment} `),
          others.length > 0 && this.#branches(others, children, marks),
        );
        begins = others.length > 0 || Boolean(node.comment);
      }
      return line;
    }));
  }

  /**
   * @param {number} index @param {Map<number, string>} marks
   * @param {{ply?: number, begins?: boolean}} place the half-move of the main line; or whether a text begins
   */
  #move(index, marks, { ply, begins = false }) {
    const node = /** @type {TreeNode} */ (this.#tree.nodes[index]);
    const dots = node.ply.side === "white" ? ". " : begins ? "… " : "";
    const number = ply || dots === "" ? "" : `${node.ply.number}${dots}`;
    const mark = node.marks || marks.get(index) || "";
    const data = ply ? { node: index, ply } : { node: index };
    const kind = `move${/\?/.test(mark) ? " mistake" : ""}`;
    return add(button(kind, `${number}${node.ply.san}`, () => this.#does.show(index), { data }),
      mark && el("b", null, mark));
  }

  /** Draws the buttons for the current move. @param {boolean} fixed */
  #drawEdit(fixed) {
    const [tree, node] = [this.#tree, this.#node];
    const does = (/** @type {string} */ name, /** @type {() => void} */ work) =>
      button(`edit-${name}`, t(`play.edit.${name}`), work);
    const children = childrenOf(tree);
    const varied = pathTo(tree, node).some((n) => children.of(tree.nodes[n]?.parent ?? -1)[0] !== n);
    fill(this.#edit,
      (tree.nodes.length > 0 || tree.comment) && does("comment", () => this.#write(fixed)),
      varied && !fixed && does("raise", () => this.#does.raise(node)),
      node >= 0 && !fixed && does("remove", () => this.#does.remove(node)),
    );
  }

  /** Lets the reader write the comment after the current move. @param {boolean} fixed */
  #write(fixed) {
    const node = this.#node;
    const { comment = "" } = this.#tree.nodes[node] ?? this.#tree;
    const text = el("textarea", { rows: 3, maxLength: 5000, "aria-label": t("play.edit.comment"), value: comment });
    const done = (/** @type {boolean} */ keep) => {
      if (keep) {
        this.#does.comment(node, text.value.trim());
      }
      this.#drawEdit(fixed);
      /** @type {HTMLElement | null} */ (this.#edit.querySelector(".edit-comment"))?.focus();
    };
    const form = el("form", { class: "edit-form" }, text, el("div", { class: "tools" },
      el("button", { type: "submit", class: "primary edit-save" }, t("play.edit.save")),
      button("edit-cancel", t("play.edit.cancel"), () => done(false))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      done(true);
    });
    form.addEventListener("keydown", (event) => {
      if (event.key === "Escape" || (event.key === "Enter" && event.ctrlKey)) {
        event.preventDefault();
        done(event.key === "Enter");
      }
    });
    fill(this.#edit, form);
    text.focus();
  }
}

/** Returns what is shown after a move: its score, and how many replies are missing. @param {TreeNode} node */
function notes({ score, missing = 0 }) {
  const hint = (/** @type {string} */ text) => el("span", { class: "hint" }, text);
  return [...(score ? [hint(written(score))] : []), ...(missing > 0 ? [hint(`(+${missing})`)] : [])];
}
