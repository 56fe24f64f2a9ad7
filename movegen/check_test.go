package movegen

import "testing"

func TestIsLegalAcceptsTheLegalMovesAmongAllValuesAndNoOther(t *testing.T) {
	var list MoveList
	eachPosition(t, 30, scaled(500, 80), func(p *Position) {
		p.LegalMoves(&list)
		var legal [1 << 16]bool
		for _, m := range list.Moves() {
			legal[m] = true
		}
		for v := range 1 << 16 {
			if m := Move(v); p.IsLegal(m) != legal[m] {
				t.Fatalf("%s: IsLegal(%s) is %v", p.ShredderFEN(), describe(m), p.IsLegal(m))
			}
		}
	})
}

func TestGivesCheckForeseesTheCheck(t *testing.T) {
	var list MoveList
	kinds := map[MoveKind]int{}
	eachPosition(t, 31, scaled(50_000, 20), func(p *Position) {
		info := p.CheckInfo()
		p.LegalMoves(&list)
		for _, m := range list.Moves() {
			next := p.After(m)
			if got := p.GivesCheck(m, &info); got != next.InCheck() {
				t.Fatalf("%s: GivesCheck(%s) is %v", p.ShredderFEN(), describe(m), got)
			}
			if next.InCheck() {
				kinds[m.Kind()]++
			}
		}
	})
	for _, kind := range []MoveKind{Normal, Promotion, EnPassant, Castling} {
		if kinds[kind] < 5 {
			t.Errorf("only %d checks by moves of kind %d were seen", kinds[kind], kind)
		}
	}
}

func TestCheckersPinsAndAttacksAreThoseOfTheNaiveBoard(t *testing.T) {
	eachPosition(t, 32, scaled(1000, 80), func(p *Position) {
		oracle := naive(p.ShredderFEN())
		var checkers Bitboard
		for _, s := range oracle.attackers(oracle.king(oracle.black), !oracle.black) {
			checkers |= 1 << s
		}
		if p.Checkers() != checkers || p.InCheck() != (checkers != 0) {
			t.Fatalf("%s: checkers %s, want %s", p.FEN(), p.Checkers(), checkers)
		}
		for _, c := range []Color{White, Black} {
			if got, want := p.Pinned(c), naivePins(&oracle, c == Black); got != want {
				t.Fatalf("%s: pinned %s pieces %s, want %s", p.FEN(), c, got, want)
			}
		}
		for s := range Square(64) {
			white, black := oracle.attackers(int(s), false), oracle.attackers(int(s), true)
			if p.IsAttacked(s, White) != (len(white) > 0) || p.IsAttacked(s, Black) != (len(black) > 0) {
				t.Fatalf("%s: attacks on %s: by White %v, by Black %v", p.FEN(), s, white, black)
			}
			if got := p.AttackersTo(s, p.Occupied()).Count(); got != len(white)+len(black) {
				t.Fatalf("%s: %d attackers of %s, want %d", p.FEN(), got, s, len(white)+len(black))
			}
		}
	})
}

// naivePins finds pinned men by taking each off the board: one whose absence lets
// a new piece hit the king is pinned.
func naivePins(b *naiveBoard, black bool) (pinned Bitboard) {
	king := b.king(black)
	before := len(b.attackers(king, !black))
	for s, piece := range b.at {
		if piece == 0 || isBlack(piece) != black || s == king {
			continue
		}
		without := *b
		without.at[s] = 0
		if len(without.attackers(king, !black)) > before {
			pinned |= 1 << s
		}
	}
	return pinned
}
