package collection

import (
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
}

// Print writes an answer. The error is that of Out.
func (p *Printer) Print(a *Answer) error {
	if len(a.Text) > 0 && p.Written > 0 && p.Form != JSON {
		if _, err := fmt.Fprintln(p.Out); err != nil {
			return err
		}
	}
	for _, warning := range a.Warnings {
		fmt.Fprintf(p.Err, "%s%s\n", a.Place, warning)
	}
	if a.Fault != nil {
		p.Faults++
		fmt.Fprintf(p.Err, "%s%s\n", a.Place, a.Reason())
	}
	if len(a.Text) == 0 {
		return nil
	}
	p.Written++
	_, err := p.Out.Write(a.Text)
	return err
}

// FaultsIn returns an error that counts the faults of a file, nil if there are none.
func (p *Printer) FaultsIn(name string) error {
	switch p.Faults {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%s: 1 problem at fault", name)
	}
	return fmt.Errorf("%s: %d problems at fault", name, p.Faults)
}
