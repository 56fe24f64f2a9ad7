package gametree

import (
	"errors"
	"strings"
	"testing"

	"alfiere/movegen"
)

// boardText joins ranks, the eighth first, after the Italian letters.
func boardText(ranks ...string) string { return string(Italian) + " " + strings.Join(ranks, " ") }

func TestTheHistoryOfABoardDecidesWhatMayBePlayed(t *testing.T) {
	const e = "........"
	for _, c := range []struct {
		name, text string
		rules      movegen.Rules
		side       movegen.Color
		want       string // the FEN
		known      bool
		warned     string // squares
	}{
		{"all may castle", boardText("f...i..f", e, e, e, e, e, e, "F...I..F"), movegen.Rules{}, movegen.White, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false, ""},
		{"one rook each", boardText("t...i..f", e, e, e, e, e, e, "F...I..T"), movegen.Rules{}, movegen.Black, "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 0 1", false, ""},
		{"kings that have moved", boardText("f...r..f", e, e, e, e, e, e, "F...R..F"), movegen.Rules{}, movegen.White, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", false, "a1 h1 a8 h8"},
		{"rooks that have moved", boardText("t...i..t", e, e, e, e, e, e, "T...I..T"), movegen.Rules{}, movegen.White, "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", false, "e1 e8"},
		{"a fortress away from home", boardText("....r...", e, e, e, "...F....", e, e, "....I..F"), movegen.Rules{}, movegen.White, "4k3/8/8/8/3R4/8/8/4K2R w K - 0 1", false, "d4"},
		{"Chess960", boardText(".fi...f.", e, e, e, e, e, e, ".F....IF"), movegen.Rules{Chess960: true}, movegen.White, "1rk3r1/8/8/8/8/8/8/1R4KR w KQkq - 0 1", false, ""},
		{"Chess960 by the rules of standard chess", boardText(".fi...f.", e, e, e, e, e, e, "....R..."), movegen.Rules{}, movegen.White, "1rk3r1/8/8/8/8/8/8/4K3 w - - 0 1", false, "b8 g8"},
		{"a pawn of White's that can be taken", boardText("....r...", e, e, e, "..pM....", e, e, "....R..."), movegen.Rules{}, movegen.White, "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1", true, ""},
		{"a pawn of Black's that can be taken", boardText("....r...", e, e, "..Pm....", e, e, e, "....R..."), movegen.Rules{}, movegen.Black, "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 1", true, ""},
		{"a pawn that nobody can take", boardText("....r...", e, e, e, "M.......", e, e, "....R..."), movegen.Rules{}, movegen.White, "4k3/8/8/8/P7/8/8/4K3 b - - 0 1", true, "a3"},
		{"a check to the side to move", boardText("....r...", e, e, "....T...", e, e, e, "....R..."), movegen.Rules{}, movegen.Black, "4k3/8/8/4R3/8/8/8/4K3 b - - 0 1", false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, err := ParseBoard(c.text, c.rules, c.side)
			if err != nil {
				t.Fatal(err)
			}
			var warned movegen.Bitboard
			for _, w := range b.Warnings {
				warned |= w.Squares
			}
			if b.Position.FEN() != c.want || b.SideKnown != c.known || warned.String() != c.warned {
				t.Errorf("%s, side known %t, warned of %q; want %s, %t, %q", b.Position.FEN(), b.SideKnown, warned, c.want, c.known, c.warned)
			}
		})
	}
}

// TestACheckTellsATextWhoIsToMove: a board whose king is in check has one side that can
// be to move, whatever comes first.
func TestACheckTellsATextWhoIsToMove(t *testing.T) {
	const e = "........"
	board := boardText("....r...", e, e, "....T...", e, e, e, "....R...")
	tree, _, err := ReadText(strings.NewReader(board), Reading{})
	if start := tree.Start(); err != nil || start.Side() != movegen.Black {
		t.Errorf("%s, %v", start.FEN(), err)
	}
	if _, _, err := ReadText(strings.NewReader(board+" r Z 1 58 48"), Reading{}); err != nil {
		t.Error(err)
	}
	_, _, err = ReadText(strings.NewReader(board+" T z 1 55 45"), Reading{})
	if !errors.Is(err, errMismatch) {
		t.Errorf("a move of White's gives %v", err)
	}
	start := position(t, "4k3/8/8/4R3/8/8/8/4K3 b - - 0 1")
	_, numeric, _ := written(t, New(start), Italian)
	if fromNumeric, err := ReadNumeric(strings.NewReader(numeric), movegen.Rules{}); err != nil || fromNumeric.Start() != start {
		t.Errorf("the numbers %q give %v", numeric, err)
	}
}

// TestNumbersTellWithWhichRooksAKingMayCastle: every subset of the four rights survives,
// in Chess960 with the outermost rooks.
func TestNumbersTellWithWhichRooksAKingMayCastle(t *testing.T) {
	for _, squares := range []string{"r3k2r/8/8/8/8/8/8/R3K2R", "1rk3r1/8/8/8/8/8/8/1RK3R1", "5rkr/8/8/8/8/8/8/5RKR"} {
		for rights := range 16 {
			field := ""
			for i, letter := range "KQkq" {
				if rights>>i&1 != 0 {
					field += string(letter)
				}
			}
			if field == "" {
				field = "-"
			}
			tree := New(position(t, squares+" w "+field+" - 0 1"))
			text, numeric, table := written(t, tree, German)
			fromText, _, err := ReadText(strings.NewReader(text), Reading{Rules: lenient})
			if err != nil || fromText.Start() != tree.Start() {
				t.Errorf("%s %s: the text gives %v", squares, field, err)
			}
			fromNumeric, err := ReadNumeric(strings.NewReader(numeric), lenient)
			if err != nil || fromNumeric.Start() != tree.Start() {
				t.Errorf("%s %s: the numbers give %v", squares, field, err)
			}
			fromTable, err := ReadTable(strings.NewReader(table), lenient)
			if err != nil || fromTable.Start() != tree.Start() {
				t.Errorf("%s %s: the table gives %v", squares, field, err)
			}
		}
	}
}

// TestZerosThatStandAloneAreEntriesHoweverMany: a number that is followed by zeros ends
// before them, unless the zeros belong to its digits.
func TestZerosThatStandAloneAreEntriesHoweverMany(t *testing.T) {
	for _, c := range []struct {
		text    string
		replies int
		ended   bool
	}{
		{"P z 10 52 54", 10, false},
		{"P z 1 0 52 54", 10, false}, // blanks are allowed anywhere
		{"P z 1 0 0 0 52 54", 1000, false},
		{"P z 1 52 54 0", 1, true},
		{"P z 1 52 54 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", 1, true}, // a generation each
	} {
		tree, _, err := ReadText(strings.NewReader(c.text), Reading{})
		if err != nil || tree.Announced(1) != c.replies || tree.Ended(1) != c.ended {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	if _, _, err := ReadText(strings.NewReader("P z 1 52 54 00"), Reading{}); !errors.Is(err, errSyntax) {
		t.Errorf("two zeros that stand together belong to the number before them, but the error is %v", err)
	}
	if tree, _, err := ReadText(strings.NewReader(strings.Repeat("0 ", 40)), Reading{}); err == nil {
		t.Errorf("a root that ends twice is taken for a tree of %d moves", tree.Len())
	}
	tree, _, err := ReadText(strings.NewReader("0"), Reading{})
	if err != nil || !tree.Ended(Root) {
		t.Errorf("a root that has ended: %v", err)
	}
}
