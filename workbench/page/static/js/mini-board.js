// Small diagrams: static pictures of a position.

import { drawMan, place } from "./board-draw.js";
import { svg } from "./dom.js";

const dark = Array.from({ length: 32 }, (_, i) => {
  const row = i >> 2;
  return `M${200 * (i & 3) + 100 * (1 - (row & 1))} ${100 * row}h100v100h-100z`;
}).join("");

/**
 * Draws the board of a FEN. The picture is hidden from screen readers: the caller adds a text next
 * to it.
 * @param {string} fen
 * @returns {SVGSVGElement}
 */
export function miniBoard(fen) {
  const board = svg("svg", { class: "mini-board", viewBox: "-6 -6 812 812", "aria-hidden": "true" });
  board.append(svg("rect", { class: "light", x: 0, y: 0, width: 800, height: 800 }), svg("path", { class: "dark", d: dark }));
  for (const [square, letter] of menOf(fen)) {
    const [column, row] = place(square, "white");
    const man = drawMan(letter);
    man.setAttribute("transform", `translate(${100 * column} ${100 * row})`);
    board.append(man);
  }
  board.append(svg("rect", { class: "edge", x: 0, y: 0, width: 800, height: 800 }));
  return board;
}

/** Returns the men of a FEN in the form of <chess-board>. @param {string} fen @returns {Map<string, string>} */
export function menOf(fen) {
  /** @type {Map<string, string>} */
  const men = new Map();
  (fen.split(" ")[0] ?? "").split("/").slice(0, 8).forEach((row, y) => {
    let x = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") {
        x += Number(letter);
      } else if (x < 8) {
        men.set(`${"abcdefgh"[x++]}${8 - y}`, letter);
      }
    }
  });
  return men;
}
