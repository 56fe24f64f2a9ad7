package text

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// TestFormsLookLikeTheGoldenOnes keeps a text for each form that a report can have.
func TestFormsLookLikeTheGoldenOnes(t *testing.T) {
	italian, err := ParseLanguage("it")
	if err != nil {
		t.Fatal(err)
	}
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
	var svg, latex bytes.Buffer
	marks := movegen.MakeSquare(3, 4).Bitboard() | movegen.MakeSquare(3, 5).Bitboard()
	if err := WriteSVG(&svg, d, marks, English()); err != nil {
		t.Fatal(err)
	}
	if err := WriteLaTeX(&latex, d, marks, Options{DiagramOnly: true}); err != nil {
		t.Fatal(err)
	}
	compare(t, "cumpe_svg", svg.String())
	compare(t, "cumpe_latex", latex.String())
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
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
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
	p, err := movegen.ParseFEN("7k/8/5K2/8/8/8/8/R7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
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
