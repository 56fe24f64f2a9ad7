package session

import (
	"bytes"
	"strings"
)

// Bytes on which the terminal does not act while a line is edited.
const (
	ctrlC = 0x03
	ctrlZ = 0x1a
	// eraseLine goes to the end of the line and erases it.
	eraseLine = "\x05\x15"
)

// otherKeys maps the sequences that terminals send for keys to the bytes that the editing understands.
var otherKeys = strings.NewReplacer(
	"\x1bOA", "\x1b[A", "\x1bOB", "\x1b[B", "\x1bOC", "\x1b[C", "\x1bOD", "\x1b[D",
	"\x1bOH", "\x1b[H", "\x1bOF", "\x1b[F",
	"\x1b[1~", "\x1b[H", "\x1b[7~", "\x1b[H", "\x1b[4~", "\x1b[F", "\x1b[8~", "\x1b[F",
	"\x1b[1;5C", "\x1b[1;3C", "\x1b[1;5D", "\x1b[1;3D", "\x1bf", "\x1b[1;3C", "\x1bb", "\x1b[1;3D",
)

// keys reads what is typed, at most to the end of a line: the rest is for the reader of the next line.
type keys struct {
	editor *editor
	buffer [4096]byte
	ahead  []byte // read and not yet returned
}

// Read implements io.Reader.
func (k *keys) Read(p []byte) (int, error) {
	for len(k.ahead) == 0 {
		n, err := k.editor.in.Read(k.buffer[:])
		k.ahead = k.translate(k.buffer[:n])
		if err != nil && len(k.ahead) == 0 {
			return 0, err
		}
	}
	if k.editor.plain.Load() { // earlier typed text had no line ends yet
		k.ahead = bytes.ReplaceAll(k.ahead, []byte("\r"), []byte("\n"))
	}
	end := len(k.ahead)
	if i := bytes.IndexAny(k.ahead, "\r\n"); i >= 0 {
		if end = i + 1; bytes.HasPrefix(k.ahead[i:], []byte("\r\n")) {
			end++
		}
	}
	n := copy(p, k.ahead[:end])
	k.ahead = k.ahead[n:]
	return n, nil
}

// translate acts on keys that the editing does not know and returns the rest.
func (k *keys) translate(typed []byte) []byte {
	if k.editor.plain.Load() {
		return typed
	}
	if i := bytes.LastIndexByte(typed, ctrlC); i >= 0 { // earlier typed text is dropped, too
		k.editor.interrupt()
		typed = append([]byte(eraseLine), typed[i+1:]...)
	}
	if i := bytes.IndexByte(typed, ctrlZ); i >= 0 {
		typed = bytes.ReplaceAll(typed, []byte{ctrlZ}, nil)
		k.editor.suspend()
	}
	return []byte(translateText(string(typed)))
}

// translateText is translate for keys without an action. A tab followed by text was pasted, not
// typed, and completes nothing; a lone Escape does not begin a sequence.
func translateText(typed string) string {
	if typed == "\x1b" {
		return ""
	}
	last := strings.TrimRight(typed, "\t\r\n")
	return otherKeys.Replace(strings.ReplaceAll(last, "\t", " ") + typed[len(last):])
}
