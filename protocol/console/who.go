package console

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/pgn"
	"alfiere/protocol"
)

// casual is the event of a game that began here.
const casual = "Casual game"

func nameCommand() command {
	return command{Name: "name", Args: "[NAME]", Help: "set your name for game records",
		Run:   (*adapter).setName,
		State: func(a *adapter) string { return cmp.Or(a.user, somebody) }}
}

// setName sets the user's name for this game and later ones.
func (a *adapter) setName(name string) {
	if name = plain(name); len(name) > maxName {
		a.out.Printf("the name is too long: at most %d bytes", maxName)
		return
	}
	a.user = cmp.Or(name, a.user)
	a.out.Printf("your name is %s", cmp.Or(a.user, somebody))
}

// maxName is the longest name in bytes.
const maxName = 60

// nameOf returns the name of the player of c. A side for which the engine has moved in
// this game keeps the engine's name, whoever moves for it now.
func (a *adapter) nameOf(c movegen.Color) string {
	if a.player.Plays(c) || a.seated[c&1] {
		return a.controller.Title()
	}
	return cmp.Or(a.user, somebody)
}

// ownTags returns the tags of a game that began here, without its players.
func (a *adapter) ownTags() (tags pgn.Tags) {
	tags.Set("Event", casual)
	if elo, limited := a.controller.Settings().Rating(); limited {
		for c, name := range [...]string{"WhiteElo", "BlackElo"} {
			if a.nameOf(movegen.Color(c)) == a.controller.Title() {
				tags.Set(name, strconv.Itoa(elo))
			}
		}
	}
	if a.nameOf(movegen.White) == a.controller.Title() || a.nameOf(movegen.Black) == a.controller.Title() {
		tags.Set("TimeControl", timeControlTag(&a.player.Clock))
	}
	return tags
}

// timeControlTag returns the controls of a clock in the form of the tag TimeControl: moves
// and seconds, with the increment. The standard has no form for a fixed time per move; this
// one is that of programs that play matches.
func timeControlTag(c *protocol.Clock) string {
	seconds := func(t time.Duration) string { return strconv.FormatFloat(t.Seconds(), 'f', -1, 64) }
	if c.MoveTime > 0 {
		return "1/" + seconds(c.MoveTime) // one move in each of these times, a form of the standard
	}
	var parts []string
	for _, now := range c.Controls() {
		text := seconds(now.Base)
		if now.Moves > 0 && !c.GameIn {
			text = fmt.Sprintf("%d/%s", now.Moves, text)
		}
		if now.Increment > 0 {
			text += "+" + seconds(now.Increment)
		}
		if parts = append(parts, text); c.GameIn {
			break
		}
	}
	return strings.Join(parts, ":")
}
