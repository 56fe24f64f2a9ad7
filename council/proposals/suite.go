package proposals

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"alfiere/internal/datafile"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// Suite is test positions with moves that are to be found or avoided.
type Suite struct {
	Name  string // that of the file, without its folder and what follows the first full stop
	Tests []search.TestPosition
}

// ReadSuite reads a file of EPD, each line of which must have best moves (bm) or bad ones
// (am). The counters of its positions are not kept. The error names file and line: figures
// about a part of a suite would mean nothing.
func ReadSuite(path string) (*Suite, error) {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	s := &Suite{Name: name}
	file, err := datafile.Open(path)
	if err != nil {
		return s, err
	}
	defer file.Close()
	err = notation.EachEPD(file, path, movegen.Rules{}, func(e notation.EPD) error {
		best, avoid, err := e.Test()
		if err == nil && !e.Position.HasLegalMove() {
			err = errors.New("there is no legal move")
		}
		if err != nil {
			return err
		}
		e.Position.SetCounters(0, 1)
		s.Tests = append(s.Tests, search.TestPosition{Position: e.Position, Best: best, Avoid: avoid})
		return nil
	})
	if err == nil && len(s.Tests) == 0 {
		err = fmt.Errorf("%s: there is no position in it", path)
	}
	return s, err
}

// Positions returns the positions in their order.
func (s *Suite) Positions() []movegen.Position {
	positions := make([]movegen.Position, len(s.Tests))
	for i := range s.Tests {
		positions[i] = s.Tests[i].Position
	}
	return positions
}
