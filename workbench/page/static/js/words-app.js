// Texts of the page frame: navigation, switches, faults.

import { register } from "./words.js";

register({
  skip: ["Skip to content", "Vai al contenuto"], menu: ["Menu", "Menu"], pages: ["Pages", "Pagine"],
  look: ["Appearance", "Aspetto"],
  theme: ["Theme", "Tema"], "theme.auto": ["system", "sistema"], "theme.light": ["light", "chiaro"],
  "theme.dark": ["dark", "scuro"],
  language: ["Language", "Lingua"], keys: ["Help", "Aiuto"], close: ["Close", "Chiudi"],
  unreachable: ["Alfiere is not responding: {message}", "Alfiere non risponde: {message}"],
  away: ["Alfiere is not responding. Nothing is lost; the page keeps trying.",
    "Alfiere non risponde. Nulla va perso: la pagina continua a riprovare."],
  unwritten: ["Alfiere did not reply, so the change may not be saved. Check, and save again if needed.",
    "Alfiere non ha risposto: la modifica potrebbe non essere salvata. Controllare e, se occorre, salvare di nuovo."],
  back: ["Alfiere is responding again.", "Alfiere risponde di nuovo."],
  silent: ["the server sent nothing", "il server non ha inviato nulla"],
  broken: ["the reply was cut off", "la risposta si è interrotta"],
  "refused.408": ["the request did not arrive in full", "la richiesta è arrivata incompleta"],
  "refused.413": ["it is too large: the limit is 24 MiB for a file, 1 MiB for anything else",
    "i dati sono troppi: il limite è 24 MiB per un file, 1 MiB per il resto"],
  "refused.503": ["too many requests at once; try again later", "troppe richieste contemporanee; riprovare più tardi"],
  without: ["Continue without it", "Continua senza"], again: ["Try again", "Riprova"],
  nothing: ["There is nothing to show yet.", "Non c'è ancora nulla da mostrare."],
  waiting: [({ ahead }) => (ahead === 0 ? "waiting for a free core" : `queued, ${ahead} ahead`),
    ({ ahead }) => (ahead === 0 ? "in attesa di un processore libero" : `in coda, ${ahead} prima`)],
}, "app.");

register({
  problem: ["Problem", "Problema"], collection: ["Collection", "Raccolta"], play: ["Play", "Gioco"],
  laboratory: ["Laboratory", "Laboratorio"],
}, "page.");
