package exchange

import (
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
	"alfiere/problem"
	"alfiere/problem/text"
)

// TestGamesHaveTheSolution whose moves are legal: keys with !, tries with ? and first their refutation with !.
func TestGamesHaveTheSolution(t *testing.T) {
	db, documents := analysed(t)
	r := pgn.NewReader(strings.NewReader(exported(t, db, must.Get(FindFormat("pgn"))(t))), pgn.Reading{})
	glyph := func(tree *gametree.Tree, n gametree.Node) gametree.NAG { return append(tree.NAGs(n), 0)[0] }
	tries := 0
	for i, p := range all(t, db) {
		d := documents[i]
		if !r.Next() || r.Tag("FEN") != p.FEN+" 0 1" {
			t.Fatalf("%s: the game has the FEN %s", p.FEN, r.Tag("FEN"))
		}
		g := must.Get(r.Game())(t)
		keys := map[gametree.NAG]int{}
		for n := range g.Tree.Children(gametree.Root) {
			mark := glyph(g.Tree, n)
			keys[mark]++
			if reply := g.Tree.Next(n); mark == 2 && (glyph(g.Tree, reply) != 1 || reply == gametree.Root) &&
				g.Tree.Comment(n) != "stalemate!" {
				t.Errorf("%s: a try without a refutation", d.Report.Position.FEN())
			}
		}
		tries += keys[2]
		if len(g.Faults) > 0 || keys[1] != len(d.Report.Keys)+len(d.Report.Short) {
			t.Errorf("%s: %v, keys %d", d.Report.Position.FEN(), g.Faults, keys[1])
		}
	}
	if r.Next() || tries == 0 {
		t.Errorf("a game too many, or no tries: %d", tries)
	}
}

// TestExportsForOtherPrograms: Popeye stops at EndProblem, and Olive has the solution and its words for themes.
func TestExportsForOtherPrograms(t *testing.T) {
	db, documents := analysed(t)
	must.Do(t, add(db, &problem.Record{FEN: "8/8/8/8/8/k2K4/7R/8 w - -", Stipulation: "#2", Title: strings.Repeat("long ", 80)}))
	popeye := exported(t, db, must.Get(FindFormat("popeye"))(t))
	if n := len(all(t, imported(t, popeye))); n != len(documents)+1 || strings.Count(popeye, "\nNextProblem\n") != n-1 ||
		strings.Count(popeye, "BeginProblem") != 1 || strings.Count(popeye, "EndProblem") != 1 {
		t.Errorf("%d problems in\n%s", n, popeye)
	}
	for line := range strings.Lines(popeye) {
		if len(line) > 255 {
			t.Errorf("Popeye reads no lines as long as %q", line)
		}
	}
	olive := exported(t, db, must.Get(FindFormat("olive"))(t))
	for _, d := range documents {
		solution := (&text.Popeye{}).Solution(d, text.Options{})
		for line := range strings.Lines(solution) {
			if !strings.Contains(olive, strings.TrimSpace(line)) {
				t.Errorf("%s: no line %q", d.Report.Position.FEN(), line)
			}
		}
	}
	if n := len(all(t, imported(t, olive))); n != len(documents)+1 || !strings.Contains(olive, "- Grimshaw") {
		t.Errorf("%d problems, or no keywords, in\n%s", n, olive)
	}
}
