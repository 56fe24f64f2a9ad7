package syzygy_test

import (
	"bufio"
	"cmp"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/tt/syzygy"
)

// folder has the tables of three and four men.
const folder = "../../../shared/data/syzygy"

// open opens tables, or skips the test where they are not.
func open(t *testing.T, folder string) *syzygy.Tables {
	t.Helper()
	tables, err := syzygy.Open(folder)
	if err != nil {
		t.Skipf("no tables here: %v", err)
	}
	t.Cleanup(func() {
		for _, fault := range tables.Faults() {
			t.Error(fault)
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

// comparison holds tables against the analysis. The value must always be the same. The
// distance must be so, too, where it is defined exactly: of draws, of positions that a
// zeroing move decides, and of those whose table counts in half-moves. A table that counts
// in moves has for both 2n-1 and 2n half-moves the number n, and a reader tells 2n-1: there
// the distance may be one less than the true one, and never anything else. A position
// whose side to move is not stored has its distance from the positions a move later, so
// that a win is told as exactly as the table counts losses, and a loss as wins.
type comparison struct {
	*analysis
	tables                *syzygy.Tables
	exact, within, oneOff int // positions: exactly defined; counted in moves; these that are one less
}

// position compares value and distance of a position.
func (c *comparison) position(t *testing.T, p *movegen.Position) {
	t.Helper()
	v := c.value(diagramOf(p))
	if got, ok := c.tables.WDL(p); !ok || got != c.wdl(v) {
		t.Fatalf("%s: %s, %t; the analysis says %s", p.FEN(), got, ok, c.wdl(v))
	}
	got, ok := c.tables.DTZ(p)
	if !ok || !c.agree(got, v, c.inMoves(p, v)) {
		t.Fatalf("%s: distance %d, %t; the analysis says %d", p.FEN(), got, ok, dtz(v))
	}
}

// inMoves reports whether the distance of p, whose value is v, comes from what is counted
// in moves.
func (c *comparison) inMoves(p *movegen.Position, v value) bool {
	if v == drawn || v == 1 || v == -1 || v == mated {
		return false
	}
	stored, wins, losses, ok := c.tables.DistanceUnits(p)
	beyond := c.wdl(v) == syzygy.CursedWin || c.wdl(v) == syzygy.BlessedLoss
	return ok && (beyond || (v > 0) == stored && wins || (v > 0) != stored && losses)
}

// agree reports whether a distance is that of the value, and counts it.
func (c *comparison) agree(got int, v value, inMoves bool) bool {
	if !inMoves {
		c.exact++
		return got == dtz(v)
	}
	c.within++
	missing := dtz(v) - got
	if v < 0 {
		missing = -missing
	}
	if missing == 1 {
		c.oneOff++
	}
	return missing == 0 || missing == 1
}

// moves compares what is said of the moves of a position: their values, and their order.
func (c *comparison) moves(t *testing.T, p *movegen.Position) {
	t.Helper()
	moves, ok := c.tables.Moves(p)
	if !ok || len(moves) != len(p.Moves()) {
		t.Fatalf("%s: %d moves, %t", p.FEN(), len(moves), ok)
	}
	for _, m := range moves {
		next := p.After(m.Move)
		zeroing := p.IsCapture(m.Move) || p.PieceAt(m.Move.From()).Type() == movegen.Pawn
		after := c.value(diagramOf(&next))
		want := c.before(after, zeroing)
		if m.WDL != c.wdl(want) || !c.agree(m.DTZ, want, !zeroing && c.inMoves(&next, after)) {
			t.Fatalf("%s: %s: %s, distance %d; the analysis says %s, %d",
				p.FEN(), m.Move, m.WDL, m.DTZ, c.wdl(want), dtz(want))
		}
	}
	if !slices.IsSortedFunc(moves, func(a, b syzygy.Move) int {
		return cmp.Or(-cmp.Compare(a.WDL, b.WDL), cmp.Compare(a.DTZ, b.DTZ))
	}) {
		t.Fatalf("%s: the moves are in no order", p.FEN())
	}
}

// log says what has been compared.
func (c *comparison) log(t *testing.T, name string, start time.Time) {
	t.Logf("%s: %d distances exact, %d within one (%d one less), %v",
		name, c.exact, c.within, c.oneOff, time.Since(start).Round(time.Millisecond))
}

// dtz returns the value as tables tell it: of a mate -1.
func dtz(v value) int {
	if v == mated {
		return -1
	}
	return int(v)
}

// TestTablesOfThreeMenAgreeWithTheAnalysis compares every position of three men with either
// colour stronger: in some mirror image of it, or with ALFIERE_LONG=1 in all.
func TestTablesOfThreeMenAgreeWithTheAnalysis(t *testing.T) {
	c := comparison{analysis: newAnalysis(100), tables: open(t, "testdata")}
	for _, name := range []string{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"} {
		c.exact, c.within, c.oneOff = 0, 0, 0
		start, rng := time.Now(), rand.New(rand.NewPCG(15, 3))
		for number := range 2 << 18 {
			d := diagram{count: 3, enPassant: movegen.NoSquare, side: movegen.Color(number & 1)}
			for i, piece := range menOf(name) {
				d.men[i] = man{piece, movegen.Square(number >> (1 + 6*i) & 63)}
			}
			images := symmetries[:]
			if name == "KPvK" {
				images = images[:rankMirror]
			}
			if !d.possible() || !d.leads(images) || testing.Short() && rng.IntN(10) != 0 {
				continue
			}
			if !long() {
				i := rng.IntN(len(images))
				images = images[i : i+1]
			}
			for _, image := range images {
				turned := d
				turned.turn(image)
				c.bothColours(t, turned, number%509 == 0)
			}
		}
		c.log(t, name, start)
	}
}

// leads reports whether a diagram is the first of its mirror images, in the order of the
// squares of its men.
func (d *diagram) leads(images []*[65]movegen.Square) bool {
	for _, image := range images {
		for _, m := range d.all() {
			if there := image[m.at]; there != m.at {
				if there < m.at {
					return false
				}
				break
			}
		}
	}
	return true
}

// bothColours compares a position, if it is legal, and the same with the colours exchanged,
// with moves also what is said of each move.
func (c *comparison) bothColours(t *testing.T, d diagram, moves bool) {
	t.Helper()
	for range 2 {
		if p, err := d.position(); err == nil {
			c.position(t, &p)
			if moves {
				c.moves(t, &p)
			}
		}
		d.flip()
	}
}

// TestTablesOfFourMenAgreeWithTheAnalysis compares random positions of the tables of four
// men: of one of them, or with ALFIERE_LONG=1 200,000 of each, which takes six minutes of a
// free core (go test -timeout 1h).
func TestTablesOfFourMenAgreeWithTheAnalysis(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	c := comparison{analysis: newAnalysis(100), tables: open(t, folder)}
	names, count := []string{"KBNvK"}, 20_000
	if long() {
		names, count = fourMen(t), 200_000
	}
	for _, name := range names {
		c.exact, c.within, c.oneOff = 0, 0, 0
		start, rng := time.Now(), rand.New(rand.NewPCG(15, 4))
		checkLocally(t, c.analysis, name, count/20)
		for i := range count {
			_, p := random(menOf(name), rng)
			c.position(t, &p)
			if i%50 == 0 {
				c.moves(t, &p)
			}
		}
		c.log(t, name, start)
	}
	longest := map[string]int{"KBNvK": 65, "KBBvK": 37, "KQvKR": 61, "KRvKN": 53}
	for name, want := range longest {
		if slices.Contains(names, name) {
			if got, _, _ := c.extremes(name); got != want {
				t.Errorf("%s: the longest win takes %d half-moves, %d are known", name, got, want)
			}
		}
	}
	if long() {
		start := time.Now()
		c.exact, c.within, c.oneOff = 0, 0, 0
		enPassantPositions(func(p *movegen.Position) { c.position(t, p) })
		c.log(t, "captures en passant", start)
	}
	c.probes(t)
}

// TestTablesOfFourMenFollowFromThemselves compares values of all tables of four men with
// those a move later: what the tables of three men and the analysis vouch for in the end.
// There are no cursed wins among four men.
func TestTablesOfFourMenFollowFromThemselves(t *testing.T) {
	tables := open(t, folder)
	rng := rand.New(rand.NewPCG(15, 5))
	for _, name := range fourMen(t) {
		for range 400 {
			_, p := random(menOf(name), rng)
			followsFromMoves(t, tables, &p)
		}
	}
	positions := 0
	enPassantPositions(func(p *movegen.Position) {
		if positions++; testing.Short() && positions%8 != 0 {
			return
		}
		followsFromMoves(t, tables, p)
	})
	t.Logf("%d positions with a capture en passant", positions)
}

// followsFromMoves compares the value of p with those a move later.
func followsFromMoves(t *testing.T, tables *syzygy.Tables, p *movegen.Position) {
	t.Helper()
	want := syzygy.Loss
	for _, m := range p.Moves() {
		next := p.After(m)
		reply, ok := tables.WDL(&next)
		if !ok {
			t.Fatalf("%s: no value", next.FEN())
		}
		want = max(want, -reply)
	}
	if !p.HasLegalMove() && !p.InCheck() {
		want = syzygy.Draw
	}
	if got, ok := tables.WDL(p); !ok || got != want {
		t.Fatalf("%s: %s, %t; after one move %s", p.FEN(), got, ok, want)
	}
}

// enPassantPositions shows all positions of two kings and two pawns with a legal capture
// en passant.
func enPassantPositions(visit func(p *movegen.Position)) {
	men := menOf("KPvKP")
	for number := range 16 << 12 {
		file, to := number&7, number&7-1+number>>3&1*2
		d := diagram{count: 4, side: movegen.White, enPassant: movegen.MakeSquare(file, 5)}
		d.men = [4]man{{men[0], movegen.Square(number >> 4 & 63)}, {men[2], movegen.Square(number >> 10)},
			{men[3], movegen.MakeSquare(file, 4)}, {men[1], movegen.MakeSquare(to&7, 4)}}
		if to < 0 || to > 7 || !d.possible() {
			continue
		}
		for range 2 {
			if p, err := d.position(); err == nil && p.EnPassant() != movegen.NoSquare {
				visit(&p)
			}
			d.flip()
		}
	}
}

// fourMen returns the names of the tables of four men.
func fourMen(t *testing.T) (names []string) {
	files, err := filepath.Glob(folder + "/*.rtbz")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".rtbz"); len(name) == 5 {
			names = append(names, name)
		}
	}
	return names
}

// probes compares the analysis with what another reader found in the tables, where the
// ending has been analysed.
func (c *comparison) probes(t *testing.T) {
	c.exact, c.within, c.oneOff = 0, 0, 0
	file, err := os.Open(folder + "/probes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		p, err := movegen.ParseFEN(fields[0])
		wdl, err1 := strconv.Atoi(fields[1])
		distance, err2 := strconv.Atoi(fields[2])
		if err != nil || err1 != nil || err2 != nil {
			t.Fatal(lines.Text(), err)
		}
		d := diagramOf(&p)
		if _, analysed := c.endings[d.material()]; !analysed {
			continue
		}
		v := c.value(d)
		if c.wdl(v) != syzygy.WDL(wdl) || !c.agree(distance, v, c.inMoves(&p, v)) {
			t.Errorf("%s: %d, %d; the analysis says %s, %d", fields[0], wdl, distance, c.wdl(v), dtz(v))
		}
	}
	c.log(t, "probes of another reader", time.Now())
}
