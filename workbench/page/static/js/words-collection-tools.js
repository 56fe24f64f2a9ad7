// Texts of the rarely used parts of the page "Collection": the form, the sheet, solving.

import { number, register } from "./words.js";

register({
  "form.any": ["any", "qualsiasi"], "form.author": ["Author", "Autore"], "form.source": ["Source", "Fonte"],
  "form.from": ["Year from", "Dall'anno"], "form.to": ["Year to", "All'anno"],
  "form.stipulation": ["Stipulation", "Richiesta"], "form.longer": ["longer than #4", "oltre #4"],
  "form.fewest": ["Men, at least", "Pezzi, minimo"], "form.most": ["Men, at most", "Pezzi, massimo"],
  "form.theme": ["Theme", "Tema"], "form.key": ["Key", "Chiave"], "form.verdict": ["Verdict", "Verdetto"],
  "form.prize": ["Award", "Distinzione"], "form.prize.only": ["a prize", "un premio"],
  "form.rest": ["Other conditions", "Altre condizioni"],
  "form.failed": ["The themes of the collection could not be read.", "Impossibile leggere i temi della raccolta."],
  "sheet.hint": ["Diagrams of the query in its order, ready to print. At most 200.",
    "I diagrammi della ricerca nel suo ordine, pronti per la stampa. Al massimo 200."],
  "sheet.many": ["Diagrams per page", "Diagrammi per pagina"], "sheet.end": ["At the end", "Alla fine"],
  "sheet.keys": ["Keys", "Chiavi"], "sheet.solutions": ["Solutions", "Soluzioni"],
  "sheet.nothing": ["nothing", "niente"], "sheet.solving": ["Solving {n} of {of} …", "Soluzione di {n} su {of} …"],
  "sheet.print": ["Print", "Stampa"], "sheet.title": ["Diagrams to print", "Diagrammi da stampare"],
  "sheet.made": [({ n, pages, end }) => `${number(n, "diagram", "diagrams")} on ${number(pages, "page", "pages")}`
    + (end === "nothing" ? "" : `, then the ${end}`),
  ({ n, pages, end }) => `${number(n, "diagramma", "diagrammi")} su ${number(pages, "pagina", "pagine")}`
    + (end === "nothing" ? "" : `, poi le ${end === "keys" ? "chiavi" : "soluzioni"}`)],
  "sheet.none": ["The query finds no problem to print.", "La ricerca non trova problemi da stampare."],
  "solve.moves": [({ n }) => (n === 1 ? "White mates in one move." : `White mates in ${n} moves.`),
    ({ n }) => (n === 1 ? "Il Bianco matta in una mossa." : `Il Bianco matta in ${n} mosse.`)],
  "solve.find": ["Find the key: move a white man.", "Trovare la chiave: muovere un pezzo bianco."],
  "solve.black": ["Find the key: move a black man.", "Trovare la chiave: muovere un pezzo nero."],
  "solve.time": ["Time {time}", "Tempo {time}"],
  "solve.checking": ["Preparing the solution …", "Preparazione della soluzione …"],
  "solve.refuted": ["1.{san}? fails to 1…{refutation}!", "1.{san}? è confutata da 1…{refutation}!"],
  "solve.wrong": ["1.{san} is not the key.", "1.{san} non è la chiave."],
  "solve.illegal": ["That move is not legal.", "Questa mossa non è legale."],
  "solve.right": ["1.{san}! is the key. Solved in {time}.", "1.{san}! è la chiave. Risolto in {time}."],
  "solve.right.after": [({ san, time, n }) =>
    `1.${san}! is the key. Solved in ${time} after ${number(n, "wrong move", "wrong moves")}.`,
  ({ san, time, n }) =>
    `1.${san}! è la chiave. Risolto in ${time} dopo ${number(n, "mossa sbagliata", "mosse sbagliate")}.`],
  "solve.shown": ["Here is the solution.", "Ecco la soluzione."],
  "solve.none": [({ last }) => `This problem has no key that can be checked.${last ? "" : " Take the next one."}`,
    ({ last }) => `Questo problema non ha una chiave verificabile.${last ? "" : " Passare al successivo."}`],
  "solve.end": ["This was the last problem of the query.", "Era l'ultimo problema della ricerca."],
  "solve.nothing": ["The query finds no problem to solve.", "La ricerca non trova problemi da risolvere."],
  "solve.give": ["Give up", "Mi arrendo"], "solve.next": ["Next problem", "Problema successivo"],
  "solve.score": [({ solved, first, shown }) => `Solved ${solved}, ${first} at the first move. Given up ${shown}.`,
    ({ solved, first, shown }) => `Risolti: ${solved}, di cui ${first} alla prima mossa. Abbandonati: ${shown}.`],
  "solve.reset": ["Reset score", "Azzera il punteggio"],
}, "collection.");
