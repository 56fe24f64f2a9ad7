// Package notation turns moves and positions into text and back: coordinates (UCI), SAN and long algebraic notation in
// any language's piece letters, pairs of numbers, EPD lines, rows of letters, patterns of boards and diagrams. It
// imports movegen and nothing else. Games are in movegen/pgn and movegen/gametree; callers add wording beyond letters
// and numbers.
//
// Readers are as lenient as possible without guessing: a text is one legal move or a typed error that says why not,
// never the likeliest of several. Writers are strict: two legal moves of a position never share a SAN.
//
// Wrapper puts words on lines, Printable makes unknown text safe to show, and Quote cuts text for errors.
package notation
