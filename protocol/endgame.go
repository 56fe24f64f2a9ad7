package protocol

import (
	"errors"
	"fmt"
	"strings"

	"alfiere/internal/wire"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

const maxProbeLimit = 7 // pieces of the largest tables in existence

// maxFaultsReported is the number of unusable files named at a time: a folder may have a thousand.
const maxFaultsReported = 5

var (
	errNoTables = errors.New("no WDL endgame tables (.rtbw) found")
	errNoFolder = errors.New("there is no folder yet: name one, as in syzygy PATH")
)

// endgames holds the controller's endgame tables.
type endgames struct {
	tables *syzygy.Tables // nil without any
	path   string         // of the last ones, whether they are in use or not
}

// endgameOptions returns the options of the endgame tables.
func endgameOptions() []Option {
	return []Option{
		{Name: "SyzygyPath", Kind: Folder, apply: (*Controller).openEndgames},
		number("SyzygyProbeDepth", 1, 1, 100, func(s *Settings) *int { return &s.ProbeDepth }),
		number("SyzygyProbeLimit", maxProbeLimit, 0, maxProbeLimit, func(s *Settings) *int { return &s.ProbeLimit }),
		flag("Syzygy50MoveRule", true, func(s *Settings) *bool { return &s.Rule50 }),
	}
}

// openEndgames uses the tables in the folders of a path from the next search on; an empty path uses none. A path
// without a single table of values is refused, and the old tables stay. A *ClampError names unusable folders among
// usable ones. The path in use changes nothing: some GUIs send it before every game.
func (c *Controller) openEndgames(v value) error {
	if v.text == c.settings.SyzygyPath {
		return nil
	}
	var opened *syzygy.Tables
	var unused error
	if v.text != "" {
		if opened, unused = syzygy.Open(v.text); opened.MaxPieces() == 0 {
			return errors.New(inOneLine(errors.Join(unused, opened.Close()), errNoTables))
		}
		c.endgames.path, c.notice = v.text, endgamesFound(opened)
	}
	if old := c.endgames.tables; old != nil {
		c.retired = append(c.retired, func() error { return errors.Join(faults(old), old.Close()) })
	}
	c.endgames.tables, c.settings.SyzygyPath = opened, v.text
	if unused != nil {
		return &ClampError{Reason: "used but for " + inOneLine(unused, nil)}
	}
	return nil
}

// endgamesFound describes the tables found.
func endgamesFound(t *syzygy.Tables) string {
	wdl, dtz := t.Count()
	return fmt.Sprintf("found %d WDL and %d DTZ endgame tables of up to %d men", wdl, dtz, t.MaxPieces())
}

// inOneLine returns the text of joined errors, or of otherwise if there are none.
func inOneLine(err, otherwise error) string {
	if err == nil {
		err = otherwise
	}
	return strings.ReplaceAll(err.Error(), "\n", "; ")
}

// faults returns, once, the files of t that proved unusable; nil if there are none.
func faults(t *syzygy.Tables) error {
	found := t.Faults()
	if more := len(found) - maxFaultsReported; more > 0 {
		found = append(found[:maxFaultsReported:maxFaultsReported], fmt.Errorf("and %d more endgame table files", more))
	}
	return errors.Join(found...)
}

// fault returns, once, the errors of the tables in use.
func (e *endgames) fault() error { return faults(e.tables) }

// endgameUse returns how the search of the present job uses the tables. If a mate was asked
// for, a won ending is not enough.
func (c *Controller) endgameUse() search.EndgameUse {
	if c.endgames.tables == nil || c.settings.ProbeLimit == 0 || c.job.limits.Mate > 0 {
		return search.EndgameUse{}
	}
	return search.EndgameUse{Tables: c.endgames.tables, ProbeDepth: c.settings.ProbeDepth,
		ProbeLimit: c.settings.ProbeLimit, Rule50: c.settings.Rule50}
}

// Endgames returns the endgame tables in use, which may be nil, for direct look-ups; the controller closes them.
func (c *Controller) Endgames() *syzygy.Tables { return c.endgames.tables }

// useEndgames opens the tables of a path, or switches the last ones on or off.
func (c *Controller) useEndgames(text string) error {
	on := c.settings.SyzygyPath == ""
	switch {
	case text == "off", text == "" && !on:
		return c.SetOption("SyzygyPath", "")
	case text != "" && text != "on":
		return c.SetOption("SyzygyPath", text)
	case !on:
		return nil
	case c.endgames.path == "":
		return errNoFolder
	}
	return c.SetOption("SyzygyPath", c.endgames.path)
}

// endgameState describes the tables in use, if any.
func (c *Controller) endgameState() string {
	switch {
	case c.endgames.tables != nil:
		wdl, dtz := c.endgames.tables.Count()
		return fmt.Sprintf("on, %s, %d WDL and %d DTZ tables of up to %d men", wire.Clip(c.settings.SyzygyPath), wdl,
			dtz, c.endgames.tables.MaxPieces())
	case c.endgames.path != "":
		return "off, " + wire.Clip(c.endgames.path)
	}
	return "off: no folder"
}

// setProbe sets the depth from which on tables are asked, followed by the greatest number of pieces.
func (c *Controller) setProbe(text string) error {
	return c.setPair("SyzygyProbeDepth", "SyzygyProbeLimit", text)
}

// probeState returns the values that setProbe sets.
func (c *Controller) probeState() string {
	return fmt.Sprintf("%d, with at most %d men", c.settings.ProbeDepth, c.settings.ProbeLimit)
}
