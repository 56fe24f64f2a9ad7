package theme

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// Few composed examples of some manoeuvres are known to us; here their geometry is played
// with men that need not force anything.
func TestManoeuvresAreReportedByTheirSquares(t *testing.T) {
	tests := []struct {
		name, fen string
		moves     []string
		has       func(*manoeuvre) bool
		want      bool
	}{
		{"a queen follows a rook along the rank", "7k/6pp/8/8/8/8/8/1Q1R2K1 w - - 0 1",
			[]string{"d1f1", "h7h6", "b1e1"}, isBristol, true},
		{"a queen stops before the square that the rook has left", "7k/6pp/8/8/8/8/8/1Q1R2K1 w - - 0 1",
			[]string{"d1f1", "h7h6", "b1c1"}, isBristol, false},
		{"a rook comes nearer to the queen", "7k/6pp/8/8/8/8/8/1Q3RK1 w - - 0 1",
			[]string{"f1d1", "h7h6", "b1c1"}, isBristol, false},
		{"the second leaves the line", "7k/6pp/8/8/8/8/8/1Q1R2K1 w - - 0 1",
			[]string{"d1f1", "h7h6", "b1e4"}, isBristol, false},
		{"Black's queen follows Black's rook", "1q1r4/8/8/k7/8/8/7P/7K w - - 0 1",
			[]string{"h2h3", "d8f8", "h3h4", "b8e8", "h4h5", "a5a6", "h5h6"}, isBlackBristol, true},
		{"nothing comes of it", "1q1r4/8/8/k7/8/8/7P/7K w - - 0 1",
			[]string{"h2h3", "d8f8", "h3h4", "b8e8", "h4h5"}, isBlackBristol, false},
		{"the rook is captured first", "1q1r4/8/8/k7/8/8/7P/5R1K w - - 0 1",
			[]string{"h2h3", "d8f8", "f1f8", "b8e8", "h3h4", "a5a6", "h4h5"}, isBlackBristol, false},
		{"Black's queen stops before the square that the rook has left", "1q1r4/8/8/k7/8/8/7P/7K w - - 0 1",
			[]string{"h2h3", "d8f8", "h3h4", "b8c8"}, isBlackBristol, false},
		{"White's queen follows Black's rook", "3r4/8/8/k7/8/8/7P/1Q5K w - - 0 1",
			[]string{"h2h3", "d8f8", "b1b8", "f8g8", "b8e8"}, isBlackBristol, false},
		{"a rook goes back, and a queen moves before it", "R7/7k/3Q4/8/8/8/8/5K2 w - - 0 1",
			[]string{"a8a1", "h7g7", "d6a3", "g7h7", "a3a8"}, isTurton, true},
		{"the queen moves towards the rook", "R7/7k/3Q4/8/8/8/8/5K2 w - - 0 1",
			[]string{"a8a1", "h7g7", "d6a3", "g7h7", "a3a2"}, isTurton, false},
		{"the queen does not come to a crossed square", "R7/7k/3Q4/8/8/8/8/5K2 w - - 0 1",
			[]string{"a8a4", "h7g7", "d6a3", "g7h7", "a3c3"}, isTurton, false},
		{"a rook goes on with a queen behind", "8/7k/3Q4/8/8/8/8/R4K2 w - - 0 1",
			[]string{"a1a5", "h7g7", "d6a3", "g7h7", "a5a8"}, isZepler, true},
		{"a rook goes on with a queen beside", "8/7k/3Q4/8/8/8/8/R4K2 w - - 0 1",
			[]string{"a1a5", "h7g7", "d6b4", "g7h7", "a5a8"}, isZepler, false},
		{"the queen behind goes instead", "8/7k/3Q4/8/8/8/8/R4K2 w - - 0 1",
			[]string{"a1a5", "h7g7", "d6a3", "g7h7", "a3a4"}, isZepler, false},
		{"a bishop crosses, a rook shuts it and opens", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h2", "e6e5", "h2c2", "e5e4", "c2c8"}, isIndian, true},
		{"the rook shuts a square that was not crossed", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h3", "e6e5", "h3d3", "e5e4", "d3d8"}, isIndian, false},
		{"the rook stays on the line", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h2", "e6e5", "h2c2"}, isIndian, false},
		{"the rook shuts another line", "8/8/8/4k3/8/p2B4/8/6KR w - - 0 1",
			[]string{"d3b1", "e5e6", "h1h2", "e6e5", "h2c2", "e5d5", "c2c8"}, isIndian, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s, l := follow(t, test.fen, test.moves...)
			if got := test.has(s.manoeuvre(l)); got != test.want {
				t.Errorf("%t", got)
			}
		})
	}
}

// follow returns the study of a position without play, and a line played there.
func follow(t *testing.T, fen string, moves ...string) (*study, line) {
	t.Helper()
	p := must.First(movegen.Rules{Composed: true}.ParseFEN(fen))(t)
	var l line
	after := p
	for _, text := range moves {
		m := must.Get(notation.ParseUCI(&after, text))(t)
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

// shutBy reports whether a try fails to a reply because it shuts the line of the man on home.
func shutBy(p *movegen.Position, try, reply movegen.Move, home movegen.Square) bool {
	f := &problem.Phase{Move: try, Refutations: []movegen.Move{reply}}
	ph := &phase{Phase: f, before: *p, after: p.After(try)}
	return ph.failsByShutting(home)
}

func TestATryFailsByShuttingALineThatWouldMateGuardOrPin(t *testing.T) {
	tests := []struct {
		name, fen, try, reply, home string
		want                        bool
	}{
		{"a flight on the line", "1k6/8/1B6/4K3/2R5/5B2/8/8 w - - 0 1", "Rc6", "Kb7", "f3", true},
		{"a flight elsewhere", "1k6/8/1B6/4K3/2R5/5B2/8/8 w - - 0 1", "Rc6", "Ka8", "c4", false},
		{"a mate by the man itself", "7k/pB6/6K1/7p/8/8/8/3R4 w - - 0 1", "Bd5", "a6", "d1", true},
		{"a mate by the man itself, but a man on its way", "7k/pB6/3n2K1/7p/8/8/8/3R4 w - - 0 1", "Bd5", "a6", "d1", false},
		{"a pin of the man that parries", "R5nk/6p1/p7/6B1/8/2K5/8/1R6 w - - 0 1", "Bd8", "a5", "a8", true},
		{"another pin does not help", "7k/6pn/p7/6B1/8/2K5/8/RR6 w - - 0 1", "Bd8", "a5", "a1", false},
		{"a mate by the man itself, but its own side's man there", "3N3k/pB6/6K1/7p/8/8/8/3R4 w - - 0 1", "Bd5", "a6", "d1", false},
		{"a mate behind a man that has captured", "7k/1B6/4p1K1/7p/8/8/8/3R4 w - - 0 1", "Bd5", "exd5", "d1", false},
		{"a check by another man's leaving", "3k4/R2N1K1p/8/8/8/1B6/8/3R4 w - - 0 1", "Bd5", "h6", "d1", true},
		{"the same, parried on the square", "3k4/R2N1K1p/4p3/8/8/1B6/8/3R4 w - - 0 1", "Bd5", "h6", "d1", false},
		{"the same, parried by capture", "3k4/R2N1K1p/8/8/8/1B6/8/3R3r w - - 0 1", "Bd5", "h6", "d1", false},
		{"a guard, kept by the man that moves back", "8/B6p/3P4/8/4k3/3R2K1/8/1B6 w - - 0 1", "Bd4", "h6", "d3", true},
		{"castling across the line", "4k2r/8/8/8/8/B7/8/3RK3 w k - 0 1", "Rd6", "O-O", "a3", true},
		{"castling the other way", "r3k3/3p4/8/8/8/B7/8/3RK3 w q - 0 1", "Rd6", "O-O-O", "a3", false},
		{"the man on the line is captured", "1k6/1B6/1B6/4K3/2R5/8/8/8 w - - 0 1", "Rc6", "Kxb7", "b7", false},
		{"the man that shuts is captured", "1k6/1p6/1B6/4K3/2R5/5B2/8/8 w - - 0 1", "Rc6", "bxc6", "f3", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := must.First(movegen.Rules{Composed: true}.ParseFEN(test.fen))(t)
			try, err := notation.ParseSAN(&p, test.try, notation.English)
			must.Do(t, err)
			after := p.After(try)
			reply := must.Get(notation.ParseSAN(&after, test.reply, notation.English))(t)
			home, ok := movegen.ParseSquare(test.home)
			if !ok {
				t.Fatal(test.home)
			}
			for _, q := range []movegen.Position{p, p.Mirror()} {
				if got := shutBy(&q, try, reply, home); got != test.want {
					t.Errorf("%s: %v", q.FEN(), got)
				}
				try, reply, home = upsideDown(try), upsideDown(reply), home^56
			}
		})
	}
}

// upsideDown is the move with the ranks exchanged.
func upsideDown(m movegen.Move) movegen.Move {
	return movegen.MakeMove(m.From()^56, m.To()^56, m.Kind())
}

// TestTriesFailByShuttingAsOftenAsTheyDid asks of random positions about every quiet move of a
// rook or bishop across the line of the other, and every reply that leaves no mate. An independent
// implementation agreed on each when they were counted.
func TestTriesFailByShuttingAsOftenAsTheyDid(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 23))
	asked, flights, mates := 0, 0, 0
	for asked < 10_000 {
		p, ok := nonsense(r)
		if !ok || p.InCheck() || p.Pieces(movegen.White, movegen.Rook) == 0 || p.Pieces(movegen.White, movegen.Bishop) == 0 {
			continue
		}
		for _, try := range p.Moves() {
			for homes := linesThrough(&p, try); homes != 0; {
				home := homes.Pop()
				after := p.After(try)
				for _, reply := range after.Moves() {
					q := after.After(reply)
					if matesInOne(&q) != nil {
						continue
					}
					asked++
					switch {
					case !shutBy(&p, try, reply, home):
					case after.PieceAt(reply.From()).Type() == movegen.King:
						flights++
					default:
						mates++
					}
				}
			}
		}
	}
	if asked != 10_021 || flights != 78 || mates != 48 {
		t.Errorf("of %d tries and replies %d of the king fail by what is shut, and %d of others", asked, flights, mates)
	}
}

// linesThrough returns the attacker's bishops or rooks that see the empty square that the
// move, of a rook or bishop respectively, goes to.
func linesThrough(p *movegen.Position, try movegen.Move) movegen.Bitboard {
	x := try.To()
	men := p.AttackersTo(x, p.Occupied()) & p.ByColor(p.Side()) &^ try.From().Bitboard()
	switch {
	case p.PieceAt(x) != movegen.NoPiece:
		return 0
	case p.PieceAt(try.From()).Type() == movegen.Rook:
		return men & p.ByType(movegen.Bishop)
	case p.PieceAt(try.From()).Type() == movegen.Bishop:
		return men & p.ByType(movegen.Rook)
	}
	return 0
}

// The judgement of problem finds the pins that a mate needs in a way of its own, so each is the other's reference. En
// passant, which neededPins leaves out, does not occur here: the last move is a check by a piece, or no double step.
func TestNeededPinsAreThoseOfTheJudgement(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	mates, pins := 0, 0
	for mates < 2000 {
		p, ok := nonsense(r)
		if !ok {
			continue
		}
		report := must.Get(problem.Analyse(context.Background(), p, problem.Options{Moves: 2, Judge: true}))(t)
		for _, picture := range report.Pictures {
			end := p
			for _, m := range picture.Line {
				end.Make(m)
			}
			if got := neededPins(&end); got != picture.Pins {
				t.Fatalf("%s: pins %v, want %v", end.FEN(), got, picture.Pins)
			}
			mates++
			pins += picture.Pins.Count()
		}
	}
	if pins == 0 {
		t.Error("no mate needed a pin")
	}
}

// Closing a line or emptying a square must agree with what the rules say of the
// position so changed: a mated king escapes to a square exactly if it may move there.
func TestEscapesAreKingMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 20000 {
		p, ok := nonsense(r)
		if !ok {
			continue
		}
		var want movegen.Bitboard
		for _, m := range p.Moves() {
			if m.From() == p.King(p.Side()) && m.Kind() == movegen.Normal {
				want |= m.To().Bitboard()
			}
		}
		if got := escapes(&p, p.Occupied()); got != want {
			t.Fatalf("%s: %v, want %v", p.FEN(), got, want)
		}
	}
}
