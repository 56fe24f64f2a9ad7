package notation

import (
	"strings"

	"alfiere/movegen"
)

// The reference implementation: SAN straight from its definition, by trying the forms from the
// shortest on among all legal moves, on strings and with English letters only.

// slowForms holds the legal moves of a position by their text, for each form of
// slowForm.
type slowForms [4]map[string][]movegen.Move

func newSlowForms(p *movegen.Position, moves []movegen.Move) (forms slowForms) {
	for form := range forms {
		forms[form] = make(map[string][]movegen.Move, len(moves))
		for _, m := range moves {
			text := slowForm(p, m, form)
			forms[form][text] = append(forms[form][text], m)
		}
	}
	return forms
}

// san returns the SAN of m.
func (forms slowForms) san(p *movegen.Position, m movegen.Move) string {
	for form := range forms {
		text := slowForm(p, m, form)
		if len(forms[form][text]) == 1 && !(form == 0 && isPawnCapture(p, m)) {
			return text + slowCheck(p, m)
		}
	}
	panic("two moves with the same squares")
}

func isPawnCapture(p *movegen.Position, m movegen.Move) bool {
	return p.PieceAt(m.From()).Type() == movegen.Pawn && m.From().File() != m.To().File()
}

// slowForm returns m without its check mark. form tells how much of the origin is
// written: 0 nothing, 1 the file, 2 the rank, 3 both.
func slowForm(p *movegen.Position, m movegen.Move, form int) string {
	if m.Kind() == movegen.Castling {
		return map[bool]string{true: "O-O", false: "O-O-O"}[m.To() > m.From()]
	}
	text := strings.ToUpper(string(p.PieceAt(m.From()).Letter()))
	if text == "P" {
		text = ""
	}
	from := m.From().String()
	text += [...]string{"", from[:1], from[1:], from}[form]
	if p.PieceAt(m.To()) != movegen.NoPiece || isPawnCapture(p, m) {
		text += "x"
	}
	text += m.To().String()
	if t := m.PromotionType(); t != movegen.NoPieceType {
		text += "=" + string(movegen.MakePiece(movegen.White, t).Letter())
	}
	return text
}

// slowCheck returns the mark of a move that checks or mates, found out by letting the
// mover take the king.
func slowCheck(p *movegen.Position, m movegen.Move) string {
	after := p.After(m)
	king := after.King(after.Side())
	attacked := false
	for pieces := after.ByColor(p.Side()); pieces != 0 && !attacked; {
		attacked = after.AttacksFrom(pieces.Pop()).Has(king)
	}
	switch {
	case !attacked:
		return ""
	case len(after.Moves()) > 0:
		return "+"
	}
	return "#"
}
