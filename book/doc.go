// Package book reads and makes opening books: moves for known positions, each with a weight.
//
// A Book is a Polyglot file (.bin), searched on disk and never loaded as a whole. Entries that are illegal in the
// position or have no weight are not returned. Builtin is the book in the program. A Builder collects the moves of a
// new book from texts, opening tables and PGN games; Merge writes it, and Dump turns a book into text and reports the
// first invalid entry. OpeningNames finds the name and ECO code of an opening.
//
// The package keeps no state between calls: the controller decides when to use the book. The search never uses it.
package book
