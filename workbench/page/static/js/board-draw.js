// Draws boards as SVG: squares, men, tints, marks and arrows; small diagrams; men that slide from one diagram to
// the next. A square is 100 units wide.

import { svg } from "./dom.js";
import { outlinesOf } from "./look.js";

/** @typedef {"white" | "black"} Orientation */

/**
 * An arrow. Its default width is 1; kind is a name of css/board.css: "plain", "threat",
 * "drawn", "good". A label is placed at its middle.
 * @typedef {{from: string, to: string, width?: number, kind?: string, label?: string}} Arrow
 */

export const files = "abcdefgh";

/** @type {readonly string[]} */
export const squares = [8, 7, 6, 5, 4, 3, 2, 1].flatMap((rank) => [...files].map((file) => `${file}${rank}`));

/**
 * Returns the visible column and row of a square, from the upper left corner.
 * @param {string} square @param {Orientation} orientation @returns {[number, number]}
 */
export function place(square, orientation) {
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square[1]) - 1;
  return orientation === "black" ? [7 - file, rank] : [file, 7 - rank];
}

/**
 * Returns the square in a visible column and row; "" off the board.
 * @param {number} column @param {number} row @param {Orientation} orientation
 */
export function squareAt(column, row, orientation) {
  if (!(column >= 0 && column < 8 && row >= 0 && row < 8)) return "";
  const [file, rank] = orientation === "black" ? [7 - column, row] : [column, 7 - row];
  return `${files[file]}${rank + 1}`;
}

/** Reports whether a letter is a white man. @param {string} letter */
export function isWhite(letter) {
  return letter === letter.toUpperCase();
}

/** Returns the letter of the same man of the other colour. @param {string} letter */
export const otherColour = (letter) => (isWhite(letter) ? letter.toLowerCase() : letter.toUpperCase());

/** Returns where men may go, as the targets of a board. @param {{from: string, to: string}[]} moves */
export function targetsOf(moves) {
  const by = Map.groupBy(moves, ({ from }) => from);
  return new Map([...by].map(([from, list]) => [from, [...new Set(list.map(({ to }) => to))]]));
}

/**
 * Draws a man in a square at the origin.
 * @param {string} letter English, capitals for White
 * @param {Readonly<Record<string, string>>} [set]
 */
export function drawMan(letter, set = outlinesOf()) {
  const d = set[letter.toUpperCase()] ?? "";
  const man = svg("g", { class: `man ${isWhite(letter) ? "white" : "black"}`, "data-outline": letter });
  man.append(svg("path", { class: "halo", d }), svg("path", { d }));
  return man;
}

document.addEventListener("look", () => {
  const set = outlinesOf();
  for (const path of document.querySelectorAll("[data-outline] > path")) {
    const letter = /** @type {SVGGElement} */ (path.parentNode).dataset.outline ?? "";
    path.setAttribute("d", set[letter.toUpperCase()] ?? "");
  }
});

/** Draws the squares, the dark ones with a hatching that paper boards show. */
export function drawSquares() {
  const group = svg("g", { class: "squares" });
  group.append(svg("rect", { class: "light", width: 800, height: 800 }));
  let hatching = "";
  for (let row = 0; row < 8; row++) {
    for (let column = 1 - (row % 2); column < 8; column += 2) {
      const [x, y] = [100 * column, 100 * row];
      for (let at = 12.5; at < 200; at += 12.5) {
        const beyond = Math.max(at - 100, 0);
        hatching += `M${x + beyond} ${y + at - beyond}L${x + at - beyond} ${y + beyond}`;
      }
    }
  }
  group.append(svg("path", { class: "dark", d: dark }), svg("path", { class: "hatching", d: hatching }));
  return group;
}

/**
 * Draws a mark; kind is a name of css/board.css: "ring", "last", "target",
 * "light", "fault", "lock", "drawn".
 * @param {string} square @param {string} kind @param {Orientation} orientation
 */
function drawMark(square, kind, orientation) {
  const [column, row] = place(square, orientation);
  const [x, y] = [100 * column, 100 * row];
  const attributes = { class: `mark ${kind}`, "data-square": square, transform: `translate(${x} ${y})` };
  switch (kind.split(" ")[0]) {
    case "last":
    case "light":
      return svg("rect", { ...attributes, width: 100, height: 100 });
    case "target":
      return svg("circle", { ...attributes, cx: 50, cy: 50, r: 15 });
    case "fault":
      return svg("path", { ...attributes, d: "M4 4h92v92h-92zM4 32L32 4M68 96L96 68" });
    case "lock": // a frame with a padlock
      return svg("path", { ...attributes, d: "M4 4h92v92h-92zM11 25h22v18h-22zM16 25v-7a6 6 0 0 1 12 0v7" });
    default:
      return svg("circle", { ...attributes, cx: 50, cy: 50, r: 45 });
  }
}

/**
 * Draws a tint: a number from -1 (bad) over 0 (nothing) to 1 (good), or the name of a tint of
 * css/board.css ("a" to "h").
 * @param {string} square @param {number | string} tint @param {Orientation} orientation
 */
function drawTint(square, tint, orientation) {
  const [column, row] = place(square, orientation);
  const named = typeof tint === "string";
  if (named && tint.includes("g")) return drawSign(square, tint, column, row);
  const kind = named ? `tint-${tint}` : tint < 0 ? "bad" : "good";
  const [x, y] = [100 * column, 100 * row];
  const rect = svg("rect", { class: `tint ${kind}`, "data-square": square, x, y, width: 100, height: 100 });
  if (!named) {
    rect.style.opacity = String(Math.min(1, Math.abs(tint)) * 0.75);
  }
  return rect;
}

/**
 * Draws the sign of a map: a circle on a flight, the number of guards in the corner of a guarded square.
 * @param {string} square
 * @param {string} name "flight" or "guard" with the number
 * @param {number} column @param {number} row
 */
function drawSign(square, name, column, row) {
  const [kind, n] = name.split(" ");
  const transform = `translate(${100 * column} ${100 * row})`;
  const group = svg("g", { class: `map ${kind}`, "data-square": square, transform });
  group.append(svg("rect", { width: 100, height: 100 }));
  if (n) {
    const text = svg("text", { x: 95, y: 24 });
    text.textContent = n;
    group.append(text);
  } else {
    group.append(svg("circle", { cx: 50, cy: 50, r: 40 }));
  }
  return group;
}

/**
 * Draws an arrow from the middle of a square to that of another.
 * @param {Arrow} arrow @param {Orientation} orientation
 */
function drawArrow(arrow, orientation) {
  const [fromColumn, fromRow] = place(arrow.from, orientation);
  const [toColumn, toRow] = place(arrow.to, orientation);
  const [x, y] = [100 * (toColumn - fromColumn), 100 * (toRow - fromRow)];
  const length = Math.max(Math.hypot(x, y), 1);
  const half = 7 * Math.min(Math.max(arrow.width ?? 1, 0.2), 3);
  const head = Math.min(half * 2 + 14, 42);
  const neck = length - Math.max(head * 1.2, 30);
  const d = `M18 ${-half}H${neck}V${-head}L${length - 4} 0L${neck} ${head}V${half}H18z`;
  const angle = (Math.atan2(y, x) * 180) / Math.PI;
  const group = svg("g", { class: `arrow ${arrow.kind ?? "plain"}`, "data-from": arrow.from, "data-to": arrow.to });
  group.setAttribute("transform", `translate(${100 * fromColumn + 50} ${100 * fromRow + 50})`);
  group.append(svg("path", { d, transform: `rotate(${angle.toFixed(2)})` }));
  if (arrow.label) {
    const text = svg("text", { x: x / 2, y: y / 2 + 9 });
    text.textContent = arrow.label;
    group.append(text);
  }
  return group;
}

/** The colours in which the reader draws: blue and three others. */
export const colours = ["", " red", " green", " yellow"];

/** Returns the squares and the colour of what the reader draws; a mark has only one square. @param {string} name */
export function partsOf(name) {
  const [between = "", colour = ""] = name.split(" ");
  return { from: between.slice(0, 2), to: between.slice(2), colour };
}

/**
 * Draws a mark or an arrow among those that are drawn, or removes it; another colour replaces it.
 * @param {Set<string>} drawn
 * @param {string} name one square or two, and a colour
 */
export function toggled(drawn, name) {
  const others = [...drawn].filter((one) => one.split(" ")[0] !== name.split(" ")[0]);
  const on = !drawn.has(name);
  return { on, drawn: new Set(on ? [...others, name] : others) };
}

/**
 * Draws everything except squares and men, in layers below and above the men. What the reader
 * drew is a mark if its name is one square, an arrow if it is two; a colour may follow.
 * @param {{marks: [string, string][], tints: Map<string, number | string>, arrows: Arrow[], drawn: string[]}} what
 * @param {Orientation} orientation
 */
export function decorations({ marks, tints, arrows, drawn }, orientation) {
  const under = ["last", "light", "light picked", "light hover", "light premove", "target"];
  const own = drawn.map((name) => {
    const { from, to, colour } = partsOf(name);
    return { from, to, kind: `drawn ${colour}`.trim() };
  });
  const [ownMarks, ownArrows] = [own.filter(({ to }) => to === ""), own.filter(({ to }) => to !== "")];
  const all = [...marks, ...ownMarks.map(({ from, kind }) => /** @type {[string, string]} */ ([from, kind]))];
  const draw = (/** @type {[string, string]} */ [square, kind]) => drawMark(square, kind, orientation);
  return {
    tints: [...tints].map(([square, tint]) => drawTint(square, tint, orientation)),
    under: all.filter(([, kind]) => under.includes(kind)).map(draw),
    over: all.filter(([, kind]) => !under.includes(kind)).map(draw),
    arrows: [...arrows, ...ownArrows].filter(({ from, to }) => from !== to)
      .map((arrow) => drawArrow(arrow, orientation)),
  };
}

const dark = Array.from({ length: 32 }, (_, i) => {
  const row = i >> 2;
  return `M${200 * (i & 3) + 100 * (1 - (row & 1))} ${100 * row}h100v100h-100z`;
}).join("");

/**
 * Draws the board of a FEN. The picture is hidden from screen readers: the caller adds a text next
 * to it.
 * @param {string} fen
 */
export function miniBoard(fen) {
  const board = svg("svg", { class: "mini-board", viewBox: "-6 -6 812 812", "aria-hidden": "true" });
  board.append(svg("rect", { class: "light", width: 800, height: 800 }), svg("path", { class: "dark", d: dark }));
  for (const [square, letter] of menOf(fen)) {
    const [column, row] = place(square, "white");
    const man = drawMan(letter);
    man.setAttribute("transform", `translate(${100 * column} ${100 * row})`);
    board.append(man);
  }
  board.append(svg("rect", { class: "edge", width: 800, height: 800 }));
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
   * slides; the nearest one, where there are several. Returns how many have moved.
   * @param {Map<string, string>} men
   */
  show(men) {
    let moved = 0;
    const stays = this.#standing.filter(({ square, letter }) => men.get(square) === letter);
    const held = new Set(stays.map(({ square }) => square));
    const leaving = this.#standing.filter((standing) => !held.has(standing.square));
    for (const [square, letter] of men) {
      if (!held.has(square)) {
        const node = takeNearest(leaving, square, letter);
        moved += Number(node !== undefined);
        stays.push({ square, letter, node: node ?? this.group.appendChild(drawMan(letter)) });
      }
    }
    leaving.forEach(({ node }) => node.remove());
    this.#standing = stays;
    this.settle();
    return moved;
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
 * @param {Standing[]} leaving @param {string} square @param {string} letter
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

/** @param {string} a @param {string} b */
function far(a, b) {
  const [x, y] = place(a, "white");
  const [u, v] = place(b, "white");
  return Math.hypot(x - u, y - v);
}
