// Texts of the help.

import { register } from "./words.js";

register({
  "help.drop": ["Drop or paste", "Trascinare o incollare"],
  "help.drop.problem": ["a FEN, a list of men (White Kd5 Qf2 …), Popeye, Olive, EPD, a link; anywhere on the page",
    "un FEN, un elenco di pezzi (Bianco Rd5 Df2 …), Popeye, Olive, EPD, un link; ovunque nella pagina"],
  "help.drop.collection": ["files with FEN, EPD, Popeye, Olive, PGN or JSON lines; anywhere on the page",
    "file con FEN, EPD, Popeye, Olive, PGN o righe di JSON; ovunque nella pagina"],
  "help.drop.play": ["PGN, FEN or a tree of moves; anywhere on the page",
    "PGN, FEN o un albero di mosse; ovunque nella pagina"],
  "help.signs": ["Signs", "Segni"],
  "help.signs.key": ["the key, or the only refutation of a try", "la chiave, o l'unica confutazione di un tentativo"],
  "help.signs.try": ["a try: one defence refutes it. In games: a mistake; ?! an inaccuracy, ?? a blunder",
    "un tentativo: lo confuta una sola difesa. Nelle partite: un errore; ?! un'imprecisione, ?? un errore grave"],
  "help.signs.any": ["any other move of this man: Nf3~", "ogni altra mossa di questo pezzo: Cf3~"],
  "help.signs.threat": ["the threat: what White plays if Black does nothing about it",
    "la minaccia: ciò che il Bianco gioca se il Nero non la para"],
  "help.signs.black": ["a move of Black", "una mossa del Nero"],
  "help.signs.mate": ["mate; #2 means mate in two moves", "matto; #2 significa matto in due mosse"],
  "keys.help": ["show this help", "mostra questo aiuto"],
  "keys.query": ["go to the query or the position text", "va alla ricerca o al testo della posizione"],
  "keys.escape": ["close, cancel, stop", "chiude, annulla, ferma"],
  "keys.everywhere": ["Everywhere", "Ovunque"],
  "keys.board": ["On the board, with the keyboard", "Sulla scacchiera, da tastiera"],
  "keys.page": ["On this page", "In questa pagina"],
});
