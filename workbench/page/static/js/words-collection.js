// Texts of the page "Collection".

import { language, number, register } from "./words.js";
import { fieldsInItalian } from "./words-fields.js";

/** The examples of docs/problems-query.md; the texts "collection.example.1" and so on describe them. */
export const examples = [
  'miniature sound tries >= 3 theme:"white grimshaw"', "#3 and white = 6 and black > 3",
  "theme:grimshaw and not theme:novotny", "wQ = 0 wN >= 2 (key:castling or key:unpin)",
  "author:loyd year 1870..1880 prize", "key gives flight variations >= 8 sort by variations desc",
  '"good companion" or source:"good companion*"', "anywhere:[RQ]?k/?[^p]?", "like:8/8/8/8/8/k2K4/7Q/8",
  "analysed not sound count by decade",
];

/** Returns the help of a completion in the current language. @param {string} text @param {string} help in English */
export const fieldHelp = (text, help) => language() !== "it" || help === "" ? help
  : fieldsInItalian[text.replace(/[:=\s]+$/, "")]?.[1] ?? fieldsInItalian[help]?.[1] ?? help;

/** The headings of fields whose names say too little. @type {Record<string, string>} */
const headings = {
  id: "number", white: "white men", black: "black men", vacated: "vacated squares",
  themes: "number of themes", keys: "number of keys", flaws: "number of flaws", merits: "number of merits",
};

/** The men of fields such as wK. @type {Record<string, string>} */
const men = { K: "king", Q: "queens", R: "rooks", B: "bishops", N: "knights", P: "pawns" };

/** Returns the heading of a field. @param {string} name @returns {string} */
export function fieldName(name) {
  if (language() === "it") return fieldsInItalian[name]?.[0] ?? name;
  return headings[name] ?? name.replace(/^([wb])([KQRBNP])$/,
    (_, side, man) => `${side === "w" ? "white" : "black"} ${men[man]}`);
}

/**
 * Returns a text that counts: the first kind always, the others if there are any.
 * @param {...[one: string, many: string]} kinds
 */
const sum = (...kinds) => (/** @type {{counts: number[]}} */ { counts }) =>
  counts.map((n, i) => (i === 0 || n > 0) && number(n, ...(kinds[i] ?? ["", ""]))).filter(Boolean).join(", ");

register({
  query: ["Query", "Ricerca"], placeholder: ["Search: loyd, or #2 sound", "Cerca: loyd, o #2 sound"],
  find: ["Find", "Cerca"], completions: ["Completions", "Completamenti"],
  offered: [({ n }) => `${number(n, "completion", "completions")}; press the down arrow to choose`,
    ({ n }) => `${number(n, "completamento", "completamenti")}; freccia giù per scegliere`],
  examples: ["Ten examples", "Dieci esempi"],
  language: ["Write conditions one after another; “or”, “not” and parentheses combine them. The box completes fields "
    + "and values as you type.",
  "Le condizioni si scrivono una dopo l'altra, con «or» (o), «not» (non) e parentesi. La casella completa campi e "
    + "valori durante la scrittura."],
  "example.1": ["sound miniatures with a white Grimshaw and three or more tries",
    "miniature corrette con un Grimshaw bianco e almeno tre tentativi"],
  "example.2": ["three-movers with six white men against more than three",
    "problemi in tre mosse con sei pezzi bianchi e più di tre neri"],
  "example.3": ["a Grimshaw, but no Novotny", "un Grimshaw, ma nessun Novotny"],
  "example.4": ["no white queen, at least two white knights, and a key that castles or unpins",
    "nessuna Donna bianca, almeno due Cavalli bianchi e una chiave che arrocca o schioda"],
  "example.5": ["Loyd's prize-winners of the 1870s", "i problemi premiati di Loyd, 1870–1880"],
  "example.6": ["keys that give flights, most variations first",
    "chiavi che concedono case di fuga, prima i problemi con più varianti"],
  "example.7": ["these words in any text, or with any ending in the source",
    "queste parole in qualunque testo, o con qualsiasi desinenza nella fonte"],
  "example.8": ["a white rook or queen two squares left of the black king, and no black pawn below the square between",
    "una Torre o Donna bianca due case a sinistra del Re nero, e nessun pedone nero sotto la casa fra i due"],
  "example.9": ["this position, also mirrored, rotated or with colours swapped: is it anticipated?",
    "questa posizione, anche riflessa, ruotata o a colori scambiati: c'è un'anticipazione?"],
  "example.10": ["unsound problems, counted by decade", "problemi non corretti, contati per decennio"],
  "fault.at": ["column {column}: {message}", "colonna {column}: {message}"],
  count: [({ n }) => number(n, "problem", "problems"), ({ n }) => number(n, "problema", "problemi")],
  groups: [({ n }) => number(n, "value", "values"), ({ n }) => number(n, "valore", "valori")],
  results: ["Problems found", "Problemi trovati"], place: ["{n} of {of}", "{n} di {of}"], none: ["none", "nessuno"],
  nothing: ["No problems found. Try fewer conditions.", "Nessun problema trovato. Provare con meno condizioni."],
  empty: ["No problems yet", "Ancora nessun problema"],
  "empty.how": ["Drop files here: FEN, EPD, Popeye, Olive, PGN or JSON lines. Or begin with well-known problems.",
    "Trascinare qui dei file: FEN, EPD, Popeye, Olive, PGN o righe di JSON. Oppure cominciare con problemi famosi."],
  "empty.choose": ["Choose files", "Scegli i file"], "empty.ask": ["What you can ask", "Che cosa si può cercare"],
  classics: ["Load twenty classics", "Carica venti classici"], "classics.name": ["classics", "classici"],
  form: ["Form", "Modulo"], share: ["Copy link", "Copia link"], tools: ["Tools", "Strumenti"],
  "tab.details": ["Problem", "Problema"], "tab.solve": ["Solve", "Risolvi"],
  "tab.statistics": ["Statistics", "Statistiche"], "tab.import": ["Import", "Importa"],
  "tab.analysis": ["Analysis", "Analisi"], "tab.export": ["Export", "Esporta"],
  sort: ["Sort by", "Ordina per"], "sort.none": ["number, or as in the query", "numero, o come nella ricerca"],
  "sort.year": ["year", "anno"], "sort.year desc": ["year, newest first", "anno, prima i più recenti"],
  "sort.author": ["author", "autore"], "sort.source": ["source", "fonte"], "sort.pieces": ["men", "pezzi"],
  "sort.variations desc": ["most variations", "più varianti"], "sort.tries desc": ["most tries", "più tentativi"],
  "sort.id desc": ["latest additions", "ultimi inseriti"],
  "verdict.sound": ["sound", "corretto"], "verdict.cooked": ["cooked", "demolito"], "verdict.short": ["short", "breve"],
  "verdict.none": ["no solution", "senza soluzione"], "verdict.missing": ["missing solution", "soluzione mancante"],
  "verdict.illegal": ["illegal", "illegale"], "verdict.undecided": ["undecided", "indeciso"],
  "verdict.not": ["not analysed", "non analizzato"],
  incomplete: ["analysis stopped at a limit", "analisi interrotta da un limite"],
  unanalysed: ["Not analysed yet. Use “Analysis”, or open it on the problem page.",
    "Non ancora analizzato. Usare «Analisi» o aprirlo nella pagina dei problemi."],
  problem: ["Problem {id}", "Problema {id}"],
  "of.solutions": ["Intended solutions", "Soluzioni volute"], "of.reference": ["Reference", "Riferimento"],
  "of.comment": ["Comment", "Commento"], "of.position": ["Position", "Posizione"], "of.twins": ["Twins", "Gemelli"],
  "of.alike": ["Same position", "Stessa posizione"], "of.theme": ["Themes", "Temi"], "of.key": ["Key", "Chiave"],
  "of.flaw": ["Flaws", "Difetti"], "of.merit": ["Merits", "Pregi"], "of.warning": ["Warnings", "Avvertenze"],
  "of.picture": ["Mates", "Matti"], "of.change": ["Changes", "Cambi"], "of.keyword": ["Keywords", "Parole chiave"],
  same: ["{id}: identical", "{id}: identica"], image: ["{id}: transformed", "{id}: trasformata"],
  filter: ["Find all problems with this", "Cerca tutti i problemi che lo hanno"], solution: ["Solution", "Soluzione"],
  solving: ["solving …", "in corso di soluzione …"],
  open: ["Open on the problem page", "Apri nella pagina dei problemi"],
  previous: ["Previous problem", "Problema precedente"], following: ["Next problem", "Problema seguente"],
  edit: ["Edit", "Modifica"],
  like: ["Anticipated?", "Anticipato?"], copy: ["Copy FEN", "Copia FEN"], copied: ["copied", "copiato"],
  delete: ["Delete", "Elimina"], deleted: ["Problem {id} was deleted.", "Il problema {id} è stato eliminato."],
  "delete.sure": ["Delete problem {id} for good?", "Eliminare per sempre il problema {id}?"],
  save: ["Save", "Salva"], cancel: ["Cancel", "Annulla"], saved: ["Saved.", "Salvato."], undo: ["Undo", "Ripristina"],
  undone: ["The edit of problem {id} was undone.", "La modifica del problema {id} è stata annullata."],
  "edit.title": ["Title", "Titolo"], "edit.authors": ["Authors, one per line", "Autori, uno per riga"],
  "edit.name": ["Source", "Fonte"], "edit.issue": ["Issue", "Fascicolo"], "edit.number": ["Number", "Numero"],
  "edit.date": ["Date (1901, 1901-07 or 1901-07-14)", "Data (1901, 1901-07 o 1901-07-14)"],
  "edit.undated": ["“{date}” is no date. Dates look like 1901, 1901-07 or 1901-07-14.",
    "«{date}» non è una data. Le date sono come 1901, 1901-07 o 1901-07-14."],
  "edit.awards": ["Awards, one per line, such as 2nd Prize, Tourney", "Premi, uno per riga, come 2° Premio, Concorso"],
  "edit.keywords": ["Keywords, separated by commas", "Parole chiave, separate da virgole"],
  "edit.comments": ["Comments, separated by empty lines", "Commenti, separati da righe vuote"],
  "edit.reference": ["Reference", "Riferimento"], "edit.stipulation": ["Stipulation", "Richiesta"],
  "edit.solutions": ["Intended solutions", "Soluzioni volute"], "edit.fen": ["Position (FEN)", "Posizione (FEN)"],
  "edit.hint": ["Changing the position, the stipulation or the solutions deletes the analysis.",
    "Cambiando la posizione, la richiesta o le soluzioni si perde l'analisi."],
  conflict: ["Someone else has changed the problem. Your changes are not saved, but they are still here.",
    "Qualcun altro ha cambiato il problema. Le modifiche fatte qui non sono salvate, ma ci sono ancora."],
  "conflict.merge": ["Accept the other changes", "Accetta le altre modifiche"],
  "conflict.merged": ["The other changes are accepted where you changed nothing. Check them, then save.",
    "Le altre modifiche sono accettate nei campi non toccati qui. Controllarle, poi salvare."],
  by: ["By {field}", "Per {field}"],
  bar: [({ count }) => (count === 1 ? "problem; show it" : "problems; show them"),
    ({ count }) => (count === 1 ? "problema; mostralo" : "problemi; mostrali")],
  others: [({ n }) => `and ${number(n, "other", "others")}`, ({ n }) => `e ${number(n, "altro", "altri")}`],
  unfilter: ["back to the previous query", "torna alla ricerca precedente"],
  fields: ["Choose fields", "Scegli i campi"],
  "import.hint": ["Drop files anywhere here: FEN, EPD, Popeye, Olive, PGN or JSON lines. Formats are recognised.",
    "Trascinare i file sulla pagina: FEN, EPD, Popeye, Olive, PGN o righe di JSON. Il formato viene riconosciuto."],
  "import.text": ["or paste text", "o incollare un testo"], "import.take": ["Import", "Importa"],
  "import.moves": ["Moves, if the stipulation is missing (0: report an error)",
    "Mosse, se manca la richiesta (0: segnala un errore)"],
  "import.long": ["{name} is larger than 20 MiB: use alfiere-lab problems import.",
    "{name} supera 20 MiB: usare alfiere-lab problems import."],
  "import.sum": [sum(["added", "added"], ["duplicate", "duplicates"], ["merged", "merged"], ["error", "errors"]),
    sum(["aggiunto", "aggiunti"], ["duplicato", "duplicati"], ["completato", "completati"], ["errore", "errori"])],
  "import.cancelled": ["Stopped. The problems counted here are saved.",
    "Interrotto. I problemi contati qui sono salvati."],
  pasted: ["text", "testo"],
  doubles: ["Duplicates", "Duplicati"], "doubles.skip": ["skip", "ignora"],
  "doubles.merge": ["fill in missing details", "completa i dati mancanti"],
  "doubles.add": ["add anyway", "aggiungi comunque"],
  "outcome.double.same": ["is identical to", "è identico a"],
  "outcome.double.image": ["is a transformation of", "è una trasformazione di"],
  "outcome.merged.same": ["has completed", "ha completato"],
  "outcome.merged.image": ["has completed its transformation", "ha completato la sua trasformazione"],
  "analysis.all": ["All problems without an analysis, or with one from an older version.",
    "Tutti i problemi senza analisi, o con un'analisi di una versione precedente."],
  "analysis.query": ["Problems of the query “{query}” without an analysis, or with one from an older version.",
    "I problemi della ricerca «{query}» senza analisi, o con un'analisi di una versione precedente."],
  "analysis.seconds": ["Seconds per problem, at most", "Secondi per problema, al massimo"],
  "analysis.force": ["also problems already analysed", "anche i problemi già analizzati"],
  "analysis.begin": ["Analyse", "Analizza"], "analysis.stop": ["Stop", "Ferma"],
  "analysis.progress": ["{done} of {total}, {rate} per second", "{done} di {total}, {rate} al secondo"],
  "analysis.done": [sum(["problem analysed", "problems analysed"], ["verdict has changed", "verdicts have changed"]),
    sum(["problema analizzato", "problemi analizzati"], ["verdetto cambiato", "verdetti cambiati"])],
  "analysis.verdict": ["{n} {verdict}", "{verdict}: {n}"],
  "analysis.others": [({ n }) => `${n} with other stipulations skipped`,
    ({ n }) => `${n} con altre richieste, tralasciati`],
  "analysis.stopped": ["Stopped after {done} of {total}. Finished analyses are kept; the next run does the rest.",
    "Interrotta dopo {done} di {total}. Le analisi finite restano; la prossima volta si continua da lì."],
  "analysis.again": ["Stopped after {done} of {total}. Finished analyses are kept.",
    "Interrotta dopo {done} di {total}. Le analisi finite restano."],
  "analysis.turned": ["was {before}, now {verdict}", "prima {before}, ora {verdict}"],
  "analysis.kept": ["stopped at the limit; the older analysis is kept",
    "interrotta dal limite; resta l'analisi precedente"],
  "analysis.changed": ["was changed in the meantime", "modificato nel frattempo"],
  "analysis.fault": ["cannot be analysed:", "non si può analizzare:"],
  "export.hint": ["All problems of the query, in its order, in one file.",
    "Tutti i problemi della ricerca, nel suo ordine, in un solo file."],
  "export.format": ["Format", "Formato"], "export.save": ["Save file", "Salva file"],
  "export.done": [({ n, name, left }) => `${name}: ${number(n, "problem", "problems")}`
    + (left > 0 ? `, ${left} that the format cannot hold` : ""),
  ({ n, name, left }) => `${name}: ${number(n, "problema", "problemi")}`
    + (left > 0 ? `, ${left} che il formato non può contenere` : "")],
  "format.json": ["JSON, with everything", "JSON, con tutti i dati"], "format.epd": ["EPD", "EPD"],
  "format.olive": ["Olive (YAML)", "Olive (YAML)"], "format.popeye": ["Popeye", "Popeye"], "format.pgn": ["PGN", "PGN"],
  "format.csv": ["CSV, table", "CSV, tabella"], "format.html": ["HTML, page of diagrams", "HTML, pagina di diagrammi"],
  "format.latex": ["LaTeX, sheet", "LaTeX, foglio"],
  "format.diagram-sty": ["LaTeX for diagram.sty", "LaTeX per diagram.sty"],
  "format.svg": ["SVG, one diagram", "SVG, un diagramma"],
  "keys.enter": ["search, or accept the completion", "cerca, o accetta il completamento"],
  "keys.completion": ["browse the completions", "scorre i completamenti"],
  "keys.grid": ["browse the diagrams", "scorre i diagrammi"],
}, "collection.");
