package proposals

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
)

func TestAnAnswerIsAFact(t *testing.T) {
	s, err := NewSearcher(1)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p, err := movegen.ParseFEN("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
	if err != nil {
		t.Fatal(err)
	}
	seats, err := council.ParseCouncil("mbxkcparn mpar~15#3 a")
	if err != nil {
		t.Fatal(err)
	}
	var first []Fact
	for round := range 2 {
		for i, seat := range seats {
			q := Question{Position: p, Seat: seat, Nodes: 3000, Megabytes: 1}
			if i == 2 {
				q.Moves = p.Moves()[:3]
			}
			answer, err := s.Answer(t.Context(), &q)
			if err != nil {
				t.Fatal(err)
			}
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
	s, err := NewSearcher(1)
	if err != nil {
		t.Fatal(err)
	}
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
