package laboratory

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/internal/message"
)

// councilSeats is a list of members from a command line.
type councilSeats struct {
	text  string
	seats []council.Seat
}

// thesisFamilies are the thesis's distributions, each with four to seven members.
var thesisFamilies = []string{"common", "balanced", "unbalanced", "incremental"}

// thesisCouncils returns the sixteen distributions of the thesis.
func thesisCouncils() (councils []councilSeats, err error) {
	for _, family := range thesisFamilies {
		for size := 4; size <= 7; size++ {
			c, err := parseCouncil(fmt.Sprint(family, size))
			if err != nil {
				return nil, err
			}
			councils = append(councils, c)
		}
	}
	return councils, nil
}

// parseCouncil reads a council whose proposals can be stored.
func parseCouncil(text string) (councilSeats, error) {
	seats, err := council.ParseCouncil(text)
	if err != nil {
		return councilSeats{}, err
	}
	if len(seats) == 0 {
		return councilSeats{}, errors.New("a council needs at least one member")
	}
	for i := range seats {
		if seats[i].Engine != "" || seats[i].Threads > 1 {
			return councilSeats{}, message.Errorf("%s: only Alfiere's own searches with one thread are repeatable",
				seats[i].Name)
		}
	}
	return councilSeats{text, seats}, nil
}

// parseMembers reads members whose proposals can be stored, each once; all means the 255 sets of
// mbxkcpar. There may be more members than a council has seats.
func parseMembers(text string) ([]council.Seat, error) {
	if text == "all" {
		var seats []council.Seat
		for set := range int(eval.Thesis) {
			seats = append(seats, seatOf(eval.Knowledge(set+1)))
		}
		return seats, nil
	}
	var councils []councilSeats
	for word := range strings.FieldsSeq(text) {
		c, err := parseCouncil(word)
		if err != nil {
			return nil, err
		}
		councils = append(councils, c)
	}
	if len(councils) == 0 {
		return nil, errors.New("a council needs at least one member")
	}
	return uniqueSeats(councils), nil
}

// councilList is the councils of a flag that may be repeated.
type councilList []councilSeats

// add adds the council that a text describes.
func (l *councilList) add(text string) error {
	c, err := parseCouncil(text)
	if err == nil {
		*l = append(*l, c)
	}
	return err
}

// councilsVar declares the flag for councils.
func councilsVar(flags *pflag.FlagSet, l *councilList) {
	flags.Func("council", "`members` of a council, in the syntax of the option Consult; can be repeated "+
		"(default: the thesis's sixteen distributions)", l.add)
}

// orThesis returns the named councils, by default the thesis's.
func (l councilList) orThesis() ([]councilSeats, error) {
	if len(l) > 0 {
		return l, nil
	}
	return thesisCouncils()
}
