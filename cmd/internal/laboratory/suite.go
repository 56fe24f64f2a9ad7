package laboratory

import (
	"alfiere/council/proposals"
	"alfiere/search"
)

// suite is a suite of test positions, without the names of these.
type suite struct {
	name      string
	positions []search.TestPosition
}

// readSuite reads a file of EPD. The error has the place of the first fault.
func readSuite(path string) (*suite, error) {
	read, err := proposals.ReadSuite(path)
	s := &suite{name: read.Name}
	for i := range read.Tests {
		s.positions = append(s.positions, read.Tests[i].TestPosition)
	}
	return s, err
}

// avoiding returns how many positions name only moves to be avoided.
func (s *suite) avoiding() (n int) {
	for i := range s.positions {
		if len(s.positions[i].Best) == 0 {
			n++
		}
	}
	return n
}
