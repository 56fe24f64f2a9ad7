package pgn

import (
	"strings"
	"testing"

	"alfiere/movegen"
)

// keyOf returns the key of a position.
func keyOf(t *testing.T, fen string) movegen.Key {
	t.Helper()
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p.Key()
}

func TestFiltersJoin(t *testing.T) {
	const games = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 (1. d4 d5) 1-0\n\n" +
		"[White \"Bob\"]\n[Black \"Cy\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n\n[White \"Cy\"]\n[Black \"Ann\"]\n\n*\n"
	queens := keyOf(t, "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 9")
	first, king := keyOf(t, movegen.StartFEN), keyOf(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
	for _, test := range []struct {
		name string
		f    Filter
		want string // White's names
	}{
		{"nothing", Filter{}, "Ann Bob Cy"},
		{"a player of either side", Filter{Players: []string{"ANN"}}, "Ann Cy"},
		{"two players", Filter{Players: []string{"ann", "bob"}}, "Ann"},
		{"White", Filter{White: "c"}, "Cy"},
		{"Black", Filter{Black: "B"}, "Ann"},
		{"a result", Filter{Result: "0-1"}, "Bob"},
		{"no result", Filter{Result: "*"}, "Cy"},
		{"a tag", Filter{Tags: Tags{{"Black", "Cy"}}}, "Bob"},
		{"a part of a tag", Filter{Tags: Tags{{"Black", "C"}}}, ""},
		{"a position, in a variation too", Filter{Positions: []movegen.Key{queens}}, "Ann Bob"},
		{"the initial position", Filter{Positions: []movegen.Key{first}}, "Ann Bob Cy"},
		{"two positions", Filter{Positions: []movegen.Key{queens, king}}, "Ann"},
		{"a position and a result", Filter{Positions: []movegen.Key{queens}, Result: "0-1"}, "Bob"},
	} {
		var names []string
		for r := NewReader(strings.NewReader(games), Reading{}); r.Next(); {
			white := r.Tag("White")
			if !test.f.FitsTags(r) {
				continue
			}
			g, err := r.Game()
			if err != nil {
				t.Fatal(err)
			}
			if test.f.FitsGame(g) {
				names = append(names, white)
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}
