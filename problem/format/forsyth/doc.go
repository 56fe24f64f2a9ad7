// Package forsyth reads a problem as composers write it on a line: FEN or EPD, or the board
// alone, with the letters of several languages and S for the knight, followed by the
// stipulation.
//
// It is not part of package format because the page in the pocket reads positions with it:
// YAML and the readers of whole files, which format imports, would make the download larger
// by 64,000 bytes after compression, beyond the limit of 1.3 MB.
package forsyth
