package text

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/problem"
)

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
		p, err := movegen.ParseFEN(c.board + " - " + c.square + " 0 1")
		if err != nil {
			t.Fatal(err)
		}
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
	p, err := movegen.ParseFEN("1Q4n1/1K5B/1B2Pp2/1N3r2/2P1kN1p/1P1pPn2/3bpPP1/3Rq3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []Language{English(), Italian()} {
		o := Full(l)
		report, err := problem.Analyse(context.Background(), p, o.Analysis(WithThemes(problem.Options{Moves: 2, Tries: 1, SetPlay: true, Judge: true})))
		if err != nil {
			t.Fatal(err)
		}
		d := &Document{Report: report}
		d.Recognise()
		var text, plain, html, tex bytes.Buffer
		o.NoHints = true
		if err := Write(&plain, d, o); err != nil {
			t.Fatal(err)
		}
		o.NoHints = false
		for _, err := range []error{Write(&text, d, o), WriteHTML(&html, d, 0, o), WriteLaTeX(&tex, d, 0, o)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		leftOut := l.Text("omitted")
		if !strings.Contains(text.String(), leftOut+l.Text(" (--tries without --full lists them)")+": 4 ") {
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
