package notation

import "unicode/utf8"

// Wrapper appends words to a text, with a blank or a line end between them. The zero
// value appends to nothing, with no limit to its lines.
type Wrapper struct {
	Text  []byte // what has been written
	Width int    // the longest line in characters; 0 is no limit

	used int // characters of the line
}

// Word appends a word: on the line if it fits, else on the next one. A word longer than
// a line has a line of its own.
func (w *Wrapper) Word(word string) {
	if w.used > 0 && w.Width > 0 && w.used+1+utf8.RuneCountInString(word) > w.Width {
		w.NewLine()
	}
	if w.used > 0 {
		w.Stay(word)
		return
	}
	w.append(word)
}

// Stay appends a word after a blank, however long the line becomes, for a word that
// would mean something else at the beginning of a line.
func (w *Wrapper) Stay(word string) {
	w.append(" ")
	w.append(word)
}

func (w *Wrapper) append(text string) {
	w.Text = append(w.Text, text...)
	w.used += utf8.RuneCountInString(text)
}

// NewLine ends the line.
func (w *Wrapper) NewLine() { w.Text, w.used = append(w.Text, '\n'), 0 }
