package syzygy

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"alfiere/movegen"
)

// lookUp returns what is written of a position, the part it is in, and the side to move as
// the table sees it.
func (w *writtenTable) lookUp(p *movegen.Position) (raw int, part *writtenPart, side int) {
	for file := range w.parts {
		_, side = placed(p, w.name, w.parts[file][0].men)
		stored := side % len(w.parts[file])
		part = w.parts[file][stored]
		squares, _ := placed(p, w.name, part.men)
		if number, ok := w.numbering(file, stored).number(squares); ok {
			return part.value(number), part, side
		}
	}
	panic(fmt.Sprint("no number for ", p.FEN()))
}

// expectation is what written tables say of a position that has neither captures nor pawn
// moves.
type expectation struct {
	value    WDL
	distance int
	stored   bool // the distance is: its table has only one side to move
}

// expect looks a position up in written tables by the plain definition.
func expect(p *movegen.Position, wdl, dtz *writtenTable) (e expectation) {
	raw, _, _ := wdl.lookUp(p)
	e.value = Loss + WDL(raw)
	raw, part, side := dtz.lookUp(p)
	e.stored = int(part.flags&flagSecondSide) == side || mirrored(dtz.name) && len(dtz.parts) == 1
	if part.flags&flagMapped != 0 {
		raw = int(part.maps[map[WDL]int{Loss: 1, CursedWin: 2, BlessedLoss: 3}[e.value]][raw])
	}
	switch e.value {
	case Win:
		e.distance = 1 + raw*(2-int(part.flags&flagWinPlies)/flagWinPlies)
	case Loss:
		e.distance = -1 - raw*(2-int(part.flags&flagLossPlies)/flagLossPlies)
	case CursedWin:
		e.distance = 101 + 2*raw
	case BlessedLoss:
		e.distance = -101 - 2*raw
	}
	return e
}

// writeDraws writes tables of all materials of less than so many men in which all is drawn.
func writeDraws(t *testing.T, men int) (folder string) {
	folder = t.TempDir()
	for fewer := 3; fewer < men; fewer++ {
		for _, name := range materials(fewer) {
			w := newWrittenTable(name, false, func(name string) ([]byte, [2]int) {
				return shuffled(name, rand.New(rand.NewPCG(17, 18)))
			})
			for _, parts := range w.parts {
				for _, part := range parts {
					part.how.single, part.values = true, []valueRun{{2, 0}}
				}
			}
			writeTable(t, folder, w)
		}
	}
	return folder
}

// Through the whole of a probe: values, and distances with maps of bytes and words, in
// moves and half-moves, of either side.
func TestProbesFindWhatIsWritten(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	count := 3
	if long() {
		count = 100
	}
	checked := map[string]int{}
	for men := 3; men <= 7; men++ {
		draws := writeDraws(t, men)
		all := materials(men)
		for range count {
			name := all[rng.IntN(len(all))]
			folder := t.TempDir()
			wdl := randomLargeTable(name, false, rng, 1000, 4)
			dtz := randomLargeTable(name, true, rng, 1000, 300)
			writeTable(t, folder, wdl)
			writeTable(t, folder, dtz)
			tables, err := Open(folder + string(os.PathListSeparator) + draws)
			if err != nil && men > 3 {
				t.Fatal(err)
			}
			for range 100 {
				p := randomPosition(t, name, rng)
				checkProbe(t, tables, &p, expect(&p, wdl, dtz), checked)
			}
			for _, fault := range tables.Faults() {
				t.Error(fault)
			}
			if err := tables.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, want := range []string{"win", "loss", "cursed win", "blessed loss", "draw", "not stored"} {
		if checked[want] < 30 {
			t.Errorf("too few distances of %s: %v", want, checked)
		}
	}
}

// checkProbe compares WDL and DTZ of a position, where captures lead to draws, with what
// is expected without them, and counts the distances it has seen.
func checkProbe(t *testing.T, tables *Tables, p *movegen.Position, e expectation, checked map[string]int) {
	t.Helper()
	captures, zeroing, moves := false, false, p.Moves()
	for _, m := range moves {
		captures = captures || p.IsCapture(m)
		zeroing = zeroing || p.IsCapture(m) || p.PieceAt(m.From()).Type() == movegen.Pawn
	}
	want := e.value
	if captures {
		want = max(want, Draw)
	}
	if got, ok := tables.WDL(p); !ok || got != want {
		t.Fatalf("%s: %v, %t, want %v: %v", p.FEN(), got, ok, want, tables.Faults())
	}
	if zeroing || len(moves) == 0 {
		return
	}
	if !e.stored && e.value != Draw {
		checked["not stored"]++
		return
	}
	if got, ok := tables.DTZ(p); !ok || got != e.distance {
		t.Fatalf("%s, %v: distance %d, %t, want %d: %v", p.FEN(), e.value, got, ok, e.distance, tables.Faults())
	}
	checked[e.value.String()]++
}
