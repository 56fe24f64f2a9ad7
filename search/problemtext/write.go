package problemtext

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search/problem"
)

// Write writes the report to w; the error is w's. The time is left out if the
// report has none.
func Write(w io.Writer, r *problem.Report, language Language) error {
	out := bufio.NewWriter(w)
	t := text{Writer: out, report: r, letters: language.letters, words: language.words}
	t.header()
	t.verdict()
	for i := range r.Keys {
		fmt.Fprintln(t)
		t.phase(&r.Keys[i])
	}
	t.setPlay()
	t.tries()
	fmt.Fprintln(t)
	fmt.Fprintf(t, t.words.nodes, r.Nodes)
	if r.Elapsed > 0 {
		fmt.Fprintf(t, ", %.2f ms", float64(r.Elapsed)/float64(time.Millisecond))
	}
	fmt.Fprintln(t)
	return out.Flush()
}

// text is a report being written. Errors are the buffer's, which keeps the first
// one until it is flushed.
type text struct {
	*bufio.Writer
	report  *problem.Report
	letters notation.Language
	words   *words
}

func (t *text) header() {
	r := t.report
	diagram := notation.Diagram{Letters: t.letters}
	for c, mates := range t.words.mates {
		diagram.ToMove[c] = fmt.Sprintf(mates+" (#%d)", r.Moves, r.Moves)
	}
	fmt.Fprintf(t, "%s%s   %s\n\n", diagram.Draw(&r.Position), notation.PieceCount(&r.Position), r.Position.FEN())
}

func (t *text) verdict() {
	r, words := t.report, t.words
	switch r.Verdict {
	case problem.Sound:
		fmt.Fprintln(t, words.sound)
	case problem.Cooked:
		fmt.Fprintf(t, words.cooked+"\n", len(r.Keys))
	case problem.ShortSolution:
		fmt.Fprintln(t, words.shortSolution)
	case problem.NoSolution:
		fmt.Fprintln(t, words.noSolution)
	default:
		fmt.Fprintln(t, words.undecided)
	}
	if !r.Complete {
		fmt.Fprintln(t, words.interrupted)
	}
	for _, s := range r.Short {
		fmt.Fprintf(t, words.shortMate+"\n", "1."+t.san(&r.Position, s.Move)+"!", s.In)
	}
}

func (t *text) setPlay() {
	set := t.report.Set
	if set == nil {
		return
	}
	fmt.Fprintf(t, "\n%s\n", t.words.setPlay)
	after := t.report.Position
	after.MakeNull()
	t.variations(&after, set.Variations)
	if len(set.Variations) == 0 {
		fmt.Fprintf(t, "  %s\n", t.words.nothing)
	} else if len(set.Refutations) > 0 {
		fmt.Fprintf(t, "  "+t.words.unprovided+"\n", "1..."+t.defences(&after, set.Refutations))
	}
}

func (t *text) tries() {
	if len(t.report.Tries) == 0 {
		return
	}
	fmt.Fprintf(t, "\n%s\n", t.words.tries)
	for i := range t.report.Tries {
		t.phase(&t.report.Tries[i])
	}
}

// phase writes a key or try with its play.
func (t *text) phase(p *problem.Phase) {
	mark := "!"
	if len(p.Refutations) > 0 {
		mark = "?"
	}
	fmt.Fprintf(t, "1.%s%s", t.san(&t.report.Position, p.Move), mark)
	after := t.report.Position.After(p.Move)
	switch p.Kind {
	case problem.Block:
		fmt.Fprintf(t, " %s", t.words.zugzwang)
	case problem.Threat:
		passed := after
		passed.MakeNull()
		fmt.Fprintf(t, " [%s]", t.answers(&passed, p.Threats.Moves))
	}
	fmt.Fprintln(t)
	t.variations(&after, p.Variations)
	if len(p.Refutations) > 0 {
		names := make([]string, len(p.Refutations))
		for i, m := range p.Refutations {
			names[i] = "1..." + t.san(&after, m) + "!"
		}
		fmt.Fprintf(t, "  %s %s\n", t.words.but, strings.Join(names, ", "))
	}
}

// variations writes a line for each group of defences that allow the same mates.
// p is the position in which the defender is to move.
func (t *text) variations(p *movegen.Position, variations []problem.Variation) {
	for _, g := range t.groups(p, variations) {
		fmt.Fprintf(t, "  1...%s  %s", t.defences(p, g.defences), g.answer)
		if !g.effective {
			fmt.Fprintf(t, " (%s)", t.words.ineffective)
		} else if len(g.mates) > 1 {
			fmt.Fprintf(t, " (%s)", t.words.dual)
		}
		fmt.Fprintln(t)
	}
}

// answers writes the attacker's second moves in alphabetical order.
func (t *text) answers(p *movegen.Position, moves []movegen.Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = t.san(p, m)
	}
	slices.Sort(names)
	return "2." + strings.Join(names, "/")
}

func (t *text) san(p *movegen.Position, m movegen.Move) string {
	return notation.SAN(p, m, t.letters)
}
