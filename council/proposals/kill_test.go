package proposals

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/movegen"
)

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
	rounds := 20
	switch {
	case os.Getenv("ALFIERE_LONG") != "":
		rounds = 200
	case testing.Short():
		rounds = 5
	}
	path := filepath.Join(t.TempDir(), "lab.db")
	s, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
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
		told := bufio.NewScanner(out)
		told.Scan() // it is at work
		time.AfterFunc(time.Duration(movegen.Mix(uint64(round))%50_000)*time.Microsecond, func() { writer.Process.Kill() })
		for text := told.Text(); ; text = told.Text() {
			if n, err := strconv.Atoi(strings.TrimSpace(text)); err == nil { // the last line may be cut
				most = max(most, n)
			}
			if !told.Scan() {
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
