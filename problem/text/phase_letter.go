package text

import (
	"alfiere/movegen"
	"alfiere/problem"
)

// The solution repeats the letters of the table of phases, in every phase: after first moves, defences and answers.

// isLettered reports whether moves of this depth have letters: those of the table, if there are other phases to
// compare with.
func (t *text) isLettered(at depth) bool {
	return t.table != nil && at.number == 1 && (t.options.SetPlay || t.options.Tries)
}

// firstLetter returns the letter of the first move of a phase as the table writes it, " (A)".
func (t *text) firstLetter(at depth) string {
	if !t.isLettered(at) {
		return ""
	}
	if name := t.table.firstName(at.first); name != "" {
		return " (" + name + ")"
	}
	return ""
}

// defenceLetter returns the letter of a defence behind a blank, or nothing.
func (t *text) defenceLetter(defence movegen.Move, at depth) string {
	if !t.isLettered(at) {
		return ""
	}
	return behindBlank(t.table.defenceName(defence))
}

// answerLetter returns the letter of an answer to a defence, or of a threat, behind a blank, or nothing.
func (t *text) answerLetter(m movegen.Move, at depth) string {
	if !t.isLettered(at) {
		return ""
	}
	return behindBlank(t.table.answerName(at.first, m))
}

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
	for i := range t.moves {
		if t.moves[i].identity == id {
			return letter(i + 1)
		}
	}
	return 0
}
