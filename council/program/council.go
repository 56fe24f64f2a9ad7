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
	*council.Settings

	// Open opens members, see council.Master; nil allows searches in this process only.
	Open func(seat council.Seat, megabytes int) (council.Member, error)

	// Check checks a seat before it is taken; an error refuses it. nil accepts all seats.
	Check func(seat council.Seat) error

	master *council.Master // nil before it is needed
}

// NewCouncil returns a council of searches in this process and of engines in their own processes.
func NewCouncil() *Council {
	return &Council{Settings: council.NewSettings(), Open: open, Check: check}
}

// Searcher makes the searcher, with tables of the given megabytes in all. The error wraps tt.ErrSize.
func (c *Council) Searcher(megabytes int) (protocol.Searcher, error) {
	master, err := council.NewMaster(megabytes)
	if err != nil {
		return nil, err
	}
	master.Settings, master.Open = c.Settings, c.Open
	c.master = master
	return master, nil
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
	c.Convene(seats)
	return nil
}

// SetCriterion implements protocol.Council; the name is one of Criteria.
func (c *Council) SetCriterion(name string) error {
	if !slices.Contains(c.Criteria(), name) {
		return fmt.Errorf("no such criterion: %q", name)
	}
	return c.Settings.SetCriterion(name)
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
	c.Settings.SetWeights(weights)
	return nil
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
