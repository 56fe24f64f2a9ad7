package arena

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// ErrOver is wrapped by the error for an opening in which the game is over.
var ErrOver = errors.New("the game is over in this position")

// ReadOpenings reads the positions of an EPD or FEN file, one a line; see
// notation.EPDReader. The error, which wraps a *notation.EPDError or ErrOver, is that
// of the first faulty line: a match should not begin with only some of its openings.
func ReadOpenings(r io.Reader) ([]movegen.Position, error) {
	var openings []movegen.Position
	for reader := notation.NewEPDReader(r, movegen.Rules{}); ; {
		line, err := reader.Read()
		if err == io.EOF {
			return openings, nil
		}
		if err != nil {
			return nil, err
		}
		if referee.Start(line.Position).Over() {
			return nil, fmt.Errorf("line %d: %w", reader.Line(), ErrOver)
		}
		openings = append(openings, line.Position)
	}
}

// Shuffle puts openings into a random order that depends on seed alone.
func Shuffle(openings []movegen.Position, seed uint64) {
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(openings), func(i, j int) {
		openings[i], openings[j] = openings[j], openings[i]
	})
}
