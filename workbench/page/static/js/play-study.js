// Shows and edits the tree of the game: variations, comments.

import { commented, find, first, lineOf, movesOf, pathTo, promoted, without } from "./play-tree.js";

/** @import { Table } from "./play-table.js" @import { Tree } from "./play-tree.js" */

/**
 * What the page does: judge asks the referee, halt stops the opponent and the clocks, go shows a
 * position of the line on the board.
 * @typedef {{judge: (changes?: {moves: string[], end: string}) => Promise<boolean>, halt: () => void,
 *   go: (at: number) => void, draw: () => void}} Hooks
 */

/** The tree of the game on the page. */
export class Study {
  #table;
  #page;

  /** @param {Table} table @param {Hooks} page */
  constructor(table, page) {
    this.#table = table;
    this.#page = page;
  }

  /** Gives both sides to the reader. A game against the program becomes the previous game. */
  free() {
    const { game } = this.#table;
    this.#page.halt();
    if (game.side !== "both") {
      this.#table.setAside();
      Object.assign(game, { side: "both", clock: "" });
    }
  }

  /** Shows a move with its line. A game against the program becomes the previous game. @param {number} node */
  async show(node) {
    const { game } = this.#table;
    const moves = movesOf(game.tree, lineOf(game.tree, node));
    const at = Math.min(pathTo(game.tree, node).length, moves.length);
    if (moves.join() !== game.moves.join()) {
      this.free();
      if (!(await this.#page.judge({ moves, end: "" }))) return;
    }
    this.#page.go(at);
  }

  /** Takes a tree: at the same position if it has the line on the board, else at its start. @param {Tree} tree */
  async take(tree) {
    const { game, standing, at } = this.#table;
    const node = (tree.start ?? "") === standing.start ? find(tree, game.moves) : null;
    if (node !== null && first(tree, node) < 0) {
      game.tree = tree;
      this.#page.go(at);
      return;
    }
    this.#page.halt();
    if (node === null || game.side !== "both") {
      this.#table.setAside();
    }
    const moves = movesOf(tree, lineOf(tree, -1));
    this.#table.begin({ start: tree.start ?? "", moves, side: "both", clock: "", tree });
    if (await this.#page.judge()) {
      this.#page.go(0);
    }
  }

  /**
   * Shows a move that continues from the current position, if the tree has it.
   * @param {string} move in coordinates or SAN
   * @returns {Promise<boolean>}
   */
  async step(move) {
    const { game, node } = this.#table;
    const child = game.tree.nodes.findIndex((one) =>
      one.parent === node && (one.move === move || one.ply.san === move));
    const known = child >= 0 && (game.side === "both" || game.tree.nodes[child]?.move === game.moves[this.#table.at]);
    if (known) {
      await this.show(child);
    }
    return known;
  }

  /** @param {number} node @param {string} text */
  comment(node, text) {
    this.#table.edit(commented(this.#table.game.tree, node, text));
    this.#page.draw();
  }

  /** Promotes the variation of a move. @param {number} node */
  raise(node) {
    this.#table.edit(promoted(this.#table.game.tree, node));
    this.#page.draw();
  }

  /** Removes a move and all that follows it; the game with it becomes the previous game. @param {number} node */
  async remove(node) {
    const { game } = this.#table;
    const { tree } = game;
    const before = movesOf(tree, pathTo(tree, tree.nodes[node]?.parent ?? -1));
    this.#table.setAside();
    this.#table.edit(without(tree, node));
    await this.show(find(game.tree, before) ?? -1);
  }
}
