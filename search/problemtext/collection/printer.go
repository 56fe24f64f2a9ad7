package collection

import (
	"errors"
	"fmt"
	"io"
)

// Printer writes answers: texts to Out, with an empty line between them but in JSON,
// warnings and faults to Err.
type Printer struct {
	Out, Err io.Writer
	Form     Form

	Written int // texts
	Faults  int
	read    int // answers to what could be read, whether or not it could be solved
}

// NewFile begins to count the faults of another file.
func (p *Printer) NewFile() { p.Faults, p.read = 0, 0 }

// maxTold is the number of faults that are told one by one.
const maxTold = 20

// ErrOneSVG is returned for a second diagram, which would make SVG that nothing can show.
var ErrOneSVG = errors.New("SVG holds one diagram: give one problem at a time")

// Print writes an answer. The error is that of Out, or ErrOneSVG.
func (p *Printer) Print(a *Answer) error {
	if p.Form == SVG && len(a.Text) > 0 && p.Written > 0 {
		return ErrOneSVG
	}
	if len(a.Text) > 0 && p.Written > 0 && p.Form != JSON {
		if _, err := fmt.Fprintln(p.Out); err != nil {
			return err
		}
	}
	for _, warning := range a.Warnings {
		fmt.Fprintf(p.Err, "%s%s\n", a.Place, warning)
	}
	if _, unread := errors.AsType[*Error](a.Fault); !unread {
		p.read++
	}
	if a.Fault != nil {
		p.tell(a)
	}
	if len(a.Text) == 0 {
		return nil
	}
	p.Written++
	_, err := p.Out.Write(a.Text)
	return err
}

// tell tells the fault of an answer; what is no file of problems has many.
func (p *Printer) tell(a *Answer) {
	if p.Faults++; p.Faults > maxTold {
		return
	}
	fmt.Fprintf(p.Err, "%s%s\n", a.Place, a.Reason())
	if p.Faults == maxTold {
		fmt.Fprintln(p.Err, "further faults are counted only")
	}
}

// FaultsIn returns an error that counts the faults of a file, or says that it has no problem;
// nil if all is well.
func (p *Printer) FaultsIn(name string) error {
	switch {
	case p.read == 0 && p.Faults == 0:
		return fmt.Errorf("%s: no problem found", name)
	case p.read == 0:
		return fmt.Errorf("%s: no problem found; faults: %d", name, p.Faults)
	case p.Faults == 0:
		return nil
	case p.Faults == 1:
		return fmt.Errorf("%s: 1 problem at fault", name)
	}
	return fmt.Errorf("%s: %d problems at fault", name, p.Faults)
}
