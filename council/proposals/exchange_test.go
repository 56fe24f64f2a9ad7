package proposals

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

const lineOfFact = `{"position":"4k3/8/8/8/8/8/4P3/4K3 w - -","member":"mp~15#3","nodes":1000,"hash":1,"moves":["e2e4","e2e3"],` +
	`"move":"e2e4","value":91,"depth":9,"root_moves":2,"searched":1000,"micros":700,"line":["e2e4","e8d7"],` +
	`"iterations":[["0000",0],["e2e3",80],["e2e4",91]],"signature":"0123456789abcdef"}` + "\n"

func TestLinesAreReadAsTheyWereWritten(t *testing.T) {
	sign, fact, err := ReadLine([]byte(lineOfFact))
	if err != nil || sign != signature {
		t.Fatal(sign, err)
	}
	if line, err := AppendLine(nil, sign, &fact); err != nil || string(line) != lineOfFact {
		t.Errorf("%s, %v", line, err)
	}
	for _, f := range append(searched(t), fact) {
		line := must.Get(AppendLine(nil, signature, &f))(t)
		_, read, err := ReadLine(line)
		f.Seat, f.Proposal.Member = plainSeat(&f.Seat), read.Proposal.Member
		if err != nil || read.Question.String() != f.Question.String() || !reflect.DeepEqual(read.Proposal, f.Proposal) {
			t.Errorf("%s, %v: %+v, not %+v", line, err, read, f)
		}
	}
}

func TestLinesWithFaults(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{`"4k3/8/8/8/8/8/4P3/4K3 w - -"`, `"4k3/8/8/8/8/8/4P3/8 w - -"`, "king"},
		{`"4k3/8/8/8/8/8/4P3/4K3 w - -"`, `7`, "position"},
		{`"mp~15#3"`, `"mp mp"`, "must be one member"},
		{`"mp~15#3"`, `""`, "must be one member"},
		{`"mp~15#3"`, `"noise4"`, "must be one member"},
		{`"mp~15#3"`, `"uci:sh"`, "own searches"},
		{`"mp~15#3"`, `"mp*2"`, "one thread"},
		{`"mp~15#3"`, `"zz"`, "zz"},
		{`"nodes":1000`, `"nodes":0`, "nodes"},
		{`"nodes":1000`, `"nodes":-1`, "nodes"},
		{`"nodes":1000`, `"nodes":18446744073709551615`, "nodes"},
		{`"nodes":1000`, `"nodes":1e300`, "nodes"},
		{`"nodes":1000`, `"nodes":"1000"`, "nodes"},
		{`"nodes":1000`, `"budget":1000`, "budget"},
		{`"hash":1`, `"hash":99999999999`, "MB"},
		{`"moves":["e2e4","e2e3"]`, `"moves":["e2e5"]`, "e2e5"},
		{`"moves":["e2e4","e2e3"]`, `"moves":["e2e3"]`, "root moves"},
		{`"move":"e2e4"`, `"move":"e2e5"`, "e2e5"},
		{`"move":"e2e4"`, `"move":"0000"`, "0000"},
		{`"move":"e2e4",`, ``, "move"},
		{`"value":91`, `"value":32002`, "value"},
		{`"depth":9`, `"depth":-9`, "depth"},
		{`"depth":9`, `"depth":10000`, "depth"},
		{`"root_moves":2`, `"root_moves":1000`, "root"},
		{`"searched":1000`, `"searched":9223372036854775808`, "nodes"},
		{`"micros":700`, `"micros":-1`, "microseconds"},
		{`"micros":700`, `"micros":9223372036854775807`, "microseconds"},
		{`["e2e4","e8d7"]`, `["e2e4","e8e4"]`, "move 2 of the line"},
		{`["e2e4","e8d7"]`, `["e2e3","e8d7"]`, "begins with"},
		{`["e2e4","e8d7"]`, `"e2e4"`, "line"},
		{`["e2e3",80]`, `["e2e3"]`, "pair"},
		{`["e2e3",80]`, `["e2e3",80,1]`, "pair"},
		{`["e2e3",80]`, `["e2e3",null]`, "pair"},
		{`["e2e3",80]`, `[80,"e2e3"]`, "pair"},
		{`["e2e3",80]`, `["e1e3",80]`, "iteration 2"},
		{`["e2e3",80]`, `["e2e3",99999]`, "iteration 2"},
		{`["0000",0]`, `[]`, "pair"},
		{`"0123456789abcdef"`, `"0123456789ABCDEF"`, "signature"},
		{`,"signature":"0123456789abcdef"`, ``, "signature"},
		{"}\n", "} {}\n", "follows"},
		{"}\n", "\n", "EOF"},
	} {
		text := strings.Replace(lineOfFact, test.from, test.to, 1)
		if text == lineOfFact {
			t.Fatalf("%q is not in the line", test.from)
		}
		if _, _, err := ReadLine([]byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s for %s: %v", test.to, test.from, err)
		}
	}
}

// FuzzReadLine reads lines. A valid line must stay the same when written, read again, stored and loaded.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(lineOfFact))
	for _, fact := range searched(f)[:4] {
		line := must.Get(AppendLine(nil, signature, &fact))(f)
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		sign, fact, err := ReadLine(line)
		if err != nil {
			return
		}
		text := must.Get(AppendLine(nil, sign, &fact))(t)
		_, again, err := ReadLine(text)
		if err != nil || !SameAnswer(&again.Proposal, &fact.Proposal) || again.Question.String() != fact.Question.String() {
			t.Fatalf("%s is read as another fact, %v", text, err)
		}
		if more, err := AppendLine(nil, sign, &again); err != nil || !bytes.Equal(more, text) {
			t.Fatalf("%s is written as %s, %v", text, more, err)
		}
		s := newStore(t)
		must.Do(t, s.Put(t.Context(), sign, []Fact{fact}))
		if a, ok, err := s.Find(t.Context(), sign, &again.Question); err != nil || !ok || !SameAnswer(&a, &fact.Proposal) {
			t.Fatalf("%s is loaded as %+v, %v, %v", text, a, ok, err)
		}
		must.Do(t, s.Check(t.Context(), sign, nil))
	})
}

func TestAnAnswerIsAFact(t *testing.T) {
	s := must.Get(NewSearcher(1))(t)
	defer s.Close()
	p := must.Get(movegen.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"))(t)
	seats := must.Get(council.ParseCouncil("mbxkcparn mpar~15#3 a"))(t)
	var first []Fact
	for round := range 2 {
		for i, seat := range seats {
			q := Question{Position: p, Seat: seat, Nodes: 3000, Megabytes: 1}
			if i == 2 {
				q.Moves = p.Moves()[:3]
			}
			answer := must.Get(s.Answer(t.Context(), &q))(t)
			answer.Elapsed = 0
			if round == 0 {
				first = append(first, Fact{q, answer})
			} else if !reflect.DeepEqual(first[i], Fact{q, answer}) {
				t.Errorf("%s answers first %+v and then %+v", seat.Name, first[i].Proposal, answer)
			}
			if answer.Nodes < 3000 || answer.Knowledge != seat.Knowledge {
				t.Errorf("%s: %d nodes, %s", seat.Name, answer.Nodes, answer.Knowledge)
			}
		}
	}
	if m := first[2].Proposal.Move; m != p.Moves()[0] && m != p.Moves()[1] && m != p.Moves()[2] {
		t.Errorf("%s was not asked about", m)
	}
}

func TestWhatIsNoFactIsRefused(t *testing.T) {
	s := must.Get(NewSearcher(1))(t)
	defer s.Close()
	full := council.Seat{Name: "full", Knowledge: eval.All}
	threads, engine := full, full
	threads.Threads, engine.Engine = 2, "uci:x"
	for _, q := range []Question{
		{Position: movegen.StartPosition(), Seat: full, Megabytes: 1},
		{Position: movegen.StartPosition(), Seat: threads, Nodes: 1, Megabytes: 1},
		{Position: movegen.StartPosition(), Seat: engine, Nodes: 1, Megabytes: 1},
	} {
		if _, err := s.Answer(t.Context(), &q); err == nil || !strings.Contains(err.Error(), "repeatable") {
			t.Errorf("%+v: %v", q.Seat, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := Question{Position: movegen.StartPosition(), Seat: full, Nodes: 1_000_000, Megabytes: 1}
	if _, err := s.Answer(ctx, &q); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped search: %v", err)
	}
}

func TestSignature(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if text, err := sign(ended); !errors.Is(err, context.Canceled) || text != "" {
		t.Errorf("made after the end: %q, %v", text, err)
	}
	started := time.Now()
	made, err := sign(t.Context())
	t.Logf("%s in %v", made, time.Since(started))
	if err != nil || !IsSignature(made) {
		t.Fatalf("%q, %v", made, err)
	}
	var asked sync.WaitGroup
	for range 4 {
		asked.Go(func() {
			if known, err := Signature(t.Context()); err != nil || known != made {
				t.Errorf("made %s, known %s, %v", made, known, err)
			}
		})
	}
	asked.Wait()
	if _, err := Signature(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if known, err := Signature(t.Context()); err != nil || known != made {
		t.Errorf("made %s, known after an error %s, %v", made, known, err)
	}
}

// TestEveryFieldOfWeightsIsSigned traces the static values of the signature: a weight changes one of them if
// it counts more often for one side than for the other.
func TestEveryFieldOfWeightsIsSigned(t *testing.T) {
	counted := map[int]bool{}
	for letter := range eval.Kinds {
		evaluator := eval.New(1 << letter)
		signedPositions(t, func(p *movegen.Position) {
			var trace eval.Trace
			evaluator.Trace(p, &trace)
			net := map[int]int{}
			for _, term := range trace.Terms {
				net[term.Weight] += term.Count * (1 - 2*int(term.Color))
			}
			for weight, n := range net {
				counted[weight] = counted[weight] || n != 0
			}
		})
	}
	fields := eval.Fields()
	for i := range fields {
		f := &fields[i]
		n := 0
		for weight := f.First; weight < f.First+f.Size(); weight++ {
			if counted[weight] {
				n++
			}
		}
		if n == 0 {
			t.Errorf("no weight of %s, a field of %s, changes the signature", f.Name, f.Kind)
		}
	}
}

// signedPositions calls look with the positions whose static values are part of the signature.
func signedPositions(t *testing.T, look func(*movegen.Position)) {
	for _, fields := range slices.Concat(signed, valued) {
		p := mustPosition(t, fields)
		look(&p)
		for _, m := range p.Moves() {
			after := p.After(m)
			look(&after)
		}
	}
}

const suiteText = `# a comment
r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - hmvc 30; bm Bb5 Bc4; id "one";

4k3/8/8/8/8/8/4P3/4K3 w - - am e3; id "two";
4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; am e3; id "two again";
`

// writeFile writes a file and returns its path.
func writeFile(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

func TestReadSuite(t *testing.T) {
	s, err := ReadSuite(writeFile(t, "some.test.epd", suiteText))
	if err != nil || s.Name != "some" || len(s.Tests) != 3 {
		t.Fatalf("%+v, %v", s, err)
	}
	for i, want := range []struct{ solving, not string }{{"f1c4", "d2d4"}, {"e1d1", "e2e3"}, {"e2e4", "e1d1"}} {
		test := &s.Tests[i]
		if test.Position.HalfmoveClock() != 0 {
			t.Errorf("position %d: clock %d", i, test.Position.HalfmoveClock())
		}
		for word, solves := range map[string]bool{want.solving: true, want.not: false} {
			m, err := notation.ParseUCI(&test.Position, word)
			if err != nil || test.SolvedBy(m) != solves {
				t.Errorf("position %d: %s solves it: %v, %v", i, word, !solves, err)
			}
		}
	}
}

func TestASuiteWithAFaultIsRefused(t *testing.T) {
	for text, wants := range map[string]string{
		suiteText + "4k3/8/8/8/8/8/4P3/4K3 w - - id \"x\";": "suite.epd:6: neither bm nor am",
		suiteText + "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;":    "suite.epd:6: ",
		"4k3/8/8/8/8/8/4P3/4K2 w - - bm e4;":                "suite.epd:1: ",
		"7k/5Q2/6K1/8/8/8/8/8 b - - am Kh8;":                "suite.epd:1: ",
		"":                                                  "contains no position",
		strings.Repeat("x", 1<<20) + "\n":                   "suite.epd:1: ",
	} {
		if _, err := ReadSuite(writeFile(t, "suite.epd", text)); err == nil || !strings.Contains(err.Error(), wants) {
			t.Errorf("%.80q: %v", text, err)
		}
	}
	if _, err := ReadSuite(filepath.Join(t.TempDir(), "absent.epd")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}
