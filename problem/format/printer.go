package format

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"alfiere/internal/message"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// summing says whether a summary is written.
type summing int

// The kinds of it.
const (
	noSummary   summing = iota
	withSummary         // after the answers
	onlySummary         // in their place
)

// errSumming is returned for a word that says nothing about summaries.
var errSumming = errors.New("must be empty (summary after the answers) or only (summary alone)")

// Set reads the value of --summary: nothing (read as true), only, or false.
func (s *summing) Set(text string) error {
	known := map[string]summing{"true": withSummary, "only": onlySummary, "false": noSummary}
	kind, ok := known[text]
	if *s = kind; !ok {
		return errSumming
	}
	return nil
}

// Printer writes answers: texts to Out, with an empty line between them but in JSON and
// Popeye's layout, warnings and faults to Err. What the filter keeps out is counted only.
type Printer struct {
	Out, Err   io.Writer
	Form       Form
	Head, Foot string  // what precedes the first answer and follows the last
	Folder     *folder // where each answer has a file of its own; nil if all go to Out
	Filter     filter
	Summing    summing

	language text.Language
	journal  *journal     // nil if none is kept
	Tally    text.Summary // of all answers
	Written  int          // texts
	Faults   int
	answers  int // of all files
	read     int // answers to what could be read, whether or not it could be solved
}

// NewFile begins to count the faults of another file.
func (p *Printer) NewFile() { p.Faults, p.read = 0, 0 }

// maxReported is the number of errors reported one by one.
const maxReported = 20

// errOneSVG is returned for a second diagram, which would make SVG that nothing can show.
var errOneSVG = errors.New("SVG holds one diagram: give one problem at a time")

// Keep lets the answers of s, which must be in JSON, be kept in the file of that name, and
// those that are in it not be worked out again. The error is that of openJournal.
func (p *Printer) Keep(path string, s *Solver) (*journal, error) {
	journal, err := openJournal(path, s)
	if err != nil {
		return nil, err
	}
	journal.gaps = !p.Filter.isEmpty()
	p.journal, s.Journal = journal, journal
	return journal, nil
}

// Print writes an answer, if its problem passes the filter. Its error is reported in any case.
// The error is that of Out, or errOneSVG.
func (p *Printer) Print(a *Answer) error {
	p.Tally.Add(&a.Outcome)
	passes := p.Filter.Passes(&a.Outcome)
	if passes && a.Outcome.Verdict != text.Fault {
		p.Tally.Passed++
	}
	if !passes || p.Summing == onlySummary && p.journal == nil {
		a.Text, a.Warnings = nil, nil
	}
	if a.kept != nil {
		p.journal.order = append(p.journal.order, *a.kept)
	}
	p.answers++
	if p.Form == SVG && len(a.Text) > 0 && p.Written > 0 && p.Folder == nil {
		return errOneSVG
	}
	if len(a.Text) > 0 && p.Folder == nil {
		if _, err := io.WriteString(p.Out, p.separator()); err != nil {
			return err
		}
	}
	for _, warning := range a.Warnings {
		fmt.Fprintf(p.Err, "%s%s\n", a.Place, warning)
	}
	if _, unread := errors.AsType[*forsyth.Error](a.Fault); !unread {
		p.read++
	}
	if a.Fault != nil {
		p.tell(a)
	}
	if len(a.Text) == 0 {
		return nil
	}
	p.Written++
	switch {
	case p.Folder != nil:
		return p.Folder.add(p.answers, a.ID, p.Head+string(a.Text)+p.Foot)
	case p.journal != nil:
		return p.journal.add(a.Text)
	}
	_, err := p.Out.Write(a.Text)
	return err
}

// Sum ends the answers, and writes the summary, if one is wanted: to Out, or to Err if Out is for drawings. Without one
// it reports to Err that no problem passed the filter. The error is that of the writer.
func (p *Printer) Sum(text text.Options, interrupted bool) error {
	p.Tally.Interrupted = interrupted
	if p.Written > 0 && p.Folder == nil {
		if _, err := io.WriteString(p.Out, p.Foot); err != nil {
			return err
		}
	}
	drawn := p.Form != Text && p.Form != JSON && p.Summing != onlySummary
	switch {
	case p.Summing == noSummary:
		if p.Tally.Passed == 0 && p.Tally.Problems() > 0 {
			fmt.Fprintln(p.Err, p.language.Sprintf("no problem passed the filters; problems read: %d", p.Tally.Problems()))
		}
		return nil
	case p.Form == JSON:
		return p.Tally.WriteJSON(p.Out, text)
	case drawn:
		return p.Tally.Write(p.Err, text)
	case p.Written > 0:
		if _, err := fmt.Fprintln(p.Out); err != nil {
			return err
		}
	}
	return p.Tally.Write(p.Out, text)
}

// separator is what stands before a text.
func (p *Printer) separator() string {
	switch {
	case p.Written == 0:
		return p.Head
	case p.Form == Popeye, p.Form == JSON, p.Form == Olive, p.Form == PGN:
		return ""
	}
	return "\n"
}

// tell reports the error of an answer; what is no file of problems has many.
func (p *Printer) tell(a *Answer) {
	if p.Faults++; p.Faults > maxReported {
		return
	}
	fmt.Fprintf(p.Err, "%s%s\n", a.Place, p.language.Error(forsyth.Reason(a.Fault)))
	if p.Faults == maxReported {
		fmt.Fprintln(p.Err, p.language.Text("further errors are only counted"))
	}
}

// FaultsIn returns an error that counts the faults of a file, or says that it has no problem; nil if all is well.
func (p *Printer) FaultsIn(name string) error {
	switch {
	case p.read == 0 && p.Faults == 0:
		return errors.New(p.language.Sprintf("%s: no problem found", name))
	case p.read == 0:
		return errors.New(p.language.Sprintf("%s: no problem found; errors: %d", name, p.Faults))
	case p.Faults == 0:
		return nil
	case p.Faults == 1:
		return errors.New(p.language.Sprintf("%s: 1 invalid problem", name))
	}
	return errors.New(p.language.Sprintf("%s: %d invalid problems", name, p.Faults))
}

// errTaken is wrapped where a file of a folder of answers is there already.
var errTaken = errors.New("already exists; no file is replaced")

// folder is where each answer has a file of its own.
type folder struct {
	path      string
	extension string
}

// NewFolder returns the folder of that path for answers of the form. It is made with the first
// of them if there is none.
func NewFolder(path string, form Form) *folder {
	extension := "txt"
	for _, flag := range FormFlags() {
		if flag.Form == form {
			extension = flag.Extension
		}
	}
	return &folder{path, extension}
}

// add writes the text of an answer, the given one of all, into a new file. The error is the
// system's, or wraps errTaken.
func (f *folder) add(number int, id, text string) error {
	if err := os.MkdirAll(f.path, 0o755); err != nil {
		return err
	}
	path := filepath.Join(f.path, fileName(number, id)+"."+f.extension)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return message.Errorf("%s %w", path, errTaken)
	}
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(path) // it is ours, and not whole
	}
	return err
}

// fileName is the number, so that no two answers have the same name and their order is
// kept, and what can stand in a file's name of what the problem is called.
func fileName(number int, id string) string {
	const maxRunes = 40
	runes := []rune(strings.Map(func(r rune) rune {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == unicode.ReplacementChar {
			return '-'
		}
		return r
	}, id))
	name := strings.Trim(string(runes[:min(len(runes), maxRunes)]), "-")
	for strings.Contains(name, "--") {
		name = strings.ReplaceAll(name, "--", "-")
	}
	if name == "" {
		return fmt.Sprintf("%04d", number)
	}
	return fmt.Sprintf("%04d-%s", number, name)
}
