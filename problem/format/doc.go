// Package format reads and writes files of problems: one position a line (FEN or EPD), input of the solver Popeye,
// collections of the composing board Olive, games (PGN) and lines of JSON. Formats lists them; the format of a
// file is detected from its content. Memory does not depend on the length of the file, nor on aliases in YAML.
//
// A Reader returns problem by problem. An error names line and column, and the next problem is read. A Solver solves
// the problems, several at a time, and writes the answers in the order of the file.
package format
