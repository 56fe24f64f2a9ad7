package tournament

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alfiere/book"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

func TestTheResultsOfATournament(t *testing.T) {
	folder := t.TempDir()
	var s seen
	r := matchRun(t, &s, `name="<One & only>"`, "name=Two option.Clumsy", "name=Three")
	r.JSON, r.Record = filepath.Join(folder, "a.json"), filepath.Join(folder, "a.pgn")
	if err := r.Play(t.Context()); err != faultsError(8) {
		t.Fatalf("error %v", err)
	}
	var got result
	if err := json.Unmarshal([]byte(readFile(t, r.JSON)), &got); err != nil ||
		!strings.Contains(readFile(t, r.JSON), `"elo": null`) {
		t.Fatal(err)
	}
	if len(got.Engines) != 3 || len(got.Pairings) != 3 || len(got.Games) != 12 || !got.Prior || !got.Conditions.Complete ||
		got.Engines[2].Name != "Two" || got.Engines[2].Faults["illegal move"] != 8 || got.Pairings[0].Pairs != [5]int{4: 2} {
		t.Errorf("%+v", got)
	}
	whole := got

	if err := os.Truncate(r.Record, int64(len(readFile(t, r.Record))/2)); err != nil { // as a kill would
		t.Fatal(err)
	}
	r = matchRun(t, &s, `name="<One & only>"`, "name=Two option.Clumsy", "name=Three")
	r.JSON, r.Record, r.Resume = filepath.Join(folder, "b.json"), filepath.Join(folder, "a.pgn"), true
	if err := r.Play(t.Context()); err != faultsError(8) {
		t.Fatalf("error %v", err)
	}
	got = result{}
	must.Do(t, json.Unmarshal([]byte(readFile(t, r.JSON)), &got))
	for i := range whole.Games {
		if whole.Games[i] != got.Games[i] {
			t.Errorf("resumed, game %d is %+v, not %+v", i, got.Games[i], whole.Games[i])
		}
	}
}

func TestTheHistoryOfAMatchOfTwo(t *testing.T) {
	for _, test := range []*arena.SPRT{nil, {Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}} {
		r := matchRun(t, new(seen), "name=One", "name=Two")
		var drawn *History
		r.Plot, r.Match.Test = func(h *History) error { drawn = h; return nil }, test
		must.Do(t, r.Play(t.Context()))
		want := History{Title: "One - Two, 4 games", Unit: "Elo", Lines: []Curve{{Name: "One"}}}
		if test != nil {
			lower, upper := test.Bounds()
			want.Unit, want.Bounds, want.Lines[0].Name = "LLR", []float64{lower, upper}, "LLR"
		}
		points := drawn.Lines[0].Points
		if drawn.Lines[0].Points = nil; !reflect.DeepEqual(*drawn, want) || len(points) == 0 || points[len(points)-1][0] != 4 {
			t.Errorf("%+v with %v, want %+v", *drawn, points, want)
		}
	}
}

func TestAMatchWithoutAGameLeavesNoRecord(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := matchRun(t, new(seen), "name=One", "name=Two")
	r.Record = filepath.Join(t.TempDir(), "games.pgn")
	if err := r.Play(ctx); err == nil {
		t.Error("it is not cut short")
	}
	if _, err := os.Stat(r.Record); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the record is there: %v", err)
	}
	file := r.Record
	must.Do(t, os.WriteFile(file, nil, 0o666))
	r = matchRun(t, new(seen), "name=One", "name=Two")
	r.Record = file
	if err := r.Play(t.Context()); err != nil {
		t.Errorf("an empty file is not as good as none: %v", err)
	}
}

func TestOpeningsOfABook(t *testing.T) {
	var lines book.Builder
	must.Do(t, book.ReadText(strings.NewReader("! a\ne2e4 e7e5 g1f3\n! b\ne2e4 c7c5\n! c\nd2d4 d7d5 c2c4\n! d\nd2d4 "+
		"g8f6\n"), &lines))
	name := filepath.Join(t.TempDir(), "small.bin")
	var file bytes.Buffer
	must.Get(book.Merge(&file, book.AddWeights, &lines))(t)
	must.Do(t, os.WriteFile(name, file.Bytes(), 0o666))
	draw := func(seed uint64, plies, games int) (fens []string) {
		r := Tournament{Openings: name, Plies: plies, Shuffle: seed, Match: arena.Match{Games: games}}
		openings := must.Get(r.ReadOpenings())(t)
		for _, p := range openings {
			fens = append(fens, p.FEN())
		}
		return fens
	}
	if all := draw(1, 0, 100); len(all) != 4 {
		t.Errorf("the book has %d lines: %v", len(all), all)
	}
	if cut := draw(1, 1, 100); len(cut) != 2 {
		t.Errorf("the book has %d first moves", len(cut))
	}
	if few, more := draw(2, 2, 4), draw(2, 2, 6); len(few) != 2 || len(more) != 3 || few[0] != more[0] ||
		few[1] != more[1] {
		t.Errorf("%v and %v", few, more)
	}
	if _, err := (&Tournament{Openings: name, Match: arena.Match{Games: 2, Chess960: true}}).ReadOpenings(); err == nil {
		t.Error("Chess960 begins with a book")
	}
}

func TestTheLogHasColumns(t *testing.T) {
	var b bytes.Buffer
	log := newTrafficLog(&b)
	log.of("Big Fish 3")("12.1.2", client.FromEngine, `info string "quoted" \ and = ünïcode`)
	log.of("B")("", client.ToEngine, "uci")
	log.of("B")("1.1", client.FromErrors, "")
	lines := strings.Split(b.String(), "\n")
	for i, want := range []string{`12\.1\.2 Big_Fish_3 >> info string "quoted" \\ and = ünïcode`, `- B << uci`,
		`1\.1 B !! ?`} {
		pattern := regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6} ` + want + "$")
		if i >= len(lines) || !pattern.MatchString(lines[i]) {
			t.Errorf("line %d of\n%s does not fit %s", i, b.String(), pattern)
		}
	}
}

func TestAResumedMatchGoesOnWithItsLog(t *testing.T) {
	for _, test := range []struct {
		resume bool
		want   int
	}{{false, 1}, {true, 2}} {
		path := filepath.Join(t.TempDir(), "traffic.txt")
		for range 2 {
			c := command{traffic: path}
			c.Resume = test.resume
			closing := must.Get(c.openLog())(t)
			c.entry.Log("A")("1.1", client.ToEngine, "uci")
			must.Do(t, closing())
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.Count(string(text), "\n") != test.want {
			t.Errorf("resumed %v: %q, %v", test.resume, text, err)
		}
	}
}

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

func TestACurveLeavesOutWhatIsNoNumber(t *testing.T) {
	var c Curve
	c.add(1, math.NaN(), 0, 0)
	c.add(2, -16, math.Inf(1), math.Inf(1))
	if !slices.Equal(c.Points, []Point{{2, -16, 0, 0}}) {
		t.Errorf("the points are %v", c.Points)
	}
}

// Games that do not scatter say nothing of the error: it is unknown, not 0, in every table and curve.
func TestAnUndefinedErrorIsNotZero(t *testing.T) {
	for players := 2; players <= 3; players++ {
		var text strings.Builder
		for range 20 {
			for i := range players {
				for j := range i {
					for _, pair := range [][2]int{{i, j}, {j, i}} {
						fmt.Fprintf(&text, "[White \"P%d\"]\n[Black \"P%d\"]\n[Result \"1/2-1/2\"]\n\n1. e4 1/2-1/2\n\n",
							pair[0], pair[1])
					}
				}
			}
		}
		names, games, err := arena.Recount(strings.NewReader(text.String()), "")
		if err != nil {
			t.Fatal(err)
		}
		c := CourseOf(names, games)
		for i, line := range c.Table[1:] {
			want := "?"
			if players == 2 && i == 1 {
				want = "-" // the other one is rated against it
			}
			if line[2] != "0.0" || line[3] != want {
				t.Errorf("%d players: %q", players, line)
			}
		}
		for _, l := range c.Curves {
			if last := l.Points[len(l.Points)-1]; last[2] != 0 || last[3] != 0 {
				t.Errorf("%d players: %v", players, last)
			}
		}
	}
}

// Each of several players has an interval, as in the table.
func TestCurvesOfSeveralPlayersHaveBounds(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		a, b, result := i%3, (i+1)%3, []string{"1-0", "0-1", "1/2-1/2", "1/2-1/2"}[i%4]
		fmt.Fprintf(&text, "[White \"P%d\"]\n[Black \"P%d\"]\n[Result \"%s\"]\n\n1. e4 %s\n\n", a, b, result, result)
	}
	names, games, err := arena.Recount(strings.NewReader(text.String()), "")
	if err != nil {
		t.Fatal(err)
	}
	c := CourseOf(names, games)
	for i, l := range c.Curves {
		last := l.Points[len(l.Points)-1]
		if got := fmt.Sprintf("%.1f", last[2]); got != c.Table[i+1][3] || last[2] != last[3] || got == "0.0" {
			t.Errorf("the curve of %s ends at %v, the table says ±%s", l.Name, last, c.Table[i+1][3])
		}
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
	if j.First != 1.125 || math.Abs(last[1]+float64(j.Elo)) > 1e-9 || ann[2] != "+163.0" || ann[3] != "?" ||
		c.Table[2][3] != "-" {
		t.Errorf("%+v, the curve ends at %v, the table says %q", j, last, ann[2])
	}
}

// judgedGames are four games, of which the last two are in the wrong order.
var judgedGames = []arena.Game{
	{Number: 0, White: 0, Black: 1, Result: movegen.WhiteWins},
	{Number: 1, White: 1, Black: 0, Result: movegen.Drawn, Termination: arena.MoveLimit, Judged: true, WhitePoints: 0.25,
		Capture: true},
	{Number: 3, White: 1, Black: 0, Result: movegen.WhiteWins, Capture: true},
	{Number: 2, White: 0, Black: 1, Result: movegen.Drawn},
}

func TestTheTableOfTheThesis(t *testing.T) {
	var b strings.Builder
	must.Do(t, writeJudged(&b, &outcome{names: []string{"Gnupar", "Gnu"}, games: judgedGames}, "4 games"))
	const want = `Gnupar - Gnu: 4 games
  rule     4 games
game      first    second
   1     1.000 w   0.000 b
   2 c   0.750 b   0.250 w  judged
   3     0.500 w   0.500 b
   4 c   0.000 b   1.000 w
         2.250     1.750
  Elo      +43.66 [-∞, ∞] (95 %), by these points
  cut      1 of 4 games, and judged
`
	if b.String() != want {
		t.Errorf("%s\nis not%s", b.String(), want)
	}
}

func TestEloByPointsIsThatOfTheTallyWhereNothingIsJudged(t *testing.T) {
	var standing arena.Standing
	var games []arena.Game
	for i, result := range []movegen.Result{movegen.WhiteWins, movegen.Drawn, movegen.Drawn, movegen.Drawn,
		movegen.BlackWins, movegen.BlackWins, movegen.WhiteWins, movegen.Drawn} {
		g := arena.Game{Number: i, White: i % 2, Black: 1 - i%2, Result: result}
		games = append(games, g)
		standing.Add(&g)
	}
	want := standing.Tally(arena.Pairing{First: 0, Second: 1}).Sample().Elo()
	if got := judgementOf(games).Estimate(); math.Abs(got.Difference-want.Difference) > 1e-9 ||
		math.Abs(got.Low-want.Low) > 1e-9 || math.Abs(got.High-want.High) > 1e-9 || got.Difference == 0 {
		t.Errorf("%v, not %v", got, want)
	}
	if one := judgementOf(games[:1]); one.First != 1 || !one.Elo.IsZero() {
		t.Errorf("one game: %+v", one)
	}
}
