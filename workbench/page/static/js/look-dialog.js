// The dialog in which the reader chooses theme, board, men and sound.

import "./words-look.js";
import { ChessBoard } from "./board.js";
import { drawMan, menOf } from "./board-draw.js";
import { showDialog } from "./dialog.js";
import { add, el, svg } from "./dom.js";
import { choices, choose, look, outlinesOf } from "./look.js";
import { knock } from "./sound.js";
import { t } from "./words.js";

/** Shows the dialog. */
export function showLook() {
  const board = /** @type {ChessBoard | null} */ (document.querySelector("main chess-board"));
  const asked = board?.getAttribute("look") === "wood" ? "wood" : "paper";
  const sound = el("input", { type: "checkbox", checked: look("sound") === "on", onchange: () => {
    choose("sound", sound.checked ? "on" : "off");
    if (sound.checked) {
      knock();
    }
  } });
  showDialog("look", t("app.look"),
    group("theme", t("app.theme")),
    group(asked, t(`look.board.${asked}`), (name) => {
      const small = add(new ChessBoard());
      small.dataset.fixed = name;
      small.men = board?.men ?? menOf("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
      return small;
    }),
    group("men", t("look.men"), (name) => {
      const row = svg("svg", { viewBox: "0 0 600 200" });
      [..."KQRBNPkqrbnp"].forEach((letter, i) => {
        const man = row.appendChild(drawMan(letter, outlinesOf(name)));
        man.removeAttribute("data-outline"); // it stays what it is
        man.setAttribute("transform", `translate(${100 * (i % 6)} ${i < 6 ? 0 : 100})`);
      });
      return row;
    }),
    el("p", null, el("label", null, sound, " ", t("look.sound"))),
  );
}

/**
 * Returns a choice of one, with a picture of each.
 * @param {string} what @param {string} title @param {(name: string) => Element} [draw]
 */
function group(what, title, draw) {
  return el("fieldset", { class: draw ? "pictures" : "" }, el("legend", null, title), choices[what]?.map((name) => {
    const checked = name === look(what);
    const button = el("input", { type: "radio", name: what, value: name, checked, onchange: () => choose(what, name) });
    return el("label", null, draw && el("span", { inert: true, "aria-hidden": "true" }, draw(name)),
      el("span", null, button, " ", t(what === "theme" ? `app.theme.${name}` : `look.${name}`)));
  }));
}
