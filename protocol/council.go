package protocol

import (
	"cmp"

	"alfiere/internal/wire"
	"alfiere/search"
)

// council receives the options of a council, for a searcher that consults other engines; see docs/consulting.md. Values
// apply from the next search on; an error says why a text is refused, and the old value stays.
type council interface {
	SetMembers(text string) error // empty: no engine is asked
	SetCriterion(name string) error
	SetWeights(text string) error // empty: the usual ones
	SetSecondSearch(percent int)
	SetSecondThreads(count int) // at fixed nodes; 0: as the member that searches
	SetExchange(on bool)
	Criteria() []string // names of criteria, the usual one first

	// Prepare applies the values that were set, so that the next search need not do it on
	// its clock. It is never called while one is running, nor before there is a searcher.
	Prepare()

	// Await waits until the engines that were added since its last call have started, and is
	// called as Prepare is. The error names those that could not be started, one per line.
	Await() error
}

// councilOptions returns the options of a council, none without one.
func councilOptions(council council) []Option {
	if council == nil {
		return nil
	}
	criteria := council.Criteria()
	// Of the time a third is for the members, two for the choice among their moves.
	second := number("SecondSearch", 67, 10, 90, func(s *Settings) *int { return &s.SecondSearch })
	second.apply = func(_ *Controller, v value) error { council.SetSecondSearch(v.number); return nil }
	return []Option{
		{Name: "Consult", Kind: String,
			apply: func(c *Controller, v value) error { return keep(&c.settings.Consult, v.text, council.SetMembers) }},
		{Name: "Criterion", Kind: String, Default: criteria[0], Choices: criteria,
			apply: func(c *Controller, v value) error { return keep(&c.settings.Criterion, v.text, council.SetCriterion) }},
		{Name: "ConsultWeights", Kind: String,
			apply: func(c *Controller, v value) error {
				return keep(&c.settings.ConsultWeights, v.text, council.SetWeights)
			}},
		second,
		{Name: "SecondThreads", Kind: Spin, Default: "0", Max: search.MaxThreads,
			apply: func(_ *Controller, v value) error { council.SetSecondThreads(v.number); return nil }},
		{Name: "ConsultExchange", Kind: Check, Default: "false",
			apply: func(_ *Controller, v value) error { council.SetExchange(v.on); return nil }},
	}
}

// keep lets set take a text, and keeps it as the setting's value if it does.
func keep(setting *string, text string, set func(string) error) error {
	err := set(text)
	if err == nil {
		*setting = text
	}
	return err
}

// Vote returns the last vote of the council as a table for people; without one it says so.
func (c *Controller) Vote() string {
	switch {
	case c.vote != nil:
		return c.vote.Table()
	case c.settings.Consult == "":
		return "there is no council; the option Consult creates one\n"
	}
	return "the council has not voted yet\n"
}

// councilCommands returns the commands of a council.
func councilCommands() []LegacyOption {
	return []LegacyOption{
		{Name: "consult", Args: "[off|MEMBERS]", Help: "make several members propose moves",
			More: "MEMBERS is a set such as balanced7 or noise4, lists of term letters such as mpar mbxp mkc, or\n" +
				"engines such as uci:stockfish; docs/consulting.md lists them all.",
			Set:   func(c *Controller, text string) error { return c.setOrClear("Consult", text, "off") },
			State: func(c *Controller) string { return wire.Clip(cmp.Or(c.settings.Consult, "off")) }},
		{Name: "criterion", Args: "[NAME]", Help: "set the rule that chooses among the proposals",
			Set:   func(c *Controller, text string) error { return c.setUnlessEmpty("Criterion", text) },
			State: func(c *Controller) string { return cmp.Or(c.settings.Criterion, "none") }},
		{Name: "consultweights", Args: "[usual|WEIGHTS]", Help: "set the weights of the votes, such as m30 p21",
			Set:   func(c *Controller, text string) error { return c.setOrClear("ConsultWeights", text, "usual") },
			State: func(c *Controller) string { return wire.Clip(cmp.Or(c.settings.ConsultWeights, "usual")) }},
		legacyNumber("secondsearch", "percentage of the time for a second search",
			"The criterion re-search searches only the proposed moves then.", "SecondSearch"),
	}
}

// setOrClear sets an option to a text, to none if it is the word; without a text nothing is set.
func (c *Controller) setOrClear(option, text, word string) error {
	if text == word {
		text = "<empty>"
	}
	return c.setUnlessEmpty(option, text)
}

// setUnlessEmpty sets an option if there is a text.
func (c *Controller) setUnlessEmpty(option, text string) error {
	if text == "" {
		return nil
	}
	return c.SetOption(option, text)
}
