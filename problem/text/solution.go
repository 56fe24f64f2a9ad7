package text

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
)

// Kinds of lines of a solution.
const (
	keyLine        = "key"
	shortLine      = "short" // mates sooner than stipulated
	setLine        = "set"
	tryLine        = "try"
	postKeyLine    = "post_key" // what follows a key that has been made
	moveLine       = "move"     // the attacker's, in longer play
	threatLine     = "threat"   // with what follows it; a threatened mate is on the line of its phase
	defenceLine    = "defence"  // and what answers it
	refutationLine = "refutation"
	noteLine       = "note" // about the lines above
)

// Line is a line of a solution as text, and what it means. Moves are in UCI coordinates; 0000 is a pass.
type Line struct {
	Kind     string   `json:"kind"`
	Text     string   `json:"text"`               // the move, or the defences of a group
	Answer   string   `json:"answer,omitempty"`   // what follows them: threats, mates
	Note     string   `json:"note,omitempty"`     // and after that, in brackets
	Moves    []string `json:"moves"`              // from the diagram on; the first of what Text and Answer name
	Defences []string `json:"defences,omitempty"` // of the group
	Mates    []string `json:"mates,omitempty"`    // that answer each of them
	Threats  []string `json:"threats,omitempty"`
	Dual     bool     `json:"dual,omitempty"`
	Idle     bool     `json:"idle,omitempty"` // the defences stop no threat
	Below    []Line   `json:"below,omitempty"`
}

// Solution returns the play that Write writes, line by line, for other ways to show it:
// short mates, what follows a key that has been made, keys, set play and tries. It is nil for an illegal diagram.
func Solution(d *Document, o Options) []Line {
	if d.Report == nil {
		return nil
	}
	t := newText(bufio.NewWriter(io.Discard), d, o)
	r := t.report
	lines := []Line{}
	for i := range r.Short {
		short := &r.Short[i]
		line := Line{Kind: shortLine, Text: "1." + t.san(&r.Position, short.Move), Moves: []string{uci(short.Move)}}
		if short.In > 1 && short.Play != nil {
			line = t.phaseLine(position{r.Position, nil}, short.Play, shortLine, top)
		}
		lines = append(lines, line)
	}
	if r.PostKey != nil {
		lines = append(lines, t.postKeyLine())
	}
	for i := range r.Keys {
		lines = append(lines, t.phaseLine(position{r.Position, nil}, &r.Keys[i], keyLine, top))
	}
	if r.Set != nil && o.SetPlay {
		lines = append(lines, t.setLine())
	}
	if !o.Tries {
		return lines
	}
	tries, trivial := r.Tries, trivialTries{}
	if o.Judgement {
		tries, trivial = worthwhile(r, d.Themes)
	}
	for i := range tries {
		lines = append(lines, t.phaseLine(position{r.Position, nil}, &tries[i], tryLine, top))
	}
	if note := t.omitted(trivial); note != "" {
		lines = append(lines, Line{Kind: noteLine, Text: note, Moves: []string{}})
	}
	return lines
}

// position is a position and the moves that lead there from the diagram.
type position struct {
	movegen.Position
	moves []string
}

// after returns the position after a move, which may be none.
func (p *position) after(m movegen.Move) position {
	return position{afterMove(p.Position, m), append(slices.Clip(p.moves), uci(m))}
}

// with returns the moves to the position and those.
func (p *position) with(moves ...movegen.Move) []string {
	list := slices.Clip(p.moves)
	for _, m := range moves {
		list = append(list, uci(m))
	}
	return list
}

// setLine is the line of the set play.
func (t *text) setLine() Line {
	p := position{t.report.Position, nil}
	p = p.after(movegen.NoMove)
	set := t.report.Set
	line := Line{Kind: setLine, Text: t.words.Text("Set play"), Moves: []string{},
		Below: t.variationLines(p, set.Variations, top)}
	switch {
	case len(line.Below) == 0:
		line.Below = []Line{{Kind: noteLine, Text: t.words.Text("none"), Moves: []string{},
			Defences: coordinates(set.Refutations)}}
	case len(set.Refutations) > 0:
		defences := t.defences(&p.Position, set.Refutations, ^movegen.Bitboard(0))
		line.Below = append(line.Below, Line{Kind: noteLine, Text: t.words.Sprintf("no mate after %s", "1..."+defences),
			Moves: []string{}, Defences: coordinates(set.Refutations)})
	}
	return line
}

// phaseLine is the line of a first move, or of one of longer play, with all below it.
func (t *text) phaseLine(p position, phase *problem.Phase, kind string, at depth) Line {
	mark := ""
	switch {
	case len(phase.Refutations) > 0:
		mark = "?"
	case at.number == 1:
		mark = "!"
	}
	after := p.after(phase.Move)
	at = at.after(phase.Move)
	line := Line{
		Kind: kind, Text: fmt.Sprintf("%d.%s%s%s", at.number, t.san(&p.Position, phase.Move), mark, t.firstLetter(at)),
		Moves:  after.moves,
		Answer: strings.TrimSpace(t.threats(&after.Position, phase, at).line), Threats: coordinates(phase.Threats.Moves),
	}
	line.Below = t.linesAfter(after, phase, at)
	return line
}

// postKeyLine is the line of what follows a key that has been made.
func (t *text) postKeyLine() Line {
	p, phase := position{t.report.Position, nil}, t.report.PostKey
	return Line{Kind: postKeyLine, Text: "1..." + t.threats(&p.Position, phase, top).line, Moves: []string{},
		Threats: coordinates(phase.Threats.Moves), Below: t.linesAfter(p, phase, top)}
}

// linesAfter are the lines of threats, defences and refutations after the move of a phase.
func (t *text) linesAfter(after position, phase *problem.Phase, at depth) []Line {
	lines := append(t.threatLines(after, phase, at), t.variationLines(after, phase.Variations, at)...)
	for _, m := range phase.Refutations {
		lines = append(lines, Line{Kind: refutationLine, Moves: after.with(m),
			Text: fmt.Sprintf("%d...%s!%s", at.number, t.san(&after.Position, m), t.defenceLetter(m, at)),
			Note: t.words.Text("but")})
	}
	return lines
}

// threatLines are the lines of threats that do not mate at once.
func (t *text) threatLines(after position, phase *problem.Phase, at depth) (lines []Line) {
	if len(phase.Threats.Play) == 0 {
		return nil
	}
	passed := after.after(movegen.NoMove)
	for i := range phase.Threats.Play {
		lines = append(lines, t.phaseLine(passed, &phase.Threats.Play[i], threatLine, at.below()))
	}
	return lines
}

// variationLines are the lines of the defences in p, a group each.
func (t *text) variationLines(p position, variations []problem.Variation, at depth) (lines []Line) {
	var shown []problem.Variation
	for i := range variations {
		if t.options.shows(&variations[i]) {
			shown = append(shown, variations[i])
		}
	}
	for _, g := range t.groups(&p.Position, shown, at) {
		first := slices.IndexFunc(shown, func(v problem.Variation) bool { return v.Defence == g.defences[0] })
		line := Line{
			Kind: defenceLine, Text: fmt.Sprintf("%d...%s%s", at.number,
				t.defences(&p.Position, g.defences, ^movegen.Bitboard(0)), g.letter),
			Answer: g.answer.line, Note: t.note(&g), Dual: g.dual, Idle: g.inactive, Moves: p.with(g.defences[0]),
			Defences: coordinates(g.defences), Mates: coordinates(g.mates),
		}
		if len(g.mates) > 0 {
			line.Moves = p.with(g.defences[0], shown[first].Mates.Moves[0])
		}
		line.Below = t.playLines(p.after(g.defences[0]), &shown[first].Mates, at)
		lines = append(lines, line)
	}
	return lines
}

// playLines are the lines of what follows answers that do not mate. What follows a single
// one stands below the defence, each of several has a line of its own.
func (t *text) playLines(p position, mates *problem.Mates, at depth) (lines []Line) {
	for i := range mates.Play {
		next := t.phaseLine(p, &mates.Play[i], moveLine, at.below())
		if len(mates.Play) == 1 {
			return next.Below
		}
		lines = append(lines, next)
	}
	return lines
}

// note is the text in brackets after a group.
func (t *text) note(g *group) string {
	switch {
	case g.inactive:
		return t.words.Text("stops no threat")
	case g.dual:
		return t.words.Text("dual")
	case g.partial:
		return t.words.Text("partial")
	}
	return ""
}

func coordinates(moves []movegen.Move) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = uci(m)
	}
	return list
}
