package theme

import (
	"slices"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// follow returns the study of a position without play, and a line played there.
func follow(t *testing.T, fen string, moves ...string) (*study, line) {
	t.Helper()
	p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	var l line
	after := p
	for _, text := range moves {
		m, err := notation.ParseUCI(&after, text)
		if err != nil {
			t.Fatal(err)
		}
		l = append(l, m)
		after.Make(m)
	}
	return &study{report: &problem.Report{Position: p}, us: p.Side(), them: p.Side().Other()}, l
}

func TestRundlaufIsAWayRoundAndNotBack(t *testing.T) {
	const diagram = "k7/p7/8/8/8/8/8/Q6K w - - 0 1"
	tests := []struct {
		name  string
		moves []string
		want  bool
	}{
		{"a queen goes round a triangle", []string{"a1a3", "a8b8", "a3c3", "b8a8", "c3a1"}, true},
		{"a queen goes round a square", []string{"a1a3", "a8b8", "a3c3", "b8a8", "c3c1", "a8b8", "c1a1"}, true},
		{"a queen goes out and back", []string{"a1a3", "a8b8", "a3a1"}, false},
		{"a queen returns in two steps along the same line", []string{"a1a3", "a8b8", "a3a2", "b8a8", "a2a1"}, false},
		{"a queen goes back and forth before it returns", []string{"a1a3", "a8b8", "a3c3", "b8a8", "c3a3", "a8b8", "a3a1"}, false},
		{"a queen does not return", []string{"a1a3", "a8b8", "a3c3", "b8a8", "c3c1"}, false},
		{"two kings go different ways", []string{"h1g1", "a8b8", "g1g2", "b8a8", "g2f2"}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, l := follow(t, diagram, test.moves...)
			if got := slices.ContainsFunc(s.routes(l), (*route).isRundlauf); got != test.want {
				t.Errorf("%v", got)
			}
		})
	}
}

// Castling, en passant and captures move or remove more than the man that moves.
func TestRoutesFollowEveryMan(t *testing.T) {
	s, l := follow(t, "r3k3/8/8/8/1p6/8/P7/4K2R w Kq - 0 1", "a2a4", "b4a3", "e1g1", "e8c8", "f1f8")
	p := s.report.Position
	for _, m := range l {
		p.Make(m)
	}
	standing := 0
	for _, r := range s.routes(l) {
		if r.taken {
			continue
		}
		standing++
		if p.PieceAt(r.last()) != r.piece {
			t.Errorf("%c from %v is not on %v", r.piece.Letter(), r.squares[0], r.last())
		}
	}
	if standing != p.Occupied().Count() {
		t.Errorf("%d men of %d", standing, p.Occupied().Count())
	}
}
