package forsyth

import "bytes"

// whiteMates is the side to move if White mates, as in a FEN.
func (c Conventions) whiteMates() string {
	if c.PostKey {
		return "b"
	}
	return "w"
}

// letMove rewrites the FEN that a line begins with so that a side is to move, as
// composers take for granted. It is done before the FEN is judged: which king may
// be in check depends on it. The length stays, for the columns of messages.
func letMove(line []byte, side byte) {
	other := "b"
	if side == 'b' {
		other = "w"
	}
	fields := bytes.Fields(line) // they share the line's memory
	if len(fields) < 4 || bytes.IndexByte(fields[0], '/') < 0 || string(fields[1]) != other {
		return
	}
	fields[1][0] = side
	for i := range fields[3] { // a side cannot capture its own pawn
		fields[3][i] = "- "[min(i, 1)]
	}
}
