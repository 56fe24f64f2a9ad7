// Package format reads and writes files of problems: one position a line (FEN or EPD), input of the solver Popeye,
// collections of the composing board Olive, games (PGN) and lines of JSON. Formats lists them; the format of a
// file is detected from its content. Memory does not depend on the length of the file, nor on aliases in YAML.
//
// A Reader returns problem by problem. An error names line and column, and the next problem is read. A Solver solves
// the problems, several at a time, and writes the answers in the order of the file.
package format

import (
	"bufio"
	"bytes"
	"strings"

	"alfiere/problem"
	"alfiere/problem/format/forsyth"
)

// Format is a format of files of problems.
type Format struct {
	Name, Extension string // Extension is that of its files
	Usage           string
	Twins           bool // it has the problems of a diagram together
	Reports         bool // it has reports

	// Write writes a problem, with its twins and its report if the format has them. The error wraps ErrNoMate or
	// ErrTooLong if the format cannot hold it.
	Write func(out *bytes.Buffer, twins []*problem.Record, report *problem.StoredReport) error

	// detect reports whether a file of the format begins with the word.
	detect func(word string) bool
	// read returns a function that reads problems as Reader.Read does.
	read func(source *bufio.Reader, meant forsyth.Conventions) func() (Problem, error)
}

// Formats returns the table of the formats.
func Formats() []Format {
	return []Format{
		{"json", "jsonl", "JSON, one object per line with all data and reports", false, true,
			writeJSON, startsWith("{"), readJSON},
		{"epd", "epd", "one line per problem: position, stipulation, title, authors, source", false, false,
			writeEPD, func(string) bool { return false }, readLines}, // what no other format detects
		{"popeye", "inp", "the input of Popeye", true, false, writePopeye, isBeginning,
			func(source *bufio.Reader, _ forsyth.Conventions) func() (Problem, error) {
				return newPopeye(source).read
			}},
		{"olive", "olv", "the YAML of Olive", true, false, writeOliveRecord, isOlive, readOlive},
		{"pgn", "pgn", "games without moves that begin with the diagram", false, false,
			writePGN, startsWith("["), readPGN},
	}
}

// detect returns the format of a file that begins with the word.
func detect(word string) Format {
	formats := Formats()
	for _, f := range formats {
		if f.detect(word) {
			return f
		}
	}
	return formats[1]
}

func startsWith(beginning string) func(word string) bool {
	return func(word string) bool { return strings.HasPrefix(word, beginning) }
}

// readLines reads positions in lines.
func readLines(source *bufio.Reader, meant forsyth.Conventions) func() (Problem, error) {
	lines := forsyth.NewLines(source, meant)
	return func() (Problem, error) { return stated(lines.Read()) }
}
