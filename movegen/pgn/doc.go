// Package pgn reads and writes games in Portable Game Notation. It does not hold trees of moves: gametree does.
//
// A Reader goes through a stream game by game, in constant memory. Next reads the tags of a game; then Moves returns
// its main line, Game all of it, or neither is called and the moves are skipped. The reader is lenient;
// docs/notations.md lists the forms it accepts. An error in one game is an *Error, and the next game is read normally.
//
// A Writer writes the export format. A Conversion converts between PGN and the other forms of a tree: tree text,
// numbers, table, board and FEN.
package pgn
