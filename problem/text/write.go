package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// Write writes the problem as text; the error is w's. The time is left out if the report has none.
func Write(w io.Writer, d *Document, o Options) error {
	t := newText(bufio.NewWriter(w), d, o)
	switch {
	case d.Report == nil:
		t.illegal(d.Illegal)
	case o.Compact:
		t.compact()
	default:
		t.complete()
	}
	return t.Flush()
}

// newText returns the text of a problem as it is to be written to out.
func newText(out *bufio.Writer, d *Document, o Options) *text {
	t := &text{Writer: out, document: d, options: o}
	if d.Report != nil {
		t.report = o.cut(d.Report)
	}
	t.letters, t.words = o.Language.letters, o.Language.Language
	if t.report != nil && o.Judgement && !o.Compact {
		t.table = newPhaseTable(t.report, d)
	}
	return t
}

// text is a report being written. Errors are the buffer's, which keeps the first one until it is flushed.
type text struct {
	*bufio.Writer
	document *Document
	report   *problem.Report
	options  Options
	letters  notation.PieceLetters
	words    message.Language
	page     bool        // lines are as long as they are
	table    *phaseTable // nil if there is none, or no judgement
}

// complete writes the plain form and all that is added to it.
func (t *text) complete() {
	t.origin("\n")
	t.header()
	t.solution()
	t.effort()
	t.onRequest()
}

// onRequest names the flags or words that show what the default leaves out of longer problems.
func (t *text) onRequest() {
	how := ""
	switch {
	case !t.options.onRequest, t.options.Judgement && t.options.Tries:
		return
	case t.options.Judgement:
		how = t.words.Text("Tries are not shown: --tries shows them.")
	default:
		how = t.words.Text("Not everything is shown: --full shows tries, themes and a judgement.")
	}
	if how = t.hint(how); how != "" {
		fmt.Fprintln(t, how)
	}
}

// solution writes everything below the diagram.
func (t *text) solution() {
	t.verdict()
	if t.report.PostKey != nil {
		fmt.Fprintf(t, "\n%s", t.topLines(t.postKeyLine()))
	}
	for _, ph := range t.solutions() {
		fmt.Fprintf(t, "\n%s", t.phase(ph))
	}
	t.setPlay()
	t.tries()
	if t.options.Judgement && t.report.PostKey == nil {
		t.judgement()
	}
	t.warnings()
	t.themes()
}

// manyShort is the number of short mates from which their play is written only on request.
const manyShort = 5

// solutions returns what is played: after short mates, but for those at once, and after the keys.
func (t *text) solutions() (phases []*problem.Phase) {
	for i := range t.report.Short {
		if s := &t.report.Short[i]; s.In > 1 && s.Play != nil {
			phases = append(phases, s.Play)
		}
	}
	if len(phases) >= manyShort && t.options.Play == 0 {
		phases = nil
	}
	for i := range t.report.Keys {
		phases = append(phases, &t.report.Keys[i])
	}
	return phases
}

// compact writes a line for the problem and one for each phase.
func (t *text) compact() {
	r := t.report
	t.origin("; ")
	fmt.Fprintf(t, "%s  #%d  ", r.Position.FEN(), r.Moves)
	t.verdict()
	if r.PostKey != nil {
		fmt.Fprintln(t, t.topLines(t.postKeyLine()))
	}
	for _, ph := range t.solutions() {
		fmt.Fprintln(t, t.phase(ph))
	}
	t.setPlay()
	t.tries()
	if t.options.Judgement {
		t.keyFlaws()
		t.economy()
	}
	t.warnings()
	t.themes()
}

// origin writes who composed the problem, each fact with the given end.
func (t *text) origin(end string) {
	d := t.document
	written := false
	for _, fact := range [...]string{d.Twin.String(), d.ID, d.Author, d.Source, d.Award, d.Title} {
		if fact != "" {
			fmt.Fprintf(t, "%s%s", fact, end)
			written = true
		}
	}
	if written && !t.options.Compact {
		fmt.Fprintln(t)
	}
}

func (t *text) header() {
	r := t.report
	diagram := notation.Diagram{Letters: t.letters, Coords: true}
	diagram.ToMove[r.Position.Side()] = asked(r, t.words)
	fmt.Fprintf(t, "%s%s   %s\n\n", diagram.Draw(&r.Position), notation.PieceCount(&r.Position), r.Position.FEN())
}

func (t *text) verdict() {
	r := t.report
	switch r.Verdict {
	case problem.Sound:
		if r.PostKey != nil {
			fmt.Fprintln(t, t.words.Text("The key solves."))
			break
		}
		fmt.Fprintln(t, t.words.Text("Sound: one key."))
	case problem.Cooked:
		fmt.Fprintln(t, t.words.Sprintf("Cooked: %d keys.", len(r.Keys)))
	case problem.ShortSolution:
		fmt.Fprintln(t, t.words.Text("Short solution."))
	case problem.NoSolution:
		fmt.Fprintln(t, t.words.Text("No solution."))
	default:
		fmt.Fprintln(t, t.words.Text("Undecided."))
	}
	if !r.Complete {
		t.progress()
	}
	if depth := t.options.depth(r.Moves, len(r.Keys)); depth < r.Moves && t.options.Play == 0 &&
		!t.options.Compact && !t.options.Brief && len(r.Keys) > 0 {
		fmt.Fprint(t, t.words.Sprintf("The play is shown up to move %d", depth))
		if how := t.hint(t.words.Text("; --play %d shows all of it")); how != "" {
			fmt.Fprintf(t, how, r.Moves)
		}
		fmt.Fprintln(t, ".")
	}
	for _, s := range r.Short {
		fmt.Fprintln(t, t.words.Sprintf("%s mates in %d", "1."+t.san(&r.Position, s.Move)+"!", s.In))
	}
}

// hint returns a text that names flags as the reader has them; nothing for a reader who has none.
func (t *text) hint(flags string) string {
	switch {
	case t.page || t.options.NoHints:
		return ""
	case t.options.InWords:
		return strings.ReplaceAll(flags, "--", "")
	}
	return flags
}

// progress writes what is proven although the analysis was ended.
func (t *text) progress() {
	r := t.report
	p := &r.Progress
	parts := []string{t.words.Text("Interrupted: everything shown is proven, but there may be more.")}
	if len(r.Keys)+len(r.Short)+len(r.Tries) == 0 && r.Set == nil {
		parts[0] = t.words.Text("Interrupted.")
	}
	if p.Without > 0 {
		parts = append(parts, t.words.Sprintf("No mate in up to %d.", p.Without))
	}
	if p.FirstMoves > 0 {
		parts = append(parts, t.words.Sprintf("Mate in %[3]d: %[1]d of %[2]d first moves refuted.",
			p.Refuted, p.FirstMoves, p.In))
	}
	fmt.Fprintln(t, strings.Join(parts, " "))
}

// illegal writes what is wrong with a position that cannot be solved.
func (t *text) illegal(problem *Illegal) {
	fmt.Fprintf(t, "%s  #%d  %s\n", problem.FEN, problem.Moves, t.words.Text("Illegal position."))
	for _, fault := range problem.Faults {
		fmt.Fprintf(t, "  %s\n", t.words.Error(fault))
	}
}

func (t *text) setPlay() {
	set := t.report.Set
	if set == nil || !t.options.SetPlay {
		return
	}
	line := t.setLine()
	switch {
	case !t.options.Compact:
		fmt.Fprintf(t, "\n%s\n%s", line.Text, t.rendered(line.Below, "  ", false))
	case line.Below[0].Kind == defenceLine:
		play := slices.DeleteFunc(line.Below, func(l Line) bool { return l.Kind == noteLine })
		fmt.Fprintf(t, "%s:%s\n", line.Text, t.rendered(play, " ", false))
	}
}

// phase writes a first move with its play: a key or a try.
func (t *text) phase(ph *problem.Phase) string {
	return t.topLines(t.phaseLine(position{t.report.Position, nil}, ph, keyLine, top))
}

func (t *text) tries() {
	if len(t.report.Tries) == 0 || !t.options.Tries {
		return
	}
	if !t.options.Compact {
		fmt.Fprintf(t, "\n%s\n", t.words.Text("Tries"))
	}
	tries, omitted := t.triesShown()
	for i := range tries {
		fmt.Fprint(t, t.phase(&tries[i]))
		if t.options.Compact {
			fmt.Fprintln(t)
		}
	}
	if omitted != "" {
		t.leftOut(omitted)
	}
}

// effort writes the nodes and the time.
func (t *text) effort() {
	fmt.Fprint(t, "\n", t.words.Sprintf("%d nodes", t.report.Nodes))
	if t.report.Elapsed > 0 {
		fmt.Fprintf(t, ", %.2f ms", float64(t.report.Elapsed)/float64(time.Millisecond))
	}
	fmt.Fprintln(t)
}

// san writes a move. In problems en passant is marked.
func (t *text) san(p *movegen.Position, m movegen.Move) string {
	san := notation.SAN(p, m, t.letters)
	if m.Kind() != movegen.EnPassant {
		return san
	}
	end := len(strings.TrimRight(san, "+#"))
	return san[:end] + " e.p." + san[end:]
}
