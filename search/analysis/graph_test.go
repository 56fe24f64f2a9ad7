package analysis

import (
	"bytes"
	"encoding/xml"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"alfiere/internal/testing/broken"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
	"alfiere/search"
)

// gameOf is a game of passes with scores.
func gameOf(scores ...search.Score) *Game {
	g := &Game{Plies: len(scores)}
	p := movegen.StartPosition()
	for _, s := range scores {
		g.Moves = append(g.Moves, Move{Position: p, Score: s})
		p.MakeOrPass(movegen.NoMove)
	}
	return g
}

// heights reads a graph: how many parts of a row each column is high.
func heights(t *testing.T, d Graph, lines []string, columns int) []int {
	t.Helper()
	cells := plain
	if d.Unicode {
		cells = blocks
	}
	got := make([]int, columns)
	for c := range got {
		topped := false
		for _, line := range lines {
			cell := ' '
			if runes := []rune(line); margin+c < len(runes) {
				cell = runes[margin+c]
			}
			part := slices.Index(cells, cell)
			if part < 0 || topped && part != len(cells)-1 {
				t.Fatalf("column %d has a hole or %q:\n%s", c, cell, strings.Join(lines, "\n"))
			}
			topped = topped || part > 0
			got[c] += part
		}
	}
	return got
}

func randomScore(r *rand.Rand) search.Score {
	switch r.IntN(5) {
	case 0:
		return search.MateScore - search.Score(r.IntN(search.MaxPly))
	case 1:
		return -search.MateScore + search.Score(r.IntN(search.MaxPly))
	case 2:
		return search.Score(r.IntN(20001) - 10000)
	}
	return search.Score(r.IntN(801) - 400)
}

// TestAGraphIsAsHighAsTheScores: what White expects more of is never drawn lower, mates fill
// or leave all of a column, every line fits, and every mistake is marked.
func TestAGraphIsAsHighAsTheScores(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		d := Graph{Columns: r.IntN(140), Rows: r.IntN(14), Unicode: r.IntN(2) == 0}
		scores := make([]search.Score, r.IntN(80)+1)
		for i := range scores {
			scores[i] = randomScore(r)
		}
		g := gameOf(scores...)
		worst := map[movegen.Color]int{}
		for i := range g.Moves {
			if m := &g.Moves[i]; r.IntN(8) == 0 {
				m.Mistake = []gametree.NAG{blunder, mistake, inaccuracy}[r.IntN(3)]
				worst[m.Position.Side()] = max(worst[m.Position.Side()], kindOf(m.Mistake).loss)
			}
		}
		lines := d.Draw(g)
		rows := max(d.Rows, 3)
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n > max(d.Columns, minColumns) {
				t.Fatalf("%+v, %d moves: a line of %d characters: %q", d, len(scores), n, line)
			}
			if !d.Unicode && len(line) != utf8.RuneCountInString(line) {
				t.Fatalf("not ASCII: %q", line)
			}
		}
		if want := rows + 1 + len(worst); len(lines) != want {
			t.Fatalf("%d lines, not %d:\n%s", len(lines), want, strings.Join(lines, "\n"))
		}
		for i, side := 0, movegen.White; side <= movegen.Black; side++ {
			if worst[side] == 0 {
				continue
			}
			row := lines[rows+1+i]
			i++
			if mark := map[int]string{75: "~", 150: "?", 300: "x"}[worst[side]]; !strings.Contains(row[margin:], mark) {
				t.Fatalf("the worst mistake of %d is not in %q", side, row)
			}
		}
		checkHeights(t, d, lines[:rows], g)
	}
}

// checkHeights compares a graph with the scores of a game.
func checkHeights(t *testing.T, d Graph, lines []string, g *Game) {
	t.Helper()
	n, room := len(g.Moves), max(d.Columns, minColumns)-margin
	bars := g.bars(room)
	got := heights(t, d, lines, len(bars))
	full := len(lines) * (len(plain) - 1)
	if d.Unicode {
		full = len(lines) * (len(blocks) - 1)
	}
	if len(bars) > room || n <= room && len(bars)%n != 0 {
		t.Fatalf("%d moves have %d columns of %d", n, len(bars), room)
	}
	for i := range bars {
		if e := bars[i].expectation; (e == 0) && got[i] != 0 || e == 1000 && got[i] != full {
			t.Fatalf("column %d is %d high, of %d, with %d", i, got[i], full, e)
		}
		for j := range bars {
			if bars[i].expectation > bars[j].expectation && got[i] < got[j] {
				t.Fatalf("columns %d and %d are %d and %d high, with %d and %d", i, j, got[i], got[j], bars[i].expectation, bars[j].expectation)
			}
		}
		if k := len(bars) / n; len(bars) >= n && bars[i].expectation != Expectation(g.Moves[i/k].Score) {
			t.Fatalf("column %d is not move %d's", i, i/k)
		}
	}
	for i := range g.Moves {
		if c := columnOf(i, n, len(bars)); c < 0 || c >= len(bars) || i > 0 && c < columnOf(i-1, n, len(bars)) {
			t.Fatalf("move %d of %d has column %d of %d", i, n, c, len(bars))
		}
	}
}

func TestMatesFillTheGraph(t *testing.T) {
	const mate = search.MateScore
	for _, d := range []Graph{{Columns: 40, Rows: 5}, {Columns: 40, Rows: 6, Unicode: true}} {
		lines := d.Draw(gameOf(mate, -mate, mate-9, 9-mate, 0, 5000))
		got := heights(t, d, lines[:d.Rows], 18)
		full := got[0]
		if want := []int{full, 0, full, 0}; !slices.Equal([]int{got[0], got[3], got[6], got[9]}, want) || full != got[15] || got[12]*2 < full-1 || got[12]*2 > full+1 {
			t.Errorf("heights %d", got)
		}
	}
	if lines := (Graph{}).Draw(&Game{Plies: 3}); lines != nil {
		t.Errorf("nothing is drawn as %q", lines)
	}
}

func TestColoursAreOnlyColours(t *testing.T) {
	g := judgedGame(t)
	escapes := regexp.MustCompile("\x1b\\[[0-9]*m")
	strip := func(lines []string) string { return escapes.ReplaceAllString(strings.Join(lines, "\n"), "") }
	d := Graph{Columns: 50, Rows: 5}
	bare := strings.Join(d.Draw(&g), "\n")
	d.Color = true
	if colored := d.Draw(&g); strip(colored) != bare || strings.Join(colored, "\n") == bare {
		t.Errorf("%q", colored)
	}
	if colored := (Text{}).Table(&g, true); strip(colored) != strings.Join(Text{}.Table(&g, false), "\n") || !strings.Contains(strings.Join(colored, ""), "\x1b[33mQh5?\x1b[0m") {
		t.Errorf("%q", colored)
	}
}

func TestTheTableIsNarrow(t *testing.T) {
	p := position(t, "4k3/8/8/8/8/8/3p4/K3R3 b - - 0 100")
	g := Game{Moves: []Move{{Position: p, Move: line(t, p, "dxe1=Q+")[0], Score: -search.MateScore + 41, Mistake: blunder}}}
	for _, l := range (Text{}).Table(&g, false) {
		if utf8.RuneCountInString(l) > 40 {
			t.Errorf("%q", l)
		}
	}
}

// circle is a dot of the picture.
type circle struct {
	Y     int    `xml:"cy,attr"`
	Title string `xml:"title"`
}

func TestThePictureIsXMLAndTellsEveryMistake(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		scores := make([]search.Score, r.IntN(200))
		for i := range scores {
			scores[i] = randomScore(r)
		}
		g := gameOf(scores...)
		mistakes := 0
		for i := range g.Moves {
			if r.IntN(6) == 0 {
				g.Moves[i].Mistake = mistake
				mistakes++
			}
		}
		g.Title = "\x00<\x1b\ufffe&\"'é" + string([]byte{0xff})
		var out bytes.Buffer
		must.Do(t, (Text{}).WriteSVG(&out, g))
		var picture struct {
			Title   string   `xml:"title"`
			Circles []circle `xml:"circle"`
		}
		if err := xml.Unmarshal(out.Bytes(), &picture); err != nil {
			t.Fatalf("%v:\n%s", err, &out)
		}
		if picture.Title != "<&\"'é" || len(picture.Circles) != mistakes+3 {
			t.Errorf("title %q, %d dots of %d mistakes", picture.Title, len(picture.Circles)-3, mistakes)
		}
		for _, c := range picture.Circles[:mistakes] {
			if c.Y < svgTop || c.Y > svgTop+svgAreaSize || !strings.Contains(c.Title, "--?") {
				t.Errorf("a dot: %+v", c)
			}
		}
	}
	if err := (Text{}).WriteSVG(&broken.Writer{}, gameOf(1)); err != broken.Err {
		t.Errorf("what cannot be written gives %v", err)
	}
}
