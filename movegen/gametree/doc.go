// Package gametree holds games of chess with all their alternatives in one tree, and the notations for such trees that
// docs/notations.md explains: the tree text ("P z 20 52 54"), its numeric form, the table of ten integers a move, and
// the board strings (".RDTACPIFM fcadiacf pppppppp …"). It does not search: Grow asks the caller for moves.
//
// A Tree is a starting position and moves; a Node is a number. The tree keeps no positions: Position and Walk rebuild
// them from the ancestors, so that a move costs 24 bytes. Comments, glyphs and evaluations are kept separately.
//
// The notations carry the same entries in the same order, generation by generation. Their readers check every move; the
// first error ends the reading with an *Error that names generation and index. Comments, counters and passes, which
// they cannot hold, are in movegen/pgn, which imports this package.
package gametree
