package book

import (
	"bytes"
	_ "embed"
)

// builtin is compiled from tables of openings that are in the public domain (CC0);
// builtin/COPYING.txt has the source, docs/books.md the command.
//
//go:embed builtin/eco.bin
var builtin []byte

// Builtin returns the book that is part of the program: sound openings only, some
// plies deep; the weight of a move is the number of named lines that follow it.
func Builtin() *Book {
	b, err := New(bytes.NewReader(builtin), int64(len(builtin)))
	if err != nil {
		panic("book: the built-in book is damaged: " + err.Error())
	}
	return b
}
