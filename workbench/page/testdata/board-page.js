// A page with a board and a tray, which writes down what they say.
import "./js/board.js";
import "./js/tray.js";
import { menOf } from "./js/board-draw.js";
import { emptyDiagram, fen } from "./js/diagram.js";
import { setLanguage } from "./js/words.js";

const board = document.getElementById("board");
document.documentElement.style.setProperty("--bar", "0px");
window.board = board;
window.setLanguage = setLanguage;
window.heard = [];
for (const kind of ["place", "remove", "move", "swap", "turn", "select", "mark", "change", "announce"]) {
  document.addEventListener(kind, ({ type, detail }) => window.heard.push({ type, ...(typeof detail === "object" ? detail : { text: detail }), men: undefined }));
}
document.addEventListener("step", (event) => {
  window.heard.push({ type: "step", ...event.detail });
  event.preventDefault();
});
window.fen = () => fen({ ...emptyDiagram, men: board.men }).split(" ")[0];
window.set = (text) => {
  board.men = menOf(text);
  window.heard = [];
};
window.set("3qk3/8/8/8/8/8/8/R3K2R");
document.documentElement.dataset.ready = "board";
