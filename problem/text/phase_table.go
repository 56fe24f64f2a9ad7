package text

import (
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

// phaseTable is the play of several phases side by side, as magazines print it: the phases are rows, defences columns
// with the letters a, b, c, and the moves that answer them are A, B, C. In longer problems these are the attacker's
// second moves. There are only phases that share something with the actual play, and the defences that matter for it.
//
// newPhaseTable makes it, text.phaseTable writes it as text, and tableOf as JSON.
type phaseTable struct {
	rows    []tableRow // set play, tries, actual play
	columns []tableColumn
	moves   []tableMove           // A, B, C
	known   map[movegen.Move]bool // those of moves that answer a column

	tries, defences int // how many belong here too, but are alike or too many
}

// tableRow is a phase.
type tableRow struct {
	*stage
	first   letter   // of the first move itself, none unless it answers something in another phase
	threats []letter // of several threats those that have one
	cells   []tableCell
	others  []movegen.Move // refutations that are no column
}

// tableColumn holds defences that are answered alike in all rows.
type tableColumn struct {
	defences []movegen.Move
	row      int // the first in which they matter
}

// tableCell is what a row says of a column. It is empty if the defences are impossible there, or stop no threat.
type tableCell struct {
	mates   []letter // none if they are too many
	many    bool     // more mates than can be shown
	refutes bool
}

// tableMove is a lettered move where it is seen first: after the first move of a phase
// and a defence, NoMove for a threat.
type tableMove struct {
	identity             movegen.Move
	first, defence, move movegen.Move
}

// letter is the index of a lettered move from 1 on; 0 is none.
type letter int

// The most rows and columns of a table, and mates in one cell.
const (
	tableTries   = 6
	tableColumns = 16
	cellMates    = 2
)

// thematic is what a theme is worth where all else that phases share is counted.
const thematic = 1000

// newPhaseTable returns the table of the document's phases, nil if there is none: the
// intended keys must be known.
func newPhaseTable(r *problem.Report, d *Document) *phaseTable {
	b := tableBuilder{report: r}
	for _, key := range r.ActualPlay() {
		b.keys = append(b.keys, newStage(key))
	}
	if b.keys == nil {
		return nil
	}
	b.readThemes(d.Themes)
	b.chooseRows()
	if len(b.stages) < 2 {
		return nil
	}
	b.chooseColumns()
	if len(b.table.columns) == 0 {
		return nil
	}
	b.dropAlike()
	b.fill()
	return &b.table
}

// tableBuilder makes a table.
type tableBuilder struct {
	report   *problem.Report
	keys     []*stage
	stages   []*stage
	thematic map[movegen.Move]weight // first moves and defences of themes between phases
	lettered map[movegen.Move]bool   // what themes of letters call A, B, C
	table    phaseTable
}

// chooseRows chooses the phases: set play with a mate that changes or moves to another defence, quiet tries that share
// something with the actual play and are no trivial ones, and those that themes name.
func (b *tableBuilder) chooseRows() {
	r := b.report
	if r.Set != nil {
		set := newStage(r.Set)
		shared := b.share(set)
		if shared.changed+shared.transferred > 1 || shared.changed > 0 && b.keys[0].Kind == problem.Block ||
			b.thematic[movegen.NoMove] > 1 {
			b.stages = append(b.stages, set)
		}
	}
	type candidate struct {
		*stage
		worth int
	}
	var tries []candidate
	for _, try := range r.Tries {
		worth := int(b.thematic[try.Move]) * thematic
		if worth == 0 && (len(try.Refutations) > 1 || try.Kind == problem.Check || r.Triviality(&try) != problem.Worthwhile) {
			continue
		}
		s := newStage(&try)
		if worth += b.share(s).worth(); worth%thematic > 1 || worth >= 2*thematic {
			tries = append(tries, candidate{s, worth})
		}
	}
	most := slices.SortedStableFunc(slices.Values(tries), func(x, y candidate) int { return y.worth - x.worth })
	for _, try := range tries {
		if slices.Index(most, try) < tableTries {
			b.stages = append(b.stages, try.stage)
		} else {
			b.table.tries++
		}
	}
	b.stages = append(b.stages, b.keys...)
}

// chooseColumns chooses the defences and puts those together that are answered alike:
// first those of themes, then those that have something to say in the most phases.
func (b *tableBuilder) chooseColumns() {
	matter := b.defencesThatMatter()
	type column struct {
		tableColumn
		rank int
	}
	var columns []column
	for _, s := range b.stages {
		for _, e := range s.entries {
			if !matter[e.defence] || slices.ContainsFunc(columns, func(c column) bool {
				return slices.Contains(c.defences, e.defence)
			}) {
				continue
			}
			i := slices.IndexFunc(columns, func(c column) bool { return b.alike(c.defences[0], e.defence) })
			if i >= 0 {
				columns[i].defences = append(columns[i].defences, e.defence)
				columns[i].rank = max(columns[i].rank, int(b.thematic[e.defence])*thematic)
				continue
			}
			rank := int(b.thematic[e.defence]) * thematic
			for _, other := range b.stages {
				if other.entry(e.defence) != nil {
					rank++
				}
			}
			columns = append(columns, column{tableColumn{defences: []movegen.Move{e.defence}}, rank})
		}
	}
	slices.SortStableFunc(columns, func(x, y column) int { return y.rank - x.rank })
	for i, c := range columns {
		if i < tableColumns {
			b.table.columns = append(b.table.columns, c.tableColumn)
		} else {
			b.table.defences += len(c.defences)
		}
	}
}

// alike reports whether two defences are answered alike in all phases.
func (b *tableBuilder) alike(x, y movegen.Move) bool {
	for _, s := range b.stages {
		if !sameAnswers(s.entry(x), s.entry(y)) {
			return false
		}
	}
	return true
}

// dropAlike leaves out tries of a man that say the same as another of its tries in the whole
// table, unless a theme wants them.
func (b *tableBuilder) dropAlike() {
	all := slices.Clone(b.stages)
	b.stages = slices.DeleteFunc(b.stages, func(s *stage) bool {
		earlier := true
		for _, other := range all {
			switch {
			case other == s:
				earlier = false
			case b.thematic[s.Move] < 2 && (earlier || b.thematic[other.Move] > 1) && b.areAlike(s, other):
				b.table.tries++
				return true
			}
		}
		return false
	})
}

// areAlike reports whether two phases are tries of one man that say the same in the table.
func (b *tableBuilder) areAlike(s, other *stage) bool {
	return s.Move != movegen.NoMove && !slices.Contains(b.keys, s) && !slices.Contains(b.keys, other) &&
		other.Move.From() == s.Move.From() && other.Move != movegen.NoMove && slices.Equal(other.threats, s.threats) &&
		!slices.ContainsFunc(b.table.columns, func(c tableColumn) bool {
			return !sameAnswers(s.entry(c.defences[0]), other.entry(c.defences[0]))
		})
}

// fill writes the cells and gives the letters, row by row as one reads; the first letters are those of themes.
func (b *tableBuilder) fill() {
	t := &b.table
	known := b.knownMoves()
	t.known = known
	b.letterThemes(known)
	for i := range t.columns {
		c := &t.columns[i]
		c.row = slices.IndexFunc(b.stages, func(s *stage) bool { return s.entry(c.defences[0]) != nil })
	}
	for _, s := range b.stages {
		row := tableRow{stage: s}
		if s.Move != movegen.NoMove && known[s.Move] {
			row.first = t.letter(tableMove{identity: s.Move})
		}
		for i, id := range s.threats {
			if len(s.threats) <= cellMates || known[id] {
				row.threats = append(row.threats, t.letter(tableMove{id, s.Move, movegen.NoMove, s.threatMoves[i]}))
			}
		}
		slices.Sort(row.threats)
		for _, m := range s.Refutations {
			if s.Move != movegen.NoMove && !slices.ContainsFunc(t.columns, func(c tableColumn) bool {
				return slices.Contains(c.defences, m)
			}) {
				row.others = append(row.others, m)
			}
		}
		for _, c := range t.columns {
			row.cells = append(row.cells, t.cell(s, s.entry(c.defences[0])))
		}
		t.rows = append(t.rows, row)
	}
}

// letterThemes gives letters to the moves of themes.
func (b *tableBuilder) letterThemes(known map[movegen.Move]bool) {
	t := &b.table
	for _, s := range b.stages {
		if s.Move != movegen.NoMove && known[s.Move] && b.lettered[s.Move] {
			t.letter(tableMove{identity: s.Move})
		}
		for i, id := range s.threats {
			if b.lettered[id] && (len(s.threats) <= cellMates || known[id]) {
				t.letter(tableMove{id, s.Move, movegen.NoMove, s.threatMoves[i]})
			}
		}
		for _, c := range t.columns {
			if e := s.entry(c.defences[0]); e != nil && len(e.mates) == 1 && b.lettered[e.mates[0]] {
				t.cell(s, e)
			}
		}
	}
}

// knownMoves returns the moves that answer a defence of the table in some row.
func (b *tableBuilder) knownMoves() map[movegen.Move]bool {
	known := map[movegen.Move]bool{}
	for _, s := range b.stages {
		for _, c := range b.table.columns {
			if e := s.entry(c.defences[0]); e != nil && len(e.mates) <= cellMates {
				for _, id := range e.mates {
					known[id] = true
				}
			}
		}
	}
	return known
}

// cell returns the cell of an entry of the row, nil for none.
func (t *phaseTable) cell(s *stage, e *entry) (c tableCell) {
	switch {
	case e == nil:
	case len(e.mates) == 0:
		c.refutes = true
	case len(e.mates) > cellMates:
		c.many = true
	default:
		for i, id := range e.mates {
			c.mates = append(c.mates, t.letter(tableMove{id, s.Move, e.defence, e.moves[i]}))
		}
		slices.Sort(c.mates)
	}
	return c
}

// letter returns the letter of a move, a new one if it has none.
func (t *phaseTable) letter(m tableMove) letter {
	i := int(t.letterOf(m.identity)) - 1
	if i < 0 {
		i = len(t.moves)
		t.moves = append(t.moves, m)
	}
	if t.moves[i].move == movegen.NoMove {
		t.moves[i] = m // as an answer it says more than as a first move
	}
	return letter(i + 1)
}
