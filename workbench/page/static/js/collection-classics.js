// Twenty classic direct-mate problems, as lines of JSON that "Import" reads.

/** Authors, source, year, moves and position. @type {[string, string, number, number, string][]} */
const classics = [
  ["Grimshaw, Walter", "Illustrated London News", 1850, 5, "4r1r1/8/B2N4/1P1k2n1/1K2pPb1/2Q2p1n/2P5/8"],
  ["Plachutta, Josef", "Leipziger Illustrirte Zeitung", 1858, 4, "3B2r1/7r/n3pb2/2P1k3/2K1P3/2pP4/8/3Q2R1"],
  ["Healey, Frank", "Bristol Tourney", 1861, 3, "8/1n3Np1/1N4Q1/1bkP4/p1p2p2/P1P2R2/3P2PK/B2R4"],
  ["Loyd, Sam", "London Era", 1861, 5, "n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k"],
  ["Meredith, William", "Dubuque Chess Journal", 1886, 2, "1q6/3P1Np1/6k1/3NP2R/r4QP1/bB6/7K/1b6"],
  ["Kohtz, Johannes & Kockelkorn, Carl", "Deutsches Wochenschach", 1905, 4, "8/1N2b3/8/1B6/K2P4/2k1P3/5Q2/8"],
  ["Cumpe, J.", "", 1908, 2, "8/8/8/3K4/8/5nP1/5Q1b/5N1k"],
  ["Bolus, A.", "", 1910, 2, "8/6Q1/1K1N4/2ppn2B/3k4/5P2/N1P3b1/4B1b1"],
  ["Shinkman, W.", "White Rooks", 1910, 3, "3k3K/R2p2R1/p2P4/8/3P4/8/q5b1/8"],
  ["Corrias, A. G.", "Good Companion", 1917, 2, "8/B2K3Q/5p2/3k4/2p2P2/p6p/r7/b7"],
  ["Tauber, F. A.", "Magyar Sakkvilág", 1917, 2, "7k/4N1p1/1P1p2B1/3P4/4P3/2b2P2/4P1K1/2Qb4"],
  ["Williams, P. H.", "Morning Post", 1918, 2, "8/4p3/p3P3/K3R3/4N3/2Pn4/2BPk2n/4bR1Q"],
  ["Butler, G. V.", "All Change Here!", 1919, 2, "8/8/1KN5/3pP1p1/B1k3P1/4P3/n3P3/2nN1Q2"],
  ["Havel, Miroslav", "Moravskoslezský deník", 1922, 3, "3b4/6RR/7p/5Bnk/8/8/8/4BK2"],
  ["Isaev, L.", "Tijdschrift v.d. Nederlandschen Schaakbond", 1927, 2,
    "5R2/6P1/2p1PNpB/K1Q1N1rP/1R1rbk1b/2np1p1B/3pn2P/8"],
  ["Mansfield, Comins", "L'Italia Scacchistica", 1930, 2, "b3R3/B2Q2K1/8/4N3/5p2/1r3P2/1pBPk3/3R4"],
  ["Kraemer, Ado & Zepler, Erich", "Deutsche Tageszeitung", 1932, 4, "8/R7/6K1/8/5N2/1pb2p1N/7p/5B1k"],
  ["Hartong, J.", "Tijdschrift v.d. Nederlandschen Schaakbond", 1943, 3, "b6n/2NpQ3/r7/p1pr1p2/N1k1PP2/1pBnK3/8/1B6"],
  ["Manolescu, M.", "Revista de Șah", 1956, 2, "8/8/K4P2/1R1P2Br/p1k3N1/r7/3Q4/b7"],
  ["Abdurahmanović, F.", "Yugoslav Republic Tourney", 1957, 2, "5QKB/2P5/8/3k4/8/1R4N1/8/8"],
];

/** Awards by position in the list. @type {Record<number, string>} */
const awards = { 2: "1st Prize", 15: "1st Honourable Mention", 17: "1st Prize", 18: "1st Prize", 19: "1st Prize" };

/** @returns {string} */
export function classicLines() {
  return classics.map(([authors, name, year, moves, board], i) => JSON.stringify({
    fen: `${board} w - - 0 1`,
    stipulation: `#${moves}`,
    authors: authors.split(" & "),
    source: { name, year },
    awards: awards[i] ? [{ text: awards[i] }] : [],
  })).join("\n");
}
