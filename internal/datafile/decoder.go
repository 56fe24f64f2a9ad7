package datafile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"
)

// ErrRecoded is the remark on a Decoder's first line that is not UTF-8.
var ErrRecoded = errors.New("not UTF-8: such lines are read as Windows-1252")

// Decoder is a reader of old files: lines that are not UTF-8 are read as Windows-1252.
type Decoder struct {
	source  *bufio.Reader
	left    []byte // that Read has yet to return
	begun   []byte // the bytes of a character that a long line was cut within
	err     error  // of the source
	line    int
	recoded int
}

// NewDecoder returns a decoder of r, from which it reads nothing yet.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{source: bufio.NewReader(r), line: 1} }

// Recoded returns the first line that was not UTF-8, counted from 1; 0 if there was none so far.
func (d *Decoder) Recoded() int { return d.recoded }

// Read implements io.Reader. It reads no further than to the end of a line.
func (d *Decoder) Read(into []byte) (int, error) {
	for len(d.left) == 0 {
		if d.err != nil {
			return 0, d.err
		}
		d.fill()
	}
	n := copy(into, d.left)
	d.left = d.left[n:]
	return n, nil
}

// fill reads a line, or a part of a longer one.
func (d *Decoder) fill() {
	part, err := d.source.ReadSlice('\n')
	if len(d.begun) > 0 {
		part, d.begun = append(d.begun, part...), nil
	}
	ended := bytes.HasSuffix(part, []byte{'\n'})
	if err == bufio.ErrBufferFull {
		err = nil
		for n := 1; n < utf8.UTFMax; n++ {
			if tail := part[len(part)-n:]; utf8.RuneStart(tail[0]) && !utf8.FullRune(tail) {
				part, d.begun = part[:len(part)-n], bytes.Clone(tail)
				break
			}
		}
	}
	d.left, d.err = part, err
	if !utf8.Valid(part) {
		d.left = fromWindows(part)
		if d.recoded == 0 {
			d.recoded = d.line
		}
	}
	if ended {
		d.line++
	}
}

// fromWindows returns a text in Windows-1252 as UTF-8.
func fromWindows(text []byte) (decoded []byte) {
	const from80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"
	high := []rune(from80)
	for _, b := range text {
		r := rune(b)
		if r >= 0x80 && r < 0xa0 {
			r = high[r-0x80]
		}
		decoded = utf8.AppendRune(decoded, r)
	}
	return decoded
}
