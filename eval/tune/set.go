package tune

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"alfiere/eval"
	"alfiere/internal/datafile"
	"alfiere/movegen"
)

// set holds the traces of positions in compact form: some 300 bytes for each.
type set struct {
	entries   []entry
	positions []position
	games     []int // for each game the number of positions up to and with it
}

// entry is a weight with how often it counts for White more than for Black.
type entry struct {
	weight uint16
	count  int16
}

type position struct {
	end    uint32 // of its entries; they begin where those of the position before end
	score  int16  // of the search in centipawns, positive for White
	phase  uint8  // share of the middlegame values, in phaseMax-ths
	scales [2]uint8
	result points
}

// Denominators of a trace's phase and scales.
const (
	phaseMax  = 24
	scaleFull = 64
)

// heldOutShare is one in how many games is not fitted but measures how well the
// fit predicts positions that it has not seen.
const heldOutShare = 10

// collector fills a Set with the positions of games.
type collector struct {
	evaluator *eval.Evaluator
	trace     eval.Trace
	counts    [eval.WeightCount]int16
	touched   []uint16
	set       set
}

// newCollector returns a collector of an empty set.
func newCollector() *collector { return &collector{evaluator: eval.New(eval.Thesis)} }

// Add adds the positions of g. Those that the evaluation knows to be drawn are left out: no weight moves their score.
func (c *collector) Add(g *game) {
	for i := range g.Samples {
		c.add(&g.Samples[i].Position, g.Samples[i].Score, g.Result)
	}
	c.set.games = append(c.set.games, len(c.set.positions))
}

func (c *collector) add(p *movegen.Position, score int, result points) {
	c.evaluator.Trace(p, &c.trace)
	if c.trace.Scale == 0 {
		return
	}
	for _, term := range c.trace.Terms {
		if c.counts[term.Weight] == 0 {
			c.touched = append(c.touched, uint16(term.Weight))
		}
		c.counts[term.Weight] += int16(term.Count * (1 - 2*int(term.Color)))
	}
	for _, weight := range c.touched {
		if count := c.counts[weight]; count != 0 {
			c.set.entries = append(c.set.entries, entry{weight, count})
		}
		c.counts[weight] = 0
	}
	c.touched = c.touched[:0]
	c.set.positions = append(c.set.positions, position{
		end:    uint32(len(c.set.entries)),
		score:  int16(score),
		phase:  uint8(c.trace.Phase),
		scales: [2]uint8{uint8(c.trace.Scales[0]), uint8(c.trace.Scales[1])},
		result: result,
	})
}

// Split returns the indices of the positions for the fit and of those held out: all
// positions of a game are on the same side.
func (s *set) Split() (fit, heldOut []uint32) {
	first := 0
	for game, end := range s.games {
		for i := first; i < end; i++ {
			if game%heldOutShare == heldOutShare-1 {
				heldOut = append(heldOut, uint32(i))
			} else {
				fit = append(fit, uint32(i))
			}
		}
		first = end
	}
	return fit, heldOut
}

// entriesOf returns the entries of position i.
func (s *set) entriesOf(i uint32) []entry {
	first := uint32(0)
	if i > 0 {
		first = s.positions[i-1].end
	}
	return s.entries[first:s.positions[i].end]
}

// origin is what an archive held when it was read.
type origin struct {
	Provenance
	Games     int
	Positions int
	Cut       bool // the file ends within a game: it is being written, or a run was killed
}

// errHeader is wrapped by load for an archive that ends too early.
var errHeader = errors.New("it ends within its header")

// load hands the games of an archive to add. The error is one of Reader,
// with the file's name, and wraps datafile.ErrEmpty or errHeader for a file that ends too early.
func load(path string, add func(*game)) (o origin, err error) {
	file, err := os.Open(path)
	if err != nil {
		return o, err
	}
	defer file.Close()
	r, err := newReader(bufio.NewReaderSize(file, 1<<20))
	switch {
	case err == io.EOF:
		err = datafile.ErrEmpty
	case err == io.ErrUnexpectedEOF:
		err = errHeader
	}
	if err != nil {
		return o, fmt.Errorf("%s: %w", path, err)
	}
	o.Provenance = r.provenance
	for g := new(game); ; {
		switch err := r.Read(g); {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			o.Cut = errors.Is(err, io.ErrUnexpectedEOF)
			return o, nil
		case err != nil:
			return o, fmt.Errorf("%s: %w", path, err)
		}
		o.Games++
		o.Positions += len(g.Samples)
		add(g)
	}
}
