package movegen

import "testing"

// slowExchange returns what m wins by the rules of StaticExchange: exactly, by
// playing the exchange to its end on a naive board and stepping back.
func slowExchange(p *Position, m Move) int {
	if m.Kind() == Castling {
		return 0
	}
	board := naive(p.ShredderFEN())
	e := slowExchanger{to: int(m.To()), pinned: naivePins(&board, false) | naivePins(&board, true)}
	gain := slowValue(board.at[m.To()])
	if m.Kind() == EnPassant {
		gain = ExchangeValue(Pawn)
	}
	if t := m.PromotionType(); t != NoPieceType {
		gain += ExchangeValue(t) - ExchangeValue(Pawn)
	}
	board = board.after(asNaive(m))
	return gain - e.best(board)
}

type slowExchanger struct {
	to     int
	pinned Bitboard // before the exchange
}

func slowValue(letter byte) int {
	if letter == 0 {
		return 0
	}
	return ExchangeValue(pieceByLetter(letter).Type())
}

// best returns what the side to move wins by capturing on the square, 0 if it had better not.
func (e *slowExchanger) best(b naiveBoard) int {
	from := -1
	for _, s := range b.attackers(e.to, b.black) {
		if e.held(&b, s) {
			continue
		}
		if from < 0 || slowRank(b.at[s]) < slowRank(b.at[from]) {
			from = s
		}
	}
	if from < 0 {
		return 0
	}
	gain := slowValue(b.at[e.to])
	next := b.after(naiveMove{from: from, to: e.to})
	if lower(b.at[from]) == 'k' && next.inCheck(b.black) {
		return 0
	}
	return max(0, gain-e.best(next))
}

// slowRank orders the men by the value they are used up in.
func slowRank(letter byte) int {
	return map[byte]int{'p': 0, 'n': 1, 'b': 2, 'r': 3, 'q': 4, 'k': 5}[lower(letter)]
}

// held reports whether the man on s may not leave its line: it was pinned and still is, and the exchange is elsewhere.
func (e *slowExchanger) held(b *naiveBoard, s int) bool {
	black := isBlack(b.at[s])
	return e.pinned.Has(Square(s)) && naivePins(b, black).Has(Square(s)) && !onOneLine(b.king(black), s, e.to)
}

// onOneLine reports whether c is on the line through a and b.
func onOneLine(a, b, c int) bool { return (b%8-a%8)*(c/8-a/8) == (c%8-a%8)*(b/8-a/8) }

func TestStaticExchangeIsTheSlowExchange(t *testing.T) {
	var list MoveList
	eachPosition(t, 40, scaled(800, 75), func(p *Position) {
		p.LegalMoves(&list)
		for _, m := range list.Moves() {
			exact := slowExchange(p, m)
			for _, threshold := range []int{exact - 500, exact - 1, exact, exact + 1, exact + 500, 0} {
				if got := p.SeeGE(m, threshold); got != (exact >= threshold) {
					t.Fatalf("%s, %s: is worth %d, but StaticExchange with %d is %v", p.FEN(), m, exact, threshold, got)
				}
			}
		}
	})
}

func BenchmarkStaticExchange(b *testing.B) {
	p := position(b, trickyFENs[1])
	var captures MoveList
	p.Captures(&captures)
	good := 0
	for b.Loop() {
		for _, m := range captures.Moves() {
			if p.SeeGE(m, 0) {
				good++
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*captures.Len()), "ns/exchange")
	if good == 0 {
		b.Error("no capture pays")
	}
}

// naiveSlide walks from s and is independent of walk, which fills the tables.
func naiveSlide(s Square, occ Bitboard, letter byte) (reached Bitboard) {
	var b naiveBoard
	for i := range b.at {
		if occ>>i&1 != 0 {
			b.at[i] = 'P'
		}
	}
	b.at[s] = letter
	for _, to := range b.reach(int(s)) {
		reached |= 1 << to
	}
	return reached
}

func TestMagicsFindWhatAWalkFindsForEveryOccupation(t *testing.T) {
	makeTables()
	for _, slider := range []struct {
		name    string
		letter  byte
		masks   [64]Bitboard
		attacks func(Square, Bitboard) Bitboard
	}{
		{"rook", 'R', rookMasks, RookAttacks},
		{"bishop", 'B', bishopMasks, BishopAttacks},
	} {
		t.Run(slider.name, func(t *testing.T) {
			for s := range Square(64) {
				forEachSubset(slider.masks[s], func(occ Bitboard) {
					if got, want := slider.attacks(s, occ), naiveSlide(s, occ, slider.letter); got != want {
						t.Fatalf("from %s with %s occupied: got %s, want %s", s, occ, got, want)
					}
				})
			}
		})
	}
}

func TestAttacksOfEveryPieceAreThoseOfTheNaiveBoard(t *testing.T) {
	makeTables()
	rng := newRand(2)
	for s := range Square(64) {
		occ := Bitboard(rng.Uint64())
		for c := White; c <= Black; c++ {
			for kind := Pawn; kind <= King; kind++ {
				got, want := AttacksOf(kind, c, s, occ), naiveSlide(s, occ, MakePiece(c, kind).Letter())
				if got != want {
					t.Errorf("%c on %s: got %s, want %s", MakePiece(c, kind).Letter(), s, got, want)
				}
			}
			if got := PawnSetAttacks(c, s.Bitboard()); got != PawnAttacks(c, s) {
				t.Errorf("a set of one %s pawn on %s attacks %s, the pawn %s", c, s, got, PawnAttacks(c, s))
			}
		}
	}
}

func TestLinesAndWhatLiesBetween(t *testing.T) {
	for a := range Square(64) {
		for b := range Square(64) {
			files, ranks := b.File()-a.File(), b.Rank()-a.Rank()
			aligned := a != b && (files == 0 || ranks == 0 || files == ranks || files == -ranks)
			var between, line Bitboard
			if aligned {
				stepFile, stepRank := sign(files), sign(ranks)
				for n := -7; n <= 7; n++ {
					if s := naiveStep(int(a), n*stepFile, n*stepRank); s >= 0 {
						line |= 1 << s
						if n > 0 && n < max(files*stepFile, ranks*stepRank) {
							between |= 1 << s
						}
					}
				}
			}
			if Between(a, b) != between || Line(a, b) != line {
				t.Fatalf("%s-%s: between %s, line %s; want %s and %s", a, b, Between(a, b), Line(a, b), between, line)
			}
		}
	}
}

func sign(n int) int { return min(1, max(-1, n)) }

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
	eachPosition(t, 33, scaled(50_000, 20), func(p *Position) {
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

// naivePins finds pinned men by taking each off the board: one whose absence lets a new piece hit the king is pinned.
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
