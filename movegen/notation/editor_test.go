package notation_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

func TestAnEditorObeysItsLinesAndNoOthers(t *testing.T) {
	tests := []struct {
		name  string
		lines string // the last one is looked at
		taken bool
		fen   string // the board
	}{
		{"a piece", "Qe4", true, "8/8/8/8/4Q3/8/8/8"},
		{"one of the other colour", "c Qe4", true, "8/8/8/8/4q3/8/8/8"},
		{"of the first colour again", "c c Qe4", true, "8/8/8/8/4Q3/8/8/8"},
		{"in place of another", "Qe4 Pe4", true, "8/8/8/8/4P3/8/8/8"},
		{"an empty square", "Qe4 Qa1 xe4", true, "8/8/8/8/8/8/8/Q7"},
		{"a clear board", "Qe4 #", true, "8/8/8/8/8/8/8/8"},
		{"a small letter", "qe4", false, "8/8/8/8/8/8/8/8"},
		{"no letter", "e4", false, "8/8/8/8/8/8/8/8"},
		{"no piece", "Xe4", false, "8/8/8/8/8/8/8/8"},
		{"no square", "Qi9", false, "8/8/8/8/8/8/8/8"},
		{"a word behind it", "Qe4x", false, "8/8/8/8/8/8/8/8"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var e notation.Editor
			taken := false
			for line := range strings.FieldsSeq(test.lines) {
				taken = e.Edit(line)
			}
			rows := notation.Rows(&e.Builder, notation.English)
			want := strings.NewReplacer("8", "........", "7", ".......", "4", "....", "3", "...").Replace(test.fen)
			if got := strings.Join(rows[:], "/"); taken != test.taken || got != want {
				t.Errorf("taken is %v, the board %s", taken, got)
			}
		})
	}
}

func TestWhoIsAtHomeMayCastleAfterEditing(t *testing.T) {
	e := notation.Editor{}
	for line := range strings.FieldsSeq("Ke1 Ra1 Rh2 c Ke8 Rh8") {
		e.Edit(line)
	}
	e.Builder.Side, e.Builder.HalfmoveClock, e.Builder.FullmoveNumber = movegen.Black, 30, 40
	p, _, err := e.Build(movegen.Rules{})
	if err != nil || p.FEN() != "4k2r/8/8/8/8/8/7R/R3K3 b Qk - 0 1" {
		t.Errorf("%s, %v", p.FEN(), err)
	}
	e.Edit("Kd8")
	if _, _, err := e.Build(movegen.Rules{}); err == nil {
		t.Error("two black kings are a position")
	}
}

// TestAnyBoardCanBeEdited builds random boards line by line, over the pieces already there.
func TestAnyBoardCanBeEdited(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var e notation.Editor
		want := e.Builder.Board
		for range 200 {
			square, piece := movegen.Square(random.IntN(64)), movegen.MakePiece(movegen.Color(random.IntN(2)), movegen.PieceType(1+random.IntN(6)))
			letter := string(movegen.MakePiece(movegen.White, piece.Type()).Letter())
			if random.IntN(4) == 0 {
				letter, piece = "x", movegen.NoPiece
			} else if piece.Color() != e.Color {
				e.Edit("c")
			}
			want[square] = piece
			if !e.Edit(letter + square.String()) {
				t.Fatalf("%s%v is refused", letter, square)
			}
		}
		if e.Builder.Board != want {
			t.Fatal("the board is another")
		}
	}
}

func TestRowsAreAPositionOfTheSideThatIsNamed(t *testing.T) {
	rows := strings.Split("r...k..r/......../......../......../......../......../......../....K...", "/")
	p, _, err := notation.BuildRows(rows, notation.English, movegen.Black, movegen.Rules{})
	if err != nil || p.FEN() != "r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1" {
		t.Errorf("%s, %v", p.FEN(), err)
	}
	if _, _, err := notation.BuildRows(rows[1:], notation.English, movegen.Black, movegen.Rules{}); err == nil {
		t.Error("seven rows are a position")
	}
	if _, _, err := notation.BuildRows(rows, notation.English, movegen.White, movegen.Rules{}); err != nil {
		t.Error(err)
	}
	rows[7] = "........"
	if _, _, err := notation.BuildRows(rows, notation.English, movegen.Black, movegen.Rules{}); err == nil {
		t.Error("a board without a king is a position")
	}
}
