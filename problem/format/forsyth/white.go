package forsyth

import "bytes"

// letWhiteMove rewrites the FEN that a line begins with so that White is to move, as
// composers take for granted. It is done before the FEN is judged: which king may
// be in check depends on it. The length stays, for the columns of messages.
func letWhiteMove(line []byte) {
	fields := bytes.Fields(line) // they share the line's memory
	if len(fields) < 4 || bytes.IndexByte(fields[0], '/') < 0 || string(fields[1]) != "b" {
		return
	}
	fields[1][0] = 'w'
	for i := range fields[3] { // White cannot capture its own pawn
		fields[3][i] = "- "[min(i, 1)]
	}
}
