package text

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// spoken is a phase as a text or a line of JSON shows it: its first move, and for each
// defence the mates in alphabetical order; refutations have none.
type spoken struct {
	first   string
	answers map[string]string
}

// said reads the phases of a text in which every defence has its own line. Set play has no first move.
func said(text string) (phases []spoken) {
	first := regexp.MustCompile(`^1\.([^. ]+?)[!?]`)
	answer := regexp.MustCompile(`^  1\.\.\.(\S+) 2\.(\S+)`)
	refuted := regexp.MustCompile(`1\.\.\.(\S+)!`)
	for l := range strings.Lines(text) {
		l = strings.TrimSuffix(l, "\n")
		switch {
		case l == "Set play":
			phases = append(phases, spoken{"", map[string]string{}})
		case first.MatchString(l) && !strings.Contains(l, " mates in "):
			names := []string{l}
			if several, found := strings.CutSuffix(l, " stalemate!"); found {
				names = strings.Split(several, "/")
			}
			for _, name := range names {
				name = first.FindStringSubmatch("1." + strings.TrimPrefix(name, "1."))[1]
				phases = append(phases, spoken{name, map[string]string{}})
			}
		case answer.MatchString(l):
			m := answer.FindStringSubmatch(l)
			phases[len(phases)-1].answers[m[1]] = spelled(m[2])
		case strings.HasPrefix(l, "  but "):
			for _, m := range refuted.FindAllStringSubmatch(l, -1) {
				phases[len(phases)-1].answers[m[1]] = ""
			}
		}
	}
	return phases
}

// spelled writes out the promotions that a text joins: a8=Q/R# is a8=Q#/a8=R#.
func spelled(mates string) string {
	var names []string
	for _, name := range strings.Split(mates, "/") {
		if pawn := len(names) - 1; len(strings.TrimSuffix(name, "#")) == 1 {
			names[pawn] = strings.TrimSuffix(names[pawn], "#") + "#"
			name = names[pawn][:strings.Index(names[pawn], "=")+1] + name
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, "/")
}

// sanOf writes moves of coordinates as a text does.
func sanOf(t *testing.T, p *movegen.Position, moves any) string {
	t.Helper()
	var names []string
	for _, text := range moves.([]any) {
		m, err := notation.ParseUCI(p, text.(string))
		if err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		names = append(names, notation.SAN(p, m, notation.English))
	}
	slices.Sort(names)
	return strings.Join(names, "/")
}

// reported reads the same phases of a line of JSON; every move is played.
func reported(t *testing.T, p movegen.Position, fields map[string]any) (phases []spoken) {
	t.Helper()
	play := func(p movegen.Position, text string) movegen.Position {
		m, err := notation.ParseUCI(&p, text)
		if err != nil {
			t.Fatalf("%s: %v", p.FEN(), err)
		}
		return p.After(m)
	}
	read := func(first string, after movegen.Position, variations any, refutations any) {
		ph := spoken{first, map[string]string{}}
		for _, v := range variations.([]any) {
			v := v.(map[string]any)
			next := play(after, v["defence"].(string))
			ph.answers[v["san"].(string)] = sanOf(t, &next, v["mates"])
		}
		if refutations != nil {
			for _, m := range refutations.([]any) {
				ph.answers[sanOf(t, &after, []any{m})] = ""
			}
		}
		phases = append(phases, ph)
	}
	for _, kind := range []string{"keys", "tries"} {
		for _, ph := range fields[kind].([]any) {
			ph := ph.(map[string]any)
			read(ph["san"].(string), play(p, ph["move"].(string)), ph["variations"], ph["refutations"])
		}
		if kind == "keys" && !p.InCheck() {
			waiting := p
			waiting.MakeNull()
			read("", waiting, fields["set"], nil)
		}
	}
	return phases
}

// TestTextAndJSONTellTheSame compares each phase, defence by defence, with everything and
// without what stops no threat. Longer problems have their play nested, which is left out.
func TestTextAndJSONTellTheSame(t *testing.T) {
	defences := 0
	for _, d := range corpus(t) {
		if d.Report.Moves != 2 {
			continue
		}
		for _, all := range []bool{false, true} {
			o := Options{SetPlay: true, Tries: true, AllDefences: all, Ungrouped: true}
			_, fields := jsonLine(t, d, o)
			text, json := said(writtenWith(t, d, o)), reported(t, d.Report.Position, fields)
			for _, phases := range [][]spoken{text, json} {
				for _, ph := range phases {
					defences += len(ph.answers)
				}
				sort.SliceStable(phases, func(i, j int) bool { return phases[i].first < phases[j].first })
			}
			if got, want := fmt.Sprint(json), fmt.Sprint(text); got != want {
				t.Errorf("%s: JSON has\n%s\nthe text\n%s", d.Title, got, want)
			}
		}
	}
	if defences < 500 {
		t.Errorf("only %d defences", defences)
	}
}

// TestTheVerdictOfTheJSONIsThatOfItsLists: the counts bear out the word.
func TestTheVerdictOfTheJSONIsThatOfItsLists(t *testing.T) {
	for _, d := range corpus(t) {
		_, fields := jsonLine(t, d, Full(English()))
		keys, short := len(fields["keys"].([]any)), len(fields["short"].([]any))
		want := "none"
		switch {
		case short > 0:
			want = "short"
		case keys > 1:
			want = "cooked"
		case fields["complete"] == false:
			want = "undecided"
		case keys == 1:
			want = "sound"
		}
		if fields["verdict"] != want {
			t.Errorf("%s: %v with %d keys and %d short solutions", d.Title, fields["verdict"], keys, short)
		}
		for _, key := range fields["keys"].([]any) {
			key := key.(map[string]any)
			duals := 0
			for _, v := range key["variations"].([]any) {
				v := v.(map[string]any)
				if v["effective"] == true && isDual(v["mates"].([]any), key["threats"].([]any)) {
					duals++
				}
				if in, nested := v["in"]; nested && (in.(float64) < 2 || in.(float64) >= float64(d.Report.Moves)) {
					t.Errorf("%s: mate in %v", d.Title, in)
				}
			}
			if key["duals"] != float64(duals) {
				t.Errorf("%s: %v: %v duals, want %d", d.Title, key["move"], key["duals"], duals)
			}
			if (key["type"] == "threat") != (len(key["threats"].([]any)) > 0) {
				t.Errorf("%s: %v: a %v with threats %v", d.Title, key["move"], key["type"], key["threats"])
			}
		}
	}
}

// isDual reports whether a defence with these mates in one is a dual: they are not threats
// alone, and not the same promotion but for its name.
func isDual(mates, threats []any) bool {
	different, threatened := map[string]bool{}, 0
	for _, m := range mates {
		name := m.(string)
		if len(name) == 5 && name[4] != 'n' {
			name = name[:4] + "q"
		}
		different[name] = true
		if slices.Contains(threats, m) {
			threatened++
		}
	}
	return len(different) > 1 && threatened < len(mates)
}

// moveWords finds what is written as a move: after a number, or in brackets and slashes.
var moveWords = regexp.MustCompile(`\d\.(?:\.\.)?[^\s,;:]+|\([a-h1-8x,+#]+\)`)

// TestLanguagesTellTheSameMoves: only letters and words may differ.
func TestLanguagesTellTheSameMoves(t *testing.T) {
	italian := must.Get(ParseLanguage("it"))(t)
	for _, test := range []struct {
		language Language
		letters  *strings.Replacer
	}{
		{italian, strings.NewReplacer("K", "R", "Q", "D", "R", "T", "B", "A", "N", "C")},
		{English().WithFigurines(), strings.NewReplacer("K", "♔", "Q", "♕", "R", "♖", "B", "♗", "N", "♘")},
	} {
		for _, d := range corpus(t) {
			want := moveWords.FindAllString(writtenWith(t, d, Full(English())), -1)
			got := moveWords.FindAllString(writtenWith(t, d, Full(test.language)), -1)
			for i := range want {
				want[i] = test.letters.Replace(want[i])
			}
			// Alternatives are in alphabetical order, which depends on the letters.
			for _, list := range [][]string{got, want} {
				for i, word := range list {
					number, rest, _ := strings.Cut(strings.TrimSuffix(word, "]"), ".")
					parts := strings.Split(rest, "/")
					slices.Sort(parts)
					list[i] = number + "." + strings.Join(parts, "/")
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s:\n%q\nin English\n%q", d.Title, got, want)
			}
		}
	}
}

// TestAnImpossibleEnPassantSquareSaysWhy, and one that is only of no use is no warning.
func TestAnImpossibleEnPassantSquareSaysWhy(t *testing.T) {
	for _, c := range []struct{ board, square, english, italian string }{
		{"4k3/2p5/8/2pP4/8/8/8/Q3K3 w", "c6", "en passant on c6 is impossible: c7 is occupied", "la presa en passant in c6 è impossibile: c7 è occupata"},
		{"4k3/8/2n5/2pP4/8/8/8/Q3K3 w", "c6", "en passant on c6 is impossible: c6 is occupied", "la presa en passant in c6 è impossibile: c6 è occupata"},
		{"4k3/8/8/3P4/8/8/8/Q3K3 w", "c6", "en passant on c6 is impossible: there is no pawn on c5", "la presa en passant in c6 è impossibile: non c'è un pedone in c5"},
		{"4k3/8/8/8/2nPp3/8/3R4/4K3 b", "d3", "en passant on d3 is impossible: d2 is occupied", "la presa en passant in d3 è impossibile: d2 è occupata"},
		{"4k3/8/8/2pP4/8/8/8/Q3K3 w", "c6", "", ""},
		{"4k3/8/8/2p5/8/8/8/Q3K3 w", "c6", "", ""},
	} {
		p := must.Get(movegen.ParseFEN(c.board + " - " + c.square + " 0 1"))(t)
		square, _ := movegen.ParseSquare(c.square)
		w := CheckPassed(&p, square)
		if w == nil {
			if c.english != "" {
				t.Errorf("%s: no warning", c.board)
			}
			continue
		}
		if got := English().Passed(w); got != c.english {
			t.Errorf("%s: %s", c.board, got)
		}
		if got := Italian().Passed(w); got != c.italian {
			t.Errorf("%s: %s", c.board, got)
		}
	}
}

// TestPagesNameNoFlags of the command line, in either language; the terminal does.
func TestPagesNameNoFlags(t *testing.T) {
	p := must.Get(movegen.ParseFEN("1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1"))(t)
	for _, l := range []Language{English(), Italian()} {
		o := Full(l)
		report, err := problem.Analyse(context.Background(), p, o.Analysis(WithThemes(problem.Options{Moves: 2, Tries: 1, SetPlay: true, Judge: true})))
		must.Do(t, err)
		d := &Document{Report: report}
		d.Recognise()
		var text, plain, html, tex bytes.Buffer
		o.NoHints = true
		must.Do(t, Write(&plain, d, o))
		o.NoHints = false
		for _, err := range []error{Write(&text, d, o), WriteHTML(&html, d, 0, o), WriteLaTeX(&tex, d, 0, o)} {
			must.Do(t, err)
		}
		leftOut := l.Text("omitted")
		if !strings.Contains(text.String(), leftOut+l.Text(" (--tries lists them)")+": 4 ") {
			t.Errorf("the terminal does not say how to get the tries:\n%s", text.String())
		}
		for name, page := range map[string]string{"HTML": html.String(), "LaTeX": tex.String(), "text": plain.String()} {
			if !strings.Contains(page, leftOut+": 4 ") || strings.Contains(page, "tries without") ||
				strings.Contains(page, "tries senza") {
				t.Errorf("%s has flags, or no count of tries", name)
			}
		}
	}
}
