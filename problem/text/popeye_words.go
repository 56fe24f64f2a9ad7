package text

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// Tongue is a language that Popeye speaks.
type Tongue int

// The tongues. A problem that is not in Popeye's language says none.
const (
	NoTongue Tongue = iota
	PopeyeEnglish
	PopeyeGerman
	PopeyeFrench
)

// popeyeWords are what Popeye writes in a language.
type popeyeWords struct {
	letters     notation.PieceLetters
	zugzwang    string
	threat      string
	but         string // before the refutations of a try
	refutes     string // after each refutation of a key that has been made
	halfDuplex  string
	duplex      string
	zero        string // the diagram is no problem
	finished    string
	partial     string // more was found than asked for
	interrupted string
	time        string
}

// popeyeTexts are the words by tongue.
var popeyeTexts = [...]popeyeWords{
	PopeyeEnglish: {
		letters: "KQRBSP", zugzwang: "zugzwang.", threat: "threat:", but: "but", refutes: "refutes.",
		halfDuplex: "HalfDuplex", duplex: "Duplex", zero: "zeroposition",
		finished: "solution finished.", partial: "Partial solution", interrupted: "solving interrupted.", time: "Time",
	},
	PopeyeGerman: {
		letters: "KDTLSB", zugzwang: "Zugzwang.", threat: "Drohung:", but: "Aber", refutes: "Widerlegt.",
		halfDuplex: "HalbDuplex", duplex: "Duplex", zero: "NullStellung",
		finished: "Loesung beendet.", partial: "Partielle Loesung", interrupted: "Bearbeitung abgebrochen.", time: "Zeit",
	},
	PopeyeFrench: {
		letters: "RDTFCP", zugzwang: "blocus.", threat: "menace:", but: "mais", refutes: "Refute.",
		halfDuplex: "DemiDuplex", duplex: "Duplex", zero: "zeroposition",
		finished: "solution terminee.", partial: "solution partielle", interrupted: "solution interrompue.", time: "Temps",
	},
}

// tongueOf returns the tongue that has the letters of the language, or noTongue.
func tongueOf(l Language) Tongue {
	return Tongue(max(0, slices.IndexFunc(popeyeTexts[:], func(w popeyeWords) bool { return w.letters == l.letters })))
}

// mostChanges is how much a twin of Popeye's differs at most: with more to put right, the
// reader wants a diagram of its own.
const mostChanges = 8

// PopeyeTwins labels a diagram and its twins, of which each knows its report, and says in Popeye's English words how
// each differs from the diagram, so that WritePopeye writes them as one problem. It returns false, and changes nothing,
// if it cannot be written so: another side is to move, or almost everything differs.
func PopeyeTwins(diagram *Document, twins []*Document) bool {
	reported := make([]problem.Twin, len(twins))
	for i, twin := range twins {
		change, ok := popeyeChange(diagram.Report, twin.Report)
		if !ok {
			return false
		}
		reported[i] = problem.Twin{Label: string(rune('b' + i)), Change: change, More: i < len(twins)-1}
	}
	for i, twin := range twins {
		twin.Twin = reported[i]
	}
	if diagram.Twin = (problem.Twin{}); len(twins) > 0 {
		diagram.Twin = problem.Twin{Label: "a", More: true}
	}
	return true
}

// popeyeChange is what must be done to a diagram, one change after the other, so that it becomes
// the twin; ok is false if it cannot be written.
func popeyeChange(diagram, twin *problem.Report) (change string, ok bool) {
	c := boardChange{}
	for s := range movegen.Square(64) {
		c.now[s], c.then[s] = diagram.Position.PieceAt(s), twin.Position.PieceAt(s)
	}
	for c.exchange() || c.move() || c.makeRoom() {
		continue
	}
	c.rest()
	if diagram.Moves != twin.Moves {
		c.reported = append(c.reported, fmt.Sprintf("#%d", twin.Moves))
	}
	return strings.Join(c.reported, "  "),
		len(c.reported) <= mostChanges && diagram.Position.Side() == twin.Position.Side()
}

// boardChange is a board that becomes another one.
type boardChange struct {
	now, then [64]movegen.Piece
	reported  []string
}

// tell adds a change.
func (c *boardChange) tell(format string, words ...any) {
	c.reported = append(c.reported, fmt.Sprintf(format, words...))
}

// named writes the man on a square as twins write it: wKd5.
func named(man movegen.Piece, s movegen.Square) string {
	letters := popeyeTexts[PopeyeEnglish].letters
	return "wb"[man.Color():][:1] + string(letters.Letter(man.Type())) + s.String()
}

// isWrong reports whether a square has a man that does not belong there.
func (c *boardChange) isWrong(s movegen.Square) bool {
	return c.now[s] != movegen.NoPiece && c.now[s] != c.then[s]
}

// exchange lets two men exchange their squares, if that puts both right.
func (c *boardChange) exchange() bool {
	s, t, ok := c.pair(func(s, t movegen.Square) bool { return c.isWrong(t) && c.now[t] == c.then[s] })
	if ok {
		c.tell("%s<-->%s", named(c.now[s], s), named(c.now[t], t))
		c.now[s], c.now[t] = c.now[t], c.now[s]
	}
	return ok
}

// pair finds a man that is wrong and the square where it belongs, which fit.
func (c *boardChange) pair(fit func(s, t movegen.Square) bool) (s, t movegen.Square, ok bool) {
	for s = range movegen.NoSquare {
		for t = range movegen.NoSquare {
			if c.isWrong(s) && c.now[s] == c.then[t] && fit(s, t) {
				return s, t, true
			}
		}
	}
	return s, t, false
}

// move moves a man to an empty square where it belongs.
func (c *boardChange) move() bool {
	s, t, ok := c.pair(func(_, t movegen.Square) bool { return c.now[t] == movegen.NoPiece })
	if ok {
		c.tell("%s-->%s", named(c.now[s], s), t)
		c.now[s], c.now[t] = movegen.NoPiece, c.now[s]
	}
	return ok
}

// makeRoom takes away a man that belongs nowhere from where another one is to go.
func (c *boardChange) makeRoom() bool {
	_, t, ok := c.pair(func(_, t movegen.Square) bool { return c.isWrong(t) && !c.isWanted(c.now[t]) })
	if ok {
		c.remove(t)
	}
	return ok
}

// isWanted reports whether a man like this lacks somewhere.
func (c *boardChange) isWanted(man movegen.Piece) bool {
	for s := range c.then {
		if c.then[s] == man && c.now[s] != man {
			return true
		}
	}
	return false
}

// remove takes a man away.
func (c *boardChange) remove(s movegen.Square) {
	c.tell("-%s", named(c.now[s], s))
	c.now[s] = movegen.NoPiece
}

// rest takes men away that are too many, and adds those that lack, perhaps in the place of others.
func (c *boardChange) rest() {
	for s := range movegen.Square(64) {
		if c.isWrong(s) && c.then[s] == movegen.NoPiece {
			c.remove(s)
		}
	}
	for s := range movegen.Square(64) {
		sign := "+"
		if c.isWrong(s) {
			sign = ""
		}
		if c.now[s] != c.then[s] {
			c.tell("%s%s", sign, named(c.then[s], s))
			c.now[s] = c.then[s]
		}
	}
}
