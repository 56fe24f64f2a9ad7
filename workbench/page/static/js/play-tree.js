// Trees of games, as the program returns them.

/** @import { Ply } from "./play-table.js" */
/** @import { Point, Score } from "./play-moves.js" */

/** @typedef {{parent: number, move: string, ply: Ply, foreword?: string, comment?: string, marks?: string, score?: Score, expectation?: number, missing?: number}} TreeNode */
/** @typedef {{tags?: [string, string][], result?: string, start?: string, comment?: string, nodes: TreeNode[]}} Tree */

/**
 * Returns the first child of a node, -1 if there is none.
 * @param {Tree} tree
 * @param {number} node
 */
export function first(tree, node) {
  return tree.nodes.findIndex((one) => one.parent === node);
}

/**
 * Removes the fields that only answers have.
 * @param {any} node
 */
export function withoutAnswers({ marks, score, expectation, ...asked }) {
  return asked;
}

/**
 * Returns the graph of the main line, as far as it was evaluated.
 * @param {Tree} tree
 * @returns {Point[]}
 */
export function pointsOf(tree) {
  const line = [];
  for (let at = first(tree, -1); at >= 0; at = first(tree, at)) {
    line.push(/** @type {TreeNode} */ (tree.nodes[at]));
  }
  /** @type {Record<string, number>} */
  const ends = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 };
  return line.flatMap((node, index) => {
    const { san, number, side } = node.ply;
    const end = index === line.length - 1 ? ends[tree.result ?? ""] : undefined;
    /** @type {Score | undefined} */
    const score = node.score ?? (end === undefined ? undefined : end === 0.5 ? { cp: 0 } : { mate: 0 });
    const expectation = node.expectation ?? end;
    if (score === undefined || expectation === undefined) {
      return [];
    }
    const mistake = ["??", "?", "?!"].find((mark) => node.marks?.includes(mark)) ?? "";
    return [{ ply: index + 1, plies: line.length, expectation, move: { san, number, side, score, mistake } }];
  });
}
