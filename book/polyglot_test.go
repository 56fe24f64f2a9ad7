package book

import (
	"math/rand/v2"
	"testing"

	"alfiere/movegen"
)

func position(t testing.TB, fen string) *movegen.Position {
	t.Helper()
	p, _, err := movegen.Rules{Chess960: true}.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return &p
}

// move returns the move of p that the test writes as "e2e4"; castling goes to the
// rook's square.
func move(t testing.TB, p *movegen.Position, text string) movegen.Move {
	t.Helper()
	from, okFrom := movegen.ParseSquare(text[:2])
	to, okTo := movegen.ParseSquare(text[2:4])
	m := p.MoveFor(from, to, movegen.NoPieceType)
	if !okFrom || !okTo || !p.IsLegal(m) {
		t.Fatalf("%s is no move in %s", text, p.FEN())
	}
	return m
}

func TestKeysAreThoseThatTheFormatPublishes(t *testing.T) {
	tests := []struct {
		moves string
		fen   string
		key   uint64
	}{
		{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b96181691fc9c},
		{"e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
		{"e2e4 d7d5", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
		{"e2e4 d7d5 e4e5", "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
		{"e2e4 d7d5 e4e5 f7f5", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
		{"e2e4 d7d5 e4e5 f7f5 e1e2", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
		{"e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", "rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
		{"a2a4 b7b5 h2h4 b5b4 c2c4", "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
		{"a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
	}
	for _, test := range tests {
		if got := Key(position(t, test.fen)); got != test.key {
			t.Errorf("%s: %016x, not %016x", test.fen, got, test.key)
		}
		p := movegen.StartPosition()
		for rest := test.moves; rest != ""; rest = rest[min(5, len(rest)):] {
			p.Make(move(t, &p, rest[:4]))
		}
		if got := Key(&p); got != test.key {
			t.Errorf("after %q: %016x, not %016x", test.moves, got, test.key)
		}
	}
}

func TestCastlingRightsAreToldApartBySide(t *testing.T) {
	const board = "r3k2r/8/8/8/8/8/8/R3K2R w "
	none := Key(position(t, board+"- - 0 1"))
	for i, right := range []string{"K", "Q", "k", "q"} {
		if got := Key(position(t, board+right+" - 0 1")); got != none^random64[castleOffset+i] {
			t.Errorf("the right %s changes the key by %016x", right, got^none)
		}
	}
	// In Chess960 the side counts, not the file.
	const shuffled = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w "
	if got := Key(position(t, shuffled+"GBgb - 0 1")) ^ Key(position(t, shuffled+"- - 0 1")); got != random64[768]^random64[769]^random64[770]^random64[771] {
		t.Errorf("all four rights change the key by %016x", got)
	}
}

// slowKey follows the words of the format: the en-passant file counts if a pawn
// stands beside the one that has just made the double step m, leading to p.
func slowKey(p *movegen.Position, m movegen.Move) uint64 {
	key := Key(p)
	if s := p.EnPassant(); s != movegen.NoSquare {
		key ^= random64[enPassantOffset+s.File()]
	}
	to := m.To()
	if p.PieceAt(to).Type() != movegen.Pawn || m.From()^to != 16 {
		return key
	}
	for _, file := range []int{to.File() - 1, to.File() + 1} {
		if file >= 0 && file < 8 && p.PieceAt(movegen.MakeSquare(file, to.Rank())) == movegen.MakePiece(p.Side(), movegen.Pawn) {
			return key ^ random64[enPassantOffset+to.File()]
		}
	}
	return key
}

func TestEveryPositionIsFoundUnderTheKeyOfTheFormat(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	starts := []string{movegen.StartFEN, "4k3/pp1p2pp/8/2P1P1P1/1p1p1p2/8/PP1P2P1/4K3 w - - 0 1",
		"8/2p1p3/3p4/KP3P1r/1R3p1k/8/4P1P1/8 w - - 0 1", "2r1k3/1p1p1p2/8/2P1P3/1p1p4/8/P1P1P3/2R1K2b b - - 0 1"}
	unlike := 0
	for i := range 2000 {
		p := *position(t, starts[i%len(starts)])
		for range 30 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			p.Make(m)
			want := slowKey(&p, m)
			found := false
			for _, key := range lookupKeys(&p) {
				found = found || key == want
			}
			if !found {
				t.Fatalf("%s after %s is not looked for under %016x", p.FEN(), m, want)
			}
			if want != Key(&p) {
				unlike++
			}
		}
	}
	if unlike == 0 {
		t.Error("no capture en passant was barred: the test tests nothing")
	}
}

func TestABarredEnPassantCaptureIsLookedForBothWays(t *testing.T) {
	p := position(t, "8/2p5/3p4/KP5r/1R6/7k/8/8 b - - 0 1")
	p.Make(move(t, p, "c7c5")) // b5xc6 would bare the king to the rook
	keys := lookupKeys(p)
	if want := Key(p) ^ random64[enPassantOffset+2]; len(keys) != 2 || keys[1] != want {
		t.Errorf("the keys are %x, the second not %x", keys, want)
	}
	for _, fen := range []string{movegen.StartFEN,
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", // the right is known
		"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3",  // no double step: it could be taken
		"8/2n5/3p4/KPp4r/1R6/7k/8/8 w - - 0 2",                          // no double step: the pawn's origin is occupied
		"8/8/2np4/KPp4r/1R6/7k/8/8 w - - 0 2",                           // no double step: a knight stands where it passed
		"8/8/3p4/KPp4r/1R6/7k/8/8 w - - 1 2",                            // the moment has passed
		"8/8/3p4/K1p4r/1R6/7k/8/8 w - - 0 2",                            // nothing to capture with
	} {
		if keys := lookupKeys(position(t, fen)); len(keys) != 1 {
			t.Errorf("%s is looked for under %d keys", fen, len(keys))
		}
	}
}
