package theme

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

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
			p, _, err := movegen.Rules{Composed: true}.ParseFEN(test.fen)
			if err != nil {
				t.Fatal(err)
			}
			try, err := notation.ParseSAN(&p, test.try, notation.English)
			if err != nil {
				t.Fatal(err)
			}
			after := p.After(try)
			reply, err := notation.ParseSAN(&after, test.reply, notation.English)
			if err != nil {
				t.Fatal(err)
			}
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
