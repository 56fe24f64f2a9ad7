package lab

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// Suite is test positions with moves that are to be found or avoided.
type Suite struct {
	Name  string // that of the file, without its folder and what follows the first full stop
	Tests []Test
}

// Test is a position of a suite.
type Test struct {
	search.TestPosition
	ID string // as the suite calls it; may be empty
}

// ReadSuite reads a file of EPD, each line of which must have best moves (bm) or bad ones
// (am). The counters of its positions are not kept. The error names file and line: figures
// about a part of a suite would mean nothing.
func ReadSuite(path string) (Suite, error) {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	s := Suite{Name: name}
	err := notation.ReadEPDFile(path, movegen.Rules{}, func(e notation.EPD) error {
		best, avoid, err := e.Test()
		if err == nil && !e.Position.HasLegalMove() {
			err = errors.New("there is no legal move")
		}
		if err != nil {
			return err
		}
		e.Position.SetCounters(0, 1)
		s.Tests = append(s.Tests, Test{search.TestPosition{Position: e.Position, Best: best, Avoid: avoid}, e.Text("id")})
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

// Halves divides a suite in two, so that what was chosen by one half can be judged by the
// other. The halves are always the same for a seed, whatever the order of the suite, and
// have the same number of positions, or the first one has one more. A position that stands
// there twice is in one of them. The tests keep their order.
func (s *Suite) Halves(seed uint64) (first, second Suite) {
	type drawn struct {
		fields string
		lot    uint64
	}
	lots := make([]drawn, len(s.Tests))
	for i := range s.Tests {
		fields := s.Tests[i].Position.EPD()
		hash := fnv.New64a()
		hash.Write([]byte(fields))
		lots[i] = drawn{fields, movegen.Mix(hash.Sum64() ^ movegen.Mix(seed))}
	}
	slices.SortFunc(lots, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.fields, b.fields)) })
	isSecond := map[string]bool{}
	for i, d := range slices.Compact(lots) {
		isSecond[d.fields] = i%2 == 1
	}
	first.Name, second.Name = s.Name+" (first half)", s.Name+" (second half)"
	for _, test := range s.Tests {
		half := &first
		if isSecond[test.Position.EPD()] {
			half = &second
		}
		half.Tests = append(half.Tests, test)
	}
	return first, second
}
