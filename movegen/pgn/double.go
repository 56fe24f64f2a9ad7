package pgn

import (
	"encoding/binary"
	"hash/fnv"
	"strings"
)

// Doubles finds games that occur twice: they begin with the same position and have the
// same moves. Result, variations and comments do not matter. A game with an error, or
// without moves, is never a double.
type Doubles struct {
	// Players is set if the players must be the same, too: by the part of their names
	// before a comma or the first blank, in either order.
	Players bool

	first map[fingerprint]int
	games int
}

// fingerprint identifies a game: the chance that any two different games of 10^12 share
// one is less than one in 10^14.
type fingerprint [16]byte

// Add adds the next game. If it is a double, first is the number of the one it doubles,
// from 0.
func (d *Doubles) Add(g *GameFacts) (first int, double bool) {
	number := d.games
	d.games++
	if g.Faulty || len(g.Moves) == 0 {
		return 0, false
	}
	if d.first == nil {
		d.first = map[fingerprint]int{}
	}
	key := d.fingerprint(g)
	if first, double = d.first[key]; !double {
		d.first[key] = number
	}
	return first, double
}

func (d *Doubles) fingerprint(g *GameFacts) (f fingerprint) {
	hash := fnv.New128a()
	text := binary.LittleEndian.AppendUint64(nil, uint64(g.Start.Key()))
	for _, m := range g.Moves {
		text = binary.LittleEndian.AppendUint16(text, uint16(m))
	}
	if d.Players {
		white, black := familyName(g.tag("White")), familyName(g.tag("Black"))
		text = append(text, "\x00"+min(white, black)+"\x00"+max(white, black)...)
	}
	hash.Write(text)
	return fingerprint(hash.Sum(nil))
}

// familyName returns the part before a comma or else the first blank, in lower case.
func familyName(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if family, _, ok := strings.Cut(name, ","); ok {
		return strings.TrimSpace(family)
	}
	name, _, _ = strings.Cut(name, " ")
	return name
}
