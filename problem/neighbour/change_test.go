package neighbour

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

// diagrams are composed positions: with few men and many, castling, en passant, a check in
// the diagram, more men than a set has.
var diagrams = []string{
	"8/8/8/8/8/1K6/6Q1/k7 w - - 0 1",
	"4k3/8/4K3/8/8/8/8/7R w - - 0 1",
	"8/8/8/3pP3/8/1K6/7R/k7 w - d6 0 1",
	"8/8/8/8/8/7p/8/R3K2k w Q - 0 1",
	"7k/8/5KQ1/8/8/8/8/8 b - - 0 1",
	"k7/8/1K6/8/8/8/2QQQQQQ/2QQQQQQ b - - 0 1",
	"3k4/3r4/8/8/8/8/3R4/2K5 w - - 0 1",
}

func parse(t *testing.T, fen string) movegen.Position {
	t.Helper()
	p, _, err := problem.Composed.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func boardOf(t *testing.T, p movegen.Position) board {
	t.Helper()
	b, err := newBoard(&p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Boards one change away, by letters on 64 squares: wherever one or two squares are written
// anew, it is a neighbour if the letters that came and went are those of one change.
func referenceBoards(letters string) map[string]bool {
	boards := map[string]bool{}
	const men, kings = "PNBRQpnbrq", "Kk"
	for a := range 64 {
		with := func(letter byte, at int, text string) string { return text[:at] + string(letter) + text[at+1:] }
		for _, letter := range []byte(men + ".") {
			if letter != letters[a] && !strings.Contains(kings, letters[a:a+1]) &&
				(letters[a] == '.' || letter == '.' || (letter < 'a') == (letters[a] < 'a')) {
				boards[with(letter, a, letters)] = true
			}
		}
		for b := range 64 {
			if letters[a] != '.' && letters[b] == '.' {
				boards[with(letters[a], b, with('.', a, letters))] = true
			}
		}
	}
	return boards
}

// lettersOf writes a board as 64 letters, from a1 on.
func lettersOf(p *movegen.Position) string {
	var text strings.Builder
	for s := movegen.A1; s <= movegen.H8; s++ {
		text.WriteByte(p.PieceAt(s).Letter())
	}
	return text.String()
}

// fenOf writes 64 letters, from a1 on, as the first field of a FEN.
func fenOf(letters string) string {
	var ranks []string
	for rank := 7; rank >= 0; rank-- {
		ranks = append(ranks, strings.NewReplacer("........", "8", ".......", "7", "......", "6", ".....", "5", "....", "4", "...", "3", "..", "2", ".", "1").
			Replace(letters[8*rank:8*rank+8]))
	}
	return strings.Join(ranks, "/")
}

func TestTheNeighboursAreAllBoardsOneChangeAway(t *testing.T) {
	for _, fen := range diagrams {
		p := parse(t, fen)
		_, rest, _ := strings.Cut(fen, " ")
		_, before, err := problem.Composed.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]bool{}
		for board := range referenceBoards(lettersOf(&p)) {
			next, odd, err := problem.Composed.ParseFEN(fenOf(board) + " " + rest)
			if err == nil && !slices.ContainsFunc(odd, func(f movegen.Fault) bool {
				return f.Code != movegen.CastlingDropped && !slices.ContainsFunc(before, func(b movegen.Fault) bool { return b.Code == f.Code })
			}) {
				want[next.FEN()] = true
			}
		}
		got := map[string]bool{}
		b := boardOf(t, p)
		for _, c := range b.candidates(0, false) {
			next, ok := b.after(&c)
			if !ok {
				continue
			}
			if got[next.FEN()] {
				t.Errorf("%s: %s comes twice", fen, next.FEN())
			}
			got[next.FEN()] = true
			if illegal, _ := next.Validate(); illegal != nil && !strings.Contains(fen, "QQ") {
				t.Errorf("%s: %v of %s", fen, illegal, next.FEN())
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: %d neighbours, not %d", fen, len(got), len(want))
		}
	}
}

func TestWhatComposersTryFirstComesFirst(t *testing.T) {
	p := parse(t, "8/8/8/8/2p5/1K6/7Q/k7 w - - 0 1")
	var kinds []string
	b := boardOf(t, p)
	for _, c := range b.candidates(0, false) {
		n, kind := c.first, c.first.Kind.String()
		if n.Kind == Moved && distance(n.From, n.To) > 1 {
			kind = "moved far"
		}
		if n.Kind == Added && n.Is.Type() == movegen.Pawn {
			kind = "pawn added"
		}
		if len(kinds) == 0 || kinds[len(kinds)-1] != kind {
			kinds = append(kinds, kind)
		}
	}
	if got := strings.Join(kinds, ", "); got != "removed, moved, exchanged, pawn added, moved far, added" {
		t.Error(got)
	}
}
