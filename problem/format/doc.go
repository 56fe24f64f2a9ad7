// Package format reads the problems of a file one by one: positions a line (FEN or
// EPD), the input language of Popeye, the field's standard solver, or a collection of Olive,
// a board for composers. The content tells which of them it is. Memory does not depend on
// the length of the file, nor on what aliases in YAML refer to.
//
// A Reader reads diagrams, stipulations and who composed them. A fault names line and
// column, and the next problem is read. A Solver solves the problems, several at a time,
// and writes the answers down in the order of the file. The command line calls both, and
// whoever takes in problems.
package format
