// Texts of experiments on the laboratory's page: their states, commands and stores.

import { register } from "./words.js";

/** Writes seconds in suitable units. @param {number} seconds @param {[string, string, string]} units */
function span(seconds, [s, m, h]) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 100) {
    return `${Math.round(seconds)} ${s}`;
  }
  return minutes < 100 ? `${minutes} ${m}` : `${Math.floor(minutes / 60)} ${h} ${minutes % 60} ${m}`;
}

register({
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
