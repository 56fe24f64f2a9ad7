// Package query is what may be asked of a game: its players and tags, how long it was and
// how it ended, and what stood on the board.
//
// Tags are asked first (FitsTags), so that a game that does not fit is skipped unread;
// FitsGame asks the rest. The texts in which people write ranges, dates, material and
// patterns are read by functions whose names begin with Parse; docs/pgn.md has the grammar.
package query
