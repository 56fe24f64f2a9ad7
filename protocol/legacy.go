package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/wire"
	"alfiere/search"
)

// LegacyOption is a command in the manner of GNU Chess 4 that sets options of this engine.
// Adapters for people have all of them; commands of GNU Chess keep their old names.
type LegacyOption struct {
	Name string
	Args string // as help shows them
	Help string // what it does, or the meaning of a number
	More string // further lines of help
	Flag bool   // it accepts on and off, among other values

	// Set sets the option to the value in the text. Without a text a flag changes and a value stays. The error is as
	// that of SetOption or says what can be set; sometimes the nearest possible value is set nevertheless.
	Set   func(c *Controller, text string) error
	State func(c *Controller) string // the present value in a readable form
}

// LegacyOptions returns all commands that set options.
func LegacyOptions() []LegacyOption {
	return append([]LegacyOption{
		legacyNumber("contempt", "how much I dislike a draw", "In centipawns.", "Contempt"),
		legacyNumber("Awindow", "aspiration window below the last score", "In centipawns; 0 is the usual width.",
			"Awindow"),
		legacyNumber("Bwindow", "aspiration window above the last score", "In centipawns; 0 is the usual width.",
			"Bwindow"),
		legacyNumber("xwndw", "margin beyond the window for quick estimates", "In centipawns. "+
			"Farther outside the window an estimate replaces the full evaluation; 0 never estimates.\n"+
			"GNU Chess 4 used 30; that would make me weaker.", "xwndw"),
		legacyFlag("random", "vary my play a little, so that games differ", "Random"),
		legacyFlag("rcptr", "extend the search by recaptures", "Recaptures"),
		{Name: "book", Args: "[on|off|FILE]", Help: "play from a Polyglot book", Flag: true,
			Set: (*Controller).useBook, State: (*Controller).bookState},
		{Name: "hash", Args: "[on|off|FILE [MB]]", Help: "remember games in a hash file", Flag: true,
			More: "MB, a power of two, is the size in megabytes of a file that does not exist yet.",
			Set:  (*Controller).useHashFile, State: (*Controller).hashFileState},
		{Name: "hashdepth", Args: "[N [LIMIT]]", Help: "set which results the hash file keeps",
			More: "Results of depth N or more, in the first LIMIT half-moves of a game (0: the whole game).",
			Set:  setPair("HashDepth", "HashMoveLimit"), State: (*Controller).hashDepthState},
		{Name: "syzygy", Args: "[on|off|PATH]", Help: "use Syzygy endgame tables", Flag: true,
			More: "PATH is a folder of tables, or a list of folders with the system's path separator.",
			Set:  (*Controller).useEndgames, State: (*Controller).endgameState},
		{Name: "probe", Args: "[N [MEN]]", Help: "set when I probe the endgame tables",
			More: "In the search, at a remaining depth of N or more, with at most MEN men on the board.",
			Set:  setPair("SyzygyProbeDepth", "SyzygyProbeLimit"), State: (*Controller).probeState},
		legacyFlag("fifty", "apply the fifty-move rule to table results", "Syzygy50MoveRule"),
	}, councilCommands()...)
}

// legacyNumber returns the command that sets an option which is a number.
func legacyNumber(name, help, more, option string) LegacyOption {
	return LegacyOption{Name: name, Args: "[N]", Help: help, More: more,
		Set:   func(c *Controller, text string) error { return c.setUnlessEmpty(option, text) },
		State: func(c *Controller) string { return c.Value(option) }}
}

// legacyFlag returns the command that sets an option which is true or false.
func legacyFlag(name, help, option string) LegacyOption {
	isOn := func(c *Controller) bool { return c.Value(option) == "true" }
	return LegacyOption{Name: name, Help: help, Flag: true,
		Set: func(c *Controller, text string) error {
			on, ok := wire.ParseFlag(text, isOn(c))
			if !ok {
				return fmt.Errorf("%s must be on or off", name)
			}
			return c.SetOption(option, strconv.FormatBool(on))
		},
		State: func(c *Controller) string { return wire.OnOff(isOn(c)) }}
}

// useBook opens a Polyglot book at a path, or switches the book on or off.
func (c *Controller) useBook(text string) error {
	on, ok := wire.ParseFlag(text, c.settings.OwnBook && c.settings.Book != "")
	if !ok {
		err := c.SetOption("BookFile", text)
		if _, used := errors.AsType[*ClampError](err); err != nil && !used {
			return err
		}
		return errors.Join(err, c.SetOption("OwnBook", "true"))
	}
	return c.SetOption("OwnBook", strconv.FormatBool(on))
}

// bookState describes the book in use, if any.
func (c *Controller) bookState() string {
	if c.settings.Book == "" {
		return "off: no file"
	}
	return wire.OnOff(c.settings.OwnBook) + ", " + wire.Clip(c.settings.Book)
}

// useHashFile opens a hash file at a path, optionally followed by the megabytes of a new
// one, or switches the last one on or off.
func (c *Controller) useHashFile(text string) error {
	if _, ok := wire.ParseFlag(text, false); !ok {
		return c.useHashFileAt(text)
	}
	return c.switchPath("HashFile", text, c.settings.HashFile, c.hashFile.path, errNoHashFile)
}

var errNoHashFile = errors.New("there is no hash file yet: name one, as in hash FILE")

// switchPath sets an option that is a path, now or the last one: to none for off, to the last for on, or to the other
// of both without a text; any other text is a path. The error none is that there is no last one.
func (c *Controller) switchPath(option, text, now, last string, none error) error {
	on, ok := wire.ParseFlag(text, now != "")
	switch {
	case !ok:
		return c.SetOption(option, text)
	case !on:
		return c.SetOption(option, "")
	case now != "":
		return nil
	case last == "":
		return none
	}
	return c.SetOption(option, last)
}

// useHashFileAt opens FILE, or makes it if text is FILE MEGABYTES.
func (c *Controller) useHashFileAt(text string) error {
	if blank := strings.LastIndexByte(text, ' '); blank >= 0 {
		if megabytes, err := strconv.Atoi(text[blank+1:]); err == nil {
			usual := c.settings.HashFileSize
			defer func() { c.settings.HashFileSize = usual }()
			c.settings.HashFileSize = megabytes
			text = strings.TrimRight(text[:blank], " ")
		}
	}
	return c.SetOption("HashFile", text)
}

// hashFileState describes the hash file in use, if any.
func (c *Controller) hashFileState() string {
	switch {
	case c.hashFile.file != nil:
		return fmt.Sprintf("on, %s, %d MB", wire.Clip(c.settings.HashFile), c.hashFile.file.Megabytes())
	case c.hashFile.path != "":
		return "off, " + wire.Clip(c.hashFile.path)
	}
	return "off: no file"
}

// setPair returns the function that sets two options to the words of text; the second word, or both, may be missing.
func setPair(first, second string) func(c *Controller, text string) error {
	return func(c *Controller, text string) error {
		value, other, both := strings.Cut(text, " ")
		err := c.setUnlessEmpty(first, value)
		var clamped *ClampError
		if err != nil && !errors.As(err, &clamped) || !both {
			return err
		}
		return errors.Join(err, c.SetOption(second, strings.TrimLeft(other, " ")))
	}
}

// hashDepthState describes for which results of which half-moves the hash file is used.
func (c *Controller) hashDepthState() string {
	if c.settings.HashMoveLimit == 0 {
		return fmt.Sprintf("%d, in the whole game", c.settings.HashDepth)
	}
	return fmt.Sprintf("%d, in the first %d half-moves", c.settings.HashDepth, c.settings.HashMoveLimit)
}

// council receives the options of a council, for a searcher that consults other engines; see docs/consulting.md. Values
// apply from the next search on; an error says why a text is refused, and the old value stays.
type council interface {
	SetMembers(text string) error // empty: no engine is asked
	SetCriterion(name string) error
	SetWeights(text string) error // empty: the usual ones
	SetSecondSearch(percent int)
	SetSecondThreads(count int) // at fixed nodes; 0: as the member that searches
	SetExchange(on bool)
	SetExchangeDelay(percent int) // of the nodes or time of a search, until a line arrives
	Criteria() []string           // names of criteria, the usual one first

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
		{Name: "ExchangeDelay", Kind: Spin, Default: "0", Max: 100,
			apply: func(_ *Controller, v value) error { council.SetExchangeDelay(v.number); return nil }},
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
