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
  "laboratory.experiments": ["Experiments", "Esperimenti"],
  "laboratory.experiment": ["Experiment", "Esperimento"],
  "laboratory.empty": ["No experiments yet.", "Ancora nessun esperimento."],
  "laboratory.welcome": ["Experiments that write into this folder appear here, for example:",
    "Gli esperimenti che scrivono in questa cartella compaiono qui, per esempio:"],
  "laboratory.count": [running("experiment", "experiments", "running"),
    running("esperimento", "esperimenti", "in corso")],
  "laboratory.latest": ["the latest {n} of {whole} are listed", "sono elencati gli ultimi {n} di {whole}"],
  "laboratory.older": ["Left out, from an older run: {files}.", "Di un'esecuzione precedente, non mostrati: {files}."],
  "laboratory.running": ["Running: this view is live.", "In corso: la vista si aggiorna da sola."],
  "laboratory.resting": ["Last change: {when}", "Ultima modifica: {when}"],
  "laboratory.loading": ["Loading …", "Caricamento …"],
  "laboratory.part.pgn": ["games", "partite"],
  "laboratory.part.json": ["data", "dati"],
  "laboratory.part.figures.json": ["data", "dati"],
  "laboratory.part.txt": ["report", "rapporto"],
  "laboratory.report": ["report", "rapporto, in inglese"],
  "laboratory.part.state": ["runs", "prove"],
  "laboratory.part.db": ["store", "archivio"],
  "laboratory.part.svg": ["picture", "figura"],
  "laboratory.part.png": ["picture", "figura"],
  "laboratory.picture": ["picture of {name}", "figura di {name}"],
  "laboratory.games": [({ n }) => number(n, "game", "games"), ({ n }) => number(n, "partita", "partite")],
  "laboratory.games.list": ["all games", "tutte le partite"],
  "laboratory.games.before": ["Previous games", "Partite precedenti"],
  "laboratory.games.after": ["Next games", "Partite seguenti"],
  "laboratory.ends": ["ends: {ends}", ({ ends }) => `fine: ${inItalian(ends)}`],
  "laboratory.prior": ["These games alone do not determine Elo: a player has all points or none, or some players "
    + "have not met. Table and curve credit each player with one draw against the average.",
  "Queste partite da sole non determinano l'Elo: un giocatore ha tutti i punti o nessuno, o alcuni non si sono "
    + "incontrati. Tabella e curva accreditano a ciascuno una patta contro la media."],
  "laboratory.cross": ["Cross table", "Tabellone"],
  "laboratory.table": ["Table of data", "Tabella dei dati"],
  "laboratory.rest": [({ n }) => `and ${number(n, "other", "others")}`, ({ n }) => `e ${number(n, "altro", "altri")}`],
  "laboratory.name": ["Name", "Nome"],
  "laboratory.points": ["Points", "Punti"],
  "laboratory.played": ["Games", "Partite"],
  "laboratory.score": ["Score", "Resa"],
  "laboratory.axis.games": ["games", "partite"],
  "laboratory.axis.generations": ["generations", "generazioni"],
  "laboratory.axis.solved": ["positions", "posizioni"],
  "laboratory.curve.elo": ["Elo by games played.", "Elo nel corso delle partite."],
  "laboratory.curve.breeding": ["Positions solved by generation.", "Posizioni risolte per generazione."],
  "laboratory.breeding.most of all runs": ["most of all runs", "massimo di tutte le prove"],
  "laboratory.breeding.best so far": ["best so far", "migliore finora"],
  "laboratory.breeding.best": ["best", "migliore"],
  "laboratory.breeding.mean individual": ["mean individual", "individuo medio"],
  "job.state.running": ["running", "in corso"],
  "job.state.done": ["done", "finito"],
  "job.state.stopped": ["stopped", "interrotto"],
  "job.state.failed": ["failed", "non riuscito"],
  "job.progress": [({ done, whole }) => (whole > 0 ? `${done} of ${whole}` : `${done}`),
    ({ done, whole }) => (whole > 0 ? `${done} di ${whole}` : `${done}`)],
  "job.rate": [({ rate }) => speed(rate, "en", ["per second", "per minute"]),
    ({ rate }) => speed(rate, "it", ["al secondo", "al minuto"])],
  "job.left": [({ left }) => `${span(left)} left`, ({ left }) => `mancano ${span(left)}`],
  "job.bar": ["Progress", "Avanzamento"],
  "job.command": [({ shell = "a shell" }) => `Repeat or resume it in ${shell}:`,
    ({ shell = "una shell" }) => `Per ripeterlo o riprenderlo in ${shell}:`],
  "job.copy": ["Copy the command", "Copia il comando"],
  "job.copied": ["The command is on the clipboard.", "Il comando è negli appunti."],
  "job.selected": ["The browser does not permit copying. The command is selected.",
    "Il browser non permette di copiare. Il comando è selezionato."],
  "store.title": ["Proposal store", "Archivio di proposte"],
  "store.engine": ["This engine's signature is {engine}.", "La firma di questo motore è {engine}."],
  "store.empty": ["The store is empty. An experiment that uses it fills it.",
    "L'archivio è vuoto. Lo riempie un esperimento che lo usa."],
  "store.column.engine": ["Engine", "Motore"],
  "store.column.nodes": ["Nodes", "Nodi"],
  "store.column.hash": ["MB", "MB"],
  "store.column.seats": ["Members", "Membri"],
  "store.column.positions": ["Positions", "Posizioni"],
  "store.column.facts": ["Proposals", "Proposte"],
  "store.this": ["this one", "questo"],
  "store.suite": ["Suite", "Raccolta"],
  "store.complete": ["Complete members", "Membri completi"],
  "store.partial": ["Partial", "Parziali"],
});
