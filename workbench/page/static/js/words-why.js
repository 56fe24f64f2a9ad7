// Texts of the panels "Why" and "Council".

import { register } from "./words.js";

/**
 * The letters: names, explanations, and what a side has if its value is high.
 * @type {Record<string, [short: [string, string], long: [string, string], good: [string, string]]>}
 */
const letters = {
  m: [["material", "materiale"],
    ["The value of the men on the board, wherever they stand", "Il valore dei pezzi sulla scacchiera, ovunque stiano"],
    ["more material", "più materiale"]],
  b: [["placement", "collocazione"],
    ["Well-placed, hanging and attacked men", "Pezzi ben piazzati, in presa, attaccati"],
    ["better placed men", "pezzi meglio collocati"]],
  x: [["mobility", "mobilità"], ["Reachable squares, open files", "Case raggiungibili, colonne aperte"],
    ["more active pieces", "pezzi più attivi"]],
  k: [["king", "re"], ["The king's shield, attacked squares around it, checks",
    "Lo scudo del re, case attaccate intorno al re, scacchi"], ["the safer king", "il re più sicuro"]],
  c: [["centre", "centro"], ["Centre pawns, closeness to the centre", "Pedoni centrali, vicinanza al centro"],
    ["more of the centre", "più centro"]],
  p: [["pawns", "pedoni"],
    ["Advanced, isolated, doubled, backward pawns", "Pedoni avanzati, isolati, doppiati, arretrati"],
    ["the better pawns", "pedoni migliori"]],
  a: [["attack", "attacco"], ["Passed pawns, pawn storms, pins, pieces aimed at the king",
    "Pedoni passati, assalti di pedoni, inchiodature, pezzi puntati sul re"], ["the stronger attack", "più attacco"]],
  r: [["relations", "rapporti"], ["Pairs of pieces and their value by game phase",
    "Coppie di pezzi e loro valore secondo la fase della partita"],
    ["pieces that work together", "pezzi che si completano"]],
  n: [["learned", "appreso"], ["What a neural network has learned beyond the other terms",
    "Ciò che una rete neurale ha appreso oltre agli altri elementi"],
    ["the better learned score", "il miglior punteggio appreso"]],
};

for (const [letter, [short, long, good]] of Object.entries(letters)) {
  const key = `play.letter.${letter}`;
  register({ [key]: short, [`${key}.long`]: long, [`${key}.good`]: good });
}

/** How much better a side stands, by the levels of play-why.js. */
const better = [
  ["The position is level", "La posizione è pari"], ["{side} is slightly better", "Il {side} sta un po' meglio"],
  ["{side} is better", "Il {side} sta meglio"], ["{side} is much better", "Il {side} sta molto meglio"],
  ["{side} is winning", "Il {side} vince"],
];

/** Returns the sentence of the panel "Why" in a language. @param {0 | 1} language */
const sentence = (language) => (/** @type {any} */ { level, side, terms, other, against, men }) => {
  const article = language === 0 ? "" : "il ";
  const has = (/** @type {string} */ who) => `${article}${who} ${language === 0 ? "has" : "ha"} `;
  const stands = better[level]?.[language]?.replace("{side}", side);
  const reasons = terms && `: ${level === 0 ? has(side) : ""}${terms}`;
  const doubt = against && `, ${language === 0 ? "but" : "ma"} ${has(other)}${against}`;
  return `${[`${stands}${reasons}${doubt}`, ...men].join("; ")}.`;
};

register({
  letters: ["Evaluation terms in use", "Elementi di valutazione attivi"],
  "letters.one": ["At least one letter must be on.", "Almeno una lettera deve essere attiva."],
  knowledge: ["Term", "Elemento"], sum: ["White −\u00a0Black", "Bianco −\u00a0Nero"], man: ["Man", "Pezzo"],
  stands: ["Position", "Posizione"], rest: ["the position as a whole", "la posizione intera"],
  tint: ["Tint the board", "Colora la scacchiera"],
  "why.sentence": [sentence(0), sentence(1)], "why.weak": ["{side}'s {man} is weak", "{man} del {side} è debole"],
  "why.strong": ["{side}'s {man} is strong", "{man} del {side} è forte"], "why.static": ["static", "statica"],
  "why.static.about": ["The evaluation of this position, without a search",
    "La valutazione di questa posizione, senza ricerca"],
  "why.searched": ["searched", "con ricerca"],
  "why.searched.about": ["The evaluation after a search", "La valutazione dopo una ricerca"],
  "why.rest": ["Of the learned term, {rest} belong to no single man, but to the position as a whole.",
    "Dell'elemento appreso, {rest} non spettano a un singolo pezzo, ma alla posizione intera."],
  "why.hint": [
    "In centipawns: how much better or worse each man stands, for its owner, than the average man of its kind on the "
    + "board. “Position” is the sum but for the material. The last rows are all values of both sides.",
    "In centipedoni: di quanto ogni pezzo sta meglio o peggio, per chi lo possiede, della media dei pezzi dello stesso "
    + "tipo sulla scacchiera. «Posizione» è la somma senza il materiale. In fondo, i valori interi dei due colori."],
  "council.hint": ["The members look at different things. Each proposes a move, and the criterion chooses.",
    "I membri badano a cose diverse. Ognuno propone una mossa, e il criterio sceglie."],
  "council.ask": ["Ask the council", "Interroga il consiglio"], "council.who": ["Council", "Consiglio"],
  "council.criterion": ["Criterion", "Criterio"], "council.nodes": ["Search of each member", "Ricerca di ogni membro"],
  "council.asked": ["The council is deliberating …", "Il consiglio delibera …"],
  "council.says": ["The council plays {move}: {votes} of {of} propose it ({criterion}).",
    ({ move, votes, of, criterion }) => `Il consiglio gioca ${move}: la `
      + `${votes === 1 ? "propone" : "propongono"} ${votes} su ${of} (${criterion}).`],
  "council.absent": ["Absent:", "Assenti:"],
  member: ["Member", "Membro"], value: ["Value", "Valore"], depth: ["Depth", "Profondità"], weight: ["Weight", "Peso"],
  line: ["Line", "Variante"],
  "why.better": ["better placed than the average man of its kind", "meglio della media dei pezzi dello stesso tipo"],
  "why.worse": ["worse placed", "peggio della media"],
  "why.men": ["Every man, letter by letter", "Tutti i pezzi, lettera per lettera"],
  "why.none": ["No man stands out: the differences are below {least} centipawns.",
    "Nessun pezzo si distingue: le differenze sono sotto i {least} centipedoni."],
  "why.raw": ["{raw}; average {mean}", "{raw}; media {mean}"],
  "council.own": ["your own choice", "a scelta"], "council.change": ["Change the members", "Cambia i membri"],
  "council.member": ["Member {n}", "Membro {n}"], "council.remove": ["Remove", "Togli"],
  "council.add": ["Add a member", "Aggiungi un membro"],
  "council.noise": ["with a little chance in its evaluation", "con un po' di caso nella valutazione"],
  "council.balanced7": ["seven members, letters shared evenly", "sette membri, lettere in parti uguali"],
  "council.balanced4": ["four members, letters shared evenly", "quattro membri, lettere in parti uguali"],
  "council.common4": ["four members with a common core", "quattro membri con un nucleo comune"],
  "council.unbalanced4": ["two generalists and two specialists", "due membri completi e due specialisti"],
  "council.incremental6": ["six members, each with a letter more", "sei membri, ognuno con una lettera in più"],
  "council.noise4": ["four equal members with a little chance", "quattro membri uguali con un po' di caso"],
  "council.noise8": ["eight equal members with a little chance", "otto membri uguali con un po' di caso"],
  "council.optimum4": ["four members chosen by measurement", "quattro membri scelti con misure"],
  "criterion.optimistic": ["highest value", "il valore più alto"],
  "criterion.weights": ["sum of the letters' weights", "somma dei pesi delle lettere"],
  "criterion.depth": ["greatest depth", "la profondità maggiore"],
  "criterion.relative1": ["greatest gain over the present value", "il guadagno maggiore sul valore attuale"],
  "criterion.relative1-democratic": ["most members, then greatest gain", "più membri, poi il guadagno maggiore"],
  "criterion.relative2": ["greatest gain in the eyes of all members", "il guadagno maggiore secondo tutti i membri"],
  "criterion.re-search": ["a second search of the proposed moves", "una seconda ricerca delle mosse proposte"],
  "criterion.majority": ["most members", "più membri"],
  "criterion.equal-depth": ["highest value at equal depth", "il valore più alto a pari profondità"],
  "criterion.trust": ["trust earned in training", "fiducia ottenuta nell'addestramento"],
}, "play.");
