package protocol

import (
	"fmt"
	"strconv"

	"alfiere/protocol/wire"
)

// Parameter is a command of the old program that sets an option of this one.
type Parameter struct {
	Name   string
	Flag   bool   // on or off; else a number
	Help   string // what a flag does, or what a number is
	More   string // what else help tells about it, in lines
	Option string

	value func(s Settings) int // 0 or 1 of a flag
}

// Parameters returns all of them.
func Parameters() []Parameter {
	return []Parameter{
		{Name: "contempt", Help: "how much worse than even a draw is for me", More: "In centipawns.", Option: "Contempt",
			value: func(s Settings) int { return s.Contempt }},
		{Name: "Awindow", Help: "half of the first window, below the score", More: "In centipawns; 0 is the usual width.", Option: "Awindow",
			value: func(s Settings) int { return int(s.Legacy.Below) }},
		{Name: "Bwindow", Help: "half of the first window, above the score", More: "In centipawns; 0 is the usual width.", Option: "Bwindow",
			value: func(s Settings) int { return int(s.Legacy.Above) }},
		{Name: "xwndw", Help: "beyond the window by this, estimates stand", More: "In centipawns. " +
			"An evaluation that seems to lie farther outside is not worked out; 0 always does.\n" +
			"The old program used 30; now that makes me weaker.", Option: "xwndw",
			value: func(s Settings) int { return int(s.Legacy.Lazy) }},
		{Name: "random", Flag: true, Help: "vary my play a little, so that games differ", Option: "Random",
			value: func(s Settings) int { return min(int(s.Legacy.Noise), 1) }},
		{Name: "rcptr", Flag: true, Help: "search on while men are taken back", Option: "Recaptures",
			value: func(s Settings) int {
				if s.Legacy.Recaptures {
					return 1
				}
				return 0
			}},
	}
}

// State returns the parameter's present value as people read it.
func (p *Parameter) State(s Settings) string {
	value := p.value(s)
	if p.Flag {
		return [...]string{"off", "on"}[value]
	}
	return strconv.Itoa(value)
}

// SetParameter sets p to what text says: a number, on or off; without a text a flag
// changes and a number stays. The error is as that of SetOption or says what a flag can
// be.
func (c *Controller) SetParameter(p *Parameter, text string) error {
	switch {
	case p.Flag && text == "":
		return c.SetOption(p.Option, strconv.FormatBool(p.value(c.settings) == 0))
	case p.Flag && (text == "on" || text == "off"):
		return c.SetOption(p.Option, strconv.FormatBool(text == "on"))
	case p.Flag:
		return fmt.Errorf("%s is on or off", p.Name)
	case text == "":
		return nil
	}
	return c.SetOption(p.Option, text)
}

// UseBook is the old command book: on or off, the path of a Polyglot book that is to be
// used, or nothing, which changes what is. The error is as that of SetOption.
func (c *Controller) UseBook(text string) error {
	on := true
	switch text {
	case "":
		on = !c.settings.OwnBook || c.settings.Book == ""
	case "on", "off":
		on = text == "on"
	default:
		if err := c.SetOption("BookFile", text); err != nil {
			return err
		}
	}
	return c.SetOption("OwnBook", strconv.FormatBool(on))
}

// BookState tells whether a book is used, and which.
func (s Settings) BookState() string {
	switch {
	case s.Book == "":
		return "off: no file"
	case s.OwnBook:
		return "on, " + wire.Clip(s.Book)
	}
	return "off, " + wire.Clip(s.Book)
}
