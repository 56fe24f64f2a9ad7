// Texts of the page "Laboratory", and of experiments: their states, commands and stores.

import { number, register } from "./words.js";

/** How games end, in Italian. @type {Record<string, string>} */
const endings = {
  "normal": "regolarmente", "adjudication": "per decisione arbitrale", "move limit": "troncate",
  "time forfeit": "per il tempo", "illegal move": "per mossa illegale", "false claim": "per richiesta infondata",
  "rejection": "per rifiuto", "disconnect": "per disconnessione", "stall": "per blocco del programma",
};

/** Writes seconds in suitable units. @param {number} seconds */
function span(seconds) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 100) {
    return `${Math.round(seconds)} s`;
  }
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns a text for a number, some of which run. @param {string} one @param {string} many @param {string} run */
const running = (one, many, run) => (/** @type {{n: number, live: number}} */ { n, live }) =>
  `${number(n, one, many)}${live > 0 ? `, ${live} ${run}` : ""}`;

/** @param {string} ends such as "normal 3, stall 1" */
const inItalian = (ends) => ends.replace(/[a-z]+( [a-z]+)*/g, (/** @type {string} */ how) => endings[how] ?? how);

/** Writes a rate a second. @param {number} rate @param {string} language @param {[string, string]} units */
function speed(rate, language, [second, minute]) {
  const [n, unit] = rate >= 0.1 ? [rate, second] : [rate * 60, minute];
  return `${n.toLocaleString(language, { maximumFractionDigits: n < 10 ? 1 : 0 })} ${unit}`;
}

register({
  experiments: ["Experiments", "Esperimenti"], experiment: ["Experiment", "Esperimento"],
  empty: ["No experiments yet.", "Ancora nessun esperimento."],
  welcome: ["Experiments that write into this folder appear here, for example:",
    "Gli esperimenti che scrivono in questa cartella compaiono qui, per esempio:"],
  count: [running("experiment", "experiments", "running"), running("esperimento", "esperimenti", "in corso")],
  latest: ["the latest {n} of {whole} are listed", "sono elencati gli ultimi {n} di {whole}"],
  older: ["Left out, from an older run: {files}.", "Di un'esecuzione precedente, non mostrati: {files}."],
  running: ["Running: this view is live.", "In corso: la vista si aggiorna da sola."],
  resting: ["Last change: {when}", "Ultima modifica: {when}"], loading: ["Loading …", "Caricamento …"],
  "part.pgn": ["games", "partite"], "part.json": ["data", "dati"], "part.figures.json": ["data", "dati"],
  "part.txt": ["report", "rapporto"],
  report: ["report", "rapporto, in inglese"],
  "part.state": ["runs", "prove"], "part.db": ["store", "archivio"], "part.svg": ["picture", "figura"],
  "part.png": ["picture", "figura"],
  picture: ["picture of {name}", "figura di {name}"],
  games: [({ n }) => number(n, "game", "games"), ({ n }) => number(n, "partita", "partite")],
  "games.list": ["all games", "tutte le partite"], "games.before": ["Previous games", "Partite precedenti"],
  "games.after": ["Next games", "Partite seguenti"],
  ends: ["ends: {ends}", ({ ends }) => `finite: ${inItalian(ends)}`],
  prior: ["These games alone do not determine Elo: a player has all points or none, or some players "
    + "have not met. Table and curve credit each player with one draw against the average.",
  "Queste partite da sole non determinano l'Elo: un giocatore ha tutti i punti o nessuno, o alcuni non si sono "
    + "incontrati. Tabella e curva accreditano a ciascuno una patta contro la media."],
  cross: ["Cross table", "Tabellone"], table: ["Table of data", "Tabella dei dati"],
  rest: [({ n }) => `and ${number(n, "other", "others")}`, ({ n }) => `e ${number(n, "altro", "altri")}`],
  name: ["Name", "Nome"], points: ["Points", "Punti"], played: ["Games", "Partite"], score: ["Score", "Resa"],
  "axis.games": ["games", "partite"], "axis.generations": ["generations", "generazioni"],
  "axis.solved": ["positions", "posizioni"],
  "curve.elo": ["Elo by games played.", "Elo nel corso delle partite."],
  "curve.breeding": ["Positions solved by generation.", "Posizioni risolte per generazione."],
  "breeding.most of all runs": ["most of all runs", "massimo di tutte le prove"],
  "breeding.best so far": ["best so far", "migliore finora"], "breeding.best": ["best", "migliore"],
  "breeding.mean individual": ["mean individual", "individuo medio"],
}, "laboratory.");

register({
  "state.running": ["running", "in corso"], "state.done": ["done", "finito"],
  "state.stopped": ["stopped", "interrotto"], "state.failed": ["failed", "non riuscito"],
  progress: [({ done, whole }) => (whole > 0 ? `${done} of ${whole}` : `${done}`),
    ({ done, whole }) => (whole > 0 ? `${done} di ${whole}` : `${done}`)],
  rate: [({ rate }) => speed(rate, "en", ["per second", "per minute"]),
    ({ rate }) => speed(rate, "it", ["al secondo", "al minuto"])],
  left: [({ left }) => `${span(left)} left`, ({ left }) => `mancano ${span(left)}`], bar: ["Progress", "Avanzamento"],
  command: [({ shell = "a shell" }) => `Repeat or resume it in ${shell}:`,
    ({ shell = "una shell" }) => `Per ripeterlo o riprenderlo in ${shell}:`],
  copy: ["Copy the command", "Copia il comando"],
  copied: ["The command is on the clipboard.", "Il comando è negli appunti."],
  selected: ["The browser does not permit copying. The command is selected.",
    "Il browser non permette di copiare. Il comando è selezionato."],
}, "job.");

register({
  title: ["Proposal store", "Archivio di proposte"],
  engine: ["This engine's signature is {engine}.", "La firma di questo motore è {engine}."],
  empty: ["The store is empty. An experiment that uses it fills it.",
    "L'archivio è vuoto. Lo riempie un esperimento che lo usa."],
  "column.engine": ["Engine", "Motore"], "column.nodes": ["Nodes", "Nodi"], "column.hash": ["MB", "MB"],
  "column.seats": ["Members", "Membri"], "column.positions": ["Positions", "Posizioni"],
  "column.facts": ["Proposals", "Proposte"],
  this: ["this one", "questo"], suite: ["Suite", "Raccolta"], complete: ["Complete members", "Membri completi"],
  partial: ["Partial", "Parziali"],
}, "store.");
