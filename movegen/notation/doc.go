// Package notation turns moves and positions into text and back: coordinates (UCI),
// SAN and long algebraic notation in any language's piece letters, pairs of numbers,
// EPD lines, rows of letters, patterns of boards and diagrams.
//
// It knows movegen and nothing else; every package above may call it. Its readers
// are as lenient as can be without guessing: a text is one legal move or a typed
// error that says why not, never the likeliest of several. Its writers are strict:
// two legal moves of a position never share a SAN.
//
// Wrapper, Printable and Quote are for those who put words on lines, show text from
// strangers, or keep a piece of it in an error.
//
// Games, with tags, comments and variations, are in movegen/pgn and
// movegen/gametree. Wording beyond letters and numbers is made by the callers.
package notation
