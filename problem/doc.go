// Package problem analyses directed mates: "mate in N against every defence". It
// finds the keys, short solutions, tries with their refutations, set play, threats
// and variations of a composed position. If asked, it judges them too: block kind,
// changes between phases, flaws of keys, economy, pure and model mates, and oddities
// of the diagram.
//
// It is no playing search: the tree of the stipulation is searched exhaustively,
// with cut-offs only where they lose nothing, so every statement of a Report is a
// proof. The fifty-move rule and repetitions do not exist here, and stalemate
// refutes. The side to move is the one that mates.
//
// It imports only movegen and may be called from any room above it. It writes no
// text: every renderer (problem/text is one) reads the same Report.
package problem
