// Package forsyth reads a problem as composers write it on a line: FEN or EPD, or the board
// alone, with the letters of several languages and S for the knight, and the stipulation
// behind it.
//
// It is apart from package collection so that programs that take one problem at a time do
// without files of problems.
package forsyth
