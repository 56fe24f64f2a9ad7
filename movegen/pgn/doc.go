// Package pgn reads and writes games in Portable Game Notation.
//
// A Reader goes through a stream game by game. Next reads the tags of the next game; the caller then chooses how much
// to read:
//
//	r := pgn.NewReader(file, pgn.Reading{})
//	for r.Next() {
//		r.Tag("White")         // the tags only: the moves are skipped
//		moves, err := r.Moves() // the main line, every move checked; allocates nothing
//		game, err := r.Game()   // or all: a gametree.Tree with comments and variations
//	}
//	err := r.Err()             // of the stream
//
// Memory does not grow with the stream. The reader is lenient: docs/notations.md lists the forms that it accepts
// besides the standard. An error in one game is an *Error with line and column; the moves before it are kept, and the
// next game is read normally. Offset and End return the bytes of a game, and whether it is complete: a program that was
// killed while it wrote games one by one finds its complete games with them.
//
// A Writer writes the export format: the seven tags first, lines of 80 columns. All text is UTF-8; Latin-1 input is
// converted. A Filter selects games: FitsTags checks the tags only, so that games that do not fit are skipped unread;
// FitsGame checks the rest. Functions whose names begin with Parse read its conditions; docs/pgn.md has the grammar.
// Order, Doubles, Division, SampleGames and Statistics see many games as GameFacts and refer to them by number.
//
// A Conversion reads and writes a tree in any form: PGN, tree text, numbers, table, board or FEN. It is not in gametree
// because gametree cannot import this package.
package pgn
