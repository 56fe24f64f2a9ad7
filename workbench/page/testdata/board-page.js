// A page with a board and a tray, which writes down what they say.
import "./js/board.js";
import "./js/tray.js";
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
window.fen = () =>
  [8, 7, 6, 5, 4, 3, 2, 1]
    .map((rank) => [..."abcdefgh"].map((file) => board.men.get(file + rank) ?? "1").join(""))
    .join("/")
    .replace(/1+/g, (empty) => String(empty.length));
window.set = (fen) => {
  const men = [];
  fen.split("/").forEach((row, i) => {
    let file = 0;
    for (const letter of row) {
      if (letter >= "1" && letter <= "8") {
        file += Number(letter);
      } else {
        men.push(["abcdefgh"[file++] + (8 - i), letter]);
      }
    }
  });
  board.men = new Map(men);
  window.heard = [];
};
window.set("3qk3/8/8/8/8/8/8/R3K2R");
document.documentElement.dataset.ready = "board";
