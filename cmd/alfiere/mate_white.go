package main

import (
	"bufio"
	"bytes"
	"io"
)

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

// whiteReader passes on lines with letWhiteMove applied to each. A line longer than
// its buffer passes in pieces, of which only the first is looked at.
type whiteReader struct {
	source  *bufio.Reader
	pending []byte
	within  bool // a line whose beginning has passed
}

func newWhiteReader(in io.Reader) *whiteReader { return &whiteReader{source: bufio.NewReader(in)} }

// Read implements io.Reader.
func (r *whiteReader) Read(p []byte) (int, error) {
	if len(r.pending) == 0 {
		piece, err := r.source.ReadSlice('\n')
		if len(piece) == 0 {
			return 0, err
		}
		if !r.within {
			letWhiteMove(piece)
		}
		r.within = err == bufio.ErrBufferFull
		r.pending = piece
	}
	n := copy(p, r.pending)
	r.pending = r.pending[n:]
	return n, nil
}
