package text

import (
	"fmt"
	"io"
	"slices"
	"strings"

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
		Gains    []string         `json:"gains"`           // sound, economy, key and aspects
		Losses   []string         `json:"losses"`          // aspects
		Themes   []string         `json:"themes"`          // gained, in the language
		Stops    []string         `json:"stops,omitempty"` // cooks of the diagram, each with what refutes it here
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
		Stops:  (&text{report: base, letters: l.letters, words: l.Language}).stops(n),
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
		if d.Move != movegen.NoMove {
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
	groups := t.alikeRepairs(r.Found)
	for i, group := range groups {
		if i == maxNeighbours {
			fmt.Fprintln(t, t.words.Sprintf("  … and %d more; --json lists all", len(slices.Concat(groups[i:]...))))
			break
		}
		t.neighbour(group)
	}
	return t.Flush()
}

// alikeRepairs puts together the neighbours that stop the cooks of the diagram alike by one man on different squares.
func (t *text) alikeRepairs(found []*neighbour.Neighbour) (groups [][]*neighbour.Neighbour) {
	at := map[string]int{}
	for _, n := range found {
		same := fmt.Sprint(n.Report.Keys[0].Move, t.stops(n))
		for _, c := range n.Changes {
			c.To = movegen.NoSquare
			same += fmt.Sprint(c)
		}
		i, known := at[same]
		if known = known && n.Stops != nil && len(n.Changes) == 1; !known {
			i, at[same] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], n)
	}
	return groups
}

// stops writes why the cooks of the diagram fail in a neighbour.
func (t *text) stops(n *neighbour.Neighbour) (items []string) {
	for _, s := range n.Stops {
		if s.Impossible {
			items = append(items, "1."+t.san(&t.report.Position, s.Move)+" ("+t.words.Text("impossible")+")")
			continue
		}
		why := t.words.Text("stalemate") + "!"
		if after := n.Position.After(s.Move); len(s.Refutations) > 0 {
			why = "1..." + t.defences(&after, s.Refutations, ^movegen.Bitboard(0)) + "!"
		}
		items = append(items, "1."+t.san(&n.Position, s.Move)+" ("+why+")")
	}
	return items
}

// neighbour writes a neighbour, and those like it: what changes and the key, and on lines of their own what stops the
// cooks of the diagram, and what the first one gains and loses.
func (t *text) neighbour(alike []*neighbour.Neighbour) {
	n := alike[0]
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
	fmt.Fprintf(t, "\n  %s", strings.Join(changes, " "))
	for _, other := range alike[1:] {
		fmt.Fprintf(t, "/%v", other.Changes[0].To)
	}
	fmt.Fprintf(t, "  1.%s!", t.san(&n.Position, n.Report.Keys[0].Move))
	for _, fact := range [...]struct {
		text string
		is   bool
	}{{"one man fewer, nothing lost", n.IsEconomy()}, {"another key", n.NewKey && len(t.report.Keys) > 0}} {
		if fact.is {
			fmt.Fprintf(t, "  %s", t.words.Text(fact.text))
		}
	}
	fmt.Fprintln(t)
	if stops := t.stops(n); stops != nil {
		fmt.Fprintln(t, wrapped("    "+t.words.Text("stops")+": ", stops))
	}
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
		case neighbour.TryDuals:
			item = t.words.Sprintf("duals after %s", "1."+t.san(p, d.Move)+"?")
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
