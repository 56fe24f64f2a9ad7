package pgn

import (
	"strings"

	"alfiere/movegen"
)

// GameFacts is a game that was read. Functions that receive one do not keep it.
type GameFacts struct {
	// Tags has the tags; Tag returns "" for one that is missing.
	Tags interface{ Tag(name string) string }

	Start  movegen.Position
	Moves  []movegen.Move // the main line
	Result movegen.Result
	// Opening returns the opening's code and name for a game without such tags, "" if it has
	// none.
	Opening func() (code, name string)
	// Faulty is set if not all moves could be read.
	Faulty bool
}

// tag returns the value of a tag, "" if it is missing or unknown.
func (g *GameFacts) tag(name string) string {
	value := strings.TrimSpace(g.Tags.Tag(name))
	if strings.Trim(value, "?.-") == "" {
		return ""
	}
	return value
}

// code returns the code of the opening, of the tag or else of the moves.
func (g *GameFacts) code() string {
	if code := g.tag("ECO"); code != "" {
		return code
	}
	code, _ := g.Opening()
	return code
}

// opening returns the name of the opening without its variation, of the tag or else of
// the moves.
func (g *GameFacts) opening() string {
	name := g.tag("Opening")
	if name == "" {
		_, name = g.Opening()
	}
	name, _, _ = strings.Cut(name, ": ")
	return name
}
