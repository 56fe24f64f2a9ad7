// Texts of what the laboratory's page begins: experiments, their parameters, and how they stand.

import { register } from "./words.js";

/** @param {number} n @param {string} one @param {string} many */
const number = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** Seconds in the largest units that say enough. @param {number} seconds @param {[string, string, string]} units */
function span(seconds, [s, m, h]) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 100) {
    return `${Math.round(seconds)} ${s}`;
  }
  return minutes < 100 ? `${minutes} ${m}` : `${Math.floor(minutes / 60)} ${h} ${minutes % 60} ${m}`;
}

/**
 * Parameters by the names of their flags: in English, in Italian, and in Italian what they are
 * for, which in English the program itself says. Some experiments have their own, "divide.sizes".
 * @type {Record<string, [string, string, string]>}
 */
const parameters = {
  "among": ["Members to choose from", "Membri fra cui scegliere", "se vuoto, tutti i 255 insiemi di lettere"],
  "council": ["Council", "Consiglio", "membri, come li scrive l'opzione Consult; se vuoto, le sedici distribuzioni della tesi"],
  "criteria": ["Criteria", "Criteri", "nomi separati da virgole"],
  "criterion": ["Criterion", "Criterio", "quello dei consigli"],
  "crossover": ["Crossover", "Incrocio", "probabilità che due genitori si scambino una parte"],
  "draw": ["Draw", "Patta", "PUNTI/MOSSE/DOPO: al più tanti centipedoni, mosse di entrambi di seguito, la mossa più precoce"],
  "each": ["For both", "Per entrambi", "parole CHIAVE=VALORE che precedono quelle dei due giocatori"],
  "engine": ["Engine", "Motore", "firma del motore di cui si chiedono le proposte; se vuoto, questo"],
  "floor": ["Floor", "Soglia", "posizioni da risolvere per più dell'idoneità minima; sotto 0: tante di meno di quelle che risolvono i pesi della tesi"],
  "from": ["Begin with", "Iniziare da", "lettere"],
  "games": ["Games", "Partite", "due per apertura, a colori invertiti"],
  "generations": ["Generations", "Generazioni", "numero dell'ultima"],
  "hash": ["Table, MB", "Tabella, MB", "di ogni ricerca"],
  "judge-nodes": ["Nodes of the judge", "Nodi del giudice", "della ricerca che giudica una partita troncata"],
  "moves": ["Cut after moves", "Troncare dopo mosse", "di ciascuno; l'ultima posizione è giudicata, come nella tesi; 0 gioca fino alla fine"],
  "mutation": ["Mutation", "Mutazione", "probabilità che un bit di un figlio sia invertito"],
  "nodes": ["Nodes", "Nodi", "di ogni ricerca"],
  "noise": ["Noise", "Rumore", "dei membri, in centipedoni"],
  "offline": ["Search nothing", "Non cercare nulla", "ciò che manca nell'archivio è un errore"],
  "openings": ["Openings", "Aperture", "posizioni iniziali: EPD, FEN, l'ultima di ogni partita PGN, o un libro (.bin)"],
  "player": ["Players", "Giocatori", "due, di parole CHIAVE=VALORE: consult, criterion, weights, second, oppure letters, noise, seed; threads, hash, name; e nodes, depth, st o tc"],
  "plies": ["Half-moves of an opening", "Semimosse di un'apertura", "di una partita PGN o di un libro; 0 è tutta la partita, e 8 di un libro"],
  "population": ["Individuals", "Individui", "un numero pari"],
  "resign": ["Resign", "Abbandono", "abbandona chi è sotto di PUNTI/MOSSE: centipedoni, mosse proprie di seguito"],
  "restarts": ["Random beginnings", "Inizi a caso", "dove non si possono provare tutti i consigli"],
  "runs": ["Runs", "Prove", "diverse per il seme"],
  "second": ["Second search, %", "Seconda ricerca, %", "parti dei nodi, separate da virgole"],
  "seed": ["Seed", "Seme", "da cui segue ciò che è a caso"],
  "shuffle": ["Shuffle", "Mescolare", "le aperture nell'ordine a caso di questo seme; 0 lascia il loro"],
  "sizes": ["Sizes", "Grandezze", "dei consigli, dal più piccolo al più grande, come 2-8"],
  "divide.sizes": ["Searches at once", "Ricerche insieme", "numeri pari separati da virgole"],
  "sprt": ["SPRT", "SPRT", "finire quando è deciso fra ELO0,ELO1[,ALFA,BETA], in Elo normalizzato"],
  "store": ["Store of proposals", "Archivio di proposte", "un file .db della cartella; se non c'è, viene creato"],
  "threads": ["At a time", "Insieme", "partite o ricerche contemporanee"],
  "whole": ["The whole suite", "Tutta la raccolta", "allevare su tutta, come la tesi, non sulla metà"],
};

/** Experiments: in English, in Italian, and in Italian what they are for. @type {Record<string, [string, string, string]>} */
const experiments = {
  "order": ["Order of knowledge", "Ordine delle conoscenze", "Aggiunge i tipi di conoscenza uno alla volta, ogni volta quello con cui si risolvono più posizioni."],
  "union": ["Union and intersection", "Unione e intersezione", "Conta le posizioni che risolve almeno un membro di un consiglio, e quelle che risolvono tutti."],
  "criteria": ["Criteria", "Criteri", "Conta ciò che i consigli risolvono con ogni criterio, rispetto al giocatore con tutte le conoscenze."],
  "search-sets": ["Search for sets", "Ricerca di insiemi", "Trova gli insiemi di conoscenze i cui consigli risolvono di più su metà di una raccolta, e li giudica sul resto."],
  "genetic": ["Breeding of weights", "Pesi genetici", "Alleva i pesi delle lettere di un consiglio, e li giudica su posizioni su cui non sono stati allevati."],
  "tournament": ["Tournament", "Torneo", "Due giocatori, come consigli, thread o ricerche singole, giocano partite; troncate e giudicate, alla maniera della tesi."],
  "divide": ["Dividing the work", "Dividere il lavoro", "È meglio dividere le conoscenze, con consigli, o l'albero, con thread? Partite contro una ricerca sola."],
};

/** @type {Record<string, string>} */
const english = {};
/** @type {Record<string, string>} */
const italian = {};
/** What parameters and experiments are for, in Italian. @type {Record<string, string>} */
const abouts = {};
for (const [name, [en, it, about]] of Object.entries(parameters)) {
  english[`parameter.${name}`] = en;
  italian[`parameter.${name}`] = it;
  abouts[`parameter.${name}`] = about;
}
for (const [name, [en, it, about]] of Object.entries(experiments)) {
  english[`experiment.${name}`] = en;
  italian[`experiment.${name}`] = it;
  abouts[`experiment.${name}`] = about;
}

/**
 * What is for a parameter or an experiment in the reader's language.
 * @param {string} key as "parameter.games"
 * @param {string} said what the program says, in English
 * @param {string} language
 */
export function about(key, said, language) {
  return (language === "it" ? abouts[key] : undefined) ?? said;
}

/** Whether there is a text. @param {string} key */
export const known = (key) => key in english;

register({
  en: {
    ...english,
    "job.new": "New experiment",
    "job.what": "Experiment",
    "job.name": "Name of its files",
    "job.suite": "Suite",
    "job.others": "Judge on these, too",
    "job.none": "none",
    "job.nosuites": "There are no suites in the folder yet: files of EPD with best moves (.epd).",
    "job.lines": "one a line",
    "job.files": "Add files to the folder",
    "job.files.about": "Suites with best moves (.epd), and openings (.epd, .fen, .pgn, .bin).",
    "job.same": "All games begin with the initial position: at fixed nodes every pair of games is the same.",
    "job.more": "More parameters",
    "job.begin": "Begin",
    "job.cancel": "Cancel",
    "job.stop": "Stop",
    "job.stopping": "Stopping …",
    "job.resume": "Go on",
    "job.state.waiting": "waiting",
    "job.state.running": "running",
    "job.state.done": "done",
    "job.state.stopped": "stopped",
    "job.state.failed": "failed",
    "job.ahead": ({ ahead }) => (ahead > 0 ? `Waits for a core: ${number(ahead, "other is", "others are")} before it.` : "Waits for a core: it is the next."),
    "job.begins": "It begins …",
    "job.elsewhere": "Another program that serves this folder is at work on it, and can stop it.",
    "job.progress": ({ done, whole }) => (whole > 0 ? `${done} of ${whole}` : `${done}`),
    "job.rate": ({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0)} a second` : `${(rate * 60).toFixed(1)} a minute`),
    "job.left": ({ left }) => `${span(left, ["s", "min", "h"])} left`,
    "job.bar": "How much is done",
    "store.title": "Store of proposals",
    "store.engine": "This engine has the signature {engine}.",
    "store.empty": "Nothing is stored yet.",
    "store.column.engine": "Engine",
    "store.column.nodes": "Nodes",
    "store.column.hash": "MB",
    "store.column.seats": "Members",
    "store.column.positions": "Positions",
    "store.column.facts": "Proposals",
    "store.this": "this one",
    "store.suite": "Suite",
    "store.complete": "Complete members",
    "store.partial": "In part",
    "store.of": ({ n, whole }) => `${n} of ${whole}`,
  },
  it: {
    ...italian,
    "job.new": "Nuovo esperimento",
    "job.what": "Esperimento",
    "job.name": "Nome dei suoi file",
    "job.suite": "Raccolta",
    "job.others": "Giudicare anche su",
    "job.none": "nessuna",
    "job.nosuites": "Nella cartella non ci sono ancora raccolte di posizioni: file EPD con le mosse migliori (.epd).",
    "job.lines": "uno per riga",
    "job.files": "Aggiungere file alla cartella",
    "job.files.about": "Raccolte con le mosse migliori (.epd), e aperture (.epd, .fen, .pgn, .bin).",
    "job.same": "Tutte le partite iniziano dalla posizione iniziale: a nodi fissi ogni coppia di partite è la stessa.",
    "job.more": "Altri parametri",
    "job.begin": "Iniziare",
    "job.cancel": "Annulla",
    "job.stop": "Ferma",
    "job.stopping": "Si sta fermando …",
    "job.resume": "Continua",
    "job.state.waiting": "in attesa",
    "job.state.running": "in corso",
    "job.state.done": "finito",
    "job.state.stopped": "fermato",
    "job.state.failed": "fallito",
    "job.ahead": ({ ahead }) => (ahead > 0 ? `Attende un processore: ${ahead === 1 ? "ce n'è un altro" : `ce ne sono altri ${ahead}`} prima.` : "Attende un processore: è il prossimo."),
    "job.begins": "Sta iniziando …",
    "job.elsewhere": "È in corso in un altro programma che serve questa cartella, e lì si può fermare.",
    "job.progress": ({ done, whole }) => (whole > 0 ? `${done} di ${whole}` : `${done}`),
    "job.rate": ({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0).replace(".", ",")} al secondo` : `${(rate * 60).toFixed(1).replace(".", ",")} al minuto`),
    "job.left": ({ left }) => `ancora ${span(left, ["s", "min", "h"])}`,
    "job.bar": "Quanto è fatto",
    "store.title": "Archivio di proposte",
    "store.engine": "Questo motore ha la firma {engine}.",
    "store.empty": "Non contiene ancora nulla.",
    "store.column.engine": "Motore",
    "store.column.nodes": "Nodi",
    "store.column.hash": "MB",
    "store.column.seats": "Membri",
    "store.column.positions": "Posizioni",
    "store.column.facts": "Proposte",
    "store.this": "questo",
    "store.suite": "Raccolta",
    "store.complete": "Membri completi",
    "store.partial": "In parte",
    "store.of": ({ n, whole }) => `${n} di ${whole}`,
  },
});
