package analysis

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/movegen"
)

func TestSquareTablesAreThoseOfTheEvaluation(t *testing.T) {
	for _, i := range Commands() {
		if !strings.HasPrefix(i.Name, "M") {
			continue
		}
		text, ok := i.Run(eval.All, movegen.StartPosition(), "")
		if numbers := regexp.MustCompile(`-?\d+`).FindAllString(text, -1); !ok || len(numbers) != 8*17 {
			t.Errorf("%s shows %d numbers:\n%s", i.Name, len(numbers), text)
		}
	}
	// The board of one colour is that of the other, upside down.
	weights := eval.CurrentWeights()
	white := strings.Split(squareTable(&weights.KnightSquare, movegen.White), "\n")
	black := strings.Split(squareTable(&weights.KnightSquare, movegen.Black), "\n")
	for rank := range 8 {
		if white[2+rank][1:] != black[9-rank][1:] {
			t.Errorf("rank %d: %q and %q", 8-rank, white[2+rank], black[9-rank])
		}
	}
}

// TestDebugAgreesWithP: where a piece stands, both tell the same.
func TestDebugAgreesWithP(t *testing.T) {
	p, err := movegen.ParseFEN("r1bq1rk1/pp3ppp/2n2n2/2pp4/3PP3/2N2N2/PP3PPP/R1BQ1RK1 w - - 0 9")
	if err != nil {
		t.Fatal(err)
	}
	x := eval.Explain(&p, eval.All, nil)
	for i := range x.Rows {
		row := &x.Rows[i]
		if row.Square == movegen.NoSquare {
			continue
		}
		builder := p.Builder()
		builder.Board[row.Square] = movegen.NoPiece
		if got, ok := worthOn(builder, row.Piece, row.Square, eval.All); !ok || got != row.Total().Centipawns {
			t.Errorf("%c on %v: %d, %v; p says %d", row.Piece.Letter(), row.Square, got, ok, row.Total().Centipawns)
		}
	}
	builder := p.Builder()
	if _, ok := worthOn(builder, movegen.MakePiece(movegen.White, movegen.Pawn), movegen.E1, eval.All); ok {
		t.Error("a pawn is worth something on the first rank")
	}
}

// TestTheSpeedOfEvaluationIsNotThatOfItsCache: the cache is ten times as fast, so one of
// some attempts shows it, however busy the machine is.
func TestTheSpeedOfEvaluationIsNotThatOfItsCache(t *testing.T) {
	p := movegen.StartPosition()
	evaluator := eval.New(eval.All)
	var told, cached float64
	for range 5 {
		text, _ := speeds(eval.All, p, "")
		found := regexp.MustCompile(`evaluation: +(\d+) positions/s`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no speed in\n%s", text)
		}
		told, _ = strconv.ParseFloat(found[1], 64)
		count, elapsed := repeat(family(p), func(p *movegen.Position) { evaluator.Evaluate(p) })
		if cached = perSecond(count, elapsed); told < cached/2 {
			return
		}
	}
	t.Errorf("it tells %.0f positions/s, and the cache gives %.0f", told, cached)
}
