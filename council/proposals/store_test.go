package proposals

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/search"
)

const signature = "0123456789abcdef"

// newStore returns an empty store in a folder with an odd name.
func newStore(t testing.TB) *Store {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "a#b %25?c")
	must.Do(t, os.Mkdir(folder, 0o777))
	s := must.Get(Create(t.Context(), filepath.Join(folder, "lab.db")))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

func mustPosition(t testing.TB, fields string) movegen.Position {
	t.Helper()
	return must.Get(movegen.ParseFEN(fields))(t)
}

// searched returns facts from searches: some seats at the signed positions, one of them with few root moves.
func searched(t testing.TB) (facts []Fact) {
	t.Helper()
	s := must.Get(NewSearcher(1))(t)
	defer s.Close()
	seats := must.Get(council.ParseCouncil("mbxkcpar mpar~15#18446744073709551615 an mbxkcparn~3"))(t)
	for _, fields := range signed {
		p := mustPosition(t, fields)
		for i, seat := range seats {
			q := Question{Position: p, Seat: seat, Nodes: 1000, Megabytes: 1}
			if i == 3 {
				q.Moves = p.Moves()[1:4]
			}
			proposal := must.Get(s.Answer(t.Context(), &q))(t)
			proposal.Elapsed = proposal.Elapsed.Truncate(time.Microsecond)
			facts = append(facts, Fact{q, proposal})
		}
	}
	return facts
}

func TestWhatWasPutIsLoaded(t *testing.T) {
	s, facts := newStore(t), searched(t)
	for range 2 { // stored facts may be put again
		must.Do(t, s.Put(t.Context(), signature, facts))
	}
	path := s.Path()
	must.Do(t, s.Close())
	if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a closed store is more than one file: %v", err)
	}
	s = must.Get(Open(t.Context(), path))(t)
	defer s.Close()
	grid := Grid{Signature: signature, Nodes: 1000, Megabytes: 1, Positions: []movegen.Position{movegen.StartPosition()}}
	for i := range facts {
		if i < 3 {
			grid.Seats = append(grid.Seats, facts[i].Seat)
		}
		if i%4 == 0 {
			grid.Positions = append(grid.Positions, facts[i].Position)
		}
	}
	answers := must.Get(s.Load(t.Context(), &grid))(t)
	records := map[string]*Record{}
	must.Do(t, s.Each(t.Context(), signature, func(r *Record) error {
		records[r.Question.String()] = r
		return nil
	}))
	var judge council.Judge
	for i := range facts {
		var a council.Proposal
		if i%4 == 3 {
			var ok bool
			var err error
			if a, ok, err = s.Find(t.Context(), signature, &facts[i].Question); err != nil || !ok {
				t.Fatalf("%s: %v, %v", &facts[i].Question, ok, err)
			}
		} else {
			a = answers[1+i/4][i%4]
		}
		if !reflect.DeepEqual(a, facts[i].Proposal) {
			t.Errorf("%s: put %+v, loaded %+v", &facts[i].Question, facts[i].Proposal, a)
		}
		stored := facts[i].Question
		stored.Moves = sortedMoves(stored.Moves)
		record := records[stored.String()]
		p := facts[i].Position
		if record.Static != judge.Static(&facts[i].Seat, &p) {
			t.Errorf("%s: the static value is %d", &facts[i].Question, record.Static)
		}
		sign := search.Score(1)
		for _, m := range a.Line {
			p.Make(m)
			sign = -sign
		}
		if record.EndStatic != sign*judge.Static(&facts[i].Seat, &p) {
			t.Errorf("%s: the static value of the line's end is %d", &facts[i].Question, record.EndStatic)
		}
	}
	missing, err := s.Missing(t.Context(), &grid)
	if err != nil || len(missing) != 3 || missing[0].Position.EPD() != grid.Positions[0].EPD() ||
		!reflect.DeepEqual(missing, grid.Missing(answers)) {
		t.Errorf("missing are %v, %v", missing, err)
	}
}

func TestNothingIsMixed(t *testing.T) {
	s, facts := newStore(t), searched(t)[:1]
	must.Do(t, s.Put(t.Context(), signature, facts))
	grid := Grid{Signature: signature, Nodes: 1000, Megabytes: 1, Positions: []movegen.Position{facts[0].Position}, Seats: []council.Seat{facts[0].Seat}}
	for name, change := range map[string]func(*Grid){
		"signature": func(g *Grid) { g.Signature = strings.Repeat("0", 16) },
		"nodes":     func(g *Grid) { g.Nodes++ },
		"megabytes": func(g *Grid) { g.Megabytes++ },
		"position":  func(g *Grid) { g.Positions = []movegen.Position{movegen.StartPosition()} },
		"knowledge": func(g *Grid) { g.Seats = []council.Seat{{Knowledge: eval.Material}} },
		"noise":     func(g *Grid) { g.Seats = []council.Seat{{Knowledge: eval.All, Noise: 1}} },
	} {
		other := grid
		change(&other)
		answers, err := s.Load(t.Context(), &other)
		if err != nil || answers[0][0].Move != movegen.NoMove {
			t.Errorf("another %s: %v, %v", name, answers, err)
		}
		if missing, err := s.Missing(t.Context(), &other); err != nil || len(missing) != 1 {
			t.Errorf("another %s: missing are %v, %v", name, missing, err)
		}
	}
	if answers, err := s.Load(t.Context(), &grid); err != nil || answers[0][0].Move == movegen.NoMove {
		t.Errorf("the same: %v, %v", answers, err)
	}
}

func TestAGridAsksForTheNodesOfEachSeat(t *testing.T) {
	seats := must.Get(council.ParseCouncil("mp mp@time"))(t)
	grid := Grid{Nodes: 1000, Megabytes: 1, Positions: []movegen.Position{movegen.StartPosition()}, Seats: seats}
	missing := grid.Missing([][]council.Proposal{make([]council.Proposal, 2)})
	if len(missing) != 2 || missing[0].Nodes != 1000 || missing[1].Nodes != 1587 {
		t.Errorf("%v", missing)
	}
}

func TestAFactThatChangesIsNoticed(t *testing.T) {
	s, facts := newStore(t), searched(t)
	must.Do(t, s.Put(t.Context(), signature, facts[:1]))
	later := facts[0]
	later.Proposal.Elapsed += time.Second
	if err := s.Put(t.Context(), signature, []Fact{later}); err != nil {
		t.Errorf("the same, but slower: %v", err)
	}
	for name, change := range map[string]func(*Fact){
		"value":      func(f *Fact) { f.Proposal.Score++ },
		"depth":      func(f *Fact) { f.Proposal.Depth++ },
		"root moves": func(f *Fact) { f.Proposal.RootMoves++ },
		"nodes":      func(f *Fact) { f.Proposal.Nodes++ },
		"line":       func(f *Fact) { f.Proposal.Line = f.Proposal.Line[:1] },
		"iterations": func(f *Fact) { f.Proposal.Iterations = f.Proposal.Iterations[1:] },
	} {
		other := facts[0]
		change(&other)
		err := s.Put(t.Context(), signature, []Fact{facts[1], other})
		if !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), other.Position.EPD()) || !strings.Contains(err.Error(), s.Path()) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	if _, ok, err := s.Find(t.Context(), signature, &facts[1].Question); ok || err != nil {
		t.Errorf("facts put together with an invalid one: %v, %v", ok, err)
	}
	if err := s.Put(t.Context(), strings.Repeat("f", 16), []Fact{{facts[0].Question, later.Proposal}}); err != nil {
		t.Errorf("another engine: %v", err)
	}
}

// writerOf is the variable that makes the test binary write to a store until it is killed.
const writerOf = "ALFIERE_TEST_STORE"

func TestMain(m *testing.M) {
	if path := os.Getenv(writerOf); path != "" {
		if err := writeForever(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// numbered returns an artificial fact for each number.
func numbered(number int) Fact {
	p := movegen.StartPosition()
	m := p.Moves()[number%20]
	f := Fact{Question: Question{Position: p, Seat: plainSeat(&council.Seat{}), Nodes: uint64(1000 + number), Megabytes: 1}}
	f.Proposal.Move, f.Proposal.Line, f.Proposal.Depth = m, []movegen.Move{m}, 3
	return f
}

// writeForever stores facts with rising numbers, several at a time. When all facts before a number are
// stored, it prints that number.
func writeForever(path string) error {
	s, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	for number := 0; ; {
		more := make([]Fact, 1+number%7)
		for i := range more {
			more[i] = numbered(number + i)
		}
		if err := s.Put(context.Background(), signature, more); err != nil {
			return err
		}
		number += len(more)
		fmt.Println(number)
	}
}

// TestKilled repeatedly kills a writing process at some moment: the store must be intact and have all facts
// that were reported as stored.
func TestKilled(t *testing.T) {
	rounds := effort.Of(200, 20, 5)
	path := filepath.Join(t.TempDir(), "lab.db")
	s := must.Get(Create(t.Context(), path))(t)
	s.Close()
	most := 0
	for round := range rounds {
		writer := exec.CommandContext(t.Context(), os.Args[0])
		writer.Env = append(os.Environ(), writerOf+"="+path)
		writer.Stderr = os.Stderr
		out, err := writer.StdoutPipe()
		if err == nil {
			err = writer.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		reported := bufio.NewScanner(out)
		reported.Scan() // it is at work
		time.AfterFunc(time.Duration(movegen.Mix(uint64(round))%50_000)*time.Microsecond, func() { writer.Process.Kill() })
		for text := reported.Text(); ; text = reported.Text() {
			if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil { // the last line may be cut
				most = max(most, n)
			}
			if !reported.Scan() {
				break
			}
		}
		writer.Wait()
		expectNumbered(t, path, most)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d facts were stored by %d processes", most, rounds)
}

// expectNumbered makes sure that a store is intact and has all facts up to a number, and no fact that was
// never written.
func expectNumbered(t *testing.T, path string, number int) {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Error(err)
		return
	}
	defer s.Close()
	if err := s.Check(t.Context(), "", nil); err != nil {
		t.Error(err)
	}
	there := map[int]bool{}
	if err := s.Each(t.Context(), signature, func(r *Record) error {
		n := int(r.Nodes) - 1000
		want := numbered(n)
		if there[n] = true; !SameAnswer(&r.Proposal, &want.Proposal) {
			t.Errorf("fact %d is different", n)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	for n := range number {
		if !there[n] {
			t.Errorf("fact %d of %d was reported as stored but is missing", n, number)
			return
		}
	}
}
