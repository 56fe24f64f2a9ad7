package format

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/neighbour"
	"alfiere/problem/text"
)

// Progress is how far a problem has come.
type Progress = problem.Progress

// Solver solves the problems of a collection and writes the answers down.
type Solver struct {
	Form    Form
	Problem problem.Options // what is asked of each; what a problem itself asks for is added
	Text    text.Options
	Marks   movegen.Bitboard // squares that are marked in drawings
	Meant   forsyth.Conventions
	Limit   time.Duration   // of each problem; 0 is none
	Threads int             // 0: all cores for a file, one for a single problem
	Play    int             // the move down to which longer play is shown; 0 as in Options
	Themes  bool            // they are looked for though they are not written, for Outcome
	Duplex  bool            // both sides are to mate, each as a problem of its own; SolveAll alone does so
	Key     string          // the intended keys, as in Nd3,Qa1: they have themes despite cooks
	Skip    <-chan struct{} // see SolveAll; may be nil

	ByLength   bool // the length of a problem decides what is written, as in text.Options.ByLength
	said       func(name string) bool
	Twins      bool            // SolveAll compares the twins of a diagram after the last of them; Text and JSON only
	Neighbours *neighbour.Goal // neighbours are searched and written instead of the play; may be nil

	// Journal holds answers that are not worked out again; nil if there is none. Printer.Keep sets it.
	Journal *journal
	file    string // that is being solved, as answers name it

	// Look is called now and then with the progress of the problem on the line; it may be nil.
	Look func(line int, far Progress)
}

// Answer is the answer to a problem.
type Answer struct {
	Place    string // what messages about it begin with; empty for a single problem
	ID       string // of the problem, empty if it has none
	Text     []byte
	Outcome  text.Outcome
	document *text.Document // nil if the journal has the answer
	kept     *span          // where the journal has the answer, if it was not worked out anew
	Warnings []string       // oddities of the diagram; in JSON they are part of the text
	Fault    error          // of the input: it could not be read, is no chess or cannot be solved
}

// TakeFault returns the fault without its place, in the language, and takes it out of the
// answer, for whoever tells it another way; it may be nil.
func (a *Answer) TakeFault(l text.Language) error {
	fault := a.Fault
	if a.Fault = nil; fault == nil {
		return nil
	}
	return errors.New(l.Error(forsyth.Reason(fault)))
}

// Solve solves the problem in a line, a FEN or EPD. When ctx ends, what is known by then is the answer.
func (s *Solver) Solve(ctx context.Context, line string) Answer {
	single := *s
	single.Problem.Threads = s.Threads
	if s.Neighbours != nil && s.Threads == 0 {
		single.Problem.Threads = runtime.GOMAXPROCS(0) // their nodes do not depend on it
	}
	p, err := stated(s.Meant.Parse(line, 1))
	if err == nil {
		s.conform(&p)
	}
	if s.Look == nil {
		return single.answer(ctx, p, err)
	}
	single.Problem.Watch = new(problem.Watch)
	answer := make(chan Answer, 1)
	go func() { answer <- single.answer(ctx, p, err) }()
	clock := time.NewTicker(watchInterval)
	defer clock.Stop()
	for {
		select {
		case a := <-answer:
			return a
		case <-clock.C:
			s.Look(p.Line, single.Problem.Watch.Progress())
		}
	}
}

// conform leaves the rights that the last move leaves; Popeye knows nothing of last moves.
func (s *Solver) conform(p *Problem) {
	if s.Form != Popeye && s.Form != Olive {
		p.Position = problem.Conform(p.Position)
	}
}

// answer solves a problem as it was read, err being what was wrong with it, and writes the answer down.
func (s *Solver) answer(ctx context.Context, p Problem, err error) (a Answer) {
	var out bytes.Buffer
	a.Outcome.Verdict = text.Fault
	defer func() {
		if out.Len() == 0 && p.Entry != nil && s.Form == Olive { // nothing of a collection is lost
			a.Fault = errors.Join(a.Fault, p.Entry.Write(&out))
		}
		a.Text = out.Bytes()
	}()
	document := &text.Document{Caption: p.Caption, File: s.file, Line: p.Line, Popeye: p.Popeye, Twin: p.Twin,
		Passed: p.Passed, Elements: s.Text.AllThemes}
	a.ID, a.document = p.ID, document
	var twins []*text.Document
	moves := cmp.Or(p.Moves, s.Problem.Moves)
	s = s.fitted(moves)
	content := s.Text
	if err == nil && moves == 0 {
		err = &forsyth.Error{Line: p.Line, Column: 1, Err: errNoMoves}
	}
	content.Play = s.Play
	var illegal *forsyth.IllegalError
	switch {
	case errors.As(err, &illegal) && moves > 0:
		document.Line = illegal.Line
		document.Illegal = &text.Illegal{FEN: illegal.FEN, Moves: moves, Faults: illegal.Faults}
	case err != nil:
		a.Fault = err
		if s.Form == JSON {
			line, column := place(err)
			a.Fault = errors.Join(err, text.WriteJSONError(&out, s.file, line, column, forsyth.Reason(err).Error()))
		}
		if s.Form == Popeye && p.Twin.Label != "" { // the others need its place and its last line
			a.Fault = errors.Join(err, text.WritePopeye(&out, document, content))
		}
		return a
	case s.Neighbours != nil:
		if a.Fault = s.writeNeighbours(ctx, &out, document, &p); document.Report == nil {
			return a
		}
		a.Warnings, a.Outcome = s.warnings(&p), document.Outcome()
		return a
	default:
		content.SetPlay = content.SetPlay || p.SetPlay
		content.Tries = content.Tries || p.Tries > 0
		if document.Report, err = s.analyse(ctx, &p); document.Report == nil {
			a.Fault = err
			return a
		}
		if content.Themes || s.Themes {
			document.Recognise()
		}
		a.Warnings = s.warnings(&p)
		if s.Form == Olive && p.others != nil && p.Entry.Field("solution").IsEmpty() {
			twins = s.solveTwins(ctx, &p)
		}
	}
	a.Outcome = document.Outcome()
	a.Fault = errors.Join(err, s.write(&out, document, &p, content, twins))
	return a
}

// solveTwins solves the twins after the first one. It returns nil if one of them cannot be solved.
func (s *Solver) solveTwins(ctx context.Context, p *Problem) (solved []*text.Document) {
	for _, other := range *p.others {
		twin := &other.problem
		if other.err != nil {
			return nil
		}
		report, err := s.analyse(ctx, twin)
		if err != nil || !report.Complete {
			return nil
		}
		solved = append(solved, &text.Document{Report: report, Twin: twin.Twin})
	}
	return solved
}

// ParseKeys reads the intended keys, as in Nd3,Qa1, in the letters of a language or of English.
func ParseKeys(p *movegen.Position, names string, letters notation.PieceLetters) (keys []movegen.Move, err error) {
	for _, name := range strings.FieldsFunc(names, func(r rune) bool { return r == ',' || r == ' ' }) {
		m, wrong := notation.ParseMove(p, name, letters)
		if wrong != nil {
			m, wrong = notation.ParseMove(p, name, notation.English)
		}
		if wrong != nil {
			return nil, message.Errorf("intended key: %w", wrong)
		}
		if !slices.Contains(keys, m) {
			keys = append(keys, m)
		}
	}
	return keys, nil
}

// analyse solves a problem with what the solver and the problem itself ask for. An error beside a report is about the
// intended keys.
func (s *Solver) analyse(ctx context.Context, p *Problem) (*problem.Report, error) {
	o := s.Problem
	if p.Moves > 0 {
		o.Moves = p.Moves
	}
	o.SetPlay, o.PostKey = o.SetPlay || p.SetPlay, o.PostKey || p.PostKey
	o.Tries = max(o.Tries, p.Tries)
	content := s.Text
	content.Play = s.Play
	if content.Themes = content.Themes || s.Themes; content.Themes {
		tries := o.Tries
		if o = text.WithThemes(o); s.ByLength && !content.Tries && !(o.Moves == 3 && s.said("themes")) {
			o.Tries = tries // of longer problems they would cost more than all the rest
		}
	}
	if s.Form == Popeye || s.Form == Olive {
		o.Play = s.Play
		o = p.Popeye.Analysis(o)
	} else {
		o = content.Analysis(o)
	}
	o.Solutions = cmp.Or(o.Solutions, p.Solutions)
	var wrong error
	o.Named, wrong = ParseKeys(&p.Position, s.Key, s.Meant.Letters)
	ctx, cancel := s.limited(ctx, p)
	defer cancel()
	r, err := problem.Analyse(ctx, p.Position, o)
	if err == nil && r.Complete && wrong == nil {
		for _, m := range r.Missing() {
			name := notation.SAN(&p.Position, m, s.Text.Language.Letters())
			wrong = errors.Join(wrong, message.Errorf("the intended key %s does not solve", name))
		}
	}
	return r, cmp.Or(err, wrong)
}

// limited returns a context that ends at the time limit of the problem.
func (s *Solver) limited(ctx context.Context, p *Problem) (context.Context, context.CancelFunc) {
	limit := cmp.Or(p.Limit, s.Limit)
	if s.Limit > 0 {
		limit = min(limit, s.Limit)
	}
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// ErrSeveralSolutions is the error for neighbours of a problem with several intended solutions.
var ErrSeveralSolutions = message.Errorf("neighbours are searched only for problems with one solution")

// writeNeighbours searches and writes the neighbours of a problem, and adds the report to the document.
func (s *Solver) writeNeighbours(ctx context.Context, out *bytes.Buffer, d *text.Document, p *Problem) (err error) {
	q := neighbour.Query{Position: p.Position, Moves: cmp.Or(p.Moves, s.Problem.Moves), Nodes: s.Problem.Nodes,
		Threads: s.Problem.Threads, Goal: *s.Neighbours}
	keys, err := ParseKeys(&p.Position, s.Key, s.Meant.Letters)
	if err != nil {
		return err
	}
	if len(keys) > 1 || cmp.Or(s.Problem.Solutions, p.Solutions) > 1 {
		return ErrSeveralSolutions
	}
	if keys != nil {
		q.Goal.Intended = keys[0]
	}
	if watch := s.Problem.Watch; watch != nil {
		q.Progress = func(done, of, _ int) { watch.Try(done, of) }
	}
	ctx, cancel := s.limited(ctx, p)
	defer cancel()
	r, err := neighbour.Search(ctx, q)
	if err != nil {
		return err
	}
	d.Report = r.Base
	d.Recognise()
	if s.Form == JSON {
		return text.WriteNeighboursJSON(out, d, r, s.Text.Program)
	}
	return text.WriteNeighbours(out, d, r, s.Text)
}

// warnings are the oddities of a diagram.
func (s *Solver) warnings(p *Problem) (texts []string) {
	if s.Form == JSON {
		return nil
	}
	l := s.Text.Language
	surplus, suspicious := p.Position.Validate()
	for _, fault := range append(surplus, suspicious...) {
		texts = append(texts, l.Sprintf("warning: %v", fault))
	}
	if p.Passed != nil {
		texts = append(texts, l.Sprintf("warning: %s", l.Passed(p.Passed)))
	}
	if p.Barred != 0 {
		texts = append(texts, l.Sprintf("warning: %v", p.barred()))
	}
	return texts
}

// write writes a problem in the form that is asked for, for Olive with the solutions of its other twins.
func (s *Solver) write(out *bytes.Buffer, d *text.Document, p *Problem, content text.Options,
	twins []*text.Document) error {
	switch {
	case s.Form == JSON:
		return text.WriteJSON(out, d, content)
	case d.Report == nil && s.Form != Text && s.Form != Popeye:
		return nil // words would spoil the stream; the fault is reported
	case s.Form == SVG:
		return text.WriteSVG(out, d, s.Marks, content.Language)
	case s.Form == LaTeX:
		return text.WriteLaTeX(out, d, s.Marks, content)
	case s.Form == DiagramSty:
		return text.WriteDiagramSty(out, d, s.Marks, content)
	case s.Form == PGN:
		record := p.Fields()
		record.FEN, record.Stipulation = d.Report.Position.EPD(), problem.Stipulation(d.Report.Moves)
		return appendGame(out, &record, solutionTree(d, content))
	case s.Form == HTML:
		return text.WriteHTML(out, d, s.Marks, content)
	case s.Form == Popeye:
		return text.WritePopeye(out, d, content)
	case s.Form == Olive:
		return writeOlive(out, d, p, content, twins)
	}
	return text.Write(out, d, content)
}

// place returns line and column of a fault of a problem; the column is 0 if it is not
// known, the line if the fault is the source's.
func place(err error) (line, column int) {
	if fault, ok := errors.AsType[*forsyth.Error](err); ok {
		return fault.Line, fault.Column
	}
	if illegal, ok := errors.AsType[*forsyth.IllegalError](err); ok {
		return illegal.Line, 0
	}
	return 0, 0
}

// barred says which kings and rooks at home may not castle by the FEN.
func (p *Problem) barred() error {
	var men []string
	for rooks := p.Barred; rooks != 0; {
		rook := rooks.Pop()
		king := "K" + p.Position.King(p.Position.PieceAt(rook).Color()).String()
		if !slices.Contains(men, king) {
			men = append(men, king)
		}
		men = append(men, "R"+rook.String())
	}
	return message.Errorf("%s on home squares, but the FEN has no castling; --castling home allows it",
		strings.Join(men, ", "))
}
