// Trees of games: all moves with their variations and comments, as the program returns them. Trees
// are not changed in place: every edit returns a new tree, or the same one if nothing changes.

/** @import { Ply } from "./play-table.js" @import { Point, Score } from "./play-moves.js" */

/**
 * A move of a tree. It comes after its parent; -1 is the position before all moves. The first of
 * the children of a node continues its line.
 * @typedef {{parent: number, move: string, ply: Pick<Ply, "san" | "number" | "side">, foreword?: string,
 *   comment?: string, marks?: string, score?: Score, expectation?: number, missing?: number}} TreeNode
 */
/** @typedef {{tags?: [string, string][], result?: string, start?: string, comment?: string, nodes: TreeNode[]}} Tree */

/** @returns {Tree} */
export const emptyTree = () => ({ nodes: [] });

/** Reports whether a stored value is a tree. @param {Tree} tree */
export const isTree = (tree) => tree.nodes.every((node, index) =>
  node?.parent >= -1 && node.parent < index && typeof node.move === "string" && typeof node.ply?.san === "string");

/** Reports whether a tree is that of a game with a result. @param {Tree} tree */
export const isOver = ({ result }) => ["1-0", "0-1", "1/2-1/2"].includes(result ?? "");

/** Returns the first child of a node, -1 if there is none. @param {Tree} tree @param {number} node */
export const first = (tree, node) => tree.nodes.findIndex((one) => one.parent === node);

/**
 * Returns the children of every node, those of the start last.
 * @param {Tree} tree @returns {{of: (node: number) => number[]}}
 */
export function childrenOf({ nodes }) {
  /** @type {number[][]} */
  const all = [...nodes, null].map(() => []);
  nodes.forEach(({ parent }, index) => all[parent < 0 ? nodes.length : parent]?.push(index));
  return { of: (node) => all[node < 0 ? nodes.length : node] ?? [] };
}

/** Returns the nodes from the start to a node. @param {Tree} tree @param {number} node */
export function pathTo(tree, node) {
  const path = [];
  for (let n = node; n >= 0; n = tree.nodes[n]?.parent ?? -1) {
    path.unshift(n);
  }
  return path;
}

/** Returns the nodes of a node's line, to its end. @param {Tree} tree @param {number} node */
export function lineOf(tree, node) {
  const line = pathTo(tree, node);
  for (let n = first(tree, node); n >= 0; n = first(tree, n)) {
    line.push(n);
  }
  return line;
}

/** Returns the moves of nodes, up to a pass. @param {Tree} tree @param {number[]} nodes */
export function movesOf(tree, nodes) {
  const moves = nodes.map((n) => tree.nodes[n]?.move ?? "");
  const passed = moves.indexOf("0000");
  return passed < 0 ? moves : moves.slice(0, passed);
}

/**
 * Returns the node that moves lead to; null if the tree does not have them.
 * @param {Tree} tree @param {string[]} moves @returns {number | null}
 */
export function find(tree, moves) {
  let at = -1;
  const goes = (/** @type {string} */ move) => {
    at = tree.nodes.findIndex((node) => node.parent === at && node.move === move);
    return at >= 0;
  };
  return moves.every(goes) ? at : null;
}

/**
 * Adds the moves that are missing, and writes the others as the referee does.
 * @param {Tree} tree @param {Ply[]} plies @returns {Tree}
 */
export function grown(tree, plies) {
  const nodes = [...tree.nodes];
  let changed = false;
  let parent = -1;
  for (const { uci, san, number, side } of plies) {
    const at = nodes.findIndex((node) => node.parent === parent && node.move === uci);
    const old = nodes[at];
    if (!old) {
      nodes.push({ parent, move: uci, ply: { san, number, side } });
    } else if (old.ply.san !== san) {
      nodes[at] = { ...old, ply: { san, number, side } };
    }
    changed ||= old?.ply.san !== san;
    parent = old ? at : nodes.length - 1;
  }
  return changed ? { ...tree, nodes } : tree;
}

/** Returns the tree without a move and all that follows it. @param {Tree} tree @param {number} node */
export function without(tree, node) {
  const { of } = childrenOf(tree);
  return arranged(tree, (parent) => of(parent).filter((child) => child !== node));
}

/**
 * Returns the tree with the variation of a node before the other moves at its branching point.
 * @param {Tree} tree @param {number} node
 */
export function promoted(tree, node) {
  const { of } = childrenOf(tree);
  const branch = pathTo(tree, node).findLast((n) => of(tree.nodes[n]?.parent ?? -1)[0] !== n);
  const parent = tree.nodes[branch ?? -1]?.parent;
  if (branch === undefined || parent === undefined) return tree;
  return arranged(tree, (n) => (n === parent ? [branch, ...of(n).filter((child) => child !== branch)] : of(n)));
}

/**
 * Returns a tree with other children, in their order.
 * @param {Tree} tree @param {(node: number) => number[]} of @returns {Tree}
 */
function arranged(tree, of) {
  /** @type {TreeNode[]} */
  const nodes = [];
  const rest = of(-1).map((node) => ({ node, parent: -1 })).reverse();
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { node, parent } = next;
    const index = nodes.push({ .../** @type {TreeNode} */ (tree.nodes[node]), parent }) - 1;
    rest.push(...of(node).map((child) => ({ node: child, parent: index })).reverse());
  }
  return { ...tree, nodes };
}

/**
 * Returns the tree with a comment after a move, or before all moves.
 * @param {Tree} tree @param {number} node @param {string} comment @returns {Tree}
 */
export function commented(tree, node, comment) {
  const nodes = tree.nodes.map((one, index) => (index === node ? { ...one, comment } : one));
  return node < 0 ? { ...tree, comment } : { ...tree, nodes };
}

/** Returns the tree in the form of a request: without the fields that only answers have. @param {Tree} tree */
export function asked(tree) {
  return { ...tree, nodes: tree.nodes.map(({ ply, marks, score, expectation, ...rest }) => rest) };
}

/** Returns the tree in the form in which it is stored. @param {Tree} tree @returns {Tree} */
export function stored(tree) {
  const nodes = tree.nodes.map((node) => {
    const { san, number, side } = node.ply;
    return { ...node, ply: { san, number, side } };
  });
  return { ...tree, nodes };
}

/** The letters of the pieces. @type {Record<string, string>} */
const letters = { en: "KQRBN", it: "RDTAC" };

/** Writes a move with the letters of another language. @param {string} san @param {string} from @param {string} to */
export const inLanguage = (san, from, to) =>
  san.replace(/[A-NP-Z]/g, (letter) => letters[to]?.[letters[from]?.indexOf(letter) ?? -1] ?? letter);

/**
 * Writes all moves with the letters of another language.
 * @param {Tree} tree @param {string} from @param {string} to @returns {Tree}
 */
export function treeIn(tree, from, to) {
  const nodes = tree.nodes.map((node) =>
    ({ ...node, ply: { ...node.ply, san: inLanguage(node.ply.san, from, to) } }));
  return from === to ? tree : { ...tree, nodes };
}

/** Returns the graph of the main line, as far as it was evaluated. @param {Tree} tree @returns {Point[]} */
export function pointsOf(tree) {
  const line = lineOf(tree, -1).map((node) => /** @type {TreeNode} */ (tree.nodes[node]));
  /** @type {Record<string, number>} */
  const ends = { "1-0": 1, "0-1": 0, "1/2-1/2": 0.5 };
  return line.flatMap((node, index) => {
    const { san, number, side } = node.ply;
    const end = index === line.length - 1 ? ends[tree.result ?? ""] : undefined;
    /** @type {Score | undefined} */
    const score = node.score ?? (end === undefined ? undefined : end === 0.5 ? { cp: 0 } : { mate: 0 });
    const expectation = node.expectation ?? end;
    if (score === undefined || expectation === undefined) return [];
    const mistake = ["??", "?", "?!"].find((mark) => node.marks?.includes(mark)) ?? "";
    return [{ ply: index + 1, plies: line.length, expectation, move: { san, number, side, score, mistake } }];
  });
}
