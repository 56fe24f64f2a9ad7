package format

import (
	"cmp"
	"fmt"
	"io"

	"alfiere/movegen"
	"alfiere/problem/text"
)

// writeOlive writes the entry of a problem and changes nothing but the solution, if one is proven, and the keywords, to
// which our themes are added. An entry with twins keeps its solution; without one it gets those of all twins, if each
// is proven. One with duplex keeps its solution, too.
func writeOlive(w io.Writer, d *text.Document, p *Problem, content text.Options, twins []*text.Document) error {
	e := p.Entry
	if e == nil {
		e = newOliveEntry(p, d.Report.Moves)
	}
	solution := p.Popeye.Solution(d, content)
	switch {
	case !d.Report.Complete:
	case !p.HasTwins && p.Popeye.Duplex == text.NoDuplex && (solution != "" || e.Field("solution").IsEmpty()):
		e.SetText("solution", cmp.Or(solution, noOliveSolution))
	case len(twins) > 0:
		all := fmt.Sprintf("%v\n\n%s", d.Twin, cmp.Or(solution, noOliveSolution+"\n"))
		for _, twin := range twins {
			all += fmt.Sprintf("\n%v\n\n%s", twin.Twin, cmp.Or(p.Popeye.Solution(twin, content), noOliveSolution+"\n"))
		}
		e.SetText("solution", all)
	}
	e.AddToList("keywords", keywords(d.Themes))
	return e.Write(w)
}

// noOliveSolution is a comment in Olive's language of solutions, which must not be empty.
const noOliveSolution = "{no solution}"

// ownDomain is where the number of a problem comes from that has no other domain.
const ownDomain = "id"

// newOliveEntry returns an entry of Olive's for a problem from elsewhere, a mate in so many moves.
func newOliveEntry(p *Problem, moves int) *oliveEntry {
	e := emptyOliveEntry()
	var men [2][]string
	for s := range movegen.NoSquare {
		if man := p.Position.PieceAt(s); man != movegen.NoPiece {
			men[man.Color()] = append(men[man.Color()], vocabularies[0].letter(man.Type())+s.String())
		}
	}
	e.SetMen(men[movegen.White], men[movegen.Black])
	e.SetText("stipulation", fmt.Sprintf("#%d", moves))
	if p.Author != "" {
		e.SetList("authors", []string{p.Author}, false)
	}
	if p.Title != "" {
		e.SetList("comments", []string{p.Title}, false)
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
