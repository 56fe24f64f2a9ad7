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
	t := newText(w, d, o)
	if d.Report == nil {
		t.illegal(d.Illegal)
		return t.Flush()
	}
	t.head()
	t.solution()
	t.writeBlocks()
	if !o.Compact {
		t.effort()
		t.onRequest()
	}
	return t.Flush()
}

// newText returns the text of a problem as it is to be written to w.
func newText(w io.Writer, d *Document, o Options) *text {
	t := &text{Writer: bufio.NewWriter(w), document: d, options: o}
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
	table    *phaseTable // nil if there is none, or no judgement
	blocks   []block     // what is reported below the diagram
}

// block is lines that belong together, below a heading and a table if it has them.
type block struct {
	heading string
	grid    [][]string
	lines   []textLine
}

// textLine is a line of the text. Items with commas between them may need several.
type textLine struct {
	indent int
	move   string // a key or a try that the line begins with
	text   string // the rest
	items  []string
}

// String returns the line as text.
func (l *textLine) String() string {
	head := strings.Repeat(" ", l.indent) + l.move
	if l.move != "" && l.text != "" {
		head += " "
	}
	return wrapped(head+l.text, l.items)
}

// begin begins a block, compactly without a heading.
func (t *text) begin(heading string) {
	if t.options.Compact {
		heading = ""
	}
	t.blocks = append(t.blocks, block{heading: heading})
}

// add adds lines to the last block.
func (t *text) add(lines ...textLine) {
	b := &t.blocks[len(t.blocks)-1]
	b.lines = append(b.lines, lines...)
}

// tell adds a line.
func (t *text) tell(line string) { t.add(textLine{text: line}) }

// writeBlocks writes the blocks, with empty lines between them unless it is compact.
func (t *text) writeBlocks() {
	for i, b := range t.blocks {
		if i > 0 && !t.options.Compact {
			fmt.Fprintln(t)
		}
		if b.heading != "" {
			fmt.Fprintln(t, b.heading)
		}
		writeGrid(t, b.grid)
		for _, l := range b.lines {
			fmt.Fprintln(t, l.String())
		}
	}
}

// head writes what precedes the verdict: who composed the problem and the diagram, compactly its FEN.
func (t *text) head() {
	if t.options.Compact {
		t.origin("; ")
		fmt.Fprintf(t, "%s  #%d  ", t.report.Position.FEN(), t.report.Moves)
		return
	}
	t.origin("\n")
	t.header()
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
	t.playLines()
	if t.options.Judgement && t.report.PostKey == nil {
		t.judgement()
	}
	t.warnings()
	t.themes()
}

// manyShort is the number of short mates from which their play is written only on request.
const manyShort = 5

// playLines writes what is played. Of the short mates it leaves out those at once.
func (t *text) playLines() {
	lines := t.lines()
	short := 0
	for _, l := range lines {
		if l.Kind == shortLine && l.move != "" {
			short++
		}
	}
	for i, l := range lines {
		switch l.Kind {
		case setLine:
			t.setPlay(&l)
			continue
		case tryLine, noteLine:
			if i == 0 || lines[i-1].Kind != tryLine {
				t.begin(t.words.Text("Tries"))
			}
		case shortLine:
			if l.move == "" || short >= manyShort && t.options.Play == 0 {
				continue
			}
			t.begin("")
		default:
			t.begin("")
		}
		if l.Kind == noteLine {
			t.leftOut(l.Text)
		} else {
			t.first(l)
		}
	}
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

// verdictLines are the verdicts as sentences.
var verdictLines = [...]string{problem.Undecided: "Undecided.", problem.Sound: "Sound: one key.",
	problem.Cooked: "Cooked: %d keys.", problem.ShortSolution: "Short solution.", problem.NoSolution: "No solution.",
	problem.MissingSolution: "Missing solution: %d of %d intended keys."}

func (t *text) verdict() {
	t.begin("")
	r := t.report
	switch {
	case r.Verdict == problem.Sound && r.PostKey != nil:
		t.tell(t.words.Text("The key solves."))
	case r.Verdict == problem.Sound && r.Count() > 1:
		t.tell(t.words.Sprintf("Sound: %d solutions.", r.Count()))
	case r.Verdict == problem.Cooked && r.Count() > 1:
		t.tell(t.words.Sprintf("Cooked: %d keys instead of %d.", len(r.Keys), r.Count()))
	case r.Verdict == problem.Cooked:
		t.tell(t.words.Sprintf(verdictLines[r.Verdict], len(r.Keys)))
	case r.Verdict == problem.MissingSolution:
		t.tell(t.words.Sprintf(verdictLines[r.Verdict], len(r.Keys)-len(r.Cooks()), r.Count()))
	default:
		t.tell(t.words.Text(verdictLines[r.Verdict]))
	}
	t.unintended("Cooks", "!", r.Cooks())
	t.unintended("Missing keys", "", r.Missing())
	if !r.Complete {
		t.progress()
	}
	if depth := t.options.depth(r.Moves, r.Surplus()); depth < r.Moves && t.options.Play == 0 &&
		!t.options.Compact && !t.options.Brief && len(r.Keys) > 0 {
		how := t.hint(t.words.Text("; --play %d shows all of it"))
		if how != "" {
			how = fmt.Sprintf(how, r.Moves)
		}
		t.tell(t.words.Sprintf("The play is shown up to move %d", depth) + how + ".")
	}
	for _, s := range r.Short {
		move := "1." + t.san(&r.Position, s.Move) + "!"
		line := t.words.Sprintf("%s mates in %d", move, s.In)
		t.add(textLine{move: move, text: strings.TrimPrefix(line, move+" ")})
	}
}

// unintended writes the keys that are not as they were named, if there are any.
func (t *text) unintended(what, mark string, moves []movegen.Move) {
	if len(moves) > 0 {
		names := t.alternatives(&t.report.Position, moves, depth{})
		t.tell(t.words.Text(what) + ": 1." + strings.Join(names, mark+", 1.") + mark)
	}
}

// hint returns a text that names flags as the reader has them; nothing for a reader who has none.
func (t *text) hint(flags string) string {
	switch {
	case t.options.NoHints:
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
	t.tell(strings.Join(parts, " "))
}

// illegal writes what is wrong with a position that cannot be solved.
func (t *text) illegal(problem *Illegal) {
	fmt.Fprintf(t, "%s  #%d  %s\n", problem.FEN, problem.Moves, t.words.Text("Illegal position."))
	for _, fault := range problem.Faults {
		fmt.Fprintf(t, "  %s\n", t.words.Error(fault))
	}
}

func (t *text) setPlay(line *Line) {
	switch {
	case !t.options.Compact:
		t.begin(line.Text)
		t.add(t.rendered(line.Below, 2, false)...)
	case line.Below[0].Kind == defenceLine:
		play := slices.DeleteFunc(line.Below, func(l Line) bool { return l.Kind == noteLine })
		t.tell(line.Text + ":" + inLine(t.rendered(play, 1, false)))
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
