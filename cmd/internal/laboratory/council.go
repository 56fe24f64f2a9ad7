package laboratory

import (
	"flag"
	"fmt"
	"strings"

	"alfiere/search/consult"
)

// council is a list of members as a command line names it.
type council struct {
	text  string
	seats []consult.Seat
}

// thesisFamilies are the thesis's distributions, each with four to seven members.
var thesisFamilies = []string{"common", "balanced", "unbalanced", "incremental"}

// thesisCouncils returns the sixteen distributions of the thesis.
func thesisCouncils() (councils []council, err error) {
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
func parseCouncil(text string) (council, error) {
	seats, err := consult.ParseCouncil(text)
	if err != nil {
		return council{}, err
	}
	if len(seats) == 0 {
		return council{}, fmt.Errorf("a council has members")
	}
	for i := range seats {
		if seats[i].Engine != "" || seats[i].Threads > 1 {
			return council{}, fmt.Errorf("%s: only searches of our own with one thread are the same every time", seats[i].Name)
		}
	}
	return council{text, seats}, nil
}

// parseMembers reads members whose proposals can be stored, each once. There may be more of them
// than a council has seats.
func parseMembers(text string) ([]consult.Seat, error) {
	var councils []council
	for word := range strings.FieldsSeq(text) {
		c, err := parseCouncil(word)
		if err != nil {
			return nil, err
		}
		councils = append(councils, c)
	}
	if len(councils) == 0 {
		return nil, fmt.Errorf("a council has members")
	}
	return uniqueSeats(councils), nil
}

// councilList is a flag.Value that may be given several times.
type councilList []council

func (l *councilList) String() string { return "" }

// IsMany says that every value counts, not the last one.
func (l *councilList) IsMany() bool { return true }

// Set adds a council.
func (l *councilList) Set(text string) error {
	c, err := parseCouncil(text)
	if err == nil {
		*l = append(*l, c)
	}
	return err
}

// councilsVar declares the flag for councils.
func councilsVar(flags *flag.FlagSet, l *councilList) {
	flags.Var(l, "council", "`members` of a council, as the option Consult has them; it may be given again and again (default the thesis's sixteen distributions)")
}

// orThesis returns the councils that were named, or the thesis's.
func (l councilList) orThesis() ([]council, error) {
	if len(l) > 0 {
		return l, nil
	}
	return thesisCouncils()
}
