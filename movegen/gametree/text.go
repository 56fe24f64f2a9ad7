package gametree

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
)

// WriteText writes the tree as text: the board strings of its start, then the generations, one below the other with a
// blank line between, the replies to each move on lines of their own. If the first generation has entries other than
// moves, its size precedes it. The error is that of w, or an *Error that wraps errPass.
func WriteText(w io.Writer, t *Tree, l Letters) error {
	names := l.alphabet()
	out := &textWriter{w: bufio.NewWriter(w)}
	fmt.Fprintf(out.w, "%s\n", strings.Join(BoardStrings(&t.start, l), " "))
	if t.Missing(Root) > 0 || t.Ended(Root) {
		fmt.Fprintf(out.w, "\n%d", t.Announced(Root))
	}
	var buffer []byte
	err := t.entries(func(generation int, e entry) error {
		buffer = appendText(buffer[:0], &e, &names)
		return out.entry(generation, e.newParent, buffer)
	})
	if err != nil {
		return err
	}
	if out.width > 0 {
		out.w.WriteByte('\n')
	}
	return out.w.Flush()
}

// textWriter arranges entries on lines.
type textWriter struct {
	w          *bufio.Writer
	generation int
	width      int // of the line so far, in characters
}

// lineWidth is the longest line in characters.
const lineWidth = 80

func (w *textWriter) entry(generation int, newParent bool, text []byte) (err error) {
	width := utf8.RuneCount(text)
	between := "  "
	switch {
	case generation != w.generation:
		between = "\n\n"
		if generation == 1 {
			between = "\n"
		}
	case newParent || w.width+2+width > lineWidth:
		between = "\n"
	}
	if between[0] == '\n' {
		w.width = 0
	} else {
		w.width += len(between)
	}
	w.generation = generation
	w.width += width
	w.w.WriteString(between)
	_, err = w.w.Write(text)
	return err
}

// appendText appends "P z 20 52 54".
func appendText(text []byte, e *entry, names *alphabet) []byte {
	switch e.kind {
	case endedEntry:
		return append(text, '0')
	case missingEntry:
		return append(text, "-1"...)
	}
	text = append(utf8.AppendRune(text, names.letter(e.piece, e.color)), ' ')
	captured := 'z'
	if e.captured != empty {
		captured = names.letter(e.captured, e.color.Other())
	} else if e.color == movegen.Black {
		captured = 'Z'
	}
	text = append(utf8.AppendRune(text, captured), ' ')
	if e.becomes != empty {
		text = append(utf8.AppendRune(text, names.letter(e.becomes, e.color)), ' ')
	}
	return fmt.Appendf(text, "%d %d%d %d%d", e.count, e.from.File()+1, e.from.Rank()+1, e.to.File()+1, e.to.Rank()+1)
}
