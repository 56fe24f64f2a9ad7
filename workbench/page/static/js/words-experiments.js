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
  en: {
    "job.state.running": "running",
    "job.state.done": "done",
    "job.state.stopped": "stopped",
    "job.state.failed": "failed",
    "job.progress": ({ done, whole }) => (whole > 0 ? `${done} of ${whole}` : `${done}`),
    "job.rate": ({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0)} per second` : `${(rate * 60).toFixed(1)} per minute`),
    "job.left": ({ left }) => `${span(left, ["s", "min", "h"])} left`,
    "job.bar": "Progress",
    "job.command": "Repeat or resume it in a shell:",
    "job.copy": "Copy the command",
    "job.copied": "The command is on the clipboard.",
    "job.selected": "The browser does not permit copying. The command is selected.",
    "store.title": "Proposal store",
    "store.engine": "This engine's signature is {engine}.",
    "store.empty": "The store is empty. An experiment that uses it fills it.",
    "store.column.engine": "Engine",
    "store.column.nodes": "Nodes",
    "store.column.hash": "MB",
    "store.column.seats": "Members",
    "store.column.positions": "Positions",
    "store.column.facts": "Proposals",
    "store.this": "this one",
    "store.suite": "Suite",
    "store.complete": "Complete members",
    "store.partial": "Partial",
    "store.of": ({ n, whole }) => `${n} of ${whole}`,
  },
  it: {
    "job.state.running": "in corso",
    "job.state.done": "finito",
    "job.state.stopped": "interrotto",
    "job.state.failed": "non riuscito",
    "job.progress": ({ done, whole }) => (whole > 0 ? `${done} di ${whole}` : `${done}`),
    "job.rate": ({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0).replace(".", ",")} al secondo` : `${(rate * 60).toFixed(1).replace(".", ",")} al minuto`),
    "job.left": ({ left }) => `mancano ${span(left, ["s", "min", "h"])}`,
    "job.bar": "Avanzamento",
    "job.command": "Per ripeterlo o riprenderlo in una shell:",
    "job.copy": "Copia il comando",
    "job.copied": "Il comando è negli appunti.",
    "job.selected": "Il browser non permette di copiare. Il comando è selezionato.",
    "store.title": "Archivio di proposte",
    "store.engine": "La firma di questo motore è {engine}.",
    "store.empty": "L'archivio è vuoto. Lo riempie un esperimento che lo usa.",
    "store.column.engine": "Motore",
    "store.column.nodes": "Nodi",
    "store.column.hash": "MB",
    "store.column.seats": "Membri",
    "store.column.positions": "Posizioni",
    "store.column.facts": "Proposte",
    "store.this": "questo",
    "store.suite": "Raccolta",
    "store.complete": "Membri completi",
    "store.partial": "Parziali",
    "store.of": ({ n, whole }) => `${n} di ${whole}`,
  },
});
