// Package problem analyses directed mates: "mate in N against every defence". It
// finds the keys, short solutions, tries with their refutations, set play, threats
// and variations of a composed position. If asked, it judges them too: block kind,
// changes between phases, flaws of keys, economy, pure and model mates, and oddities
// of the diagram.
//
// The search of the stipulation is exhaustive, and cut-offs lose nothing, so every
// statement of a Report is proven. The fifty-move rule and repetitions do not apply,
// and stalemate refutes. The side to move is the side that mates.
//
// The package imports only movegen. It writes no text: renderers such as problem/text
// read the Report.
package problem
