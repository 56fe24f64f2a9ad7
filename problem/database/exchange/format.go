package exchange

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/problem/database"
	"alfiere/problem/format/forsyth"
)

// Format is a form that problems are written in, and may be read from.
type Format struct {
	Name, Extension string // Extension is that of its files
	Usage           string

	// The first character of a file; 0 if package format detects the form.
	begins byte
	// Reads problems; nil if the form cannot be imported.
	read func(source io.Reader, meant forsyth.Conventions) reader
	// Writes problems for an exporter.
	write func(e *Exporter) (writer, error)
}

// writer writes problems in a form.
type writer interface {
	// write writes a problem, and its twins if the form has them together.
	write(p *database.Problem) error
	// close writes what stands behind the last one.
	close() error
}

// Formats returns the table of the forms.
func Formats() []Format {
	return []Format{
		{"json", "jsonl", "lines of JSON with all there is, reports included", '{', newJSONReader, newJSONWriter},
		{"epd", "epd", "a line for each problem: position, stipulation, title, authors, source", 0, newFileReader, newEPDWriter},
		{"popeye", "inp", "the input of Popeye", 0, newFileReader, newPopeyeWriter},
		{"olive", "olv", "the YAML of Olive", 0, newFileReader, newOliveWriter},
		{"pgn", "pgn", "games without moves that begin with the diagram", '[', newPGNReader, newPGNWriter},
		{"csv", "csv", "a table of what is known and what the analysis found", 0, nil, newCSVWriter},
		{"latex", "tex", "a LaTeX document of diagrams", 0, nil, newLaTeXWriter},
		{"html", "html", "a page of diagrams, with nothing from elsewhere", 0, nil, newHTMLWriter},
		{"pdf", "pdf", "sheets of diagrams for a printer", 0, nil, newPDFWriter},
		{"svg", "svg", "the diagram of a problem", 0, nil, newSVGWriter},
	}
}

// What can be wrong with an export.
var (
	errFormat   = errors.New("no such form")
	ErrNoMate   = errors.New("the form holds direct mates only")
	ErrTooLong  = errors.New("the texts of the problem are longer than the form may be")
	ErrOneImage = errors.New("the form holds one diagram")
)

// FindFormat returns the form of that name, or of files with that extension. The error wraps
// errFormat and names all.
func FindFormat(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name || f.Extension == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("%w, %q: known are %s", errFormat, name, strings.Join(names, ", "))
}

// composed are the rules for diagrams: surplus men are no fault.
var composed = movegen.Rules{Composed: true}

// position is the position of a problem of a collection.
func position(p *database.Problem) (movegen.Position, error) {
	at, _, err := composed.ParseFEN(p.FEN)
	if err != nil {
		return at, message.Errorf("problem %d: %w", p.ID, err)
	}
	return at, nil
}

// clipped cuts a text to so many bytes, at the beginning of a character.
func clipped(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}
