package collection

import (
	"fmt"

	"alfiere/movegen"
	"alfiere/search/problemtext/olive"
)

// ownDomain is where the number of a problem comes from that has no other domain.
const ownDomain = "id"

// newEntry returns an entry of Olive's for a problem from elsewhere.
func newEntry(p *Problem, moves int) *olive.Entry {
	e := olive.New()
	var men [2][]string
	for s := range movegen.NoSquare {
		if man := p.Position.PieceAt(s); man != movegen.NoPiece {
			men[man.Color()] = append(men[man.Color()], oliveLetter(man.Type())+s.String())
		}
	}
	e.SetMen(men[movegen.White], men[movegen.Black])
	e.SetText("stipulation", fmt.Sprintf("#%d", moves))
	for name, text := range map[string]string{"authors": p.Author, "comments": p.Title} {
		if text != "" {
			e.SetList(name, []string{text}, false)
		}
	}
	if p.Source != "" {
		e.SetFields("source", "name", p.Source)
	}
	if p.ID != "" {
		e.SetRecord("foreignids", "domain", ownDomain, "problemid", p.ID)
	}
	if options := oliveOptions(p); len(options) > 0 {
		e.SetList("options", options, false)
	}
	return e
}

// oliveOptions says what Popeye would not take for granted in the diagram, and what is asked.
func oliveOptions(p *Problem) (options []string) {
	if p.SetPlay {
		options = append(options, "SetPlay")
	}
	if p.Tries > 0 {
		options = append(options, fmt.Sprintf("Defence %d", p.Tries))
	}
	if p.Position.Side() == movegen.Black {
		options = append(options, "HalfDuplex")
	}
	b := p.Position.Builder()
	if barred := b.RooksAtHome() &^ b.CastlingRooks; barred != 0 {
		squares := ""
		for barred != 0 {
			squares += barred.Pop().String()
		}
		options = append(options, "NoCastling "+squares)
	}
	if s := p.Position.EnPassant(); s != movegen.NoSquare {
		options = append(options, "EnPassant "+s.String())
	}
	return options
}

func oliveLetter(t movegen.PieceType) string {
	for i, other := range menOrder {
		if other == t {
			return string("KQRBSP"[i])
		}
	}
	return ""
}
