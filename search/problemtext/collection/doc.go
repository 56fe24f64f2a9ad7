// Package collection reads the problems of a file one by one: positions a line (FEN or
// EPD) or the input language of Popeye, the field's standard solver. Which of them it
// is, the content tells.
//
// It reads diagrams, stipulations and who composed them, and solves nothing. A fault
// names line and column, and the next problem is read. Memory does not depend on the
// length of the file. The command line calls it, and whoever takes in problems.
package collection
