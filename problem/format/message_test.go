package format

import (
	"strings"
	"testing"

	"alfiere/internal/message"
	"alfiere/problem/text"
)

// TestABadFileIsToldInItalian, line by line, with castling to be claimed and an intended key.
func TestABadFileIsToldInItalian(t *testing.T) {
	file := strings.Join([]string{"no problem", "8/8/8/8/8/8/8/8 w - -", "k6R/8/8/8/8/8/8/K7 w - -", cumpe + " dm 99;", cumpe[:20],
		"8/8/8/3K4/8/5xP1/5Q1b/5N1k w - -", "6k1/PPPP4/8/8/PPPPP3/8/8/4K2R w - -", cumpe}, "\n")
	var out, told strings.Builder
	p := Printer{Out: &out, Err: &told}
	s := newSolver(1)
	s.Text.Language, s.Key = text.Italian(), "Ka1"
	p.Complete(s, false, func(string) bool { return false })
	if err := s.SolveAll(t.Context(), "file", strings.NewReader(file), p.Print); err != nil {
		t.Fatal(err)
	}
	want := `file:1:1: non è un FEN: "no" non è una scacchiera di otto traverse separate da /
file:2: scacchiera: non c'è alcun re
file:3: scacchiera: chi non ha il tratto è sotto scacco (a8 h8)
file:4:38: il numero di mosse deve essere da 1 a 32, non "dm 99"
file:5:18: scacchiera, colonna 18: una traversa deve avere 8 case, non "5Q1"
file:6:14: scacchiera, colonna 14: nessun pezzo ha la lettera "x" (PNBRQK, pnbrqk)
file:7: avvertimento: scacchiera: più di 8 pedoni di un colore (a4 b4 c4 d4 e4 a7 b7 c7 d7)
file:7: avvertimento: Ke1, Rh1 nelle case d'origine ma nessun arrocco nella FEN; --castling home lo permette
file:7: chiave voluta: "Ka1": non è una mossa legale: nessun pezzo così (re in e1) può andare in a1
file:8: chiave voluta: "Ka1": non è una mossa legale: nessun pezzo così (re in d5) può andare in a1
`
	if told.String() != want {
		t.Errorf("%s", told.String())
	}
	if err := p.FaultsIn("file"); err == nil || err.Error() != "file: 8 problemi non validi" {
		t.Error(err)
	}
	if strings.Contains(out.String(), "Illegal") || !strings.Contains(out.String(), "Posizione illegale.") {
		t.Error(out.String())
	}
	fault := Answer{Fault: message.Errorf("the intended key %s does not solve", "Kd6")}
	if err := fault.TakeFault(text.Italian()); err.Error() != "la chiave voluta Kd6 non risolve" {
		t.Error(err)
	}
}
