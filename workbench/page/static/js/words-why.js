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
    ["the favour of the network", "il favore della rete"]],
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
  "play.letters": ["Evaluation terms in use", "Elementi di valutazione attivi"],
  "play.letters.one": ["At least one letter must be on.", "Almeno una lettera deve essere attiva."],
  "play.knowledge": ["Term", "Elemento"],
  "play.sum": ["White −\u00a0Black", "Bianco −\u00a0Nero"],
  "play.man": ["Man", "Pezzo"],
  "play.stands": ["Position", "Posizione"],
  "play.rest": ["the position as a whole", "la posizione intera"],
  "play.tint": ["Tint the board", "Colora la scacchiera"],
  "play.why.sentence": [sentence(0), sentence(1)],
  "play.why.weak": ["{side}'s {man} is weak", "{man} del {side} è debole"],
  "play.why.strong": ["{side}'s {man} is strong", "{man} del {side} è forte"],
  "play.why.static": ["static", "statica"],
  "play.why.static.about": ["The evaluation of this position, without a search",
    "La valutazione di questa posizione, senza ricerca"],
  "play.why.searched": ["searched", "con ricerca"],
  "play.why.searched.about": ["The evaluation after a search", "La valutazione dopo una ricerca"],
  "play.why.rest": ["Of the learned term, {rest} belong to no single man, but to the position as a whole.",
    "Dell'elemento appreso, {rest} non spettano a un singolo pezzo, ma alla posizione intera."],
  "play.why.hint": [
    "In centipawns: how much better or worse each man stands, for its owner, than the average man of its kind on the "
    + "board. “Position” is the sum but for the material. The last rows are all values of both sides.",
    "In centipedoni: di quanto ogni pezzo sta meglio o peggio, per chi lo possiede, della media dei pezzi dello stesso "
    + "tipo sulla scacchiera. «Posizione» è la somma senza il materiale. In fondo, i valori interi dei due colori."],
  "play.council.hint": ["The members look at different things. Each proposes a move, and the criterion chooses.",
    "I membri badano a cose diverse. Ognuno propone una mossa, e il criterio sceglie."],
  "play.council.ask": ["Ask the council", "Interroga il consiglio"],
  "play.council.who": ["Council", "Consiglio"],
  "play.council.criterion": ["Criterion", "Criterio"],
  "play.council.nodes": ["Search of each member", "Ricerca di ogni membro"],
  "play.council.asked": ["The council is deliberating …", "Il consiglio delibera …"],
  "play.council.says": ["The council plays {move}: {votes} of {of} propose it ({criterion}).",
    ({ move, votes, of, criterion }) => `Il consiglio gioca ${move}: la `
      + `${votes === 1 ? "propone" : "propongono"} ${votes} su ${of} (${criterion}).`],
  "play.council.absent": ["Absent:", "Assenti:"],
  "play.member": ["Member", "Membro"],
  "play.value": ["Value", "Valore"],
  "play.depth": ["Depth", "Profondità"],
  "play.weight": ["Weight", "Peso"],
  "play.line": ["Line", "Variante"],
  "play.why.better": ["better placed than the average man of its kind",
    "meglio della media dei pezzi dello stesso tipo"],
  "play.why.worse": ["worse placed", "peggio della media"],
  "play.why.men": ["Every man, letter by letter", "Tutti i pezzi, lettera per lettera"],
  "play.why.none": ["No man stands out: the differences are below {least} centipawns.",
    "Nessun pezzo si distingue: le differenze sono sotto i {least} centipedoni."],
  "play.why.raw": ["{raw}; average {mean}", "{raw}; media {mean}"],
  "play.council.own": ["your own choice", "a scelta"],
  "play.council.change": ["Change the members", "Cambia i membri"],
  "play.council.member": ["Member {n}", "Membro {n}"],
  "play.council.remove": ["Remove", "Togli"],
  "play.council.add": ["Add a member", "Aggiungi un membro"],
  "play.council.noise": ["with a little chance in its evaluation", "con un po' di caso nella valutazione"],
  "play.council.balanced7": ["seven members, letters shared evenly", "sette membri, lettere in parti uguali"],
  "play.council.balanced4": ["four members, letters shared evenly", "quattro membri, lettere in parti uguali"],
  "play.council.common4": ["four members with a common core", "quattro membri con un nucleo comune"],
  "play.council.unbalanced4": ["two generalists and two specialists", "due membri completi e due specialisti"],
  "play.council.incremental6": ["six members, each with a letter more", "sei membri, ognuno con una lettera in più"],
  "play.council.noise4": ["four equal members with a little chance", "quattro membri uguali con un po' di caso"],
  "play.council.noise8": ["eight equal members with a little chance", "otto membri uguali con un po' di caso"],
  "play.council.optimum4": ["four members chosen by measurement", "quattro membri scelti con misure"],
  "play.criterion.optimistic": ["highest value", "il valore più alto"],
  "play.criterion.weights": ["sum of the letters' weights", "somma dei pesi delle lettere"],
  "play.criterion.depth": ["greatest depth", "la profondità maggiore"],
  "play.criterion.relative1": ["greatest gain over the present value", "il guadagno maggiore sul valore attuale"],
  "play.criterion.relative1-democratic": ["most members, then greatest gain", "più membri, poi il guadagno maggiore"],
  "play.criterion.relative2": ["greatest gain in the eyes of all members",
    "il guadagno maggiore secondo tutti i membri"],
  "play.criterion.re-search": ["a second search of the proposed moves", "una seconda ricerca delle mosse proposte"],
  "play.criterion.majority": ["most members", "più membri"],
  "play.criterion.equal-depth": ["highest value at equal depth", "il valore più alto a pari profondità"],
  "play.criterion.trust": ["trust earned in training", "fiducia ottenuta nell'addestramento"],
});
