// Texts of the page "Laboratory", and of experiments: their states, commands and stores.

import { number, register } from "./words.js";

/** How games end, in Italian. @type {Record<string, string>} */
const endings = {
  "normal": "regolarmente", "adjudication": "per decisione arbitrale", "move limit": "troncate", "time forfeit": "per il tempo", "illegal move": "per mossa illegale",
  "false claim": "per richiesta infondata", "rejection": "per rifiuto", "disconnect": "per disconnessione", "stall": "per blocco del programma",
};

/** Writes seconds in suitable units. @param {number} seconds @param {[string, string, string]} units */
function span(seconds, [s, m, h]) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 100) {
    return `${Math.round(seconds)} ${s}`;
  }
  return minutes < 100 ? `${minutes} ${m}` : `${Math.floor(minutes / 60)} ${h} ${minutes % 60} ${m}`;
}

register({
  "laboratory.experiments": ["Experiments", "Esperimenti"],
  "laboratory.experiment": ["Experiment", "Esperimento"],
  "laboratory.empty": ["No experiments yet.", "Ancora nessun esperimento."],
  "laboratory.welcome": ["Experiments that write into this folder appear here, for example: alfiere-lab experiment tournament --player nodes=1000 --player nodes=2000 --pgn match.pgn",
    "Gli esperimenti che scrivono in questa cartella compaiono qui, per esempio: alfiere-lab experiment tournament --player nodes=1000 --player nodes=2000 --pgn match.pgn"],
  "laboratory.count": [({ n, live }) => `${number(n, "experiment", "experiments")}${live > 0 ? `, ${live} running` : ""}`,
    ({ n, live }) => `${number(n, "esperimento", "esperimenti")}${live > 0 ? `, ${live} in corso` : ""}`],
  "laboratory.live": ["running", "in corso"],
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
  "laboratory.ends": ["How games ended: {ends}.",
    ({ ends }) => `Fine delle partite: ${ends.replace(/[a-z]+( [a-z]+)*/g, (/** @type {string} */ how) => endings[how] ?? how)}.`],
  "laboratory.prior": ["These games alone do not determine Elo: a player has all points or none, or some players have not met. Table and curve credit each player with one draw against the average.",
    "Queste partite da sole non determinano l'Elo: un giocatore ha tutti i punti o nessuno, o alcuni non si sono incontrati. Tabella e curva accreditano a ciascuno una patta contro la media."],
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
  "job.rate": [({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0)} per second` : `${(rate * 60).toFixed(1)} per minute`),
    ({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0).replace(".", ",")} al secondo` : `${(rate * 60).toFixed(1).replace(".", ",")} al minuto`)],
  "job.left": [({ left }) => `${span(left, ["s", "min", "h"])} left`,
    ({ left }) => `mancano ${span(left, ["s", "min", "h"])}`],
  "job.bar": ["Progress", "Avanzamento"],
  "job.command": ["Repeat or resume it in a shell:", "Per ripeterlo o riprenderlo in una shell:"],
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
  "store.of": [({ n, whole }) => `${n} of ${whole}`, ({ n, whole }) => `${n} di ${whole}`],
});
