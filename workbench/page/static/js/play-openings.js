// The names of openings. A line has the moves, the English name and the Italian one.

const table = `
a3|Anderssen's Opening|Apertura Anderssen
b3|Larsen's Opening|Apertura Larsen
b4|Polish Opening|Apertura Sokolskij
c4|English Opening|Apertura inglese
c4 c5|English Opening: Symmetrical Variation|Apertura inglese: variante simmetrica
c4 e5|English Opening: Reversed Sicilian|Apertura inglese: siciliana in contromossa
c4 e5 Nc3 Nf6 Nf3 Nc6|English Opening: Four Knights|Apertura inglese: quattro cavalli
c4 f5|English Opening: Anglo-Dutch Defence|Apertura inglese: difesa anglo-olandese
f4|Bird's Opening|Apertura Bird
f4 e5|From's Gambit|Gambetto From
g3|King's Fianchetto Opening|Fianchetto di re
g4|Grob's Attack|Attacco Grob
Nc3|Van Geet Opening|Apertura Van Geet
Nf3|Réti Opening|Apertura Réti
Nf3 d5 c4|Réti Opening: Réti Gambit|Apertura Réti: gambetto Réti
Nf3 d5 g3|King's Indian Attack|Attacco est-indiano
d4|Queen's Pawn Game|Apertura di donna
d4 d5|Closed Game|Partita chiusa
d4 d5 Bf4|London System|Sistema Londra
d4 Nf6 Bf4|London System|Sistema Londra
d4 d5 Nf3 Nf6 Bf4|London System|Sistema Londra
d4 Nf6 Nf3 e6 Bf4|London System|Sistema Londra
d4 d5 Nf3 Nf6 e3|Colle System|Sistema Colle
d4 d5 Nc3|Chigorin Attack|Attacco Čigorin
d4 d5 Nc3 Nf6 Bg5|Richter–Veresov Attack|Attacco Richter-Veresov
d4 d5 e4|Blackmar Gambit|Gambetto Blackmar
d4 d5 e4 dxe4 Nc3 Nf6 f3|Blackmar–Diemer Gambit|Gambetto Blackmar-Diemer
d4 d5 c4|Queen's Gambit|Gambetto di donna
d4 d5 c4 dxc4|Queen's Gambit Accepted|Gambetto di donna accettato
d4 d5 c4 dxc4 e4|Queen's Gambit Accepted: Central Variation|Gambetto di donna accettato: variante centrale
d4 d5 c4 e6|Queen's Gambit Declined|Gambetto di donna rifiutato
d4 d5 c4 e6 Nc3 c5|Tarrasch Defence|Difesa Tarrasch
d4 d5 c4 e6 Nc3 c6|Semi-Slav Defence|Difesa semislava
d4 d5 c4 e6 Nc3 c6 e4|Semi-Slav Defence: Marshall Gambit|Difesa semislava: gambetto Marshall
d4 d5 c4 e6 Nc3 Nf6|Queen's Gambit Declined: Three Knights|Gambetto di donna rifiutato: tre cavalli
d4 d5 c4 e6 Nc3 Nf6 cxd5 exd5|Queen's Gambit Declined: Exchange Variation|Gambetto di donna rifiutato: variante di cambio
d4 d5 c4 e6 Nc3 Nf6 Bg5|Queen's Gambit Declined: Modern Variation|Gambetto di donna rifiutato: variante moderna
d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O Nf3 h6 Bh4 b6|Queen's Gambit Declined: Tartakower Defence|Gambetto di donna rifiutato: difesa Tartakower
d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 e3 c6 Nf3 Qa5|Queen's Gambit Declined: Cambridge Springs|Gambetto di donna rifiutato: Cambridge Springs
d4 d5 c4 e6 Nc3 Nf6 Nf3 Bb4|Queen's Gambit Declined: Ragozin Defence|Gambetto di donna rifiutato: difesa Ragozin
d4 d5 c4 e6 Nc3 Nf6 Nf3 c5|Semi-Tarrasch Defence|Difesa semi-Tarrasch
d4 d5 c4 c6|Slav Defence|Difesa slava
d4 d5 c4 c6 cxd5 cxd5|Slav Defence: Exchange Variation|Difesa slava: variante di cambio
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4|Slav Defence: Main Line|Difesa slava: linea principale
d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5|Slav Defence: Czech Variation|Difesa slava: variante ceca
d4 d5 c4 c6 Nf3 Nf6 Nc3 a6|Slav Defence: Chebanenko Variation|Difesa slava: variante Chebanenko
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6|Semi-Slav Defence|Difesa semislava
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 dxc4|Semi-Slav Defence: Botvinnik Variation|Difesa semislava: variante Botvinnik
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 Bg5 h6|Semi-Slav Defence: Moscow Variation|Difesa semislava: variante di Mosca
d4 d5 c4 c6 Nf3 Nf6 Nc3 e6 e3 Nbd7 Bd3 dxc4 Bxc4 b5|Semi-Slav Defence: Meran Variation|Difesa semislava: variante di Merano
d4 d5 c4 e5|Albin Countergambit|Controgambetto Albin
d4 d5 c4 Nc6|Chigorin Defence|Difesa Čigorin
d4 f5|Dutch Defence|Difesa olandese
d4 f5 e4|Dutch Defence: Staunton Gambit|Difesa olandese: gambetto Staunton
d4 f5 c4 Nf6 g3 g6|Dutch Defence: Leningrad Variation|Difesa olandese: variante di Leningrado
d4 f5 c4 Nf6 g3 e6 Bg2 d5|Dutch Defence: Stonewall Variation|Difesa olandese: Stonewall
d4 f5 c4 Nf6 g3 e6 Bg2 Be7|Dutch Defence: Classical Variation|Difesa olandese: variante classica
d4 e5|Englund Gambit|Gambetto Englund
d4 c5|Old Benoni Defence|Difesa Benoni antica
d4 Nf6|Indian Defence|Difesa indiana
d4 Nf6 Bg5|Trompowsky Attack|Attacco Trompowsky
d4 Nf6 Nf3 e6 Bg5|Torre Attack|Attacco Torre
d4 Nf6 Nf3 g6 Bg5|Torre Attack|Attacco Torre
d4 Nf6 c4 e5|Budapest Gambit|Gambetto di Budapest
d4 Nf6 c4 e5 dxe5 Ne4|Budapest Gambit: Fajarowicz Variation|Gambetto di Budapest: variante Fajarowicz
d4 Nf6 c4 c5|Benoni Defence|Difesa Benoni
d4 Nf6 c4 c5 d5 e6|Modern Benoni|Benoni moderna
d4 Nf6 c4 c5 d5 b5|Benko Gambit|Gambetto Benko
d4 Nf6 c4 c5 d5 e5|Czech Benoni|Benoni ceca
d4 Nf6 c4 d6|Old Indian Defence|Difesa indiana antica
d4 Nf6 c4 g6 Nc3 d5|Grünfeld Defence|Difesa Grünfeld
d4 Nf6 c4 g6 Nc3 d5 cxd5 Nxd5|Grünfeld Defence: Exchange Variation|Difesa Grünfeld: variante di cambio
d4 Nf6 c4 g6 Nc3 d5 Nf3 Bg7 Qb3|Grünfeld Defence: Russian Variation|Difesa Grünfeld: variante russa
d4 Nf6 c4 g6 Nc3 Bg7|King's Indian Defence|Difesa est-indiana
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6|King's Indian Defence: Normal Variation|Difesa est-indiana: variante normale
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f3|King's Indian Defence: Sämisch Variation|Difesa est-indiana: variante Sämisch
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 f4|King's Indian Defence: Four Pawns Attack|Difesa est-indiana: attacco dei quattro pedoni
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Be2 O-O Bg5|King's Indian Defence: Averbakh Variation|Difesa est-indiana: variante Averbach
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5|King's Indian Defence: Classical Variation|Difesa est-indiana: variante classica
d4 Nf6 c4 g6 Nc3 Bg7 e4 d6 Nf3 O-O Be2 e5 O-O Nc6|King's Indian Defence: Mar del Plata Variation|Difesa est-indiana: variante Mar del Plata
d4 Nf6 c4 e6 g3|Catalan Opening|Apertura catalana
d4 Nf6 c4 e6 g3 d5 Bg2 dxc4|Catalan Opening: Open Defence|Apertura catalana: difesa aperta
d4 Nf6 c4 e6 g3 d5 Bg2 Be7|Catalan Opening: Closed Defence|Apertura catalana: difesa chiusa
d4 Nf6 c4 e6 Nf3 b6|Queen's Indian Defence|Difesa ovest-indiana
d4 Nf6 c4 e6 Nf3 b6 a3|Queen's Indian Defence: Petrosian Variation|Difesa ovest-indiana: variante Petrosian
d4 Nf6 c4 e6 Nf3 b6 g3 Ba6|Queen's Indian Defence: Nimzowitsch Variation|Difesa ovest-indiana: variante Nimzowitsch
d4 Nf6 c4 e6 Nf3 Bb4+|Bogo-Indian Defence|Difesa Bogo-indiana
d4 Nf6 c4 e6 Nf3 d5|Queen's Gambit Declined|Gambetto di donna rifiutato
d4 Nf6 c4 e6 Nc3 Bb4|Nimzo-Indian Defence|Difesa nimzo-indiana
d4 Nf6 c4 e6 Nc3 Bb4 Qc2|Nimzo-Indian Defence: Classical Variation|Difesa nimzo-indiana: variante classica
d4 Nf6 c4 e6 Nc3 Bb4 e3|Nimzo-Indian Defence: Rubinstein System|Difesa nimzo-indiana: sistema Rubinstein
d4 Nf6 c4 e6 Nc3 Bb4 a3|Nimzo-Indian Defence: Sämisch Variation|Difesa nimzo-indiana: variante Sämisch
d4 Nf6 c4 e6 Nc3 Bb4 Bg5|Nimzo-Indian Defence: Leningrad Variation|Difesa nimzo-indiana: variante di Leningrado
e4|King's Pawn Game|Apertura di re
e4 a6|St. George Defence|Difesa San Giorgio
e4 b6|Owen's Defence|Difesa Owen
e4 Nc6|Nimzowitsch Defence|Difesa Nimzowitsch
e4 d5|Scandinavian Defence|Difesa scandinava
e4 d5 exd5 Qxd5|Scandinavian Defence: Main Line|Difesa scandinava: linea principale
e4 d5 exd5 Nf6|Scandinavian Defence: Modern Variation|Difesa scandinava: variante moderna
e4 Nf6|Alekhine's Defence|Difesa Alechin
e4 Nf6 e5 Nd5 d4 d6 c4 Nb6 f4|Alekhine's Defence: Four Pawns Attack|Difesa Alechin: attacco dei quattro pedoni
e4 Nf6 e5 Nd5 d4 d6 Nf3|Alekhine's Defence: Modern Variation|Difesa Alechin: variante moderna
e4 g6|Modern Defence|Difesa moderna
e4 d6|Pirc Defence|Difesa Pirc
e4 d6 d4 Nf6 Nc3 g6 f4|Pirc Defence: Austrian Attack|Difesa Pirc: attacco austriaco
e4 c6|Caro–Kann Defence|Difesa Caro-Kann
e4 c6 d4 d5 e5|Caro–Kann Defence: Advance Variation|Difesa Caro-Kann: variante di spinta
e4 c6 d4 d5 exd5 cxd5|Caro–Kann Defence: Exchange Variation|Difesa Caro-Kann: variante di cambio
e4 c6 d4 d5 exd5 cxd5 c4|Caro–Kann Defence: Panov Attack|Difesa Caro-Kann: attacco Panov
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Bf5|Caro–Kann Defence: Classical Variation|Difesa Caro-Kann: variante classica
e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nd7|Caro–Kann Defence: Karpov Variation|Difesa Caro-Kann: variante Karpov
e4 c6 d4 d5 f3|Caro–Kann Defence: Fantasy Variation|Difesa Caro-Kann: variante Fantasy
e4 c6 Nc3 d5 Nf3|Caro–Kann Defence: Two Knights Attack|Difesa Caro-Kann: attacco dei due cavalli
e4 e6|French Defence|Difesa francese
e4 e6 d4 d5 e5|French Defence: Advance Variation|Difesa francese: variante di spinta
e4 e6 d4 d5 exd5 exd5|French Defence: Exchange Variation|Difesa francese: variante di cambio
e4 e6 d4 d5 Nd2|French Defence: Tarrasch Variation|Difesa francese: variante Tarrasch
e4 e6 d4 d5 Nc3 Bb4|French Defence: Winawer Variation|Difesa francese: variante Winawer
e4 e6 d4 d5 Nc3 Nf6|French Defence: Classical Variation|Difesa francese: variante classica
e4 e6 d4 d5 Nc3 Nf6 Bg5 Bb4|French Defence: MacCutcheon Variation|Difesa francese: variante MacCutcheon
e4 e6 d4 d5 Nc3 dxe4|French Defence: Rubinstein Variation|Difesa francese: variante Rubinstein
e4 c5|Sicilian Defence|Difesa siciliana
e4 c5 c3|Sicilian Defence: Alapin Variation|Difesa siciliana: variante Alapin
e4 c5 d4 cxd4 c3|Sicilian Defence: Smith–Morra Gambit|Difesa siciliana: gambetto Smith-Morra
e4 c5 b4|Sicilian Defence: Wing Gambit|Difesa siciliana: gambetto d'ala
e4 c5 Nc3|Sicilian Defence: Closed Variation|Difesa siciliana: variante chiusa
e4 c5 Nc3 Nc6 f4|Sicilian Defence: Grand Prix Attack|Difesa siciliana: attacco Grand Prix
e4 c5 Nf3 Nc6 Bb5|Sicilian Defence: Rossolimo Variation|Difesa siciliana: variante Rossolimo
e4 c5 Nf3 d6 Bb5+|Sicilian Defence: Moscow Variation|Difesa siciliana: variante di Mosca
e4 c5 Nf3 d6 d4 cxd4 Nxd4|Sicilian Defence: Open Variation|Difesa siciliana: variante aperta
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6|Sicilian Defence: Najdorf Variation|Difesa siciliana: variante Najdorf
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5|Sicilian Defence: Najdorf, English Attack|Difesa siciliana: Najdorf, attacco inglese
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6|Sicilian Defence: Dragon Variation|Difesa siciliana: variante del Dragone
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6 Be3 Bg7 f3|Sicilian Defence: Dragon, Yugoslav Attack|Difesa siciliana: Dragone, attacco iugoslavo
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6|Sicilian Defence: Scheveningen Variation|Difesa siciliana: variante Scheveningen
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6|Sicilian Defence: Classical Variation|Difesa siciliana: variante classica
e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6 Bg5|Sicilian Defence: Richter–Rauzer Attack|Difesa siciliana: attacco Richter-Rauzer
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6|Sicilian Defence: Accelerated Dragon|Difesa siciliana: Dragone accelerato
e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5|Sicilian Defence: Sveshnikov Variation|Difesa siciliana: variante Svešnikov
e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6|Sicilian Defence: Kan Variation|Difesa siciliana: variante Kan
e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6|Sicilian Defence: Taimanov Variation|Difesa siciliana: variante Tajmanov
e4 e5|Open Game|Partita aperta
e4 e5 d4|Centre Game|Partita del centro
e4 e5 d4 exd4 c3|Danish Gambit|Gambetto danese
e4 e5 Bc4|Bishop's Opening|Apertura di alfiere
e4 e5 Nc3|Vienna Game|Partita viennese
e4 e5 Nc3 Nf6 f4|Vienna Gambit|Gambetto viennese
e4 e5 Qh5|Wayward Queen Attack|Attacco Parham
e4 e5 f4|King's Gambit|Gambetto di re
e4 e5 f4 exf4|King's Gambit Accepted|Gambetto di re accettato
e4 e5 f4 exf4 Bc4|King's Gambit Accepted: Bishop's Gambit|Gambetto di re accettato: gambetto di alfiere
e4 e5 f4 exf4 Nf3 g5|King's Gambit Accepted: Classical Variation|Gambetto di re accettato: variante classica
e4 e5 f4 exf4 Nf3 g5 h4 g4 Ne5|King's Gambit Accepted: Kieseritzky Gambit|Gambetto di re accettato: gambetto Kieseritzky
e4 e5 f4 Bc5|King's Gambit Declined: Classical Variation|Gambetto di re rifiutato: variante classica
e4 e5 f4 d5|Falkbeer Countergambit|Controgambetto Falkbeer
e4 e5 Nf3 d6|Philidor Defence|Difesa Philidor
e4 e5 Nf3 f5|Latvian Gambit|Gambetto lettone
e4 e5 Nf3 f6|Damiano Defence|Difesa Damiano
e4 e5 Nf3 Nf6|Petrov's Defence|Difesa russa
e4 e5 Nf3 Nc6 d4|Scotch Game|Partita scozzese
e4 e5 Nf3 Nc6 d4 exd4 Bc4|Scotch Gambit|Gambetto scozzese
e4 e5 Nf3 Nc6 d4 exd4 c3|Göring Gambit|Gambetto Göring
e4 e5 Nf3 Nc6 c3|Ponziani Opening|Apertura Ponziani
e4 e5 Nf3 Nc6 Nc3|Three Knights Opening|Partita dei tre cavalli
e4 e5 Nf3 Nc6 Nc3 Nf6|Four Knights Game|Partita dei quattro cavalli
e4 e5 Nf3 Nc6 Nc3 Nf6 d4|Four Knights Game: Scotch Variation|Partita dei quattro cavalli: variante scozzese
e4 e5 Nf3 Nc6 Bc4|Italian Game|Partita italiana
e4 e5 Nf3 Nc6 Bc4 Bc5|Giuoco Piano|Giuoco piano
e4 e5 Nf3 Nc6 Bc4 Bc5 b4|Evans Gambit|Gambetto Evans
e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d3|Giuoco Pianissimo|Giuoco pianissimo
e4 e5 Nf3 Nc6 Bc4 Bc5 d3|Giuoco Pianissimo|Giuoco pianissimo
e4 e5 Nf3 Nc6 Bc4 Be7|Hungarian Defence|Difesa ungherese
e4 e5 Nf3 Nc6 Bc4 Nf6|Two Knights Defence|Difesa dei due cavalli
e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5 exd5 Nxd5 Nxf7|Two Knights Defence: Fried Liver Attack|Difesa dei due cavalli: attacco fegatello
e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 Bc5|Two Knights Defence: Traxler Variation|Difesa dei due cavalli: variante Traxler
e4 e5 Nf3 Nc6 Bb5|Ruy Lopez|Partita spagnola
e4 e5 Nf3 Nc6 Bb5 d6|Ruy Lopez: Steinitz Defence|Partita spagnola: difesa Steinitz
e4 e5 Nf3 Nc6 Bb5 Nf6|Ruy Lopez: Berlin Defence|Partita spagnola: difesa berlinese
e4 e5 Nf3 Nc6 Bb5 f5|Ruy Lopez: Schliemann Defence|Partita spagnola: difesa Schliemann
e4 e5 Nf3 Nc6 Bb5 Bc5|Ruy Lopez: Classical Defence|Partita spagnola: difesa classica
e4 e5 Nf3 Nc6 Bb5 Nd4|Ruy Lopez: Bird's Defence|Partita spagnola: difesa Bird
e4 e5 Nf3 Nc6 Bb5 a6|Ruy Lopez: Morphy Defence|Partita spagnola: difesa Morphy
e4 e5 Nf3 Nc6 Bb5 a6 Bxc6|Ruy Lopez: Exchange Variation|Partita spagnola: variante di cambio
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4|Ruy Lopez: Open Variation|Partita spagnola: variante aperta
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7|Ruy Lopez: Closed Variation|Partita spagnola: variante chiusa
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5|Ruy Lopez: Marshall Attack|Partita spagnola: attacco Marshall
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8|Ruy Lopez: Breyer Variation|Partita spagnola: variante Breyer
e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Na5|Ruy Lopez: Chigorin Variation|Partita spagnola: variante Čigorin
`;

/** @type {Map<string, Record<string, string>>} */
const names = new Map(
  table.trim().split("\n").map((line) => {
    const [moves = "", en = "", it = ""] = line.split("|");
    return [moves, { en, it }];
  }),
);

/**
 * Returns the name of the longest line of the table that moves begin with, "" if there is none.
 * @param {string[]} sans English moves of a game from the initial position
 * @param {string} language
 */
export function openingOf(sans, language) {
  for (let length = sans.length; length > 0; length--) {
    const name = names.get(sans.slice(0, length).join(" "));
    if (name) {
      return name[language] ?? "";
    }
  }
  return "";
}
