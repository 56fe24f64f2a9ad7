package movegen_test

import (
	"errors"
	"testing"

	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
)

// warningCodes are the faults that the collection's warnings ask for.
var warningCodes = map[string]movegen.FaultCode{
	"illegal position: impossible check": movegen.ImpossibleCheck,
	"castling right dropped":             movegen.CastlingDropped,
	"ep square dropped":                  movegen.EnPassantDropped,
	"board alone":                        movegen.BoardAlone,
}

func TestEveryRowOfTheCollectionComesOutAsExpected(t *testing.T) {
	for _, row := range protocoltest.FENs(t, "..") {
		t.Run(row.ID+" "+row.Why, func(t *testing.T) { checkFEN(t, &row) })
	}
}

func checkFEN(t *testing.T, row *protocoltest.FEN) {
	text := row.Text(t)
	p, warnings, err := movegen.Rules{}.ParseFEN(text)
	// Ten white queens: the one on e2 also checks the black king while White is to
	// move, so a composer cannot have fen119 either.
	if row.ProblemMode != "" && row.ID != "fen119" {
		if _, warnings, err := (movegen.Rules{Composed: true}).ParseFEN(text); err != nil || warnings == nil {
			t.Errorf("a composer's position gives %v, %v", warnings, err)
		}
	}
	if row.Expect == "reject" {
		var refusal *movegen.FENError
		if !errors.As(err, &refusal) || len(refusal.Faults) == 0 || refusal.Error() == "" {
			t.Errorf("accepted as %s, %v", p.FEN(), err)
		}
		return
	}
	if err != nil {
		t.Fatalf("refused: %v", err)
	}
	if row.Normalised != "" && p.FEN() != row.Normalised {
		t.Errorf("reads as %s, want %s", p.FEN(), row.Normalised)
	}
	codes := map[movegen.FaultCode]bool{}
	for _, fault := range warnings {
		codes[fault.Code] = true
	}
	if want, known := warningCodes[row.Warn]; row.Warn != "" && (!known || !codes[want]) {
		t.Errorf("warns %v, want %s", warnings, row.Warn)
	}
	if row.Warn == "" && codes[movegen.ImpossibleCheck] {
		t.Errorf("warns without reason: %v", warnings)
	}
}
