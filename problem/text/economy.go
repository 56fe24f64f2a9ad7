package text

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

// errEconomy is returned for an unknown word of ParseEconomy.
var errEconomy = errors.New("must be actual or tries")

// ParseEconomy reads the basis of superfluous men: "actual" play alone, or "tries" too, so
// that a man needed by a try is not superfluous. The error is errEconomy.
func (o *Options) ParseEconomy(word string) error {
	if word != "actual" && word != "tries" {
		return errEconomy
	}
	o.KeepTries = word == "tries"
	return nil
}

// superfluous returns the men listed as superfluous, and the tries that are lost
// without some of them: of those that a solver may fall for or that themes name.
func (o *Options) superfluous(r *problem.Report, d *Document) (men movegen.Bitboard, lost []problem.Loss) {
	men = r.Economy.Superfluous
	for _, l := range r.Economy.Lost {
		tries := slices.DeleteFunc(slices.Clone(l.Tries), func(m movegen.Move) bool {
			i := slices.IndexFunc(r.Tries, func(try problem.Phase) bool { return try.Move == m })
			return i < 0 || r.Triviality(&r.Tries[i]) != problem.Worthwhile && !isThematic(d.Themes, m)
		})
		switch {
		case len(tries) == 0:
		case o.KeepTries:
			men &^= l.Man.Bitboard()
		default:
			lost = append(lost, problem.Loss{Man: l.Man, Tries: tries})
		}
	}
	return men, lost
}

// economy writes the superfluous men, and which tries some of them are needed for.
func (t *text) economy() {
	if t.report.Economy == nil {
		return
	}
	men, lost := t.options.superfluous(t.report, t.document)
	if men == 0 {
		return
	}
	heading := t.words.Text("Superfluous men in actual play")
	if t.options.KeepTries {
		heading = t.words.Text("Superfluous men in actual play and tries")
	}
	var notes []string
	for _, l := range lost {
		var names []string
		for _, m := range l.Tries {
			names = append(names, "1."+t.san(&t.report.Position, m)+"?")
		}
		needed := "%s: needed for the try %s"
		if len(names) > 1 {
			needed = "%s: needed for the tries %s"
		}
		notes = append(notes, t.words.Sprintf(needed, t.men(l.Man.Bitboard()), strings.Join(names, ", ")))
	}
	if t.options.Compact {
		fmt.Fprintln(t, strings.Join(append([]string{heading + ": " + t.men(men)}, notes...), "; "))
		return
	}
	fmt.Fprintf(t, "\n%s: %s\n", heading, t.men(men))
	for _, note := range notes {
		fmt.Fprintf(t, "  %s\n", note)
	}
}
