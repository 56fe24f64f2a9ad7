package text

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"alfiere/movegen"
	"alfiere/problem"
)

// phaseTable writes the table of phases and defences with a legend of its letters; nothing
// if there is none.
func (t *text) phaseTable() {
	if t.table == nil {
		return
	}
	t.begin(t.words.Text("Phases and defences"))
	grid := t.tableGrid()
	t.blocks[len(t.blocks)-1].grid = grid
	moves := t.words.Text("mates")
	if t.report.Moves > 2 {
		moves = t.words.Text("moves")
	}
	t.add(textLine{indent: 2, text: t.words.Text("defences") + ": ", items: t.columnNames()},
		textLine{indent: 2, text: moves + ": ", items: t.moveNames()})
	if signs := t.tableSigns(grid); len(signs) > 0 {
		t.add(textLine{indent: 2, items: signs})
	}
	if t.table.tries+t.table.defences > 0 {
		t.add(textLine{indent: 2, text: t.words.Sprintf("not in the table (alike or too many): tries %d, defences %d",
			t.table.tries, t.table.defences)})
	}
}

// writeGrid writes rows of cells below each other.
func writeGrid(w io.Writer, grid [][]string) {
	widths := map[int]int{}
	for _, row := range grid {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range grid {
		var line strings.Builder
		for i, cell := range row {
			fmt.Fprintf(&line, "  %-*s", widths[i], cell)
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// tableGrid returns the cells of the table, whose rows are equally long: the first row has the letters of the defences;
// each other one begins with the name of the phase and what it threatens, and ends with refutations that are no column.
func (t *text) tableGrid() [][]string {
	head := []string{"", ""}
	for i := range t.table.columns {
		head = append(head, columnLetter(i))
	}
	grid := [][]string{append(head, "")}
	for _, row := range t.table.rows {
		cells := []string{t.rowName(&row), t.rowThreat(&row)}
		for _, c := range row.cells {
			cells = append(cells, c.String())
		}
		var others []string
		after := t.after(row.Move)
		for _, m := range row.others {
			others = append(others, "1..."+t.san(&after, m)+"!")
		}
		grid = append(grid, append(cells, strings.Join(others, ", ")))
	}
	return grid
}

// rowName names the phase of a row.
func (t *text) rowName(row *tableRow) string {
	name := t.phaseLabel(row.Move)
	if row.first > 0 {
		name += " (" + row.first.String() + ")"
	}
	return name
}

// rowThreat writes what the first move of a row does: "[A/B]", with dots for further threats.
func (t *text) rowThreat(row *tableRow) string {
	switch {
	case row.Kind == problem.Check:
		return t.words.Text(row.Kind.String())
	case row.Kind == problem.Block:
		return t.words.Text("zugzwang")
	case row.Stalemate:
		return t.words.Text("stalemate")
	case len(row.stage.threats) == 0:
		return ""
	}
	names := letterNames(row.threats)
	if len(row.threats) < len(row.stage.threats) {
		names = append(names, "…")
	}
	return "[" + strings.Join(names, "/") + "]"
}

// columnNames returns the defences after their letters.
func (t *text) columnNames() (names []string) {
	for i, c := range t.table.columns {
		after := t.after(t.table.rows[c.row].Move)
		names = append(names, columnLetter(i)+" 1..."+t.defences(&after, c.defences, ^movegen.Bitboard(0)))
	}
	return names
}

// moveNames returns the moves after their letters.
func (t *text) moveNames() (names []string) {
	for i, m := range t.table.moves {
		p := t.after(m.first, m.defence)
		names = append(names, letter(i+1).String()+" "+t.moves(&p, []movegen.Move{m.move}, 2))
	}
	return names
}

// tableSigns returns what the signs in the grid mean.
func (t *text) tableSigns(grid [][]string) (signs []string) {
	for _, sign := range [...]struct{ mark, meaning string }{
		{"!", t.words.Text("refutes")}, {"*", t.words.Text("more than two mates")}, {"…", t.words.Text("more threats")},
	} {
		if slices.ContainsFunc(grid, func(row []string) bool {
			return slices.ContainsFunc(row[1:len(row)-1], func(cell string) bool { return strings.Contains(cell, sign.mark) })
		}) {
			signs = append(signs, sign.mark+" "+sign.meaning)
		}
	}
	return signs
}

// String returns what is printed in the cell of a table.
func (c tableCell) String() string {
	switch {
	case c.refutes:
		return "!"
	case c.many:
		return "*"
	case len(c.mates) == 0:
		return "-"
	}
	return strings.Join(letterNames(c.mates), "/")
}

// String returns the letter, AA after Z.
func (l letter) String() string {
	name := string(rune('A' + (l-1)%26))
	if l > 26 {
		return letter((l-1)/26).String() + name
	}
	return name
}

// columnLetter returns the letter of a column, counted from 0.
func columnLetter(column int) string { return strings.ToLower(letter(column + 1).String()) }

// lineWidth is how many characters a wrapped line has at most, if its items let it.
const lineWidth = 96

// wrapped writes items with commas after a head, on as many lines as they need. Further lines begin below the first
// item.
func wrapped(head string, items []string) string {
	indent := utf8.RuneCountInString(head)
	lines := []string{head}
	column := indent
	for i, item := range items {
		if i < len(items)-1 {
			item += ", "
		}
		if width := utf8.RuneCountInString(strings.TrimRight(item, " ")); column > indent && column+width > lineWidth {
			lines = append(lines, strings.Repeat(" ", indent))
			column = indent
		}
		lines[len(lines)-1] += item
		column += utf8.RuneCountInString(item)
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// The solution repeats the letters of the table of phases, in every phase: after first moves, defences and answers.

// lettersAt returns the table if moves of this depth have letters: if there are other phases to compare with.
func (t *text) lettersAt(at depth) *phaseTable {
	if t.table == nil || at.number > 1 || !t.options.SetPlay && !t.options.Tries {
		return &phaseTable{}
	}
	return t.table
}

// firstLetter returns the letter of the first move of a phase as the table writes it, "(A)".
func (t *text) firstLetter(at depth) string {
	if name := t.lettersAt(at).firstName(at.first); name != "" {
		return "(" + name + ")"
	}
	return ""
}

// behindBlank writes a letter behind a move.
func behindBlank(name string) string {
	if name == "" {
		return ""
	}
	return " " + name
}

// firstName returns the letter of a first move that answers something in another phase.
func (t *phaseTable) firstName(m movegen.Move) string {
	if m == movegen.NoMove || !t.known[m] {
		return ""
	}
	return t.answerName(movegen.NoMove, m)
}

// defenceName returns the letter of the column of a defence.
func (t *phaseTable) defenceName(defence movegen.Move) string {
	if column := t.column(defence); column >= 0 {
		return columnLetter(column)
	}
	return ""
}

// answerName returns the letter of a move of the attacker in the phase that begins with first.
func (t *phaseTable) answerName(first, m movegen.Move) string {
	phase := problem.Phase{Move: first}
	id := phase.Identity(m)
	if l := t.letterOf(id); l > 0 {
		return l.String()
	}
	if m.Kind() == movegen.Promotion && m.PromotionType() != movegen.Knight {
		if l := t.letterOf(movegen.MakePromotion(id.From(), id.To(), movegen.Queen)); l > 0 {
			return l.String()
		}
	}
	return ""
}

// letterOf returns the letter of a move that says the same in all phases, 0 if it has none.
func (t *phaseTable) letterOf(id movegen.Move) letter {
	return letter(1 + slices.IndexFunc(t.moves, func(m tableMove) bool { return m.identity == id }))
}

// tableOf converts the table of phases.
func tableOf(p movegen.Position, t *phaseTable) *jsonTable {
	j := &jsonTable{Defences: []jsonColumn{}, Mates: []jsonLetter{}, Phases: []jsonRow{}}
	for i, c := range t.columns {
		after := afterMove(p, t.rows[c.row].Move)
		column := jsonColumn{Letter: columnLetter(i)}
		column.Moves, column.MovesSAN = movesOf(&after, c.defences)
		j.Defences = append(j.Defences, column)
	}
	for i, m := range t.moves {
		line := []movegen.Move{m.first, m.defence, m.move}
		_, sans := lineOf(p, line)
		j.Mates = append(j.Mates, jsonLetter{letter(i + 1).String(), uci(m.move), sans[2]})
	}
	for _, row := range t.rows {
		r := jsonRow{Move: uci(row.Move), SAN: san(&p, row.Move), Type: row.Kind.String(), Threats: letterNames(row.threats),
			MoreThreats: len(row.stage.threats) > len(row.threats), Cells: []jsonCell{}}
		if row.first > 0 {
			r.Letter = row.first.String()
		}
		after := afterMove(p, row.Move)
		r.Refutations, r.RefutationsSAN = movesOf(&after, row.others)
		for k, c := range row.cells {
			if c.refutes || c.many || len(c.mates) > 0 {
				r.Cells = append(r.Cells, jsonCell{columnLetter(k), letterNames(c.mates), c.many, c.refutes})
			}
		}
		j.Phases = append(j.Phases, r)
	}
	return j
}

func letterNames(letters []letter) []string {
	names := make([]string, len(letters))
	for i, l := range letters {
		names[i] = l.String()
	}
	return names
}

// answerNames returns the letters of moves of the attacker in the phase that begins with first.
func (t *phaseTable) answerNames(first movegen.Move, moves []movegen.Move) []string {
	return namesOf(moves, func(m movegen.Move) string { return t.answerName(first, m) })
}

// namesOf returns the letters of the moves, "" where there is none; nil if none has one.
func namesOf(moves []movegen.Move, name func(movegen.Move) string) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = name(m)
	}
	if !slices.ContainsFunc(names, func(name string) bool { return name != "" }) {
		return nil
	}
	return names
}
