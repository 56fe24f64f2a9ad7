// Names and words in the data of experiments. The files have English names; names that are missing
// here are shown as they are.

import { language } from "./words.js";

/** Names that are not written as their names, or are abbreviations. @type {Record<string, string>} */
const english = {
  elo: "Elo", error95: "±\u00a095\u00a0%", fen: "FEN", high95: "highest (95\u00a0%)", llr: "LLR", los: "LOS", losToNext: "LOS to next", low95: "lowest (95\u00a0%)", megabytes: "MB",
  n: "N", normalisedElo: "normalised Elo", normalisedError95: "normalised ±\u00a095\u00a0%", p: "P", holm_p: "P after Holm", plies: "half-moves",
};

/** @type {Record<string, string>} */
const italian = {
  ...english,
  // conditions
  all_letters: "tutte le lettere", breeding: "allevamento", complete: "completo", concurrency: "in parallelo", conditions: "condizioni", control: "limite", controls: "limiti", council: "consiglio",
  councils: "consigli", criterion: "criterio", engine: "motore", event: "evento", floor: "soglia", games: "partite", gamesOfEachPair: "partite di ogni coppia", generations: "generazioni",
  judge: "giudice", judgeNodes: "nodi del giudice", judged: "giudicato", limits: "limiti", maxMoves: "mosse al massimo", members: "membri", name: "nome", nodes: "nodi", noise: "rumore",
  openings: "aperture", order: "ordine", parameters: "parametri", prior: "con una patta in più", restarts: "inizi casuali", rule: "regola", runs: "prove", second: "secondo", seed: "seme",
  shuffle: "mescola", suite: "raccolta", suites: "raccolte", tournament: "torneo", tuning: "taratura", variant: "variante", version: "versione", whole: "intera", size: "grandezza", threads: "thread",
  // games and players
  black: "Nero", depth: "profondità", draws: "patte", duration: "durata", engines: "motori", faults: "errori", first: "primo", high95: "massimo (95\u00a0%)", losses: "sconfitte",
  losToNext: "LOS sul seguente", low95: "minimo (95\u00a0%)", normalisedElo: "Elo normalizzato", normalisedError95: "normalizzato ±\u00a095\u00a0%", number: "numero", pairings: "confronti",
  pairs: "coppie", played: "giocate", player: "giocatore", players: "giocatori", plies: "semimosse", points: "punti", result: "esito", termination: "fine", white: "Bianco",
  whitePoints: "punti del Bianco", wins: "vittorie", reason: "motivo", move: "mossa", moves: "mosse", start: "inizio", batch: "lotto", begun: "inizio", divisions: "divisioni", way: "modo", total: "in tutto",
  // suites
  base: "partenza", beginning: "inizio", best: "migliore", best_ever: "migliore finora", best_run: "prova migliore", bits: "bit", both_halves: "entrambe le metà", bounds: "limiti",
  chosen: "scelto", copies: "copie", count: "conteggio", counts: "conteggi", crossover: "incrocio", curve: "curva", fitness: "idoneità", gain: "guadagno", gained: "guadagnate", gains: "guadagni",
  generation: "generazione", genes: "geni", groups: "gruppi", half: "metà", held_out: "tenute da parte", high: "massimo", history: "storia", holm_p: "P secondo Holm", intersection: "intersezione",
  kept: "scelta", letter: "lettera", lost: "perse", low: "minimo", margin: "margine", mean: "media", mean_fitness: "idoneità media", mean_member: "membro medio", mean_score: "risultato medio",
  means: "medie", most: "massimo", mutation: "mutazione", net: "saldo", of: "di", other: "altre", others: "altri", population: "individui", positions: "posizioni", proven: "dimostrato",
  random: "caso", results: "risultati", run: "prova", score: "risultato", set: "insieme", solved: "risolte", steps: "passi", table: "tabella", trials: "confronti", tried: "provati", tries: "tentativi",
  union: "unione", weights: "pesi", worst: "da evitare", value: "valore",
};

/** Values that English does not write as they are. @type {Record<string, string>} */
const plain = { roundrobin: "round robin", true: "yes", false: "no" };

/** Values, in Italian. @type {Record<string, string>} */
const values = {
  adjudication: "decisione arbitrale", both: "entrambi", council: "consiglio", disconnect: "disconnessione", "false claim": "richiesta infondata", "first half": "prima metà",
  gauntlet: "uno contro tutti", "illegal move": "mossa illegale", "move limit": "troncata", normal: "normale", "other half": "altra metà", rejection: "rifiuto",
  roundrobin: "tutti contro tutti", stall: "blocco", threads: "thread", "time forfeit": "tempo", true: "sì", false: "no",
};

/** Values with numbers, in Italian. @type {[RegExp, string][]} */
const patterns = [
  [/^(\d+) games, fixed beforehand$/, "$1 partite, fissate prima"],
  [/^(\d+) games, fixed beforehand; stopped early, after (\d+)$/, "$1 partite, fissate prima; interrotte dopo $2"],
  [/^full knowledge, (\d+) nodes$/, "tutte le lettere, $1 nodi"],
];

/** @param {Record<string, string>} words @param {string} key */
const word = (words, key) => (Object.hasOwn(words, key) ? words[key] : undefined);

/** Returns a name of the data in the page's language. @param {string} name */
export function named(name) {
  return word(language() === "it" ? italian : english, name) ?? name.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);
}

/** Returns a value of the data in the page's language. @param {unknown} value @returns {string} */
export function written(value) {
  if (value === null || value === undefined) {
    return "–";
  }
  if (typeof value === "number") {
    return value.toLocaleString(language(), { useGrouping: false, maximumSignificantDigits: Number.isInteger(value) ? 21 : 5 }).replace("-", "−");
  }
  const text = String(value);
  if (language() !== "it") {
    return word(plain, text) ?? text.replace("1/2-1/2", "½-½");
  }
  return word(values, text) ?? patterns.reduce((said, [pattern, italian]) => said.replace(pattern, italian), text).replace("1/2-1/2", "½-½");
}

/** Returns values as a list, which a decimal comma does not spoil. @param {unknown[]} list */
export const listed = (list) => list.map(written).join(language() === "it" ? "; " : ", ");
