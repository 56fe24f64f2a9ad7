package program

import (
	"fmt"
	"slices"

	"alfiere/council"
	"alfiere/protocol"
)

// Council makes a protocol.Searcher that consults a council. It is also the protocol.Council whose options
// set the members. Its methods are for one goroutine.
type Council struct {
	// Open opens members, see council.Master; nil allows searches in this process only.
	Open func(seat council.Seat, megabytes int) (council.Member, error)

	// Check checks a seat before it is taken; an error refuses it. nil accepts all seats.
	Check func(seat council.Seat) error

	master *council.Master         // nil before it is needed
	later  []func(*council.Master) // settings made before that
}

// NewCouncil returns a council of searches in this process and of engines in their own processes.
func NewCouncil() *Council { return &Council{Open: open, Check: check} }

// Searcher makes the searcher, with tables of the given megabytes in all. The error wraps tt.ErrSize.
func (c *Council) Searcher(megabytes int) (protocol.Searcher, error) {
	master, err := council.NewMaster(megabytes)
	if err != nil {
		return nil, err
	}
	master.Open = c.Open
	for _, set := range c.later {
		set(master)
	}
	c.master, c.later = master, nil
	return master, nil
}

// tell applies a setting now, or as soon as there is a master.
func (c *Council) tell(set func(*council.Master)) {
	if c.master == nil {
		c.later = append(c.later, set)
		return
	}
	set(c.master)
}

// SetMembers implements protocol.Council; the error is that of council.ParseCouncil or Check's.
func (c *Council) SetMembers(text string) error {
	seats, err := council.ParseCouncil(text)
	if err != nil {
		return err
	}
	if c.Check != nil {
		for _, seat := range seats {
			if err := c.Check(seat); err != nil {
				return err
			}
		}
	}
	c.tell(func(m *council.Master) { m.Convene(seats) })
	return nil
}

// SetCriterion implements protocol.Council; the name is one of Criteria.
func (c *Council) SetCriterion(name string) error {
	if !slices.Contains(c.Criteria(), name) {
		return fmt.Errorf("no such criterion: %q", name)
	}
	c.tell(func(m *council.Master) { _ = m.SetCriterion(name) }) // the name is valid
	return nil
}

// SetWeights implements protocol.Council; the error is that of council.ParseWeights.
func (c *Council) SetWeights(text string) error {
	weights := council.DefaultWeights()
	if text != "" {
		var err error
		if weights, err = council.ParseWeights(text); err != nil {
			return err
		}
	}
	c.tell(func(m *council.Master) { m.SetWeights(weights) })
	return nil
}

// SetSecondSearch implements protocol.Council.
func (c *Council) SetSecondSearch(percent int) {
	c.tell(func(m *council.Master) { m.SetSecondSearch(percent) })
}

// SetSecondThreads implements protocol.Council.
func (c *Council) SetSecondThreads(count int) {
	c.tell(func(m *council.Master) { m.SetSecondThreads(count) })
}

// SetExchange implements protocol.Council.
func (c *Council) SetExchange(on bool) {
	c.tell(func(m *council.Master) { m.SetExchange(on) })
}

// Prepare implements protocol.Council.
func (c *Council) Prepare() {
	if c.master != nil {
		c.master.Prepare()
	}
}

// Await implements protocol.Council.
func (c *Council) Await() error {
	if c.master == nil {
		return nil
	}
	return c.master.Await()
}

// Criteria implements protocol.Council.
func (c *Council) Criteria() []string {
	names := []string{council.DefaultCriterion}
	for _, criterion := range council.Criteria() {
		if criterion.Name != council.DefaultCriterion {
			names = append(names, criterion.Name)
		}
	}
	return names
}
