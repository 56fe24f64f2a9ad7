package theme

import (
	"slices"
	"testing"
)

// shownBy returns the lines of the theme in the problem, one list for each time it is found.
func shownBy(t *testing.T, fen string, moves int, name string) (found [][]string) {
	t.Helper()
	r, all := examine(t, fen, moves)
	for _, f := range all {
		if f.Theme.Name != name {
			continue
		}
		var lines []string
		for _, l := range f.Lines {
			lines = append(lines, write(r.Position, l))
		}
		found = append(found, lines)
	}
	return found
}

// What composers would not call by the name: each position once had the theme.
func TestAThemeIsNotFoundWhereAComposerSeesNone(t *testing.T) {
	tests := []struct{ name, theme, fen string }{
		{"three promotions with one answer are no allumwandlung", "allumwandlung", "3Q4/8/3R4/8/1B2K3/8/4kp2/8 w - - 0 1"},
		{"a rook promoted elsewhere is no fourth promotion", "allumwandlung", "8/8/8/2QK4/8/4R3/2pk2N1/3N4 w - - 0 1"},
		{"eight moves with one mate are no wheel", "black knight wheel", "5k1K/4NP1P/5Q2/8/5n2/8/8/8 w - - 0 1"},
		{"a try that threatens eight mates shows no Dombrovskis", "Dombrovskis", "kr6/1R6/4K1Q1/8/8/p7/8/7B w - - 0 1"},
		{"a try that threatens eight mates shows no Hannelius", "Hannelius", "kr6/1R6/4K1Q1/8/8/p7/8/7B w - - 0 1"},
		{"one transferred mate after a silly try is none", "transferred mates", "8/6p1/6P1/6Q1/6p1/6k1/8/5KN1 w - - 0 1"},
		{"a wheel with two mates is a correction", "black knight wheel", "4K3/8/5R2/3kn3/3P4/2P5/4Q3/8 w - - 0 1"},
		{"eight threats at once are no wheel", "white knight wheel", "8/3b4/8/3N4/8/1QNkP3/8/4K3 w - - 0 1"},
		{"what captures the man answers no correction", "black correction", "k2b1N2/P7/KB6/1N6/8/8/8/8 w - - 0 1"},
		{"the answer to an unprovided move is no added mate", "added mates", "8/3B4/8/6K1/2Qpk3/8/6P1/8 w - - 0 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := shownBy(t, test.fen, 2, test.theme); got != nil {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestAnIdeaIsListedOnce(t *testing.T) {
	for theme, fen := range map[string]string{
		"dual avoidance": "8/8/3r4/5k1N/5N2/8/4Q3/6RK w - - 0 1",
		"Rudenko":        "2k5/R7/2N2K2/5N2/5r2/8/5Q2/8 w - - 0 1",
	} {
		found := shownBy(t, fen, 2, theme)
		if len(found) != 1 || len(found[0]) < 2 {
			t.Fatalf("%s: %q", theme, found)
		}
		if all := slices.Sorted(slices.Values(found[0])); len(slices.Compact(all)) != len(found[0]) {
			t.Errorf("%s: a line twice: %q", theme, found[0])
		}
	}
}

// TestTheIntendedKeyHasItsThemesDespiteCooks adds a cook to a sound problem.
func TestTheIntendedKeyHasItsThemesDespiteCooks(t *testing.T) {
	const sound, cooked = "8/8/B5b1/8/3N4/7r/p7/k1K4n w - - 0 1", "8/8/B5b1/8/3N4/7r/p7/k1K2Q1n w - - 0 1"
	r, want := examine(t, sound, 2)
	cook, none := examine(t, cooked, 2)
	if len(cook.Keys) < 2 || none != nil {
		t.Fatalf("%d keys, themes %v", len(cook.Keys), none)
	}
	got := RecogniseKey(cook, r.Keys[0].Move)
	names := func(list []Found) (names []string) {
		for _, f := range list {
			names = append(names, f.Theme.Name)
		}
		return names
	}
	if !slices.Contains(names(want), "Novotny") || !slices.Contains(names(got), "Novotny") {
		t.Errorf("sound %q, cooked %q", names(want), names(got))
	}
	if RecogniseKey(cook, cook.Tries[0].Move) != nil {
		t.Error("a try is taken for a key")
	}
}

// What composers do call by the name: each position once lacked the theme, or a line of it.
func TestAThemeIsFoundWhereAComposerSeesIt(t *testing.T) {
	tests := []struct {
		name, theme, fen string
		moves            int
		line             string
	}{
		{"a Grimshaw of which one half unpins the mating man", "Grimshaw",
			"8/bN1B1n2/r1p5/1pp1BPpK/1P2k1N1/3R3P/2Pp1QR1/3br3 w - - 0 1", 2, "Qxc5 Re2 Nf6"},
		{"set mates of a Grimshaw threatened by a Novotny", "Rudenko", "8/8/B5b1/8/3N4/7r/p7/k1K4n w - - 0 1", 2, "Bd3 - Nb3"},
		{"the Grimshaw of set play", "Grimshaw", "8/8/B5b1/8/3N4/7r/p7/k1K4n w - - 0 1", 2, "- Rd3 Nc2"},
		{"two phases without the key", "pseudo le Grand",
			"1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1", 2, "Nh3 Ne5 Nd6"},
		{"promotions of tries and to stalemate", "allumwandlung", "5QKB/2P5/8/3k4/8/1R4N1/8/8 w - - 0 1", 2, "c8=Q"},
		{"a half-pin whose men leave at different moves", "half-pin",
			"3N2nB/1p3Prq/2pR1r1b/2P1kppR/2Pp4/3P3B/n2QPNK1/8 w - - 0 1", 3, "Kf3 g4 Nxg4 Rxg4 Re6"},
		{"a pawn that makes its four moves as continuations", "albino",
			"3N4/4pp2/2RN1B2/KB1k1P2/3p4/4n1n1/5P2/8 w - - 0 1", 3, "Bd3 e5 fxg3"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := shownBy(t, test.fen, test.moves, test.theme)
			if !slices.ContainsFunc(found, func(lines []string) bool { return slices.Contains(lines, test.line) }) {
				t.Errorf("%q", found)
			}
		})
	}
}
