package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/neighbour"
)

type (
	// NeighboursForm is what was found around a diagram. Its fields are described in docs/web-api.md.
	NeighboursForm struct {
		Version     int              `json:"version,omitempty"`
		Program     string           `json:"program,omitempty"`
		File        string           `json:"file,omitempty"`
		Line        int              `json:"line,omitempty"`
		Caption                      // of the problem
		FEN         string           `json:"fen"`
		Stipulation string           `json:"stipulation"`
		Verdict     string           `json:"verdict"`
		Key         *playedForm      `json:"key"` // the only key of a sound diagram
		Defences    int              `json:"defences"`
		Mates       int              `json:"mates"`
		Duals       int              `json:"duals"`
		Of          int              `json:"of"`       // number of candidates
		Done        int              `json:"done"`     // candidates examined
		GivenUp     int              `json:"given_up"` // candidates that took too many nodes
		Sound       int              `json:"sound"`    // found
		Complete    bool             `json:"complete"` // all candidates were examined
		Nodes       uint64           `json:"nodes"`
		Neighbours  []*NeighbourForm `json:"neighbours,omitempty"`
	}
	// NeighbourForm is a sound problem near the diagram.
	NeighbourForm struct {
		changeForm
		Second   *changeForm      `json:"second,omitempty"` // of two changes
		FEN      string           `json:"fen"`
		Key      playedForm       `json:"key"`
		Threat   bool             `json:"threat"` // the key threatens
		Defences int              `json:"defences"`
		Mates    int              `json:"mates"`
		Duals    int              `json:"duals"`
		Gains    []string         `json:"gains"`  // sound, economy, key and aspects
		Losses   []string         `json:"losses"` // aspects
		Themes   []string         `json:"themes"` // gained, in the language
		Gained   []differenceForm `json:"gained"`
		Lost     []differenceForm `json:"lost"`
		Worth    int              `json:"worth"` // the order, greatest first
	}
	changeForm struct {
		Change string `json:"change"`         // removed, moved, exchanged or added; placed, if the whole diagram is
		Man    string `json:"man,omitempty"`  // the man that changes: an English letter, lower case for Black
		Is     string `json:"is,omitempty"`   // the man that replaces it
		From   string `json:"from,omitempty"` // its square before; empty if it is added
		To     string `json:"to,omitempty"`   // its square after; empty if it is removed
		Turn   string `json:"turn,omitempty"` // of the whole diagram
		Files  int    `json:"files,omitempty"`
		Ranks  int    `json:"ranks,omitempty"` // then shifted to the right and up
	}
	differenceForm struct {
		Aspect string `json:"aspect"`
		Name   string `json:"name"` // of a theme, flaw or merit; a try; otherwise empty
		From   int    `json:"from"`
		To     int    `json:"to"`
	}
	// playedForm is a move with its names.
	playedForm struct {
		UCI string `json:"uci"`
		SAN string `json:"san"`
	}
)

// NeighbourIn returns the form of a neighbour, with the letters and words of the language.
func NeighbourIn(n *neighbour.Neighbour, l Language) *NeighbourForm {
	base := n.Base
	key := &n.Report.Keys[0]
	counts := n.Report.Statistics()
	form := &NeighbourForm{FEN: n.Position.FEN(),
		Key: playedIn(&n.Position, key.Move, l), Threat: key.Kind == problem.Threat,
		Defences: counts.Defences, Mates: counts.Mates, Duals: counts.Duals,
		Gains: []string{}, Losses: []string{}, Themes: []string{}, Worth: n.Worth(),
		Gained: differencesIn(n.Gains, &n.Position, l), Lost: differencesIn(n.Losses, &base.Position, l)}
	if len(n.Changes) == 0 {
		p := n.Placing
		form.changeForm = changeForm{Change: "placed", Turn: p.Turn.String(), Files: p.Files, Ranks: p.Ranks}
	} else {
		form.changeForm = changeFormOf(n.Changes[0])
	}
	if len(n.Changes) > 1 {
		second := changeFormOf(n.Changes[1])
		form.Second = &second
	}
	for _, gain := range [...]struct {
		name string
		has  bool
	}{{"sound", base.Verdict != problem.Sound}, {"economy", n.IsEconomy()}, {"key", n.NewKey}} {
		if gain.has {
			form.Gains = append(form.Gains, gain.name)
		}
	}
	form.Gains = append(form.Gains, aspectsOf(n.Gains)...)
	form.Losses = append(form.Losses, aspectsOf(n.Losses)...)
	for i, d := range n.Gains {
		if d.Aspect == neighbour.Theme && d.From == 0 {
			form.Themes = append(form.Themes, form.Gained[i].Name)
		}
	}
	return form
}

func playedIn(p *movegen.Position, m movegen.Move, l Language) playedForm {
	return playedForm{UCI: notation.UCI(m, false), SAN: notation.SAN(p, m, l.letters)}
}

func changeFormOf(c neighbour.Change) changeForm {
	letter := func(man movegen.Piece) string { return string(notation.English.BoardLetter(man)) }
	form := changeForm{Change: c.Kind.String(), Man: letter(c.Was)}
	switch c.Kind {
	case neighbour.Added:
		form.Man = letter(c.Is)
	case neighbour.Exchanged:
		form.Is = letter(c.Is)
	}
	if c.From != movegen.NoSquare {
		form.From = c.From.String()
	}
	if c.To != movegen.NoSquare {
		form.To = c.To.String()
	}
	return form
}

func differencesIn(all []neighbour.Difference, p *movegen.Position, l Language) []differenceForm {
	forms := []differenceForm{}
	for _, d := range all {
		name := l.Text(d.Name)
		if d.Aspect == neighbour.Try {
			name = notation.SAN(p, d.Move, l.letters)
		}
		forms = append(forms, differenceForm{d.Aspect.String(), name, d.From, d.To})
	}
	return forms
}

// aspectsOf returns the names of the aspects, each once.
func aspectsOf(all []neighbour.Difference) (names []string) {
	for i, d := range all {
		if i == 0 || d.Aspect != all[i-1].Aspect {
			names = append(names, d.Aspect.String())
		}
	}
	return names
}

// NeighboursIn returns the form of a result without the neighbours.
func NeighboursIn(r *neighbour.Result, l Language) *NeighboursForm {
	base := r.Base
	form := &NeighboursForm{FEN: base.Position.FEN(), Stipulation: stipulation(base.Moves), Verdict: base.Verdict.String(),
		Of: r.Of, Done: r.Done, GivenUp: r.GivenUp, Sound: len(r.Found), Complete: base.Complete && r.Done == r.Of,
		Nodes: r.Nodes}
	if base.Verdict == problem.Sound {
		key, counts := playedIn(&base.Position, base.Keys[0].Move, l), base.Statistics()
		form.Key, form.Defences, form.Mates, form.Duals = &key, counts.Defences, counts.Mates, counts.Duals
	}
	return form
}

// WriteNeighboursJSON writes the result for the problem of the document as one line of JSON, with English letters and
// words; the error is w's.
func WriteNeighboursJSON(w io.Writer, d *Document, r *neighbour.Result, program string) error {
	form := NeighboursIn(r, English())
	form.Version, form.Program, form.File, form.Line, form.Caption = JSONVersion, program, d.File, d.Line, d.Caption
	form.Verdict = verdictCodes[r.Base.Verdict]
	for _, n := range r.Found {
		form.Neighbours = append(form.Neighbours, NeighbourIn(n, English()))
	}
	return WriteLine(w, form)
}

// maxNeighbours is how many neighbours the text lists.
const maxNeighbours = 20

// WriteNeighbours writes the best neighbours of the problem as text; the error is w's. A removed man is written as in
// -Pe6, a moved one as in Pe6-e7, an exchanged one as in Pe6=N, an added one as in +Pe6.
func WriteNeighbours(w io.Writer, d *Document, r *neighbour.Result, o Options) error {
	o.Play = r.Base.Moves // so that no hint speaks of the play
	t := newText(w, d, o)
	t.head()
	t.verdict()
	t.writeBlocks()
	fmt.Fprintln(t, t.words.Sprintf("changes tried: %d of %d; neighbours found: %d", r.Done, r.Of, len(r.Found)))
	if r.Unbroken {
		fmt.Fprintln(t, t.words.Text("The problem is sound: there is nothing to repair."))
	}
	if r.GivenUp > 0 {
		fmt.Fprintln(t, t.words.Sprintf("changes given up at the node limit: %d", r.GivenUp))
	}
	for i, n := range r.Found {
		if i == maxNeighbours {
			fmt.Fprintln(t, t.words.Sprintf("  … and %d more; --json lists all", len(r.Found)-i))
			break
		}
		t.neighbour(n)
	}
	return t.Flush()
}

// neighbour writes a neighbour: what changes and the key, and on lines of their own what it gains and loses.
func (t *text) neighbour(n *neighbour.Neighbour) {
	changes := t.placing(n)
	for _, c := range n.Changes {
		was, is := string(t.letters.BoardLetter(c.Was)), string(t.letters.BoardLetter(c.Is))
		changes = append(changes, [...]string{
			neighbour.Removed:   fmt.Sprintf("-%s%v", was, c.From),
			neighbour.Moved:     fmt.Sprintf("%s%v-%v", was, c.From, c.To),
			neighbour.Exchanged: fmt.Sprintf("%s%v=%s", was, c.From, is),
			neighbour.Added:     fmt.Sprintf("+%s%v", is, c.To),
		}[c.Kind])
	}
	fmt.Fprintf(t, "\n  %s  1.%s!", strings.Join(changes, " "), t.san(&n.Position, n.Report.Keys[0].Move))
	for _, fact := range [...]struct {
		text string
		is   bool
	}{{"one man fewer, nothing lost", n.IsEconomy()}, {"another key", n.NewKey && len(t.report.Keys) > 0}} {
		if fact.is {
			fmt.Fprintf(t, "  %s", t.words.Text(fact.text))
		}
	}
	fmt.Fprintln(t)
	t.differences(t.words.Text("gains"), n.Gains, &n.Position)
	t.differences(t.words.Text("loses"), n.Losses, &t.report.Position)
}

// placing says where the whole diagram stands, if that is what changes.
func (t *text) placing(n *neighbour.Neighbour) (parts []string) {
	if len(n.Changes) > 0 {
		return nil
	}
	p := n.Placing
	if p.Turn != neighbour.Unturned {
		parts = append(parts, t.words.Text([...]string{
			neighbour.Mirrored:         "mirrored",
			neighbour.Flipped:          "flipped",
			neighbour.HalfTurned:       "turned upside down",
			neighbour.ReflectedA1H8:    "reflected in a1-h8",
			neighbour.Counterclockwise: "turned counterclockwise",
			neighbour.Clockwise:        "turned clockwise",
			neighbour.ReflectedA8H1:    "reflected in a8-h1",
		}[p.Turn]))
	}
	for _, shift := range [...]struct {
		text string
		by   int
	}{{"%d to the right", p.Files}, {"%d to the left", -p.Files}, {"%d up", p.Ranks}, {"%d down", -p.Ranks}} {
		if shift.by > 0 {
			parts = append(parts, t.words.Sprintf(shift.text, shift.by))
		}
	}
	return []string{strings.Join(parts, ", ")}
}

// differences writes what is gained or lost; p is the position that has the tries.
func (t *text) differences(label string, all []neighbour.Difference, p *movegen.Position) {
	var items []string
	for _, d := range all {
		item := t.words.Text(d.Name)
		switch d.Aspect {
		case neighbour.Try:
			item = "1." + t.san(p, d.Move) + "?"
		case neighbour.Flaw:
			item = t.words.Sprintf("a flaw of the key (%s)", item)
			if d.To == 0 {
				item = t.words.Sprintf("no flaw of the key (%s)", t.words.Text(d.Name))
			}
		case neighbour.Changes:
			item = t.words.Text("changed mates")
		case neighbour.Mates, neighbour.Defences, neighbour.Duals:
			item = t.words.Text(d.Aspect.String())
		}
		if d.Name == "" && d.Aspect != neighbour.Try || d.From+d.To > 1 {
			item += fmt.Sprintf(" %d→%d", d.From, d.To)
		}
		items = append(items, item)
	}
	if len(items) > 0 {
		fmt.Fprintln(t, wrapped("    "+label+": ", items))
	}
}

// aims are the words of a goal that stand alone.
var aims = map[string]neighbour.Aim{"fewer": neighbour.Fewer, "repair": neighbour.Repair, "key": neighbour.Key}

// ParseGoal reads which neighbours are wanted. Parts are separated by semicolons, each one of:
//
//	fewer, repair, key    the aim
//	keep 1...Kf4 2.Qe4#   a line that must be in the play
//	theme NAME, NAME      themes that must be there, in English or Italian
//	lock e4, d5           squares that must stay as they are
//	two                   try two changes at once, too
//	whole                 shift, mirror and rotate the whole diagram instead; not with fewer, keep or two
//
// Moves have the letters of the language. An empty text and "true" ask for all sound neighbours.
func ParseGoal(content string, l Language) (goal neighbour.Goal, err error) {
	goal.Letters = l.Letters()
	for _, part := range strings.Split(content, ";") {
		part = strings.TrimSpace(part)
		word, rest, _ := strings.Cut(part, " ")
		aim, isAim := aims[part]
		switch {
		case part == "" || part == "true":
		case part == "two":
			goal.Two = true
		case part == "whole":
			goal.Whole = true
		case isAim && goal.Aim == neighbour.Any:
			goal.Aim = aim
		case word == "keep":
			var line neighbour.Line
			line, err = parseLine(rest, goal.Letters)
			goal.Lines = append(goal.Lines, line)
		case word == "theme":
			goal.Themes, err = appendThemes(goal.Themes, rest)
		case word == "lock":
			var squares movegen.Bitboard
			if squares, err = movegen.ParseSquares(rest); err != nil {
				err = message.Errorf("%q: give squares as in e4, d5", rest)
			}
			goal.Locked |= squares
		default:
			err = message.Errorf(
				"%q is no goal; use fewer, repair or key, keep LINE, theme NAME, lock SQUARES, two, whole", part)
		}
		if err != nil {
			return goal, err
		}
	}
	if goal.Whole && (goal.Two || goal.Aim == neighbour.Fewer || len(goal.Lines) > 0) {
		err = message.Errorf("whole changes no man and names the squares anew: leave out fewer, keep and two")
	}
	return goal, err
}

// appendThemes appends the English names of themes separated by commas.
func appendThemes(names []string, content string) ([]string, error) {
	known := map[string]string{}
	for called, name := range ThemeNames() {
		known[Spelling(called)] = name
	}
	for _, name := range strings.Split(content, ",") {
		found, ok := known[Spelling(name)]
		if !ok {
			return nil, message.Errorf("there is no theme %q", strings.TrimSpace(name))
		}
		names = append(names, found)
	}
	return names, nil
}

// parseLine reads a line such as 1.Nd3 Bxe3 2.Qf4#, 1...Bxe3 2.Qf4# or, for a threat, 2.Qf4#, also as
// pages show it: with 1… and with figurines.
func parseLine(content string, letters notation.PieceLetters) (line neighbour.Line, err error) {
	line.Text = strings.TrimSpace(content)
	moves := [...]*string{&line.Key, &line.Defence, &line.Mate}
	at, ok := 0, false
	shown := []string{"1...", " 1... ", "1…", " 1... ", "1.", " 1. ", "2.", " 2. "}
	own := []rune(letters)
	for i, figurine := range []rune(notation.Figurine) {
		shown = append(shown, string(figurine), string(own[i]))
	}
	for _, field := range strings.Fields(strings.NewReplacer(shown...).Replace(content)) {
		if next := slices.Index([]string{"1.", "1...", "2."}, field); next >= 0 {
			at = next
			continue
		}
		if ok = at < len(moves) && *moves[at] == ""; !ok {
			break
		}
		*moves[at] = strings.TrimRight(field, "!?+#")
		at++
	}
	if !ok {
		err = message.Errorf("%q is no line; write it as in 1...Bxe3 2.Qf4#", line.Text)
	}
	return line, err
}
