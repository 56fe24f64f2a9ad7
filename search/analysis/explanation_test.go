package analysis

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// readExplanation is the object as a client would declare it.
type readExplanation struct {
	FEN, Side, Knowledge          string
	Phase, Scale, Score, Rounding int
	Letters                       map[string]struct{ White, Black, Rest int }
	Pieces                        []struct {
		Square, Piece                string
		Letters, Middlegame, Endgame map[string]int
	}
}

func ExampleJSON() {
	p, err := movegen.ParseFEN("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	if err != nil {
		panic(err)
	}
	text, err := JSON(&p, eval.Explain(&p, eval.Material, nil))
	if err != nil {
		panic(err)
	}
	var object struct {
		Score   int
		Letters map[string]struct{ White, Black int }
	}
	if err := json.Unmarshal(text, &object); err != nil {
		panic(err)
	}
	fmt.Println(object.Score, object.Letters["m"].White)
	// Output: 95 95
}

// FuzzExplanation: both forms can be read again and add up to the score, for whatever
// can be set up and every set. Composers' positions are among them.
func FuzzExplanation(f *testing.F) {
	random := rand.New(rand.NewPCG(6, 2))
	for _, fen := range []string{
		movegen.StartFEN,
		"r1b2rk1/2q1bppp/p2ppn2/1p4P1/3NPP2/2N1B3/PPP4P/R2QKB1R b KQ - 0 12",
		"8/5pk1/4p1p1/1b1pP2p/3P1P1P/2B3P1/5K2/8 w - - 10 40",
		"8/5k2/4b3/8/2P1B3/3K4/8/8 w - - 0 1",
		"8/8/4k3/8/8/4K3/4P3/8 w - - 0 1",
		"4k3/8/8/8/8/8/4P3/r3K3 w - - 0 1",
		"k7/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/8/7K b - - 0 1",
		"4k3/PPPPPPPP/PPPPPPPP/8/8/pppppppp/pppppppp/4K3 w - - 0 1",
	} {
		f.Add(fen, uint16(eval.All))
		for range 8 {
			f.Add(fen, uint16(random.UintN(512)))
		}
	}
	f.Fuzz(func(t *testing.T, fen string, set uint16) {
		p, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
		if err != nil {
			return
		}
		x := eval.Explain(&p, eval.Knowledge(set)&eval.All, nil)
		text := must.Get(JSON(&p, x))(t)
		var object readExplanation
		if err := json.Unmarshal(text, &object); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		mustMean(t, &object, &p, x)
		mustRead(t, ExplanationText(x), x)
	})
}

// mustMean checks that the object says of p what x does, and adds up.
func mustMean(t *testing.T, object *readExplanation, p *movegen.Position, x *eval.Explanation) {
	t.Helper()
	if object.FEN != p.FEN() || object.Side != p.Side().String() || object.Knowledge != x.Knowledge.String() || object.Score != x.Score {
		t.Fatalf("%s with %q, score %d: the object says %+v", p.FEN(), x.Knowledge, x.Score, object)
	}
	sum, middlegame, endgame, men := object.Rounding, 0, 0, 0
	letters := make(map[string]int)
	for _, piece := range object.Pieces {
		if s, ok := movegen.ParseSquare(piece.Square); ok {
			men++
			if string(p.PieceAt(s).Letter()) != piece.Piece {
				t.Errorf("%s: %s on %s", p.FEN(), piece.Piece, piece.Square)
			}
		}
		for _, letter := range strings.Split(eval.Letters, "") {
			letters[letter] += piece.Letters[letter]
			sum += piece.Letters[letter]
			middlegame += piece.Middlegame[letter]
			endgame += piece.Endgame[letter]
		}
	}
	parts := (middlegame*object.Phase*64 + endgame*(24-object.Phase)*object.Scale) / (24 * 64)
	parts = max(-eval.MaxScore, min(eval.MaxScore, parts))
	if sum != object.Score || parts != object.Score || men != p.Occupied().Count() {
		t.Errorf("%s with %q: %d of %d men add up to %d, their parts to %d, the score is %d",
			p.FEN(), x.Knowledge, men, p.Occupied().Count(), sum, parts, object.Score)
	}
	for letter, want := range letters {
		if got := object.Letters[letter]; got.White+got.Black+got.Rest != want {
			t.Errorf("%s with %q: letter %s is %+v, the men add up to %d", p.FEN(), x.Knowledge, letter, got, want)
		}
	}
}

// mustRead checks the tables as a reader with a pencil would: upper case counts for White, lower case for Black.
func mustRead(t *testing.T, text string, x *eval.Explanation) {
	t.Helper()
	_, now, found := strings.Cut(text, "\nnow  ")
	if !found {
		t.Fatalf("no second table in\n%s", text)
	}
	sum, rows := 0, 0
	for line := range strings.Lines(now) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		sign, cells := 1, []string(nil)
		switch first := words[0]; {
		case len(words) == 2+eval.Kinds+1 && len(first) == 1:
			cells = words[2 : 2+eval.Kinds]
			if first == strings.ToLower(first) {
				sign = -1
			}
		case len(words) == 1+eval.Kinds+1 && (first == "white" || first == "black"):
			cells = words[1 : 1+eval.Kinds]
			if first == "black" {
				sign = -1
			}
		case len(words) == 3+eval.Kinds+1 && first == "rest":
			cells = words[3 : 3+eval.Kinds]
			rows--
		case first == "rounding":
			cells = words[1:]
			rows--
		default:
			continue
		}
		rows++
		for _, cell := range cells {
			n, err := strconv.Atoi(cell)
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			sum += sign * n
		}
	}
	if sum != x.Score || rows != len(x.Rows) || !strings.Contains(text, fmt.Sprintf("\nscore %+d for white", x.Score)) {
		t.Errorf("%d of %d rows add up to %d, the score is %d:\n%s", rows, len(x.Rows), sum, x.Score, text)
	}
}

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
	p := must.Get(movegen.ParseFEN("r1bq1rk1/pp3ppp/2n2n2/2pp4/3PP3/2N2N2/PP3PPP/R1BQ1RK1 w - - 0 9"))(t)
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
	var reported, cached float64
	for range 5 {
		text, _ := speeds(eval.All, p, "")
		found := regexp.MustCompile(`evaluation: +(\d+) positions/s`).FindStringSubmatch(text)
		if found == nil {
			t.Fatalf("no speed in\n%s", text)
		}
		reported, _ = strconv.ParseFloat(found[1], 64)
		count, elapsed := repeat(family(p), func(p *movegen.Position) { evaluator.Evaluate(p) })
		if cached = perSecond(count, elapsed); reported < cached/2 {
			return
		}
	}
	t.Errorf("it tells %.0f positions/s, and the cache gives %.0f", reported, cached)
}
