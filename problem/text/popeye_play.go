package text

import (
	"fmt"
	"strings"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// popeyeDepth is where in the play of Popeye's layout defences stand.
type popeyeDepth struct {
	number int // of the defender's move
	left   int // moves that the attacker has to mate
}

// threats ends the line of the attacker's move number with what it threatens, which
// stands on the lines below. p is the position after that move.
func (t *popeyeText) threats(p *movegen.Position, phase *problem.Phase, number int) {
	switch {
	case t.style.NoThreat:
	case phase.Kind == problem.Block:
		fmt.Fprintf(t, " %s", t.words.zugzwang)
	case phase.Kind == problem.Threat:
		fmt.Fprintf(t, " %s\n", t.words.threat)
		passed := *p
		passed.MakeNull()
		t.answers(&passed, &phase.Threats, number+1)
		return
	}
	t.WriteByte('\n')
}

// variations writes the defences in p with what follows.
func (t *popeyeText) variations(p *movegen.Position, phase *problem.Phase, at popeyeDepth) {
	for i := range phase.Variations {
		v := &phase.Variations[i]
		switch {
		case !v.Effective && !t.style.NoThreat, t.style.NoShort && at.left > 1 && v.Mates.In < at.left:
			continue
		}
		fmt.Fprintf(t, "%s%d...%s\n", strings.Repeat(" ", 8*at.number-2), at.number, t.move(p, v.Defence))
		after := p.After(v.Defence)
		t.answers(&after, &v.Mates, at.number+1)
	}
}

// answers writes the attacker's moves of that number in p, a line each, with their play.
func (t *popeyeText) answers(p *movegen.Position, mates *problem.Mates, number int) {
	for i, m := range mates.Moves {
		fmt.Fprintf(t, "%s%d.%s", strings.Repeat(" ", 8*number-6), number, t.move(p, m))
		if i >= len(mates.Play) {
			t.WriteByte('\n')
			continue
		}
		after := p.After(m)
		t.threats(&after, &mates.Play[i], number)
		t.variations(&after, &mates.Play[i], popeyeDepth{number, mates.In - 1})
	}
}

// move writes a move as Popeye does. Only the side that solves mates.
func (t *popeyeText) move(p *movegen.Position, m movegen.Move) string {
	var b strings.Builder
	if m.Kind() == movegen.Castling {
		b.WriteString(strings.ReplaceAll(notation.Squares(p, m, t.words.letters), "O", "0"))
	} else {
		if man := p.PieceAt(m.From()).Type(); man != movegen.Pawn {
			b.WriteRune(t.words.letters.Letter(man))
		}
		b.WriteString(strings.Replace(notation.Squares(p, m, t.words.letters), "x", "*", 1))
	}
	if m.Kind() == movegen.EnPassant {
		b.WriteString(" ep.")
	}
	if after := p.After(m); after.InCheck() {
		b.WriteString(map[bool]string{true: " #", false: " +"}[p.Side() == t.solver && len(after.Moves()) == 0])
	}
	return b.String()
}
