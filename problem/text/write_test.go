package text

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/theme"
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
	p := must.First(movegen.Rules{Composed: true}.ParseFEN(fen))(t)
	r := must.Get(problem.Analyse(context.Background(), p, o))(t)
	r.Elapsed, r.Nodes = 0, 1000 // not what is tested here: they change with machine and solver
	return r
}

// written writes the report with everything that was asked of the analysis.
func written(t *testing.T, r *problem.Report, language string) string {
	t.Helper()
	l := must.Get(ParseLanguage(language))(t)
	return writtenWith(t, &Document{Report: r}, Options{Language: l, SetPlay: true, Tries: true, AllDefences: true})
}

func writtenWith(t *testing.T, d *Document, o Options) string {
	t.Helper()
	var out bytes.Buffer
	must.Do(t, Write(&out, d, o))
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
	p := must.Get(movegen.ParseFEN(fen))(t)
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
	mate := must.Get(movegen.ParseFEN("8/8/8/1k6/2pP4/2K5/8/8 b - d3 0 1"))(t)
	m, _ := notation.ParseMove(&mate, "cxd3", notation.English)
	if got := w.san(&mate, m); m.Kind() != movegen.EnPassant || got != "cxd3 e.p." {
		t.Errorf("%q", got)
	}
}

func TestWarningsAreReportedWithoutBeingAskedFor(t *testing.T) {
	const fen = "7k/5K2/8/8/8/2P5/1PP5/N5NN w - - 0 1"
	p := must.Get(movegen.ParseFEN(fen))(t)
	r := must.Get(problem.Analyse(t.Context(), p, problem.Options{Moves: 1}))(t)
	if got := writtenWith(t, &Document{Report: r}, Options{}); !strings.Contains(got, "\nWarnings\n  White: promoted piece (Na1, Ng1, Nh1): at least 1\n") {
		t.Error(got)
	}
}

// TestFormsLookLikeTheGoldenOnes keeps a text for each form that a report can have.
func TestFormsLookLikeTheGoldenOnes(t *testing.T) {
	italian := must.Get(ParseLanguage("it"))(t)
	correction := "8/3r4/8/3P4/1p1Q4/2N5/1N6/kBK5 w - - 0 1"
	compact := Full(italian)
	compact.Compact = true
	forms := []struct {
		name, fen string
		text      Options
	}{
		{"cumpe_full", cumpeFEN, Full(English())},
		{"cumpe_full_italian", cumpeFEN, Full(italian)},
		{"cumpe_compact_italian", cumpeFEN, compact},
		{"white_correction_full_italian", correction, Full(italian)},
		{"white_correction_figurines", correction, Options{Language: italian.WithFigurines()}},
		{"white_correction_each_defence", correction, Options{AllDefences: true, Ungrouped: true}},
		{"white_correction_no_partial", correction, Options{SetPlay: true, Tries: true, HidePartial: true, HideDuals: true}},
		{"cumpe_rook_for_queen_italian", "8/8/8/3K4/8/5nP1/5R1b/5N1k w - - 0 1", Options{Language: italian}},
		{"white_correction_pawn_for_knight_italian", "8/3r4/8/3P4/1p1Q4/2N5/1P6/kBK5 w - - 0 1", Options{Language: italian}},
		{"two_rooks_side_by_side_italian", "6k1/8/8/8/8/8/8/K1RR4 w - - 0 1", Options{Language: italian, AllDefences: true}},
		{"two_rooks_crosswise_italian", "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", Options{Language: italian, Tries: true}},
		{"king_and_rook_italian", "6k1/8/8/7K/8/8/8/4R3 w - - 0 1", Options{Language: italian, Tries: true}},
	}
	for _, f := range forms {
		r := report(t, f.fen, full(2))
		d := &Document{Report: r, Caption: Caption{Author: "N. N.", Source: "Nowhere, 1900"}}
		d.Themes = themesByHand(r)
		compare(t, f.name, writtenWith(t, d, f.text))
	}
	d := &Document{Report: report(t, cumpeFEN, problem.Options{Moves: 2}),
		Caption: Caption{Author: "J. Cumpe", Source: "<1908> & #1"}}
	var svg, latex, magazine bytes.Buffer
	marks := movegen.MakeSquare(3, 4).Bitboard() | movegen.MakeSquare(3, 5).Bitboard()
	must.Do(t, WriteSVG(&svg, d, marks, English()))
	must.Do(t, WriteLaTeX(&latex, d, marks, Options{DiagramOnly: true}))
	compare(t, "cumpe_svg", svg.String())
	compare(t, "cumpe_latex", latex.String())
	d.Author, d.Source, d.Title, d.Award = "J. Cumpe & Anonymous", "Bohemia, 12/1908, no. 4", "To O. Nemo; #1", "1st Prize"
	d.Report = report(t, cumpeFEN, full(2))
	d.Themes = themesByHand(d.Report)
	must.Do(t, WriteDiagramSty(&magazine, d, marks, Full(English().WithFigurines())))
	d.Twin = problem.Twin{Label: "b", Change: "wKd5-->d6"}
	must.Do(t, WriteDiagramSty(&magazine, d, 0, Options{DiagramOnly: true}))
	compare(t, "cumpe_diagram_sty", magazine.String())
}

// themesByHand is what a theme with one line of every kind would be: set play, a
// threat, and actual play. The real ones come and go with package theme.
func themesByHand(r *problem.Report) []theme.Found {
	if r.Verdict != problem.Sound {
		return nil
	}
	key, set := r.Keys[0], r.Set.Variations[0]
	found := theme.Found{Theme: &theme.Theme{Name: "changed"}, Lines: [][]movegen.Move{
		{movegen.NoMove, set.Defence, set.Mates.Moves[0]},
		{key.Move, key.Variations[0].Defence, key.Variations[0].Mates.Moves[0]},
	}}
	if key.Kind == problem.Threat {
		found.Lines = append(found.Lines, []movegen.Move{key.Move, movegen.NoMove, key.Threats.Moves[0]})
	}
	return []theme.Found{found}
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		must.Do(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want := must.Get(os.ReadFile(file))(t)
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// TestEveryKindHasItalianWords: a new kind must not stay English unnoticed.
func TestEveryKindHasItalianWords(t *testing.T) {
	var names []string
	for k := problem.NoBlock + 1; k <= problem.Mutate; k++ {
		names = append(names, k.String())
	}
	for k := problem.ChecksKing; k <= problem.ExposesKing; k++ {
		names = append(names, k.String())
	}
	for k := problem.Changed; k <= problem.Removed; k++ {
		names = append(names, k.String())
	}
	for k := problem.PromotedPiece; k <= problem.EnPassantUnproven; k++ {
		names = append(names, k.String())
	}
	for _, name := range names {
		if Italian().Text(name) == name && name != "mutate" {
			t.Errorf("%q has no Italian word", name)
		}
	}
}

func TestAnIllegalPositionIsWrittenWithItsFaults(t *testing.T) {
	d := &Document{Illegal: &Illegal{FEN: "8/8/8/8/8/8/8/8 w - -", Moves: 2,
		Faults: []movegen.Fault{{Code: movegen.KingCount, Field: movegen.BoardField, Offset: -1}}}}
	got := writtenWith(t, d, Options{})
	if !strings.HasPrefix(got, "8/8/8/8/8/8/8/8 w - -  #2  Illegal position.\n") || !strings.Contains(got, "White has no king") {
		t.Error(got)
	}
}

// TestNestedPlayIsWrittenBelowItsDefence uses play made by hand: a three-mover with one continuation, and with two.
func TestNestedPlayIsWrittenBelowItsDefence(t *testing.T) {
	p := must.Get(movegen.ParseFEN("7k/8/5K2/8/8/8/8/R7 w - - 0 1"))(t)
	move := func(from, to string) movegen.Move {
		a, _ := movegen.ParseSquare(from)
		b, _ := movegen.ParseSquare(to)
		return movegen.MakeMove(a, b, movegen.Normal)
	}
	last := problem.Variation{Defence: move("h7", "h8"), Effective: true, Mates: problem.Mates{In: 1, Moves: []movegen.Move{move("a2", "h2")}}}
	waiting := problem.Phase{Move: move("a1", "a2"), Kind: problem.Block, Variations: []problem.Variation{last}}
	other := problem.Phase{Move: move("a1", "a3"), Kind: problem.Block}
	key := func(play ...problem.Phase) *problem.Report {
		mates := problem.Mates{In: 2, Play: play}
		for _, phase := range play {
			mates.Moves = append(mates.Moves, phase.Move)
		}
		return &problem.Report{Position: p, Moves: 3, Verdict: problem.Sound, Complete: true, Keys: []problem.Phase{{
			Move: move("f6", "f7"), Kind: problem.Block, Variations: []problem.Variation{{Defence: move("h8", "h7"), Mates: mates, Effective: true}}}}}
	}
	for name, c := range map[string]struct {
		report *problem.Report
		want   string
	}{
		"one":     {key(waiting), "1.Kf7! zugzwang\n  1...Kh7 2.Ra2 zugzwang\n      2...Kh8 3.Rh2#\n"},
		"several": {key(waiting, other), "1.Kf7! zugzwang\n  1...Kh7 2.Ra2/Ra3 (dual)\n    2.Ra2 zugzwang\n      2...Kh8 3.Rh2#\n    2.Ra3 zugzwang\n"},
	} {
		if got := writtenWith(t, &Document{Report: c.report}, Options{}); !strings.Contains(got, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
		_, fields := jsonLine(t, &Document{Report: c.report}, Options{})
		v := fields["keys"].([]any)[0].(map[string]any)["variations"].([]any)[0].(map[string]any)
		first := v["play"].([]any)[0].(map[string]any)
		if v["in"] != 2.0 || first["move"] != "a1a2" || first["variations"].([]any)[0].(map[string]any)["defence"] != "h7h8" {
			t.Errorf("%s: %v", name, v)
		}
	}
}

// documents are the corpus of all renderers: a report for each golden text, with every
// option set, and one for every 25th of the composed two-movers. They are analysed once.
var documents = sync.OnceValues(func() ([]*Document, error) {
	var all []*Document
	add := func(fen, title string, o problem.Options) error {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
		if err != nil {
			return err
		}
		r, err := problem.Analyse(context.Background(), p, o)
		if err != nil {
			return err
		}
		r.Elapsed = 0
		d := &Document{Report: r, Caption: Caption{Title: title}}
		d.Recognise()
		all = append(all, d)
		return nil
	}
	for _, g := range golden {
		o := full(g.options.Moves)
		o.Nodes, o.Play = g.options.Nodes, g.options.Play
		if err := add(g.fen, g.name, o); err != nil {
			return nil, err
		}
	}
	text, err := os.ReadFile("../testdata/two_movers.txt")
	if err != nil {
		return nil, err
	}
	lines := strings.Split(string(text), "\n")
	for n := 25; n < len(lines); n += 25 {
		if err := add(lines[n-1], fmt.Sprint("open ", n), full(2)); err != nil {
			return nil, err
		}
	}
	return all, nil
})

func corpus(t *testing.T) []*Document {
	t.Helper()
	all := must.Get(documents())(t)
	return all
}
