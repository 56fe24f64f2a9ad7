package book

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// merged writes the book made of the sources and opens it.
func merged(t testing.TB, how merging, sources ...source) (*Book, []byte) {
	t.Helper()
	var data bytes.Buffer
	entries := must.Get(Merge(&data, how, sources...))(t)
	b := must.Get(New(bytes.NewReader(data.Bytes()), int64(data.Len())))(t)
	if int(b.entries) != entries {
		t.Fatalf("%d entries were written, %d are there", entries, int(b.entries))
	}
	return b, data.Bytes()
}

// fromText compiles a text book.
func fromText(t testing.TB, text string) *Builder {
	t.Helper()
	b := new(Builder)
	must.Do(t, ReadText(strings.NewReader(text), b))
	return b
}

// offered returns the book's moves after a line of coordinates, as "e2e4*3".
func offered(t testing.TB, b *Book, line string) string {
	t.Helper()
	p := movegen.StartPosition()
	for _, word := range strings.Fields(line) {
		m := must.Get(notation.ParseUCI(&p, word))(t)
		p.Make(m)
	}
	entries := must.Get(b.Moves(&p))(t)
	return strings.Join(texts(entries), " ")
}

const oldText = "! Giuoco Piano\ne2e4 e7e5\ng1f3 b8c6\nf1c4 f8c5\no-o\n\n" +
	"\t!Ruy Lopez\r\ne2e4\te7e5 g1f3\r\nb8c6 f1b5 g8f6\r\no-o f6e4\r\n" +
	"!\ne2e4 e7e5 b1c3 g8f6 g1f3 b8c6 d2d4*7\n" +
	"! Four knights by another way\ng1f3 b8c6 b1c3 g8f6 e2e4 e7e5*0 f1b5 a7a6*0\n" +
	"! Long castling, both sides\nd2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 o-o-o O-O-O"

func TestTheOldTextFormatIsCompiled(t *testing.T) {
	b, _ := merged(t, AddWeights, fromText(t, oldText))
	for line, want := range map[string]string{
		"":                                                            "e2e4*3 d2d4*1 g1f3*1",
		"e2e4 e7e5":                                                   "g1f3*2 b1c3*1",
		"e2e4 e7e5 g1f3 b8c6":                                         "f1c4*1 f1b5*1",
		"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5":                               "e1g1*1",
		"e2e4 e7e5 g1f3 b8c6 f1b5 g8f6":                               "e1g1*1",
		"b1c3 b8c6 e2e4 g8f6 g1f3 e7e5":                               "d2d4*7 f1b5*1", // two lines meet in what is a third order here
		"g1f3 b8c6 b1c3 g8f6 e2e4":                                    "",              // e7e5 only leads on
		"g1f3 b8c6 b1c3 g8f6 e2e4 e7e5 f1b5":                          "",
		"d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7":                     "e1c1*1",
		"d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1":                "e8c8*1",
		"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1":                          "",
		"e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1":                          "f6e4*1",
		"e2e4 e7e5 b1c3 g8f6 g1f3":                                    "b8c6*1",
		"d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 h2h3":      "",
		"d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 h2h3 a7a6": "",
	} {
		if got := offered(t, b, line); sortedWords(got) != sortedWords(want) {
			t.Errorf("after %q the book offers %q, not %q", line, got, want)
		}
	}
}

func sortedWords(text string) string {
	words := strings.Fields(text)
	slices.Sort(words)
	return strings.Join(words, " ")
}

func TestFaultsOfATextAreShownWithTheirPlace(t *testing.T) {
	tests := []struct {
		name, text   string
		line, column int
		want         error
	}{
		{"a move without a heading", "\n e2e4\n! A\n", 2, 2, errNoHeading},
		{"an illegal move", "! A\ne2e4 e7e5\n\tg1f3  e8e6 b8c6", 3, 8, notation.ErrNotLegal},
		{"no move", "! A\ne2e4 x", 2, 6, notation.ErrSyntax},
		{"castling without the right", "! A\ne2e4 e7e5 o-o", 2, 11, notation.ErrNotLegal},
		{"castling with an opinion", "! A\ng1f3 g8f6 g2g3 g7g6 f1g2 f8g7 o-o!", 2, 31, notation.ErrSyntax},
		{"half of castling", "! A\no-", 2, 1, notation.ErrSyntax},
		{"a weight below 0", "! A\ne2e4*-1", 2, 1, errWeight},
		{"a weight beyond 16 bits", "! A\ne2e4*65536", 2, 1, errWeight},
		{"no weight", "! A\ne2e4*", 2, 1, errWeight},
		{"a weight of a move that is none", "! A\n*3", 2, 1, notation.ErrSyntax},
		{"an endless line", "! A\n" + strings.Repeat("e2e4 ", 1<<14), 2, maxLine, errLineLength},
	}
	for _, test := range tests {
		err := ReadText(strings.NewReader(test.text), new(Builder))
		var fault *textError
		if !errors.As(err, &fault) || !errors.Is(err, test.want) || fault.Line != test.line || fault.Column != test.column {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestTablesOfOpeningsAreRead(t *testing.T) {
	b := new(Builder)
	const table = "eco\tname\tpgn\tnote\r\nC50\tGiuoco\t1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5\t!\r\n\nA00\tNone\nC44\tScotch\t1.e4 1...e5"
	// "1.e4" in one word is no fault of the table's, but none of these tables has it.
	err := readTable(strings.NewReader(table), b)
	var fault *textError
	if !errors.As(err, &fault) || fault.Line != 5 || fault.Column != 12 {
		t.Errorf("a move number that is glued to its move: %v", err)
	}
	book, _ := merged(t, AddWeights, b)
	if got := offered(t, book, "e2e4 e7e5 g1f3 b8c6 f1c4"); got != "f8c5*1" || book.entries != 6 {
		t.Errorf("of %d entries the book offers %q", book.entries, got)
	}
	for _, text := range []string{"", "eco\tname\n"} {
		if err := readTable(strings.NewReader(text), b); !errors.Is(err, errNoColumn) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if err := readTable(strings.NewReader("pgn\ne4 e5 Ke3"), b); !errors.As(err, &fault) || fault.Line != 2 || fault.Column != 7 {
		t.Errorf("an illegal move: %v", err)
	}
}

func TestErrorsOfReadingComeThrough(t *testing.T) {
	for name, read := range map[string]func(io.Reader, *Builder) error{
		"text": ReadText, "table": readTable,
		"games": func(r io.Reader, b *Builder) error { _, err := Games{}.Read(r, b, nil); return err },
	} {
		if err := read(broken.Reader(""), new(Builder)); !errors.Is(err, broken.Err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(oldText)
	f.Add("! A\ne2e4*65535 e7e5*0\n!B\ne2e4*3 c7c5 e4e5 d7d5 e5d6\n! C\na2a4*9")
	f.Add("!\ne2e4 e7e5*0 f1b5")
	f.Add("!\na2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 c8b7 a7a8N d8a8")
	f.Fuzz(func(t *testing.T, text string) {
		made := new(Builder)
		if err := ReadText(strings.NewReader(text), made); err != nil {
			if !errors.As(err, new(*textError)) {
				t.Fatalf("refused with %T", err)
			}
			return
		}
		b, data := merged(t, AddWeights, made)
		// Positions after a move without weight are not reached.
		again := redumped(t, b)
		if s := surveyOf(data); s.reached == s.positions && !bytes.Equal(again, data) || len(again) > len(data) {
			t.Fatalf("dumped and compiled again\n%x is\n%x", data, again)
		}
	})
}

// redumped writes the book as text and compiles that again.
func redumped(t testing.TB, b *Book) []byte {
	t.Helper()
	_, data := merged(t, AddWeights, fromText(t, dumpOf(t, b)))
	return data
}

func position(t testing.TB, fen string) *movegen.Position {
	t.Helper()
	p := must.First(movegen.Rules{Chess960: true}.ParseFEN(fen))(t)
	return &p
}

// move returns the move of p that the test writes as "e2e4"; castling goes to the rook's square.
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
		moves, fen string
		key        uint64
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

func TestCastlingRightsAreDistinguishedBySide(t *testing.T) {
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

// slowKey computes the key as the format describes it: the en-passant file counts only after a double step that landed
// beside an enemy pawn.
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
