// Package book holds opening books: moves to play in known positions, each with a
// weight.
//
// A Book is a Polyglot file (.bin): 16-byte entries sorted by the key of their
// position. It is read where it lies, by binary search, never loaded whole. What
// comes out of it has been checked: entries that are illegal in the position asked
// about, or that weigh nothing, are not offered, however the file came about. Inspect
// says what is wrong with a file; Builtin needs none.
//
// A Builder collects the moves of a new book from texts, tables of openings and PGN
// games; Merge writes it, alone or together with other books, and Dump turns a book
// into text.
//
// OpeningNames finds the name of an opening and its code in the Encyclopaedia of Chess Openings.
//
// The package keeps no state between questions: when to ask the book, and when to give
// up asking, is its caller's business, the controller's. Searching never asks it.
package book
