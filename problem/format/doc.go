// Package format reads and writes files of problems: positions a line (FEN or EPD), the input language of Popeye, the
// field's standard solver, collections of Olive, a board for composers, games (PGN) and lines of JSON. Formats is the
// table of them; the content of a file tells its format. Memory does not depend on the length of the file, nor on what
// aliases in YAML refer to.
//
// A Reader returns problem by problem. An error names line and column, and the next problem is read. A Solver solves
// the problems, several at a time, and writes the answers in the order of the file.
package format
