package text

import (
	"slices"

	"alfiere/movegen"
	"alfiere/problem"
)

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

// letters adds the letters of the table to the play of all phases.
func (j *ReportForm) letters(r *problem.Report, t *phaseTable, o *Options) {
	if t == nil {
		return
	}
	for i := range j.Keys {
		j.Keys[i].letters(&r.Keys[i], t, o)
	}
	for i := range j.Tries {
		j.Tries[i].letters(&r.Tries[i], t, o)
	}
	if r.Set != nil && o.SetPlay {
		variationLetters(j.Set, r.Set, t, o)
	}
}

func (j *PhaseForm) letters(phase *problem.Phase, t *phaseTable, o *Options) {
	j.Letter = t.firstName(phase.Move)
	j.ThreatsLetters = namesOf(phase.Threats.Moves, func(m movegen.Move) string { return t.answerName(phase.Move, m) })
	j.RefutationsLetters = namesOf(phase.Refutations, t.defenceName)
	variationLetters(j.Variations, phase, t, o)
}

func variationLetters(forms []VariationForm, phase *problem.Phase, t *phaseTable, o *Options) {
	for i := range phase.Variations {
		v := &phase.Variations[i]
		if v.Effective || o.AllDefences {
			forms[0].Letter = t.defenceName(v.Defence)
			forms[0].MatesLetters = namesOf(v.Mates.Moves, func(m movegen.Move) string { return t.answerName(phase.Move, m) })
			forms = forms[1:]
		}
	}
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
