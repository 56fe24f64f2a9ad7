// Texts of experiments on the laboratory's page: their names, parameters and states.

import { register } from "./words.js";

/** @param {number} n @param {string} one @param {string} many */
const number = (n, one, many) => `${n} ${n === 1 ? one : many}`;

/** Writes seconds in suitable units. @param {number} seconds @param {[string, string, string]} units */
function span(seconds, [s, m, h]) {
  const minutes = Math.round(seconds / 60);
  if (seconds < 100) {
    return `${Math.round(seconds)} ${s}`;
  }
  return minutes < 100 ? `${minutes} ${m}` : `${Math.floor(minutes / 60)} ${h} ${minutes % 60} ${m}`;
}

/**
 * Parameters by the names of their flags: the English label, the Italian label and the Italian
 * description. The program supplies the English description. A label for one experiment only has
 * its name in front, as in "divide.sizes".
 * @type {Record<string, [string, string, string]>}
 */
const parameters = {
  "among": ["Members to choose from", "Membri fra cui scegliere", "se vuoto, tutti i 255 insiemi di lettere"],
  "council": ["Councils", "Consigli", "membri, come li scrive l'opzione Consult; se vuoto, le sedici distribuzioni della tesi"],
  "genetic.council": ["Council", "Consiglio", "membri, come li scrive l'opzione Consult"],
  "criteria.criteria": ["Criteria", "Criteri", "nomi separati da virgole; se vuoto, tutti"],
  "search-sets.criteria": ["Criteria", "Criteri", "nomi separati da virgole; union cerca l'unione più grande"],
  "criterion": ["Criterion", "Criterio", "la regola con cui i consigli scelgono"],
  "crossover": ["Crossover", "Incrocio", "probabilità che due genitori si scambino una parte"],
  "draw": ["Draw", "Patta", "PUNTI/MOSSE/DOPO: al più tanti centipedoni, mosse di entrambi di seguito, la mossa più precoce"],
  "each": ["Both players", "Entrambi i giocatori", "parole CHIAVE=VALORE che precedono quelle dei due giocatori"],
  "engine": ["Engine", "Motore", "firma del motore di cui si chiedono le proposte; se vuoto, questo"],
  "floor": ["Floor", "Soglia", "posizioni da risolvere per superare l'idoneità minima; sotto 0: quante meno di quelle che risolvono i pesi della tesi"],
  "from": ["Start with", "Inizia da", "lettere con cui cominciare"],
  "games": ["Games", "Partite", "due per apertura, a colori invertiti"],
  "generations": ["Generations", "Generazioni", "numero dell'ultima"],
  "hash": ["Table, MB", "Tabella, MB", "di ogni ricerca"],
  "judge-nodes": ["Nodes of the judge", "Nodi del giudice", "della ricerca che giudica una partita troncata"],
  "margin": ["Margin", "Tolleranza", "secondi di ritardo concessi a una mossa, o un tempo come 20ms"],
  "moves": ["Maximum moves", "Mosse al massimo", "di ciascuno; l'ultima posizione è giudicata, come nella tesi; 0 gioca fino alla fine"],
  "mutation": ["Mutation", "Mutazione", "probabilità che un bit di un figlio sia invertito"],
  "nodes": ["Nodes", "Nodi", "di ogni ricerca"],
  "divide.nodes": ["Nodes", "Nodi", "per mossa: del giocatore sequenziale, e di ogni ricerca o di tutte insieme"],
  "noise": ["Noise", "Rumore", "dei membri, in centipedoni"],
  "offline": ["Store only", "Solo archivio", "non cerca nulla: ciò che manca nell'archivio è un errore"],
  "openings": ["Openings", "Aperture", "posizioni iniziali: EPD, FEN, l'ultima di ogni partita PGN, o un libro (.bin)"],
  "player": ["Players", "Giocatori", "due, di parole CHIAVE=VALORE: consult, criterion, weights, second, second-threads, exchange, oppure letters, noise, seed; threads, hash, name, option.NOME; e nodes, depth, st o tc"],
  "plies": ["Opening half-moves", "Semimosse d'apertura", "di una partita PGN o di un libro; 0 è tutta la partita, e 8 di un libro"],
  "population": ["Individuals", "Individui", "un numero pari"],
  "reference-nps": ["Reference speed", "Velocità di riferimento", "nodi al secondo della macchina per cui valgono tc, st e tolleranza; ognuno li adatta alla propria; 0: gli stessi tempi ovunque"],
  "resign": ["Resign", "Abbandono", "abbandona chi è sotto di PUNTI/MOSSE: centipedoni, mosse proprie di seguito"],
  "restarts": ["Random starts", "Inizi casuali", "dove non si possono provare tutti i consigli"],
  "runs": ["Runs", "Prove", "diverse per il seme"],
  "second": ["Second search, %", "Seconda ricerca, %", "parti dei nodi, separate da virgole"],
  "seed": ["Seed", "Seme", "fissa tutto ciò che è casuale"],
  "shuffle": ["Shuffle", "Mescola", "ordina le aperture a caso con questo seme; 0 lascia l'ordine del file"],
  "sizes": ["Sizes", "Grandezze", "dei consigli, dal più piccolo al più grande, come 2-8"],
  "divide.sizes": ["Parallel searches", "Ricerche parallele", "numeri pari separati da virgole"],
  "sprt": ["SPRT", "SPRT", "termina quando è deciso fra ELO0,ELO1[,ALFA,BETA], in Elo normalizzato; i giocatori senza limite hanno nodes=40000"],
  "store": ["Store of proposals", "Archivio di proposte", "un file .db della cartella; se non c'è, viene creato"],
  "threads": ["In parallel", "In parallelo", "partite o ricerche contemporanee"],
  "whole": ["Whole suite", "Tutta la raccolta", "alleva su tutta la raccolta, come la tesi, non su metà"],
};

/** Experiments: the English name, the Italian name and the Italian description. @type {Record<string, [string, string, string]>} */
const experiments = {
  "order": ["Order of knowledge", "Ordine degli elementi", "Aggiunge gli elementi di valutazione uno alla volta, ogni volta quello con cui si risolvono più posizioni."],
  "union": ["Union and intersection", "Unione e intersezione", "Conta le posizioni che risolve almeno un membro di un consiglio, e quelle che risolvono tutti."],
  "criteria": ["Criteria", "Criteri", "Conta ciò che i consigli risolvono con ogni criterio, rispetto al giocatore con tutte le lettere."],
  "search-sets": ["Search for sets", "Ricerca di insiemi", "Trova gli insiemi di lettere i cui consigli risolvono di più su metà di una raccolta, e li giudica sul resto."],
  "genetic": ["Breeding of weights", "Pesi genetici", "Alleva i pesi delle lettere di un consiglio, e li giudica su posizioni su cui non sono stati allevati."],
  "tournament": ["Tournament", "Torneo", "Due giocatori, come consigli, thread o ricerche singole, giocano partite, troncate e giudicate alla maniera della tesi."],
  "divide": ["Dividing the work", "Divisione del lavoro", "È meglio dividere le lettere fra i membri di un consiglio o l'albero fra i thread? Partite contro una ricerca sola."],
};

/** @type {Record<string, string>} */
const english = {};
/** @type {Record<string, string>} */
const italian = {};
/** Italian descriptions of parameters and experiments. @type {Record<string, string>} */
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
 * Returns the description of a parameter or an experiment in a language.
 * @param {string} key as "parameter.games"
 * @param {string} said the program's English description
 * @param {string} language
 */
export function about(key, said, language) {
  return (language === "it" ? abouts[key] : undefined) ?? said;
}

/** Reports whether a key has a text. @param {string} key */
export const known = (key) => key in english;

register({
  en: {
    ...english,
    "job.new": "New experiment",
    "job.what": "Experiment",
    "job.name": "Name for its files",
    "job.suite": "Suite",
    "job.others": "Also test on",
    "job.none": "none",
    "job.nosuites": "The folder has no suites yet. Add EPD files with best moves (.epd).",
    "job.lines": "one per line",
    "job.files": "Add files to the folder",
    "job.files.about": "Suites with best moves (.epd), and openings (.epd, .fen, .pgn, .bin).",
    "job.same": "All games start from the initial position: with fixed nodes, every pair of games is the same.",
    "job.more": "More parameters",
    "job.begin": "Start",
    "job.cancel": "Cancel",
    "job.stop": "Stop",
    "job.stopping": "Stopping …",
    "job.resume": "Resume",
    "job.state.waiting": "waiting",
    "job.state.running": "running",
    "job.state.done": "done",
    "job.state.stopped": "stopped",
    "job.state.failed": "failed",
    "job.ahead": ({ ahead }) => (ahead > 0 ? `Waiting for a core: ${number(ahead, "experiment", "experiments")} ahead.` : "Waiting for a core: next in the queue."),
    "job.begins": "Starting …",
    "job.elsewhere": "Another program that serves this folder runs it, and can stop it.",
    "job.progress": ({ done, whole }) => (whole > 0 ? `${done} of ${whole}` : `${done}`),
    "job.rate": ({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0)} per second` : `${(rate * 60).toFixed(1)} per minute`),
    "job.left": ({ left }) => `${span(left, ["s", "min", "h"])} left`,
    "job.bar": "Progress",
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
    ...italian,
    "job.new": "Nuovo esperimento",
    "job.what": "Esperimento",
    "job.name": "Nome dei suoi file",
    "job.suite": "Raccolta",
    "job.others": "Prova anche su",
    "job.none": "nessuna",
    "job.nosuites": "La cartella non ha ancora raccolte di posizioni. Aggiungere file EPD con le mosse migliori (.epd).",
    "job.lines": "uno per riga",
    "job.files": "Aggiungi file alla cartella",
    "job.files.about": "Raccolte con le mosse migliori (.epd), e aperture (.epd, .fen, .pgn, .bin).",
    "job.same": "Tutte le partite partono dalla posizione iniziale: a nodi fissi ogni coppia di partite è uguale.",
    "job.more": "Altri parametri",
    "job.begin": "Avvia",
    "job.cancel": "Annulla",
    "job.stop": "Ferma",
    "job.stopping": "In arresto …",
    "job.resume": "Riprendi",
    "job.state.waiting": "in attesa",
    "job.state.running": "in corso",
    "job.state.done": "finito",
    "job.state.stopped": "interrotto",
    "job.state.failed": "non riuscito",
    "job.ahead": ({ ahead }) => (ahead > 0 ? `In attesa di un processore: ${number(ahead, "esperimento", "esperimenti")} prima.` : "In attesa di un processore: è il prossimo."),
    "job.begins": "In avvio …",
    "job.elsewhere": "Lo esegue un altro programma che usa questa cartella: si può fermare da lì.",
    "job.progress": ({ done, whole }) => (whole > 0 ? `${done} di ${whole}` : `${done}`),
    "job.rate": ({ rate }) => (rate >= 0.1 ? `${rate.toFixed(rate < 10 ? 1 : 0).replace(".", ",")} al secondo` : `${(rate * 60).toFixed(1).replace(".", ",")} al minuto`),
    "job.left": ({ left }) => `mancano ${span(left, ["s", "min", "h"])}`,
    "job.bar": "Avanzamento",
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
