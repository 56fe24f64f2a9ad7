package cli

import (
	"os"
	"strings"

	"golang.org/x/term"
)

// terminal describes the capabilities of a user's terminal. All are false if input or output is not a terminal.
type terminal struct {
	Person  bool // a person types and reads
	Color   bool // supports ANSI colours
	Unicode bool // shows UTF-8
	Editing bool // can move the cursor, so that a line can be edited and overwritten
}

// Terminal returns the terminal's capabilities, found from the streams and the environment.
func (s Streams) Terminal() terminal {
	return terminalOf(IsTerminal(s.In) && IsTerminal(s.Out), os.Getenv)
}

// terminalOf is Terminal with the environment given.
func terminalOf(person bool, getenv func(string) string) terminal {
	if !person {
		return terminal{}
	}
	kind := getenv("TERM")
	return terminal{
		Person:  true,
		Editing: kind != "" && kind != "dumb",
		Color:   kind != "" && kind != "dumb" && getenv("NO_COLOR") == "", // no-color.org
		Unicode: isUTF8(getenv),
	}
}

// UTF8 reports whether the environment selects UTF-8, whether or not the output is a terminal.
func UTF8() bool { return isUTF8(os.Getenv) }

// isUTF8 reports whether the first POSIX locale variable that is set names UTF-8.
func isUTF8(getenv func(string) string) bool {
	for _, name := range [...]string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(name); value != "" {
			return strings.Contains(strings.ReplaceAll(strings.ToUpper(value), "-", ""), "UTF8")
		}
	}
	return false
}

// IsTerminal reports whether a stream is a terminal. Files, pipes, the null device and streams that are not operating
// system files are not.
func IsTerminal(stream any) (is bool) {
	WithDescriptor(stream, func(descriptor int) { is = term.IsTerminal(descriptor) })
	return is
}

// The size assumed for a terminal that does not report it.
const usualColumns, usualRows = 80, 24

// Columns returns the width in characters of the stream's terminal, or 80 if it is unknown.
func Columns(stream any) (columns int) {
	columns, _ = TerminalSize(stream)
	return columns
}

// TerminalSize returns the size of the stream's terminal.
func TerminalSize(stream any) (columns, rows int) {
	WithDescriptor(stream, func(descriptor int) { columns, rows, _ = term.GetSize(descriptor) })
	if columns <= 0 || rows <= 0 {
		return usualColumns, usualRows
	}
	return columns, rows
}

// WithDescriptor calls f with the descriptor of a stream that is a file.
func WithDescriptor(stream any, f func(descriptor int)) {
	file, ok := fileOf(stream)
	if !ok {
		return
	}
	if connection, err := file.SyscallConn(); err == nil { // unlike Fd it does not change the mode of the file
		_ = connection.Control(func(descriptor uintptr) { f(int(descriptor)) }) // a closed file has no descriptor
	}
}
