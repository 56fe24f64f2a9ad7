package wire

import (
	"fmt"
	"io"
)

// Output prints lines, each at once, and remembers the first error: after that it
// prints nothing, and the adapter should end.
type Output struct {
	w      io.Writer
	buffer []byte
	err    error
	log    *Log // nil for none
}

// NewOutput returns an output to w.
func NewOutput(w io.Writer) *Output { return &Output{w: w} }

// Printf formats a line, or several, adds the last line's end and writes them with one call.
// Control bytes in arguments are shown as question marks, so that echoed text cannot forge a line.
func (o *Output) Printf(format string, arguments ...any) {
	if o.err != nil {
		return
	}
	for i, a := range arguments {
		switch a := a.(type) {
		case string:
			arguments[i] = printable(a)
		case error:
			arguments[i] = printable(a.Error())
		}
	}
	o.buffer = fmt.Appendf(o.buffer[:0], format, arguments...)
	o.buffer = append(o.buffer, '\n')
	if o.log.isOpen() {
		o.log.out(string(o.buffer))
	}
	_, o.err = o.w.Write(o.buffer)
}

// Print writes text as it is, with one call: no line end is added and control bytes pass, so text
// must not contain echoed input.
func (o *Output) Print(text string) {
	if o.err == nil {
		o.log.out(text)
		_, o.err = io.WriteString(o.w, text)
	}
}

// printable replaces control bytes except the tab.
func printable(text string) string {
	for i := range len(text) {
		if isControl(text[i]) {
			clean := []byte(text)
			for j := i; j < len(clean); j++ {
				if isControl(clean[j]) {
					clean[j] = '?'
				}
			}
			return string(clean)
		}
	}
	return text
}

func isControl(b byte) bool { return b < ' ' && b != '\t' || b == 0x7f }

// Err returns the first error of writing.
func (o *Output) Err() error { return o.err }
