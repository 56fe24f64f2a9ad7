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

// Suite is a list of test positions with moves to find or to avoid.
type Suite struct {
	Name  string // of the file, without the folder and from the first full stop on
	Tests []search.TestPosition
}

// ReadSuite reads an EPD file. Each line must have best moves (bm) or moves to avoid (am). The counters of
// the positions are dropped. An error names file and line, and then no part of the suite is returned,
// since results for a part would mean nothing.
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
			err = errors.New("the position has no legal move")
		}
		if err != nil {
			return err
		}
		e.Position.SetCounters(0, 1)
		s.Tests = append(s.Tests, search.TestPosition{Position: e.Position, Best: best, Avoid: avoid})
		return nil
	})
	if err == nil && len(s.Tests) == 0 {
		err = fmt.Errorf("%s: the file contains no position", path)
	}
	return s, err
}

// Positions returns the positions in the order of the suite.
func (s *Suite) Positions() []movegen.Position {
	positions := make([]movegen.Position, len(s.Tests))
	for i := range s.Tests {
		positions[i] = s.Tests[i].Position
	}
	return positions
}
