package text

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// TestAThemeThatOccursTwiceHasOneParagraph writes a theme twice, and another one.
func TestAThemeThatOccursTwiceHasOneParagraph(t *testing.T) {
	d := &Document{Report: report(t, golden[0].fen, golden[0].options)}
	key := d.Report.Keys[0].Move
	twice, once := &theme.Theme{Name: "twice"}, &theme.Theme{Name: "once"}
	lines := [][]movegen.Move{{key}}
	d.Themes = []theme.Found{{Theme: twice, Lines: lines}, {Theme: twice, Lines: lines}, {Theme: once, Lines: lines}}
	var full, compact strings.Builder
	must.Do(t, Write(&full, d, Options{Themes: true}))
	must.Do(t, Write(&compact, d, Options{Themes: true, Compact: true}))
	if strings.Count(full.String(), "twice:\n    1.") != 1 || strings.Count(full.String(), "twice") != 1 ||
		!strings.Contains(full.String(), "once: 1.") {
		t.Errorf("%s", full.String())
	}
	if !strings.Contains(compact.String(), "twice, once") {
		t.Errorf("%s", compact.String())
	}
}

// TestRandomMovesOfThemesAreFolded writes the themes of Kiss's problem with a rook that goes to five squares.
func TestRandomMovesOfThemesAreFolded(t *testing.T) {
	p, _, err := movegen.Rules{Composed: true}.ParseFEN("8/bN1B1n2/r1p5/1pp1BPpK/1P2k1N1/3R3P/2Pp1QR1/3br3 w - - 0 1")
	must.Do(t, err)
	r := must.Get(problem.Analyse(t.Context(), p, theme.Options(2)))(t)
	d := &Document{Report: r}
	d.Recognise()
	var out strings.Builder
	must.Do(t, Write(&out, d, Options{Themes: true}))
	for _, want := range []string{
		" 1...Ra6~ (a1,a2,a3,a4,a5) 2.Qxc6#", "\n    1.Qxc5! 1...Re2 2.Nf6#, 1...Be2 2.Re3#\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "Ra3 2.Qxc6#") {
		t.Errorf("not folded:\n%s", out.String())
	}
}

// TestEveryThemeHasAnItalianName: names that begin with a capital are those of persons and
// places, and some terms are the same everywhere.
func TestEveryThemeHasAnItalianName(t *testing.T) {
	shared := map[string]bool{"pickaninny": true, "albino": true, "allumwandlung": true, "switchback": true, "rundlauf": true,
		"platzwechsel": true, "excelsior": true, "en passant": true, "le Grand": true,
		"pseudo le Grand": true, "mutate": true}
	for _, th := range theme.Themes() {
		if Italian().Text(th.Name) == th.Name && !shared[th.Name] && th.Name[0] >= 'a' {
			t.Errorf("%q has no Italian name in internal/message/italian.txt", th.Name)
		}
	}
}

// manolescuFEN is a two-mover (Manolescu 1956) with a Zagoruiko.
const manolescuFEN = "8/8/K4P2/1R1P2Br/p1k3N1/r7/3Q4/b7 w - - 0 1"

// TestThemesHaveTheLettersOfTheTable: whatever letter follows a move, the legend gives it to a move to the same square.
func TestThemesHaveTheLettersOfTheTable(t *testing.T) {
	lettered := 0
	move := regexp.MustCompile(`(?:1\.\.\.|2\.)([^ ,;\]]+) ([a-zA-Z])\b`)
	item := regexp.MustCompile(`(?:^|, )([A-Za-z]) (?:1\.\.\.|2\.)`)
	for _, fen := range []string{shireFEN, kissFEN, manolescuFEN} {
		d := &Document{Report: report(t, fen, full(2))}
		d.Recognise()
		head, themes, _ := strings.Cut(writtenWith(t, d, Full(English())), "\nThemes\n")
		_, head, _ = strings.Cut(head, "\n  defences: ")
		head, _, _ = strings.Cut(head, "\n\n")
		head = strings.Join(strings.Fields(strings.ReplaceAll(head, "\n  mates: ", ", ")), " ")
		names := map[string]string{}
		items := item.FindAllStringSubmatchIndex(head, -1)
		for i, at := range items {
			end := len(head)
			if i+1 < len(items) {
				end = items[i+1][0]
			}
			names[head[at[2]:at[3]]] = head[at[1]:end]
		}
		for _, m := range move.FindAllStringSubmatch(themes, -1) {
			lettered++
			squares := regexp.MustCompile(`[a-h][1-8]`).FindAllString(m[1], -1)
			if !strings.Contains(names[m[2]], squares[len(squares)-1]) {
				t.Errorf("%s: %q has the letter %s of %q", fen, m[1], m[2], names[m[2]])
			}
		}
	}
	if lettered < 50 {
		t.Errorf("%d letters: a poor test", lettered)
	}
	d := &Document{Report: report(t, manolescuFEN, full(2))}
	d.Recognise()
	want := "Zagoruiko:\n    set play: 1...Bc3 a 2.Ne3# A, 1...Rc3 b 2.Ne5# B\n" +
		"    1.Nf2? 1...Bc3 a 2.Qd3# C, 1...Rc3 b 2.Qf4# D\n    1.Be3! 1...Bc3 a 2.Qe2# E, 1...Rc3 b 2.Qd4# F\n"
	if got := writtenWith(t, d, Full(English())); !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestThemesNameTheirPhases: each on a line of its own, with the marks of keys and tries.
func TestThemesNameTheirPhases(t *testing.T) {
	d := &Document{Report: report(t, shireFEN, full(2))}
	d.Recognise()
	got := writtenWith(t, d, Options{Themes: true})
	for _, want := range []string{
		"\n  transferred mates:\n    set play: 1...Ne5 2.Nd6#\n    1.Nxd3! 1...Bxe3 2.Nd6#\n",
		"\n  Hannelius:\n    1.Nh3? [2.Qf4#], 1...Bxe3!\n    1.Ng6? [2.Nd6#], 1...Bb4!\n    1.Nxd3! 1...Bxe3 2.Nd6#, 1...Bb4 2.Qf4#\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// TestMatesThatThemesTellAreReportedOnce, and without themes they are reported nevertheless.
func TestMatesThatThemesTellAreReportedOnce(t *testing.T) {
	themed := 0
	for _, d := range corpus(t) {
		if len(d.Report.Keys) != 1 || d.Report.Keys[0].Duals() > 0 {
			continue // of duals no theme tells
		}
		for _, name := range []string{"model mate", "ideal mate"} {
			if !slices.ContainsFunc(d.Themes, func(f theme.Found) bool { return f.Theme.Name == name }) {
				continue
			}
			themed++
			if got := writtenWith(t, d, Full(English())); strings.Count(got, "\n  "+name) != 1 {
				t.Errorf("%s: %s is not listed once:\n%s", d.Title, name, got)
			}
			if got := writtenWith(t, d, Options{Judgement: true}); strings.Count(got, "\n  "+name) == 0 {
				t.Errorf("%s: no %s without themes", d.Title, name)
			}
		}
	}
	if themed < 5 {
		t.Errorf("%d problems: a poor test", themed)
	}
	d := &Document{Report: report(t, cumpeFEN, full(2))}
	if got := writtenWith(t, d, Options{Judgement: true}); !strings.Contains(got, "\nMates\n  model mate: 1.Kd6! 1...Nf3~ (e1,d2,d4,h4,e5,g5) 2.Qxh2#, 1...Bg1 2.Qxf3#, 1...Bxg3+ 2.Nxg3#\n") {
		t.Errorf("%s", got)
	}
}

// kissFEN is a two-mover (Kiss 1953) in which many moves of one rook have the same changed mates.
const kissFEN = "8/bN1B1n2/r1p5/1pp1BPpK/1P2k1N1/3R3P/2Pp1QR1/3br3 w - - 0 1"

// TestChangesAreGroupedAsVariationsAre, and none is lost.
func TestChangesAreGroupedAsVariationsAre(t *testing.T) {
	grouped := 0
	for _, d := range append(corpus(t), &Document{Report: report(t, kissFEN, full(2)), Caption: Caption{Title: "Kiss"}}) {
		w := &text{report: d.Report, letters: English().letters}
		var got, want []problem.Change
		for _, g := range changesOf(w, w, w.report.Changes) {
			grouped += len(g.defences[0]) - 1
			line := g.write(w, w)
			for side, defences := range g.defences {
				for _, m := range defences {
					if side == 0 && g.Kind == problem.Added || side == 1 && g.Kind != problem.Added && g.Kind != problem.Transferred {
						continue
					}
					if !strings.Contains(line, m.To().String()) {
						t.Errorf("%s: %v is missing from %q", d.Title, m, line)
					}
				}
			}
			for _, m := range g.defences[0] {
				got = append(got, problem.Change{Kind: g.Kind, From: g.From, To: g.To, Defence: m})
			}
		}
		for _, c := range d.Report.Changes {
			c = problem.Change{Kind: c.Kind, From: c.From, To: c.To, Defence: c.Defence}
			if !slices.ContainsFunc(want, func(o problem.Change) bool { return sameChange(&c, &o) }) {
				want = append(want, c)
			}
			if !slices.ContainsFunc(got, func(o problem.Change) bool { return sameChange(&c, &o) }) {
				t.Errorf("%s: %+v is written nowhere", d.Title, c)
			}
		}
		for _, c := range got {
			if !slices.ContainsFunc(want, func(o problem.Change) bool { return sameChange(&c, &o) }) {
				t.Errorf("%s: %+v is no change", d.Title, c)
			}
		}
	}
	if grouped < 10 {
		t.Errorf("%d changes grouped: a poor test", grouped)
	}
}

func sameChange(a, b *problem.Change) bool {
	return a.Kind == b.Kind && a.From == b.From && a.To == b.To && a.Defence == b.Defence
}

// TestTheKindOfEachKeyOfACookedProblemIsReported, for the first need not be the composer's.
func TestTheKindOfEachKeyOfACookedProblemIsReported(t *testing.T) {
	got := writtenWith(t, &Document{Report: report(t, "6k1/8/8/8/8/8/5R2/K3R3 w - - 0 1", full(2))}, Full(English()))
	if want := "\nKind: 1.Rg1+ check, 1.Re7 block\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
}

// TestChangesAgainstTrivialTriesAreCounted: each phase has one paragraph, and what is not reported is counted.
func TestChangesAgainstTrivialTriesAreCounted(t *testing.T) {
	shire := &Document{Report: report(t, shireFEN, full(2))}
	got := writtenWith(t, shire, Options{Judgement: true})
	want := "\n  set play – 1.Nxd3!\n    transferred: 1...Ne5 2.Nd6# → 1...Bxe3 2.Nd6#\n    added: 4\n    removed: 1\n  omitted (trivial tries): changes 5, tries 5\n"
	if !strings.Contains(got, want) || strings.Contains(got, "1.Qe5+? –") {
		t.Errorf("no %q in\n%s", want, got)
	}
	left := 0
	for _, d := range corpus(t) {
		w := &text{report: d.Report, document: d, letters: English().letters}
		trivial, tries := 0, map[movegen.Move]bool{}
		for _, g := range changesOf(w, w, w.report.Changes) {
			if isTrivial(w.report, w.document.Themes, g.From) {
				trivial++
				tries[g.From] = true
			}
		}
		got := writtenWith(t, d, Options{Judgement: true})
		if line := fmt.Sprintf("changes %d, tries %d\n", trivial, len(tries)); trivial > 0 != strings.Contains(got, line) {
			t.Errorf("%s: no %q in\n%s", d.Title, line, got)
		}
		_, section, _ := strings.Cut(got, "\nChanges between the phases\n")
		section, _, _ = strings.Cut(section, "\n\n")
		for line := range strings.Lines(section) {
			if strings.Contains(line, " – ") && strings.Count(section, line) != 1 {
				t.Errorf("%s: %q twice", d.Title, line)
			}
		}
		left += trivial
	}
	if left < 10 {
		t.Errorf("%d left out: a poor test", left)
	}
}

// TestTrivialTriesAreCountedAndTheOthersOrdered: each try is reported or counted, and none of
// those reported is refuted by capture of its man, empty, or refuted by an unprovided move.
func TestTrivialTriesAreCountedAndTheOthersOrdered(t *testing.T) {
	reported := map[problem.Triviality]int{}
	for _, d := range corpus(t) {
		r := d.Report
		tries, trivial := worthwhile(r, nil)
		n := 0
		for reason, count := range trivial {
			reported[reason] += count
			n += count
		}
		if len(tries)+n != len(r.Tries) {
			t.Errorf("%s: %d tries, %d written and %d omitted", d.Title, len(r.Tries), len(tries), n)
		}
		last := 1000
		isOnly := r.Verdict == problem.NoSolution && len(tries) == 1 // it is written even if it is trivial
		for _, try := range tries {
			answers := 0
			for _, v := range try.Variations {
				if v.Effective {
					answers++
				}
			}
			if answers == 0 && !try.Stalemate && !isOnly || answers > last {
				t.Errorf("%s: %v with %d variations behind %d", d.Title, try.Move, answers, last)
			}
			last = answers
			for _, m := range try.Refutations {
				if !isOnly && (m.To() == try.Move.To() || r.Set != nil && slices.Contains(r.Set.Refutations, m)) {
					t.Errorf("%s: %v is refuted by %v", d.Title, try.Move, m)
				}
			}
		}
		kept, counts := worthwhile(r, d.Themes)
		for _, f := range d.Themes {
			for _, line := range f.Lines {
				isMove := func(ph problem.Phase) bool { return ph.Move == line[0] }
				if slices.ContainsFunc(r.Tries, isMove) && !slices.ContainsFunc(kept, isMove) {
					t.Errorf("%s: %v shows %s, and is left out", d.Title, line[0], f.Theme.Name)
				}
			}
		}
		n = 0
		for _, count := range counts {
			n += count
		}
		got := writtenWith(t, d, Options{Tries: true, Judgement: true})
		if strings.Contains(got, "\n  omitted (") != (n > 0) {
			t.Errorf("%s: %+v left out:\n%s", d.Title, counts, got)
		}
	}
	if min(reported[problem.CapturedTry], reported[problem.EmptyTry], reported[problem.UnprovidedTry]) < 10 {
		t.Errorf("%+v: a poor test", reported)
	}
	r := &problem.Report{Tries: []problem.Phase{{}}}
	if tries, trivial := worthwhile(r, nil); tries != nil || trivial[problem.EmptyTry] != 1 {
		t.Errorf("%v, %+v", tries, trivial)
	}
	r.Verdict = problem.NoSolution
	if tries, trivial := worthwhile(r, nil); len(tries) != 1 || trivial[problem.EmptyTry] != 0 {
		t.Errorf("without a solution: %v, %+v", tries, trivial)
	}
}

// TestSuperfluousMenNameTheTriesThatNeedThem: a two-mover (Abdurahmanović 1957) whose tries
// promote the pawn that its actual play does not need.
func TestSuperfluousMenNameTheTriesThatNeedThem(t *testing.T) {
	d := &Document{Report: report(t, "5QKB/2P5/8/3k4/8/1R4N1/8/8 w - - 0 1", full(2))}
	d.Recognise()
	o := Full(English())
	if got, want := writtenWith(t, d, o), "\nSuperfluous men in actual play: c7\n  c7: needed for the tries 1.c8=Q?, 1.c8=R?, 1.c8=B?, 1.c8=N?\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	o.Compact = true
	if got, want := writtenWith(t, d, o), "\nSuperfluous men in actual play: c7; c7: needed for the tries 1.c8=Q?, 1.c8=R?, 1.c8=B?, 1.c8=N?\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	one := &Document{Report: report(t, kissFEN, full(2))}
	one.Recognise()
	if got, want := writtenWith(t, one, Full(English())), "\n  c5: needed for the try 1.bxc5?\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	_, fields := jsonLine(t, d, Full(English()))
	loss := fields["lost_tries"].([]any)
	if len(fields["superfluous"].([]any)) != 1 || len(loss) != 1 || loss[0].(map[string]any)["man"] != "c7" || len(loss[0].(map[string]any)["tries"].([]any)) != 4 {
		t.Errorf("%v", loss)
	}
	must.Do(t, o.ParseEconomy("tries"))
	if got := writtenWith(t, d, o); strings.Contains(got, "Superfluous") {
		t.Errorf("%s", got)
	}
	if _, fields = jsonLine(t, d, o); len(fields["superfluous"].([]any)) != 0 || len(fields["lost_tries"].([]any)) != 0 {
		t.Errorf("%v, %v", fields["superfluous"], fields["lost_tries"])
	}
	d.Report.Economy = &problem.Economy{Superfluous: squares("f8", "c7"), Lost: d.Report.Economy.Lost}
	if got, want := writtenWith(t, d, o), "\nSuperfluous men in actual play and tries: Qf8\n"; !strings.Contains(got, want) {
		t.Errorf("no %q in\n%s", want, got)
	}
	if err := o.ParseEconomy("actual"); err != nil || o.KeepTries || o.ParseEconomy("all") == nil {
		t.Errorf("%v, %+v", err, o)
	}
}

// TestThePlayOfThematicTriesShowsThemes names correction, dual avoidance and themes of one variation with their tries.
func TestThePlayOfThematicTriesShowsThemes(t *testing.T) {
	tests := []struct {
		name, fen, text string
		elements, shows bool
	}{
		{"Polgár, Chess, no. 406", "1K6/8/2Q5/kn6/8/P7/3N4/4B3",
			"\n  dual avoidance (1.Bf2?): 1...Nd4 2.Nc4#, 1...Nd6 2.Nb3#\n", false, true},
		{"Polgár, Chess, no. 2227", "8/2R5/4kp2/Q7/8/2n3BK/8/8", "\n  black correction (1.Qa8?): 1...Nc3~ ", false, true},
		{"Polgár, Chess, no. 2196, beside the key's", "3K1k2/5P2/5RPb/8/8/8/8/5Q2",
			"1...Bg7 2.Qa3#\n  black correction (1.Qg1?): 1...Bh6~ (c1,d2,e3,f4) 2.g7#, 1...Bg7 2.Qc5#\n", false, true},
		{"Polgár, Chess, no. 2257", "R7/B7/B7/8/8/2p4r/8/k1K5", "\n  half-battery (1.Bb7?): ", false, true},
		{"elements if asked for", "8/2R5/4kp2/Q7/8/2n3BK/8/8", "\n  self-block (1.Qa8?): ", true, true},
		{"no elements", "8/2R5/4kp2/Q7/8/2n3BK/8/8", "self-block (1.Q", false, false},
		{"the same mates as in actual play (Polgár, Chess, no. 2531)", "5K1k/7q/8/8/8/2p4R/5p2/5Q2", "Pelle (1.R", false, false},
		{"a try that is not in the table", "1K6/8/2Q5/kn6/8/P7/3N4/4B3", "(1.Qc5?)", true, false},
	}
	for _, test := range tests {
		d := &Document{Report: report(t, test.fen+" w - - 0 1", full(2)), Elements: test.elements}
		d.Recognise()
		if got := writtenWith(t, d, Full(English())); strings.Contains(got, test.text) != test.shows {
			t.Errorf("%s: %q is there: %t\n%s", test.name, test.text, !test.shows, got)
		}
	}
}
