// Texts of the dialog of the look.

import { register } from "./words.js";

register({
  "look.board.paper": ["Board for problems", "Scacchiera dei problemi"],
  "look.board.wood": ["Board for games", "Scacchiera delle partite"],
  "look.paper": ["Paper", "Carta"],
  "look.wood": ["Wood", "Legno"],
  "look.green": ["Green", "Verde"],
  "look.men": ["Pieces", "Pezzi"],
  "look.diagram": ["Diagram", "Diagramma"],
  "look.staunton": ["Staunton", "Staunton"],
  "look.sound": ["Sound of a move", "Suono di una mossa"],
});
