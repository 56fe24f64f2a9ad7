package text

import (
	"fmt"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

// depth is where in the play of a problem a defence stands.
type depth struct {
	number int          // of the defender's move
	indent string       // of its line
	first  movegen.Move // the first move of the phase, NoMove in set play and below number 1
}

// top is the depth of the defences after a first move.
var top = depth{number: 1, indent: "  "}

func (d depth) below() depth { return depth{number: d.number + 1, indent: d.indent + "    "} }

// after returns the depth of the defences after a move of the attacker.
func (d depth) after(m movegen.Move) depth {
	if d.number == 1 {
		d.first = m
	}
	return d
}

// phase writes a first move with its play: a key or a try, or the attacker's move number at.number of longer play.
func (t *text) phase(p *movegen.Position, phase *problem.Phase, at depth) string {
	var b strings.Builder
	mark := "!"
	if len(phase.Refutations) > 0 {
		mark = "?"
	} else if at.number > 1 {
		mark = ""
	}
	after := p.After(phase.Move)
	at = at.after(phase.Move)
	threats := t.threats(&after, phase, at)
	fmt.Fprintf(&b, "%d.%s%s%s%s%s%s", at.number, t.san(p, phase.Move), mark, t.firstLetter(at), threats.line, t.eol(),
		threats.below)
	if !t.options.Brief {
		b.WriteString(t.variations(&after, phase, at))
	}
	b.WriteString(t.but(&after, phase, at))
	return b.String()
}

// but writes the refutations of a phase.
func (t *text) but(after *movegen.Position, phase *problem.Phase, at depth) string {
	if len(phase.Refutations) == 0 {
		return ""
	}
	names := make([]string, len(phase.Refutations))
	for i, m := range phase.Refutations {
		names[i] = fmt.Sprintf("%d...%s!%s", at.number, t.san(after, m), t.defenceLetter(m, at))
	}
	return fmt.Sprintf("%s%s %s%s", t.indent(at), t.words.Text("but"), strings.Join(names, ", "), t.eol())
}

// postKey writes what follows a key that has been made.
func (t *text) postKey() string {
	p, phase := &t.report.Position, t.report.PostKey
	threats := t.threats(p, phase, top)
	play := ""
	if !t.options.Brief {
		play = t.variations(p, phase, top)
	}
	return "1..." + threats.line + t.eol() + threats.below + play + t.but(p, phase, top)
}

// threats writes what the move of a phase threatens: " [2.Qh8#]", " zugzwang", or nothing after a check. Threats that
// do not mate at once are followed like answers to a defence. p is the position after the move.
func (t *text) threats(p *movegen.Position, phase *problem.Phase, at depth) (a answer) {
	switch phase.Kind {
	case problem.Block:
		a.line = " " + t.words.Text("zugzwang")
	case problem.Threat:
		passed := *p
		passed.MakeNull()
		a = t.answer(&passed, &phase.Threats, at)
		a.line = " [" + a.line + "]"
	}
	return a
}

// variations writes a line for each group of defences that are answered alike, and the play that follows them below it.
// p is the position in which the defender is to move.
func (t *text) variations(p *movegen.Position, phase *problem.Phase, at depth) string {
	var shown []problem.Variation
	for i := range phase.Variations {
		if v := &phase.Variations[i]; t.options.shows(v) {
			shown = append(shown, *v)
		}
	}
	var b strings.Builder
	groups := t.groups(p, shown, at)
	listed := ^movegen.Bitboard(0)
	if t.options.Compact {
		listed = divided(groups, phase.Refutations)
	}
	for _, g := range groups {
		fmt.Fprintf(&b, "%s%d...%s%s %s", t.indent(at), at.number, t.defences(p, g.defences, listed), g.letter,
			g.answer.line)
		if note := t.note(&g); note != "" {
			fmt.Fprintf(&b, " (%s)", note)
		}
		b.WriteString(t.eol() + g.answer.below)
	}
	return b.String()
}

// answer writes the attacker's answers to a defence. Where they do not mate at once, what follows a single one begins
// on its line; each of several gets a line of its own below.
func (t *text) answer(p *movegen.Position, mates *problem.Mates, at depth) answer {
	a := answer{line: t.lettered(p, mates.Moves, at)}
	if t.options.Compact {
		return a
	}
	below := at.below()
	for i := range mates.Play {
		next := &mates.Play[i]
		if len(mates.Play) == 1 {
			after := p.After(next.Move)
			threats := t.threats(&after, next, below)
			a.line += threats.line
			a.below = threats.below + t.variations(&after, next, below)
			break
		}
		a.below += strings.TrimSuffix(below.indent, "  ") + t.phase(p, next, below)
	}
	return a
}

// moves writes alternative moves of the attacker in alphabetical order, mates by
// promotion that differ in name only as one, cxb8=Q/B#.
func (t *text) moves(p *movegen.Position, moves []movegen.Move, number int) string {
	return fmt.Sprintf("%d.%s", number, strings.Join(t.alternatives(p, moves, depth{number: number}), "/"))
}

// lettered writes the attacker's answers at a depth as moves does, with their letters in the table.
func (t *text) lettered(p *movegen.Position, moves []movegen.Move, at depth) string {
	return fmt.Sprintf("%d.%s", at.number+1, strings.Join(t.alternatives(p, moves, at), "/"))
}

// alternatives returns the names of the moves, in order.
func (t *text) alternatives(p *movegen.Position, moves []movegen.Move, at depth) []string {
	sorted := slices.SortedFunc(slices.Values(moves), func(a, b movegen.Move) int {
		return int(b.PromotionType()) - int(a.PromotionType())
	})
	var names, letters []string
	last := map[movegen.Move]int{} // index of the name that a promotion with mate joins
	for _, m := range sorted {
		name := t.san(p, m)
		queening := movegen.MakePromotion(m.From(), m.To(), movegen.Queen)
		i, joins := last[queening]
		switch mates := strings.HasSuffix(name, "#"); {
		case m.Kind() != movegen.Promotion || m.PromotionType() == movegen.Knight || !mates:
			names, letters = append(names, name), append(letters, t.answerLetter(m, at))
		case joins:
			names[i] = strings.TrimSuffix(names[i], "#") + "/" + string(t.letters.Letter(m.PromotionType())) + "#"
		default:
			last[queening] = len(names)
			names, letters = append(names, name), append(letters, t.answerLetter(m, at))
		}
	}
	for i := range names {
		names[i] += letters[i]
	}
	slices.Sort(names)
	return names
}

// indent and eol are what stands before and behind a line of play; compactly, all of a phase is one line.
func (t *text) indent(at depth) string {
	if t.options.Compact {
		return " "
	}
	return at.indent
}

func (t *text) eol() string {
	if t.options.Compact {
		return ""
	}
	return "\n"
}

// group is a set of defences that are answered alike.
type group struct {
	defences []movegen.Move
	mates    []movegen.Move // sorted
	answer   answer
	dual     bool
	partial  bool   // the defences separate threats and leave several
	inactive bool   // the defences stop no threat
	letter   string // of each of the defences in the table, behind a blank
}

// answer is what is written after a defence. A capture after one defence may be
// none after another, so that equal mates need not be equal answers.
type answer struct {
	line  string // on the line of the defence
	below string // the lines of longer play
}

// groups sorts the variations into groups, in the order of their first defences. p is
// the position in which the defender makes the given move.
func (t *text) groups(p *movegen.Position, variations []problem.Variation, at depth) (groups []group) {
	for i := range variations {
		v := &variations[i]
		after := p.After(v.Defence)
		g := group{
			defences: []movegen.Move{v.Defence},
			mates:    slices.Sorted(slices.Values(v.Mates.Moves)),
			answer:   t.answer(&after, &v.Mates, at),
			dual:     v.Effective && v.IsDual(),
			partial:  v.Separates && v.Mates.Different() > 1,
			inactive: !v.Effective,
			letter:   t.defenceLetter(v.Defence, at),
		}
		same := slices.IndexFunc(groups, func(other group) bool {
			return other.answer == g.answer && other.inactive == g.inactive && other.letter == g.letter &&
				slices.Equal(other.mates, g.mates)
		})
		if same < 0 || t.options.Ungrouped {
			groups = append(groups, g)
		} else {
			groups[same].defences = append(groups[same].defences, v.Defence)
		}
	}
	return groups
}

// foldedFrom is the number of moves of one piece from which they are written as one, Nf3~ (g1,e1,d2).
const foldedFrom = 3

// divided returns the squares of the men that have moves in more than one group, or also
// refute: "any move" of such a man would not say which.
func divided(groups []group, refutations []movegen.Move) (squares movegen.Bitboard) {
	var once movegen.Bitboard
	add := func(moves []movegen.Move) {
		var men movegen.Bitboard
		for _, m := range moves {
			men |= m.From().Bitboard()
		}
		squares |= once & men
		once |= men
	}
	for i := range groups {
		add(groups[i].defences)
	}
	add(refutations)
	return squares
}

// defences writes the defences of a group, a piece's many moves folded into one, with
// their targets if the man is one of those listed.
func (t *text) defences(p *movegen.Position, moves []movegen.Move, listed movegen.Bitboard) string {
	var names []string
	folded := map[movegen.Square]bool{}
	for _, m := range moves {
		siblings := slices.DeleteFunc(slices.Clone(moves), func(other movegen.Move) bool {
			return other.From() != m.From() || !isFoldable(other)
		})
		switch {
		case !isFoldable(m) || len(siblings) < foldedFrom:
			names = append(names, t.san(p, m))
		case !folded[m.From()]:
			folded[m.From()] = true
			names = append(names, t.fold(p, siblings, listed.Has(m.From())))
		}
	}
	return strings.Join(names, "/")
}

// isFoldable keeps promotions and castling apart: their target is not all that
// tells them from other moves of the piece.
func isFoldable(m movegen.Move) bool {
	return m.Kind() == movegen.Normal || m.Kind() == movegen.EnPassant
}

// fold writes the moves of one piece as its letter and square and, if they are wanted, a list of targets.
func (t *text) fold(p *movegen.Position, moves []movegen.Move, list bool) string {
	targets := make([]string, len(moves))
	for i, m := range moves {
		if p.IsCapture(m) {
			targets[i] = "x"
		}
		targets[i] += m.To().String()
		if san := t.san(p, m); strings.ContainsAny(san[len(san)-1:], "+#") {
			targets[i] += san[len(san)-1:]
		}
	}
	from := moves[0].From()
	piece := ""
	if kind := p.PieceAt(from).Type(); kind != movegen.Pawn {
		piece = string(t.letters.Letter(kind))
	}
	piece += from.String() + "~"
	if !list {
		return piece
	}
	return piece + " (" + strings.Join(targets, ",") + ")"
}
