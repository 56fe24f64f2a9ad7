package search

import (
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"alfiere/tt/syzygy"
)

// elementaryEndings are the endings against the bare king that nobody may fail to win, each from
// one of its worst placements.
var elementaryEndings = []struct{ name, material, worst string }{
	{"queen, mate in 10", "KQvK", "7K/6Q1/8/8/2k5/8/8/8 w - - 0 1"},
	{"rook, mate in 16", "KRvK", "8/8/8/8/8/3k4/2R5/6K1 w - - 0 1"},
	{"two bishops, mate in 19", "KBBvK", "7K/8/8/8/1Bk3B1/8/8/8 w - - 0 1"},
	{"bishop and knight, mate in 33", "KBNvK", "K7/8/8/8/B7/1Nk5/8/8 w - - 0 1"},
}

// endingTrial is how hard the endings are tried: one position with some 15 ms' worth of nodes,
// so that it is the same every time, or with ALFIERE_LONG=1 many at 50 ms a move.
func endingTrial() (games int, limits Limits) {
	if os.Getenv("ALFIERE_LONG") == "1" {
		return 60, Limits{MoveTime: 50 * time.Millisecond}
	}
	return 1, Limits{Nodes: 30_000}
}

// The defender has the endgame tables, the engine has not.
func TestElementaryEndingsAreWonAgainstTheBestDefence(t *testing.T) {
	games, limits := endingTrial()
	endings := elementaryEndings
	if testing.Short() { // one thread: the race detector has nothing to find
		endings = endings[:1]
	}
	for _, ending := range endings {
		t.Run(ending.name, func(t *testing.T) {
			tables := smallTables(t)
			if len(ending.material) > len("KQvK") {
				tables = openTables(t)
			}
			engine, p := newEngine(t), mustPosition(t, ending.worst)
			random := rand.New(rand.NewPCG(6, 0))
			for range games {
				if fault := playOut(engine, tables, Request{Position: p, Limits: limits}); fault != nil {
					t.Errorf("%s: %v", p.FEN(), fault)
				}
				p = randomOf(t, random, tables, ending.material, syzygy.Win)
			}
		})
	}
}

func TestAPawnThatWinsIsBroughtHome(t *testing.T) {
	games, limits := endingTrial()
	games = sized(4*games, 2, 1)
	tables, engine := smallTables(t), newEngine(t)
	random := rand.New(rand.NewPCG(6, 1))
	for range games {
		p := randomOf(t, random, tables, "KPvK", syzygy.Win)
		if fault := playOut(engine, tables, Request{Position: p, Limits: limits}); fault != nil {
			t.Errorf("%s: %v", p.FEN(), fault)
		}
	}
}
