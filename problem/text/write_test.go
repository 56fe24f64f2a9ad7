package text

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

var update = flag.Bool("update", false, "rewrite the golden reports")

// golden are the reports kept in testdata: the seed's examples and one report for each thing that a report can show.
var golden = []struct {
	name, fen, language string
	options             problem.Options
}{
	{"cumpe", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "english", problem.Options{Moves: 2}},
	{"cumpe_all_phases", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "english", problem.Options{Moves: 2, Tries: 1, SetPlay: true}},
	{"cumpe_italian", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "italian", problem.Options{Moves: 2, Tries: 1, QuietTries: true, SetPlay: true}},
	{"cumpe_rook_for_queen", "8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1", "english", problem.Options{Moves: 2}},
	{"white_correction", "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", "english", problem.Options{Moves: 2}},
	{"white_correction_all_defences", "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1", "english", problem.Options{Moves: 2, AllDefences: true}},
	{"white_correction_pawn_for_knight", "8/3r4/8/3P4/1p1Q4/2N5/1P6/kBK5 w - - 0 1", "english", problem.Options{Moves: 2}},
	{"two_rooks_side_by_side", "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", "english", problem.Options{Moves: 2, AllDefences: true}},
	{"two_rooks_crosswise", "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", "english", problem.Options{Moves: 2, Tries: 1}},
	{"king_and_rook", "6k1/8/8/7K/8/8/8/4R3 w - - 0 1", "english", problem.Options{Moves: 2, Tries: 1}},
	{"several_refutations", "6k1/8/8/7K/8/8/8/4R3 w - - 0 1", "italian", problem.Options{Moves: 2, Tries: 2, QuietTries: true}},
	{"short_solution", "k7/7P/1K6/8/8/8/8/8 w - - 0 1", "english", problem.Options{Moves: 2}},
	{"black_mates", "8/8/8/8/8/1k6/7p/K7 b - - 0 1", "italian", problem.Options{Moves: 1}},
	{"three_mover", "k6r/rb3R1p/NQ4p1/2p2n2/1p6/8/PPn3PP/6K1 w - - 0 1", "english", problem.Options{Moves: 3, AllDefences: true, Play: 3}},
	{"duals_and_promotions", "8/8/8/8/3RK1Q1/4P3/4p3/3N1k2 w - - 0 1", "english", problem.Options{Moves: 2, Tries: 1, SetPlay: true}},
	{"many_duals", "4NBq1/6P1/7k/5Q2/8/8/8/6K1 w - - 0 1", "english", problem.Options{Moves: 2, AllDefences: true}},
	{"interrupted", "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", "english", problem.Options{Moves: 2, Nodes: 130}},
}

func report(t *testing.T, fen string, o problem.Options) *problem.Report {
	t.Helper()
	p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	r, err := problem.Analyse(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	r.Elapsed, r.Nodes = 0, 1000 // not what is tested here: they change with machine and solver
	return r
}

// written writes the report with everything that was asked of the analysis.
func written(t *testing.T, r *problem.Report, language string) string {
	t.Helper()
	l, err := ParseLanguage(language)
	if err != nil {
		t.Fatal(err)
	}
	return writtenWith(t, &Document{Report: r}, Options{Language: l, SetPlay: true, Tries: true, AllDefences: true})
}

func writtenWith(t *testing.T, d *Document, o Options) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, d, o); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestReportsLookLikeTheGoldenOnes(t *testing.T) {
	for _, g := range golden {
		t.Run(g.name, func(t *testing.T) { compare(t, g.name, written(t, report(t, g.fen, g.options), g.language)) })
	}
}

// TestTheTimeIsWrittenIfThereIsOne holds the line that golden texts leave out.
func TestTheTimeIsWrittenIfThereIsOne(t *testing.T) {
	r := report(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", problem.Options{Moves: 2})
	r.Elapsed = 1_234_567
	if got := written(t, r, "en"); !strings.HasSuffix(got, " nodes, 1.23 ms\n") {
		t.Errorf("the report ends %q", got[max(0, len(got)-30):])
	}
}

func TestLanguagesWithoutWordsKeepTheirLetters(t *testing.T) {
	r := report(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", problem.Options{Moves: 2})
	for language, want := range map[string][]string{
		"english":  {"White mates in 2", "1.Kd6!", "Nf3~"},
		"italian":  {"Il Bianco matta in 2", "1.Rd6!", "Cf3~"},
		"IT":       {"Il Bianco matta in 2", "1.Rd6!"},
		"spanish":  {"White mates in 2", "1.Rd6!", "Cf3~"},
		"german":   {"White mates in 2", "1.Kd6!", "Sf3~"},
		"figurine": {"White mates in 2", "1.♔d6!", "♘f3~"},
	} {
		got := written(t, r, language)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: no %q in\n%s", language, part, got)
			}
		}
	}
	if _, err := ParseLanguage("klingon"); !errors.Is(err, notation.ErrLanguage) {
		t.Errorf("klingon: %v, want ErrLanguage", err)
	}
}

// brokenWriter fails after some bytes.
type brokenWriter struct{ left int }

var errBroken = errors.New("broken")

func (w *brokenWriter) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errBroken
	}
	return len(p), nil
}

func TestAnErrorOfTheWriterIsReturned(t *testing.T) {
	r := report(t, "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1", problem.Options{Moves: 2})
	if err := Write(&brokenWriter{10}, &Document{Report: r}, Options{}); !errors.Is(err, errBroken) {
		t.Errorf("%v, want the writer's error", err)
	}
}

func TestEnPassantIsMarked(t *testing.T) {
	const fen = "8/8/8/8/1pP5/k7/8/K1R5 b - c3 0 1" // bxc3 may be played en passant
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	w := text{}
	w.letters = English().letters
	for _, m := range p.Moves() {
		san := notation.SAN(&p, m, notation.English)
		want := san
		if san == "bxc3" {
			want = "bxc3 e.p."
		}
		if got := w.san(&p, m); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	mate, err := movegen.ParseFEN("8/8/8/1k6/2pP4/2K5/8/8 b - d3 0 1")
	if err != nil {
		t.Fatal(err)
	}
	m, _ := notation.ParseMove(&mate, "cxd3", notation.English)
	if got := w.san(&mate, m); m.Kind() != movegen.EnPassant || got != "cxd3 e.p." {
		t.Errorf("%q", got)
	}
}

func TestWarningsAreToldWithoutBeingAskedFor(t *testing.T) {
	const fen = "7k/5K2/8/8/8/2P5/1PP5/N5NN w - - 0 1"
	p, err := movegen.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	r, err := problem.Analyse(t.Context(), p, problem.Options{Moves: 1})
	if err != nil {
		t.Fatal(err)
	}
	if got := writtenWith(t, &Document{Report: r}, Options{}); !strings.Contains(got, "\nWarnings\n  White: promoted piece (Na1, Ng1, Nh1): at least 1\n") {
		t.Error(got)
	}
}
