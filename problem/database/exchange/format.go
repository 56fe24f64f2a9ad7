package exchange

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/problem"
	"alfiere/problem/format"
)

// Format is a form that problems of a collection are written in.
type Format struct {
	Name, Extension string // Extension is that of its files
	Usage           string

	write func(e *Exporter) (writer, error)
}

// writer writes problems in a form.
type writer interface {
	// write writes a problem, and its twins if the form has them together.
	write(p *problem.Record) error
	// close writes what follows the last one.
	close() error
}

// Formats returns the table of the forms: those of package format, which are imported as well, and others.
func Formats() (all []Format) {
	for _, f := range format.Formats() {
		all = append(all, Format{f.Name, f.Extension, f.Usage, func(e *Exporter) (writer, error) {
			return &fileWriter{e, f}, nil
		}})
	}
	return append(all,
		Format{"csv", "csv", "a table of problem data and analysis results", newCSVWriter},
		Format{"latex", "tex", "a LaTeX document of diagrams", newLaTeXWriter},
		Format{"html", "html", "a self-contained page of diagrams, which a browser prints", newHTMLWriter},
		Format{"svg", "svg", "the diagram of a problem", newSVGWriter})
}

// What can be wrong with an export, besides the errors of package format.
var (
	errFormat   = errors.New("unknown format")
	ErrOneImage = errors.New("this format holds only one diagram")
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
	return Format{}, fmt.Errorf("%w %q; use one of %s", errFormat, name, strings.Join(names, ", "))
}
