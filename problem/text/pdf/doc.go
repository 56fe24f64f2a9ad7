// Package pdf prints problems as PDF: sheets of diagrams with their captions, solutions after
// or below them, and single diagrams. The chessmen are drawn from the shapes of
// notation.PieceShape, and texts are set in Times, one of the fonts that every reader of PDF
// has, so nothing is embedded.
//
// These fonts have the letters of western Europe (Windows-1252). Others lose their marks, as in
// Zak for Żak; Cyrillic and Greek are transliterated; what remains becomes a question mark. A
// Sheet reports whether it changed a character.
//
// The same problems give the same bytes: the date in the file is fixed.
package pdf
