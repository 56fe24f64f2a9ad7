package format

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

const (
	cumpe    = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1"
	twoRooks = "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1"
)

// newSolver returns a solver of mates in two that writes a few lines.
func newSolver(threads int) *Solver {
	return &Solver{Problem: problem.Options{Moves: 2}, Text: text.Options{Compact: true}, Threads: threads}
}

// solveAll solves a file and returns a line for each answer.
func solveAll(ctx context.Context, s *Solver, in io.Reader) (lines []string, err error) {
	err = s.SolveAll(ctx, "file", in, func(a *Answer) error {
		line := a.Place
		switch {
		case a.Fault != nil:
			line += forsyth.Reason(a.Fault).Error()
		case strings.Contains(string(a.Text), "1.Kd6!"):
			line += "Cumpe"
		case strings.Contains(string(a.Text), "1.Rc7!"):
			line += "two rooks"
		}
		lines = append(lines, line)
		return nil
	})
	return lines, err
}

// Problems that take long are mixed with such that do not, and with faults.
func TestAnswersComeInTheOrderOfTheFile(t *testing.T) {
	file := strings.Join([]string{cumpe + " dm 3;", "no problem", twoRooks, "k6R/8/8/8/8/8/8/K7 w - -", cumpe,
		"# a comment", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - dm x;", twoRooks}, "\n")
	want := []string{"file:1: ", "file:2:1: this is no FEN", "file:3: two rooks", "file:4: ", "file:5: Cumpe",
		`file:7:34: the number of moves must be from 1 to 32, not "dm x"`, "file:8: two rooks"}
	for _, threads := range []int{0, 1, 2, 8} {
		got, err := solveAll(context.Background(), newSolver(threads), strings.NewReader(file))
		if err != nil || len(got) != len(want) {
			t.Fatalf("%d threads: %q, %v", threads, got, err)
		}
		for i := range want {
			if !strings.HasPrefix(got[i], want[i]) {
				t.Errorf("%d threads: answer %d is %q, not %q", threads, i, got[i], want[i])
			}
		}
	}
}

func TestASourceThatFailsEndsTheAnswers(t *testing.T) {
	torn := errors.New("torn")
	got, err := solveAll(context.Background(), newSolver(1), io.MultiReader(strings.NewReader("\n"), iotest.ErrReader(torn)))
	if len(got) != 0 || !errors.Is(err, torn) || !strings.HasPrefix(err.Error(), "file: ") {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWhoeverIsReportedMayEndTheWork(t *testing.T) {
	enough, reported := errors.New("enough"), 0
	endless := io.MultiReader(strings.NewReader(strings.Repeat(twoRooks+"\n", 100)))
	err := newSolver(2).SolveAll(context.Background(), "file", endless, func(*Answer) error {
		if reported++; reported == 3 {
			return enough
		}
		return nil
	})
	if err != enough || reported != 3 {
		t.Errorf("%v after %d answers", err, reported)
	}
}

// TestWhatIsKnownIsReportedAfterAnInterrupt interrupts a problem that takes hours, of a pipe that brings nothing more.
func TestWhatIsKnownIsReportedAfterAnInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	defer out.Close()
	s := newSolver(2)
	s.Problem.Moves = 9
	go func() {
		_, _ = io.WriteString(out, movegen.StartFEN+"\n") // the pipe is open
		time.Sleep(50 * time.Millisecond)
		cancel()
	}()
	var text string
	err := s.SolveAll(ctx, "file", in, func(a *Answer) error {
		text += string(a.Text)
		return nil
	})
	if !errors.Is(err, context.Canceled) || !strings.Contains(text, "Interrupted") {
		t.Errorf("%v, %s", err, text)
	}
}

// The middle one of three problems takes hours.
func TestAnInterruptSkipsAProblemAndAnotherEndsAll(t *testing.T) {
	file := cumpe + "\n" + movegen.StartFEN + " dm 9;\n" + twoRooks + "\n" + movegen.StartFEN + " dm 9;\n" + cumpe + "\n"
	for _, c := range []struct {
		ends bool // at the second one
		want string
	}{
		{false, "sound,undecided skipped,cooked,undecided skipped,sound"},
		{true, "sound,undecided skipped,cooked,undecided"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		skip := make(chan struct{}, 1)
		s := newSolver(1)
		s.Skip = skip
		looked := 0
		s.Look = func(line int, far problem.Progress) {
			switch {
			case line == 2*looked || far.FirstMoves == 0:
			case c.ends && line == 4:
				cancel()
			default:
				looked = line / 2
				skip <- struct{}{}
			}
		}
		var got []string
		err := s.SolveAll(ctx, "file", strings.NewReader(file), func(a *Answer) error {
			for _, verdict := range []string{"Sound", "Cooked", "Undecided"} {
				if strings.Contains(string(a.Text), verdict) {
					got = append(got, strings.ToLower(verdict))
				}
			}
			if len(a.Warnings) > 0 {
				got[len(got)-1] += " skipped"
			}
			return nil
		})
		cancel()
		if text := strings.Join(got, ","); text != c.want || (err != nil) != c.ends {
			t.Errorf("%s, want %s, %v", text, c.want, err)
		}
	}
}

func TestAnswersAreWrittenInTheFormThatIsAskedFor(t *testing.T) {
	for _, test := range []struct {
		name, line string
		change     func(*Solver)
		want       []string // parts of the text
		warnings   int
		fault      string
	}{
		{"text", cumpe, func(*Solver) {}, []string{"1.Kd6! zugzwang"}, 0, ""},
		{"JSON", cumpe, func(s *Solver) { s.Form = JSON }, []string{`"d5d6"`, "}\n"}, 0, ""},
		{"SVG", cumpe, func(s *Solver) { s.Form, s.Marks = SVG, 1 }, []string{"<svg ", `class="mark"`}, 0, ""},
		{"LaTeX", cumpe, func(s *Solver) { s.Form, s.Marks = LaTeX, 1 }, []string{"\\chessboard", "markfields={a1}"}, 0, ""},
		{"themes", cumpe, func(s *Solver) { s.Text.Themes = true }, []string{"Theme"}, 0, ""},
		{"White's move by force", strings.Replace(cumpe, " w ", " b ", 1), func(s *Solver) { s.Meant.White = true }, []string{"1.Kd6!"}, 0, ""},
		{"surplus men", "k7/8/1K6/8/PPPPPPP1/PPPPPPP1/8/7R w - - 0 1", func(*Solver) {}, []string{"#"}, 1, ""},
		{"surplus men in JSON", "k7/8/1K6/8/PPPPPPP1/PPPPPPP1/8/7R w - - 0 1", func(s *Solver) { s.Form, s.Text.Judgement, s.Problem.Judge = JSON, true, true }, []string{`"warnings":[{`}, 0, ""},
		{"no chess", "k6R/8/8/8/8/8/8/K7 w - -", func(*Solver) {}, []string{"Illegal position."}, 0, "check"},
		{"no chess in SVG", "k6R/8/8/8/8/8/8/K7 w - -", func(s *Solver) { s.Form = SVG }, nil, 0, "check"},
		{"no chess in LaTeX", "k6R/8/8/8/8/8/8/K7 w - -", func(s *Solver) { s.Form = LaTeX }, nil, 0, "check"},
		{"no position", "nothing", func(*Solver) {}, nil, 0, "this is no FEN"},
		{"no position in JSON", "nothing", func(s *Solver) { s.Form = JSON }, []string{`"error":`, `"line":1`}, 0, "this is no FEN"},
	} {
		s := newSolver(1)
		test.change(s)
		a := s.Solve(context.Background(), test.line)
		for _, part := range test.want {
			if !strings.Contains(string(a.Text), part) {
				t.Errorf("%s: no %q in\n%s", test.name, part, a.Text)
			}
		}
		if len(test.want) == 0 && len(a.Text) > 0 || len(a.Warnings) != test.warnings {
			t.Errorf("%s: warnings %q, text\n%s", test.name, a.Warnings, a.Text)
		}
		if (a.Fault == nil) != (test.fault == "") ||
			a.Fault != nil && !strings.Contains(forsyth.Reason(a.Fault).Error(), test.fault) {
			t.Errorf("%s: fault %v", test.name, a.Fault)
		}
	}
}

func TestASecondDiagramInAnSVGStreamIsRefused(t *testing.T) {
	var out strings.Builder
	s := newSolver(1)
	s.Form = SVG
	printer := Printer{Out: &out, Err: io.Discard, Form: SVG}
	err := s.SolveAll(context.Background(), "file", strings.NewReader(cumpe+"\n"+twoRooks+"\n"), printer.Print)
	if !errors.Is(err, errOneSVG) || strings.Count(out.String(), "<svg ") != 1 {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestAnImpossibleEnPassantSquareIsAWarning in text, in JSON, and of Popeye's input.
func TestAnImpossibleEnPassantSquareIsAWarning(t *testing.T) {
	const fen = "4k3/2p5/8/2pP4/8/8/8/Q3K3 w - c6 0 1 #1"
	const want = "en passant on c6 is impossible: c7 is occupied"
	text := Solver{}
	text.Complete(false, func(string) bool { return false })
	if a := text.Solve(t.Context(), fen); len(a.Warnings) != 1 || a.Warnings[0] != "warning: "+want {
		t.Errorf("%q", a.Warnings)
	}
	json := Solver{Form: JSON}
	json.Complete(false, func(string) bool { return false })
	if a := json.Solve(t.Context(), fen); !strings.Contains(string(a.Text), `"warnings":[{"name":"impossible en passant","color":"black","squares":["c6","c7"],"impossible":true,"text":"`+want+`"}]`) {
		t.Errorf("%s", a.Text)
	}
	p, err := NewReader(strings.NewReader("begin stip #1 opti enpassant c6 piec white Ke1 Qa1 Pd5 black Ke8 Pc5c7 end"), forsyth.Conventions{}).Read()
	if err != nil || p.Passed == nil {
		t.Errorf("%+v, %v", p.Passed, err)
	}
}

// twoMovers returns the boards of the composed two-movers.
func twoMovers(t *testing.T) (boards []string) {
	t.Helper()
	text := must.Get(os.ReadFile("../testdata/two_movers.txt"))(t)
	for line := range strings.Lines(string(text)) {
		board, _, _ := strings.Cut(line, " ")
		boards = append(boards, board)
	}
	return boards
}

// TestMemoryIsFlat however long a collection is, with everything and a summary: what lives
// after a quarter of it is all that lives in the end. With ALFIERE_LONG it has 100,000 problems.
func TestMemoryIsFlat(t *testing.T) {
	boards, n := twoMovers(t), 800
	if os.Getenv("ALFIERE_LONG") == "1" {
		n = 100_000
	}
	const allowed = 1 << 20 // bytes; the answers of a sample have some megabytes
	for _, threads := range []int{1, 4} {
		reader, writer := io.Pipe()
		go func() {
			for i := range n {
				fmt.Fprintf(writer, "%s w - - id \"%d\";\n", boards[i%len(boards)], i)
			}
			writer.Close()
		}()
		s := newSolver(threads)
		s.Form = JSON
		p := Printer{Out: io.Discard, Err: io.Discard, Summing: withSummary}
		p.Complete(s, false, func(string) bool { return false })
		live := func() int64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc)
		}
		reported, written, early := 0, 0, int64(0)
		err := s.SolveAll(t.Context(), "file", reader, func(a *Answer) error {
			if reported++; reported == n/4 {
				early = live()
			}
			written += len(a.Text)
			return p.Print(a)
		})
		if err != nil || reported != n || p.Tally.Problems() != n {
			t.Fatalf("%v, %d of %d", err, reported, n)
		}
		late := live()
		if late > early+allowed || written < 2*allowed {
			t.Errorf("%d threads: %d bytes live after %d problems, %d after %d; %d were written", threads, early, n/4, late, n, written)
		}
		runtime.KeepAlive(&p)
		t.Logf("%d threads: %d KB live after %d problems, %d KB after %d; %d KB written", threads, early>>10, n/4, late>>10, n, written>>10)
	}
}

// fallingReader panics when it is read.
type fallingReader struct{}

func (fallingReader) Read([]byte) (int, error) { panic("read") }

// fallingFault is that of a problem; who answers it panics.
type fallingFault struct{ error }

func (fallingFault) As(target any) bool {
	switch fault := target.(type) {
	case **forsyth.Error:
		*fault = &forsyth.Error{Line: 1}
		return true
	case **forsyth.IllegalError:
		panic("answered")
	}
	return false
}

// Problems are read and solved by goroutines; what panics in them is the caller's.
func TestAPanicOfAProblemIsTheCallers(t *testing.T) {
	for value, solve := range map[string]func(tell func(*Answer) error) error{
		"read": func(tell func(*Answer) error) error {
			return newSolver(1).SolveAll(t.Context(), "file", fallingReader{}, tell)
		},
		"answered": func(tell func(*Answer) error) error {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			p := &pipeline{Solver: newSolver(1), threads: 1, work: make(chan func(), 2), tell: tell, cancel: cancel}
			problems := make(chan readProblem, 1)
			problems <- readProblem{err: fallingFault{errors.New("fault")}}
			defer close(p.work)
			go func() {
				for job := range p.work {
					job()
				}
			}()
			return p.run(ctx, problems)
		},
	} {
		func() {
			defer func() {
				if p, is := recover().(*work.Panic); !is || p.Value != value || !strings.Contains(p.Stack, "falling") {
					t.Errorf("%s: %v", value, p)
				}
			}()
			t.Errorf("%s: it ends with %v", value, solve(func(*Answer) error { return errors.New("reported") }))
		}()
	}
}
