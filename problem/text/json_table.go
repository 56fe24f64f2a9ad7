package text

import "alfiere/movegen"

// tableOf converts the table of phases; its lists are empty if there is none.
func tableOf(p movegen.Position, t *phaseTable) *jsonTable {
	j := &jsonTable{Defences: []jsonColumn{}, Mates: []jsonLetter{}, Phases: []jsonRow{}}
	if t == nil {
		return j
	}
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
	for i := range t.rows {
		row := &t.rows[i]
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
