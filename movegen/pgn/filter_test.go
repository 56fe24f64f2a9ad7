package pgn

import (
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/gametree"
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
		{"a tag", Filter{Tags: Tags{{Name: "Black", Value: "Cy"}}}, "Bob"},
		{"a part of a tag", Filter{Tags: Tags{{Name: "Black", Value: "C"}}}, ""},
		{"a position, in a variation too", Filter{Positions: []movegen.Key{queens}}, "Ann Bob"},
		{"the initial position", Filter{Positions: []movegen.Key{first}}, "Ann Bob Cy"},
		{"two positions", Filter{Positions: []movegen.Key{queens, king}}, "Ann"},
		{"a position and a result", Filter{Positions: []movegen.Key{queens}, Result: "0-1"}, "Bob"},
	} {
		if got := fitting(t, games, &test.f); got != test.want {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}

// fitting returns White's names in the games that fit.
func fitting(t *testing.T, games string, f *Filter) string {
	t.Helper()
	var names []string
	for r := NewReader(strings.NewReader(games), Reading{}); r.Next(); {
		white := r.Tag("White")
		if !f.FitsTags(r) {
			continue
		}
		g, err := r.Game()
		if err != nil {
			t.Fatal(err)
		}
		if f.FitsGame(g) {
			names = append(names, white)
		}
	}
	return strings.Join(names, " ")
}

func TestWhatTagsAndMovesTellIsAskedFor(t *testing.T) {
	const games = "[White \"Fool\"]\n[WhiteElo \"1000\"]\n[BlackElo \"2500\"]\n[Date \"1999.??.??\"]\n[ECO \"A00\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n" +
		"[White \"Stale\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2450\"]\n[UTCDate \"2001.02.03\"]\n[Opening \"Queen's Pawn\"]\n[FEN \"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1\"]\n\n1. Qg6 1/2-1/2\n\n" +
		"[White \"Trade\"]\n[WhiteElo \"?\"]\n[BlackElo \"2600\"]\n[ECO \"?\"]\n[FEN \"4k3/8/8/3r4/3R4/3P4/8/4K3 w - - 0 1\"]\n\n1. Rxd5 (1. Kf2) Ke7 2. Rd4 Kf6 *\n"
	read := func(text string) *Range {
		r, err := ParseRange(text)
		if err != nil {
			t.Fatal(err)
		}
		return &r
	}
	material := func(text string) []Material {
		m, err := ParseMaterial(text)
		if err != nil {
			t.Fatal(err)
		}
		return []Material{m}
	}
	king, err := ParsePattern("*/*/*/*/*/*/?????K??/*")
	if err != nil {
		t.Fatal(err)
	}
	classify := func(*gametree.Tree) (code, name string) { return "C33", "King's Gambit: Accepted" }
	for _, test := range []struct {
		name string
		f    Filter
		want string
	}{
		{"both ratings", Filter{Elo: read("2400-")}, "Stale"},
		{"both ratings, low", Filter{Elo: read("-2400")}, ""},
		{"one rating", Filter{AnyElo: read("2400-")}, "Fool Stale Trade"},
		{"one rating, low", Filter{AnyElo: read("-1500")}, "Fool"},
		{"a year", Filter{Dates: &Dates{19990000, 19999999}}, "Fool"},
		{"a date of another tag", Filter{Dates: &Dates{20010203, 20010203}}, "Stale"},
		{"a code", Filter{ECO: Codes{{"A0", "A0"}}}, "Fool"},
		{"a code that the moves tell", Filter{ECO: Codes{{"C3", "C3"}}, Classify: classify}, "Stale Trade"},
		{"an opening by its tag", Filter{Openings: []string{"pawn"}}, "Stale"},
		{"an opening", Filter{Openings: []string{"GAMBIT", "king"}, Classify: classify}, "Fool Trade"},
		{"half-moves", Filter{Plies: read("2-4")}, "Fool Trade"},
		{"no half-moves", Filter{Plies: read("5-")}, ""},
		{"mate", Filter{End: Checkmate}, "Fool"},
		{"stalemate", Filter{End: Stalemate}, "Stale"},
		{"material", Filter{Material: material("KRPKR")}, "Trade"},
		{"material for longer", Filter{Material: material("KRPKR"), Stable: 2}, ""},
		{"material to the end", Filter{Material: material("KRPK"), Stable: 9}, "Trade"},
		{"material for three plies", Filter{Material: append(material("KRPK"), material("KRPKR")...)}, "Trade"},
		{"material at the end", Filter{FinalMaterial: append(material("KRPK"), material("KQK")...)}, "Stale Trade"},
		{"a pattern in a variation", Filter{Patterns: []Pattern{king}}, "Trade"},
	} {
		if got := fitting(t, games, &test.f); got != test.want {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
	}
}
