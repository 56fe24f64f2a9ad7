package text

import (
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

	move, letter string // what Text is made of, of a first move
}

// Solution returns the play that Write writes, line by line, for other ways to show it:
// short mates, what follows a key that has been made, keys, set play and tries. It is nil for an illegal diagram.
func Solution(d *Document, o Options) []Line {
	if d.Report == nil {
		return nil
	}
	return newText(io.Discard, d, o).lines()
}

func (t *text) lines() []Line {
	r := t.report
	lines := []Line{}
	for _, short := range r.Short {
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
	if r.Set != nil && t.options.SetPlay {
		lines = append(lines, t.setLine())
	}
	if !t.options.Tries {
		return lines
	}
	tries, omitted := t.triesShown()
	var stalemates []Line // on one line, for nothing follows
	for i := range tries {
		line := t.phaseLine(position{r.Position, nil}, &tries[i], tryLine, top)
		switch {
		case !tries[i].Stalemate || t.options.Ungrouped:
			lines = append(lines, line)
		case stalemates == nil:
			stalemates = []Line{line}
		default:
			stalemates[0].move += "/" + strings.TrimPrefix(line.Text, "1.")
			stalemates[0].Text, stalemates[0].letter = stalemates[0].move, ""
		}
	}
	lines = append(lines, stalemates...)
	if omitted != "" {
		lines = append(lines, Line{Kind: noteLine, Text: omitted, Moves: []string{}})
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
func (p *position) with(m movegen.Move, others ...movegen.Move) []string {
	return append(append(slices.Clip(p.moves), uci(m)), coordinates(others)...)
}

// setLine is the line of the set play.
func (t *text) setLine() Line {
	p := position{t.report.Position, nil}
	p = p.after(movegen.NoMove)
	set := t.report.Set
	line := Line{Kind: setLine, Text: t.words.Text("Set play"), Moves: []string{},
		Below: t.variationLines(p, set, top)}
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
	case phase.IsTry():
		mark = "?"
	case at.number == 1:
		mark = "!"
	}
	after := p.after(phase.Move)
	at = at.after(phase.Move)
	threats, below := t.threats(after, phase, at)
	move, letter := fmt.Sprintf("%d.%s%s", at.number, t.san(&p.Position, phase.Move), mark), t.firstLetter(at)
	return Line{
		Kind: kind, Text: strings.TrimSpace(move + " " + letter), move: move, letter: letter,
		Moves: after.moves, Answer: threats, Threats: coordinates(phase.Threats.Moves),
		Below: append(below, t.linesAfter(after, phase, at)...),
	}
}

// postKeyLine is the line of what follows a key that has been made.
func (t *text) postKeyLine() Line {
	p, phase := position{t.report.Position, nil}, t.report.PostKey
	threats, below := t.threats(p, phase, top)
	return Line{Kind: postKeyLine, Text: strings.TrimSpace("1... " + threats), Moves: []string{},
		Threats: coordinates(phase.Threats.Moves), Below: append(below, t.linesAfter(p, phase, top)...)}
}

// threats writes what the move of a phase threatens, "[2.Qh8#]", or "zugzwang" or "stalemate!", or nothing after a
// check; and the lines of threats that do not mate at once. p is the position after the move.
func (t *text) threats(p position, phase *problem.Phase, at depth) (threats string, below []Line) {
	switch {
	case phase.Stalemate:
		return t.words.Text("stalemate") + "!", nil
	case phase.Kind == problem.Block:
		return t.words.Text("zugzwang"), nil
	case phase.Kind == problem.Threat:
		threats, below = t.answer(p.after(movegen.NoMove), &phase.Threats, threatLine, at)
		return "[" + threats + "]", below
	}
	return "", nil
}

// linesAfter are the lines of defences and refutations after the move of a phase.
func (t *text) linesAfter(after position, phase *problem.Phase, at depth) []Line {
	lines := t.variationLines(after, phase, at)
	for _, m := range phase.Refutations {
		lines = append(lines, Line{Kind: refutationLine, Moves: after.with(m),
			Text: fmt.Sprintf("%d...%s!%s", at.number, t.san(&after.Position, m),
				behindBlank(t.lettersAt(at).defenceName(m))),
			Note: t.words.Text("but")})
	}
	return lines
}

// variationLines are the lines of the defences in p, a group each.
func (t *text) variationLines(p position, phase *problem.Phase, at depth) (lines []Line) {
	var shown []problem.Variation
	for _, v := range phase.Variations {
		if t.options.shows(&v) {
			shown = append(shown, v)
		}
	}
	groups := t.groups(p, shown, at)
	listed := ^movegen.Bitboard(0)
	if t.options.Compact {
		listed = divided(groups, phase.Refutations)
	}
	for _, g := range groups {
		g.Text = fmt.Sprintf("%d...%s%s", at.number, t.defences(&p.Position, g.defences, listed), g.letter)
		g.Defences, g.Mates = coordinates(g.defences), coordinates(g.mates)
		lines = append(lines, g.Line)
	}
	return lines
}

// answer writes the attacker's answers to a defence, or threats, and the lines of what follows those that do not mate
// at once. What follows a single answer begins on its line and goes on below the defence; each of several has a line.
func (t *text) answer(p position, mates *problem.Mates, kind string, at depth) (answer string, below []Line) {
	answer = t.lettered(&p.Position, mates.Moves, at)
	if t.options.Compact {
		return answer, nil
	}
	for i := range mates.Play {
		below = append(below, t.phaseLine(p, &mates.Play[i], kind, at.below()))
	}
	if len(below) == 1 {
		answer = strings.TrimSpace(answer + " " + below[0].Answer)
		if kind == moveLine {
			below = below[0].Below
		}
	}
	return answer, below
}

// rendered writes lines as text, defences at the indent and moves of the attacker to the left of it, without the
// defences if it is brief. What follows a single threat has begun on the line of its phase.
func (t *text) rendered(lines []Line, indent int, brief bool) (all []textLine) {
	var refutations []string
	for i, l := range lines {
		line, below := textLine{indent: indent, text: l.Text}, indent+4
		switch isAlone := i == 0 && (len(lines) == 1 || lines[1].Kind != l.Kind); {
		case l.Kind == defenceLine && brief:
			continue
		case l.Kind == refutationLine:
			refutations = append(refutations, l.Text)
			continue
		case l.Kind == threatLine && isAlone:
			all = append(all, t.rendered(l.Below, below, false)...)
			continue
		case l.Kind == threatLine:
			line.indent += 2
		case l.Kind == moveLine:
			line.indent, below = max(indent-2, 0), indent
		case l.Kind != defenceLine && l.Kind != noteLine: // a first move
			line.indent, below = 0, indent
			if l.move != "" {
				line.move, line.text = l.move, l.letter
			}
		}
		line.text = strings.TrimSpace(line.text + " " + l.Answer)
		if l.Note != "" {
			line.text += " (" + l.Note + ")"
		}
		all = append(append(all, line), t.rendered(l.Below, below, t.options.Brief && l.Kind != defenceLine)...)
	}
	if len(refutations) > 0 {
		all = append(all, textLine{indent: indent, text: t.words.Text("but") + " " + strings.Join(refutations, ", ")})
	}
	return all
}

// first writes the line of a first move, or of what follows a pass; compactly, all of it is one line.
func (t *text) first(line Line) {
	if t.options.Compact {
		t.tell(inLine(t.rendered([]Line{line}, 1, t.options.Brief)))
	} else {
		t.add(t.rendered([]Line{line}, 2, t.options.Brief)...)
	}
}

// inLine writes lines one behind the other.
func inLine(lines []textLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String())
	}
	return b.String()
}

// note is the text in brackets after a variation.
func (t *text) note(v *problem.Variation) string {
	switch {
	case !v.Effective:
		return t.words.Text("stops no threat")
	case v.IsDual():
		return t.words.Text("dual")
	case v.Separates && v.Mates.Different() > 1:
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
