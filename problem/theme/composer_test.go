package theme

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
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
	cook.Named = []movegen.Move{r.Keys[0].Move}
	got := Recognise(cook)
	names := func(list []Found) (names []string) {
		for _, f := range list {
			names = append(names, f.Theme.Name)
		}
		return names
	}
	if !slices.Contains(names(want), "Novotny") || !slices.Contains(names(got), "Novotny") {
		t.Errorf("sound %q, cooked %q", names(want), names(got))
	}
	if _, star := examine(t, "4B3/3PkP2/1P2p2P/4N3/8/3K4/8/7Q w - - 0 1", 2); !slices.Equal(names(star),
		[]string{"star by flights", "star by flights"}) {
		t.Errorf("two keys with four diagonal flights each: %q", names(star))
	}
	if cook.Named[0] = cook.Tries[0].Move; Recognise(cook) != nil {
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

// named is a problem of testdata/named.txt, where others have named its themes.
type named struct {
	place             string // file:line
	fen               string
	moves             int
	source, by, theme string
	also              []string
	missing           []string // the names known not to be found
}

// readNamed reads testdata/named.txt, which describes its own format.
func readNamed(t *testing.T) (all []*named) {
	t.Helper()
	const name = "testdata/named.txt"
	file := must.Get(os.Open(name))(t)
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		rest = strings.TrimSpace(rest)
		if word == "fen" {
			all = append(all, &named{place: fmt.Sprintf("%s:%d", name, n), fen: rest})
		}
		if word == "" || strings.HasPrefix(word, "#") || word == "fen" {
			continue
		}
		p := all[len(all)-1]
		switch word {
		case "moves":
			if _, err := fmt.Sscan(rest, &p.moves); err != nil {
				t.Fatal(p.place, err)
			}
		case "source":
			p.source = rest
		case "by":
			p.by = rest
		case "theme":
			p.theme = rest
		case "also":
			p.also = append(p.also, rest)
		case "misses":
			theme, why, _ := strings.Cut(rest, ": ")
			if why == "" {
				t.Errorf("%s:%d: no reason", name, n)
			}
			p.missing = append(p.missing, theme)
		default:
			t.Fatalf("%s:%d: %q", name, n, word)
		}
	}
	return all
}

// TestThemesNamedByOthersAreFound measures how often what others call the theme of a
// problem is found. At least 95 of 100 must be; which are not is written in the file, and
// so is what is said beside the theme, of which nine in ten must be found with it.
func TestThemesNamedByOthersAreFound(t *testing.T) {
	var problems, foundThemes, names, foundNames int
	kinds := map[string]bool{}
	for _, p := range readNamed(t) {
		if p.source == "" || p.by == "" || p.theme == "" {
			t.Errorf("%s: source %q, named by %q, theme %q", p.place, p.source, p.by, p.theme)
		}
		r, all := examine(t, p.fen, p.moves)
		if r.Verdict != problem.Sound {
			t.Errorf("%s: %s: %v", p.place, p.source, r.Verdict)
		}
		var missing []string
		for _, name := range append([]string{p.theme}, p.also...) {
			kinds[name] = true
			names++
			if slices.ContainsFunc(all, func(f Found) bool { return f.Theme.Name == name }) {
				foundNames++
			} else {
				missing = append(missing, name)
			}
		}
		problems++
		if !slices.Contains(missing, p.theme) {
			foundThemes++
		}
		slices.Sort(missing)
		slices.Sort(p.missing)
		if !slices.Equal(missing, p.missing) {
			t.Errorf("%s: %s: not found: %q, known: %q", p.place, p.source, missing, p.missing)
		}
		for _, name := range missing {
			t.Logf("%s: no %s", p.source, name)
		}
	}
	t.Logf("the theme of %d of %d problems, %d of %d names, %d different ones", foundThemes, problems, foundNames, names, len(kinds))
	if problems < 40 || 100*foundThemes < 95*problems || 100*foundNames < 85*names {
		t.Error("too few are found")
	}
}

// commonplace says why a theme may turn up in a position that nobody composed.
var commonplace = map[string]string{
	"star flights":            "a bare king in the open has few flights, and some sets of four are a star",
	"eight knight moves":      "a knight that may go anywhere",
	"white knight tour":       "where a queen mates unless disturbed, a knight's eight moves may all be waiting moves",
	"corner-to-corner":        "a queen on a long diagonal",
	"switchback":              "the key leaves a mating square and the king comes back",
	"self-block":              "a defender near its king has little choice",
	"self-pin":                "the king steps onto a line behind its man",
	"unpin of the mating man": "a capture of the pinning man, or a check that drops the pin",
	"unpin of a defender":     "the key leaves the line of a pin",
	"pin-mate":                "a man beside its king on an attacked line",
	"interference":            "a defender stops in front of another",
	"line opening":            "a pawn or man steps off a file or diagonal of a queen",
	"gate opening":            "the queen crosses the square of the man that moved",
	"line closing":            "a mating man stops between a rook and the king",
	"unguard":                 "a lone guard must move",
	"double-check mate":       "a battery fired with check",
	"cross-check":             "a defender checks and a battery answers",
	"battery":                 "two men on a line with the king",
	"indirect battery":        "two men on a line with a square beside the king",
	"half-battery":            "three men on a line, and the key is one of the front men",
	"en passant":              "a pawn beside the king",
	"model mate":              "few men leave few squares guarded twice",
	"ideal mate":              "few men, and all of them needed",
	"partial Fleck":           "many threats, and defences that capture the men that make them",
	"full Fleck":              "many threats, and few defences",
	"Karlström-Fleck":         "many threats, and few defences",
	"Barnes":                  "a queen threatens twice, other men once",
	"Rudenko":                 "a queen's mates are the same whatever the phase",
	"Urania":                  "a queen's move is key, threat or mate as it happens",
	"allumwandlung":           "a pawn that must promote, and a queen that mates all but the knight",
	"reversal":                "a queen's first moves and mates are the same squares",
	"threat reversal":         "two moves mate together, in either order",
	"Grimshaw":                "in set play a rook and a bishop shut each other",
	"underpromotion":          "a pawn that must promote, and a rook or bishop that mates where a queen stalemates",
	"Y flights":               "a bare king in the open has few flights, and some sets of three are a Y",
	"Umnov":                   "a queen mates where a man stood that had to move",
	"Keller paradox":          "a man guards a square and is pinned",
	"Pelle":                   "a pinned man captures the man that pins it",
	"mirror mate":             "a king in the open between queens and rooks",
	"Bristol":                 "a queen follows a rook",
	"Herlin":                  "a rook goes far, and another man comes between",
	"echo":                    "few men give the same mate on two squares",
	"chameleon echo":          "few men give the same mate on two squares",
	"magnet":                  "a queen follows a rook",
	"four corners":            "a queen goes round the board",
	"castling":                "a king at home with its rook",
	"white correction":        "a try moves the key's man elsewhere, and one defence refutes it",
	"incomplete block":        "most diagrams leave a defence without an answer",
	"added mates":             "whatever the diagram does not answer and the key does is added",
	"removed mates":           "a key that gives up a guard gives up a set mate",
	"changed mates":           "a queen that has moved mates from elsewhere",
	"transferred mates":       "the same square is open to the queen after other defences",
}

// nonsense returns a random position: two kings and a few men of either side.
func nonsense(r *rand.Rand) (movegen.Position, bool) {
	b := movegen.Builder{EnPassant: movegen.NoSquare, FullmoveNumber: 1}
	place := func(c movegen.Color, t movegen.PieceType) {
		for {
			s := r.IntN(64)
			if t == movegen.Pawn && (s < 8 || s >= 56) || b.Board[s] != movegen.NoPiece {
				continue
			}
			b.Board[s] = movegen.MakePiece(c, t)
			return
		}
	}
	place(movegen.White, movegen.King)
	place(movegen.Black, movegen.King)
	for range 2 + r.IntN(4) {
		place(movegen.White, movegen.Pawn+movegen.PieceType(r.IntN(5)))
	}
	for range r.IntN(5) {
		place(movegen.Black, movegen.Pawn+movegen.PieceType(r.IntN(5)))
	}
	p, _, err := b.Build(movegen.Rules{Composed: true})
	return p, err == nil
}

func TestNonsenseShowsOnlyWhatIsCommonplace(t *testing.T) {
	random := randomProblems()
	if random.err != nil {
		t.Fatal(random.err)
	}
	counts := map[*Theme]int{}
	for _, report := range random.reports {
		seen := map[*Theme]bool{}
		for _, f := range Recognise(report) {
			if commonplace[f.Theme.Name] == "" {
				t.Errorf("%s shows %s: if random positions may, give the reason in commonplace", report.Position.FEN(), f.Theme.Name)
			}
			if !seen[f.Theme] {
				seen[f.Theme] = true
				counts[f.Theme]++
			}
		}
	}
	for _, theme := range Themes() {
		t.Logf("%-24s %4d of %d", theme.Name, counts[theme], len(random.reports))
	}
}
