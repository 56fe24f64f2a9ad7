package exchange

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/problem/database"
)

// Format is a form that problems are written in.
type Format struct {
	Name, Extension string // Extension is that of its files
	Read            bool   // Import reads it again
	Usage           string
	new             func(e *Exporter) (writer, error)
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
		{"json", "jsonl", true, "lines of JSON with all there is, reports included", newJSONWriter},
		{"epd", "epd", true, "a line for each problem: position, stipulation, title, authors, source", newEPDWriter},
		{"popeye", "inp", true, "the input of Popeye", newPopeyeWriter},
		{"olive", "olv", true, "the YAML of Olive", newOliveWriter},
		{"pgn", "pgn", true, "games without moves that begin with the diagram", newPGNWriter},
		{"csv", "csv", false, "a table of what is known and what the analysis found", newCSVWriter},
		{"latex", "tex", false, "a LaTeX document of diagrams", newLaTeXWriter},
		{"html", "html", false, "a page of diagrams, with nothing from elsewhere", newHTMLWriter},
		{"pdf", "pdf", false, "sheets of diagrams for a printer", newPDFWriter},
		{"svg", "svg", false, "the diagram of a problem", newSVGWriter},
	}
}

// What can be wrong with an export.
var (
	ErrFormat   = errors.New("no such form")
	ErrNoMate   = errors.New("the form holds direct mates only")
	ErrTooLong  = errors.New("the texts of the problem are longer than the form may be")
	ErrOneImage = errors.New("the form holds one diagram")
)

// FindFormat returns the form of that name, or of files with that extension. The error wraps
// ErrFormat and names all.
func FindFormat(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name || f.Extension == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("%w, %q: known are %s", ErrFormat, name, strings.Join(names, ", "))
}

// composed are the rules for diagrams: surplus men are no fault.
var composed = movegen.Rules{Composed: true}

// position is the position of a problem of a collection.
func position(p *database.Problem) (movegen.Position, error) {
	at, _, err := composed.ParseFEN(p.FEN)
	if err != nil {
		return at, fmt.Errorf("problem %d: %w", p.ID, err)
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
