// The men that are drawn on a board, and how they slide from one diagram to the next.

import { drawMan, place } from "./board-draw.js";
import { svg } from "./dom.js";

/** @import { Orientation } from "./board-draw.js" */

/** @typedef {{square: string, letter: string, node: SVGGElement}} Standing */

/** The layer of the men. */
export class MenLayer {
  group = svg("g", { class: "men" });
  /** @type {Orientation} */
  orientation = "white";
  /** @type {Standing[]} */
  #standing = [];

  /**
   * Shows these men. One that left a square while the same man came to another has moved, and
   * slides; the nearest one, where there are several.
   * @param {Map<string, string>} men
   */
  show(men) {
    const stays = this.#standing.filter(({ square, letter }) => men.get(square) === letter);
    const held = new Set(stays.map(({ square }) => square));
    const leaving = this.#standing.filter((standing) => !held.has(standing.square));
    for (const [square, letter] of men) {
      if (!held.has(square)) {
        const node = takeNearest(leaving, square, letter) ?? this.group.appendChild(drawMan(letter));
        stays.push({ square, letter, node });
      }
    }
    leaving.forEach(({ node }) => node.remove());
    this.#standing = stays;
    this.settle();
  }

  /** Puts every man where it stands, also one that was dragged. */
  settle() {
    for (const { square, letter, node } of this.#standing) {
      const [column, row] = place(square, this.orientation);
      node.dataset.square = square;
      node.dataset.man = letter;
      node.style.transform = `translate(${100 * column}px, ${100 * row}px)`;
    }
  }

  /** Returns the drawn man of a square. @param {string} square @returns {SVGGElement | null} */
  node(square) {
    return this.#standing.find((standing) => standing.square === square)?.node ?? null;
  }
}

/**
 * Takes the nearest of the men with a letter out of a list.
 * @param {Standing[]} leaving
 * @param {string} square
 * @param {string} letter
 * @returns {SVGGElement | undefined}
 */
function takeNearest(leaving, square, letter) {
  const same = leaving.filter((standing) => standing.letter === letter);
  same.sort((a, b) => far(a.square, square) - far(b.square, square));
  const nearest = same[0];
  if (nearest) {
    leaving.splice(leaving.indexOf(nearest), 1);
  }
  return nearest?.node;
}

/** @param {string} a @param {string} b @returns {number} */
function far(a, b) {
  const [x, y] = place(a, "white");
  const [u, v] = place(b, "white");
  return Math.hypot(x - u, y - v);
}
