// Package olive reads and writes the collections of Olive, a board for composers: entries
// in YAML, one a document, as the database YACPDB describes them. It knows fields and
// places, but no chess; problemtext/collection makes problems of entries.
//
// A Reader reads document by document. Memory does not depend on the length of the file,
// nor on what aliases stand for: an entry is what its text says, never more.
package olive
