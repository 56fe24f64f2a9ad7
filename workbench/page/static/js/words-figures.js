// Names and words in the data of experiments. The files have English names; names that are missing
// here are shown as they are.

import { language } from "./words.js";

/** Reads lines of "name=word; name=word". @param {string} text @returns {Map<string, string>} */
export const dictionary = (text) => new Map(text.trim().split(/;\s+/).map((pair) =>
  /** @type {[string, string]} */ (pair.split("=", 2))));

/** Names that are not written as their names, or are abbreviations. */
const english = dictionary(`
  elo=Elo; error95=±\u00a095\u00a0%; fen=FEN; high95=highest (95\u00a0%); holm_p=P after Holm; llr=LLR; los=LOS;
  losToNext=LOS to next; low95=lowest (95\u00a0%); megabytes=MB; n=N; normalisedElo=normalised Elo;
  normalisedError95=normalised ±\u00a095\u00a0%; p=P; plies=half-moves`);

const italian = dictionary(`
  all_letters=tutte le lettere; base=partenza; batch=lotto; beginning=inizio; best=migliore;
  best_ever=migliore finora; best_run=prova migliore; bits=bit; black=Nero; both_halves=entrambe le metà;
  bounds=limiti; breeding=allevamento; chosen=scelto; complete=completo; concurrency=in parallelo;
  conditions=condizioni; control=limite; copies=copie; council=consiglio; councils=consigli; count=conteggio;
  counts=conteggi; criterion=criterio; crossover=incrocio; curve=curva; depth=profondità; divisions=divisioni;
  draws=patte; engine=motore; engines=motori; event=evento; faults=errori; first=primo; fitness=idoneità;
  floor=soglia; gain=guadagno; gained=guadagnate; gains=guadagni; games=partite;
  gamesOfEachPair=partite di ogni coppia; generation=generazione; generations=generazioni; genes=geni; groups=gruppi;
  half=metà; held_out=tenute da parte; high=massimo; high95=massimo (95\u00a0%); history=storia;
  holm_p=P secondo Holm; intersection=intersezione; judge=giudice; judged=giudicato; judgeNodes=nodi del giudice;
  kept=scelta; letter=lettera; limits=limiti; losses=sconfitte; lost=perse; losToNext=LOS sul seguente; low=minimo;
  low95=minimo (95\u00a0%); margin=margine; maxMoves=mosse al massimo; mean=media; mean_fitness=idoneità media;
  mean_member=membro medio; mean_score=risultato medio; means=medie; members=membri; most=massimo; move=mossa;
  moves=mosse; mutation=mutazione; name=nome; net=saldo; nodes=nodi; noise=rumore; normalisedElo=Elo normalizzato;
  normalisedError95=normalizzato ±\u00a095\u00a0%; number=numero; of=di; openings=aperture; order=ordine; other=altre;
  others=altri; pairings=confronti; pairs=coppie; parameters=parametri; played=giocate; player=giocatore;
  players=giocatori; plies=semimosse; points=punti; population=individui; positions=posizioni;
  prior=con una patta in più; proven=dimostrato; random=caso; restarts=inizi casuali; result=esito; results=risultati;
  rule=regola; run=prova; runs=prove; score=risultato; second=secondo; seed=seme; set=insieme; shuffle=mescola;
  size=grandezza; solved=risolte; start=inizio; steps=passi; suite=raccolta; suites=raccolte; table=tabella;
  termination=fine; threads=thread; total=in tutto; tournament=torneo; trials=confronti; tried=provati;
  tries=tentativi; tuning=taratura; union=unione; value=valore; variant=variante; version=versione; way=modo;
  weights=pesi; white=Bianco; whitePoints=punti del Bianco; whole=intera; wins=vittorie; worst=da evitare`);

/** Values that English does not write as they are. */
const plain = dictionary("roundrobin=round robin; true=yes; false=no");

/** Values, in Italian. */
const values = dictionary(`
  adjudication=decisione arbitrale; gauntlet=uno contro tutti; roundrobin=tutti contro tutti; both=entrambi;
  council=consiglio; disconnect=disconnessione; false=no; normal=normale; rejection=rifiuto; stall=blocco;
  threads=thread; true=sì; false claim=richiesta infondata; first half=prima metà; illegal move=mossa illegale;
  move limit=troncata; other half=altra metà; time forfeit=tempo`);

/** Values with numbers, in Italian. @type {[RegExp, string][]} */
const patterns = [
  [/^(\d+) games, fixed beforehand$/, "$1 partite, fissate prima"],
  [/^(\d+) games, fixed beforehand; stopped early, after (\d+)$/, "$1 partite, fissate prima; interrotte dopo $2"],
  [/^full knowledge, (\d+) nodes$/, "tutte le lettere, $1 nodi"],
];

/** Returns a name of the data in the page's language. @param {string} name */
export const named = (name) => (language() === "it" && italian.get(name)) || english.get(name) ||
  name.replace(/_/g, " ").replace(/([a-z])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);

/** Returns a value of the data in the page's language. @param {unknown} value @returns {string} */
export function written(value) {
  if (value === null || value === undefined) {
    return "?"; // such as the error of an Elo that is not defined
  }
  if (typeof value === "number") {
    const digits = Number.isInteger(value) ? 21 : 5;
    return value.toLocaleString(language(), { useGrouping: false, maximumSignificantDigits: digits }).replace("-", "−");
  }
  const text = String(value);
  const known = (language() === "it" ? values : plain).get(text);
  const numbers = language() === "it" ? patterns : [];
  return known ?? numbers.reduce((said, [pattern, italian]) => said.replace(pattern, italian), text)
    .replace("1/2-1/2", "½-½");
}

/** Returns values as a list, which a decimal comma does not spoil. @param {unknown[]} list */
export const listed = (list) => list.map(written).join(language() === "it" ? "; " : ", ");
