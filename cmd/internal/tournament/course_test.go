package tournament

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alfiere/protocol/client/arena"
)

// Of two players the page shows what the stronger one is ahead, whoever comes first in the
// file: in the table, and as the end of the curve.
func TestOfTwoPlayersTheStrongerOneIsShown(t *testing.T) {
	game := func(white, black, result string) string {
		return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n\n1. e4 e5 " + result +
			"\n\n"
	}
	for _, winner := range []string{"Ann", "Bob"} {
		var text strings.Builder
		for i := range 20 {
			result := "1/2-1/2"
			if i%2 == 0 && i < 12 {
				result = map[string]string{"Ann": "1-0", "Bob": "0-1"}[winner]
			}
			text.WriteString(game("Ann", "Bob", result))
		}
		names, games, err := arena.Recount(strings.NewReader(text.String()), "")
		if err != nil {
			t.Fatal(err)
		}
		c := CourseOf(names, games)
		first := c.Table[1]
		elo, err := strconv.ParseFloat(first[2], 64)
		if err != nil || len(c.Curves) != 1 || len(c.Curves[0].Points) == 0 {
			t.Fatalf("%v: %+v", err, c)
		}
		last := c.Curves[0].Points[len(c.Curves[0].Points)-1]
		if first[1] != winner || c.Curves[0].Name != winner || elo < 50 || math.Abs(last[1]-elo) > 5 {
			t.Errorf("%s wins: table %v, curve of %s ends at %v", winner, c.Table, c.Curves[0].Name, last)
		}
		if bound, err := strconv.ParseFloat(first[3], 64); err != nil || math.Abs(bound-last[2]) > 0.2*last[2] {
			t.Errorf("%s wins: ± %s in the table, %v at the end of the curve", winner, first[3], last[2])
		}
	}
}

// Whoever has all points is ahead by a figure, the same in the table and in the curve, and the course
// reports that it does not follow from the games alone.
func TestAMatchWithOneWinnerHasOneElo(t *testing.T) {
	for _, winner := range []string{"Ann", "Bob"} {
		result := map[string]string{"Ann": "1-0", "Bob": "0-1"}[winner]
		text := strings.Repeat("[White \"Ann\"]\n[Black \"Bob\"]\n[Result \""+result+"\"]\n\n1. e4 e5 "+result+"\n\n", 5)
		names, games, err := arena.Recount(strings.NewReader(text), "")
		if err != nil {
			t.Fatal(err)
		}
		c := CourseOf(names, games)
		elo, err := strconv.ParseFloat(c.Table[1][2], 64)
		if err != nil || !c.Prior || len(c.Curves) != 1 || len(c.Curves[0].Points) != 5 {
			t.Fatalf("%v: %+v", err, c)
		}
		if last := c.Curves[0].Points[4]; c.Table[1][1] != winner || elo < 100 || math.Abs(last[1]-elo) > 0.06 ||
			last[2] <= 0 {
			t.Errorf("%s wins: table %v, curve ends at %v", winner, c.Table, last)
		}
	}
}

func TestACurveWithoutBoundsIsDrawn(t *testing.T) {
	var c Curve
	c.add(1, math.NaN(), 0, 0)
	c.add(2, -16, math.Inf(1), math.Inf(1))
	if !slices.Equal(c.Points, []Point{{2, -16, 0, 0}}) {
		t.Errorf("the points are %v", c.Points)
	}
	text := (&chart{Across: "games", Lines: []Curve{c}}).svg()
	if !strings.Contains(text, "−16.0") || strings.Contains(text, ">0.5<") {
		t.Errorf("the picture is %s", text)
	}
}

// A game that was cut counts what the judge gave for it, as in the report.
func TestTheTableCountsWhatTheJudgeGave(t *testing.T) {
	var text strings.Builder
	for i, points := range []string{"0.25", "0.5", "0.125", "0.75"} { // for White: Bob, Ann, Bob and Ann
		white, black := "Ann", "Bob"
		if i%2 == 0 {
			white, black = black, white
		}
		text.WriteString("[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"1/2-1/2\"]\n" +
			"[Termination \"move limit\"]\n[WhitePoints \"" + points + "\"]\n\n1. e4 e5 1/2-1/2\n\n")
	}
	names, games, err := arena.Recount(strings.NewReader(text.String()), "")
	if err != nil {
		t.Fatal(err)
	}
	c, j := CourseOf(names, games), judgementOf(games)
	ann, last := c.Table[1], c.Curves[0].Points[len(c.Curves[0].Points)-1]
	if ann[1] != "Ann" || ann[5] != "2.9" || ann[12] != "2.9/4" || c.Table[2][5] != "1.1" || c.Table[2][11] != "1.1/4" {
		t.Errorf("%q", c.Table)
	}
	if j.First != 1.125 || math.Abs(last[1]+float64(j.Elo)) > 1e-9 || ann[2] != "+163.0" || ann[3] != "" {
		t.Errorf("%+v, the curve ends at %v, the table says %q", j, last, ann[2])
	}
}
