package text

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// Term is a word of reports and its meaning.
type Term struct{ Name, Meaning string }

// vocabulary is a list of terms that belong together.
type vocabulary struct {
	Name  string // of the field of JSON that has them
	Terms []Term
}

// flawMeanings define the flaws and merits of keys.
var flawMeanings = [...]string{
	problem.ChecksKing:    "the key gives check",
	problem.CapturesPiece: "the key captures a piece",
	problem.CapturesPawn:  "the key captures a pawn, which is tolerated",
	problem.PromotesPawn:  "the key promotes a pawn",
	problem.TakesFlight:   "the king loses moves that it had in the diagram",
	problem.PinsMan:       "the key pins men of the defender",
	problem.BringsIdle: "the key moves a man that did nothing in the diagram (it attacked no square of the " +
		"king's field, pinned nothing and gave no set mate) but takes part afterwards",
	problem.SavesMan:          "the key moves a man that in the diagram could be captured without a set mate",
	problem.UnprovidedCheck:   "in the diagram the defender can give a check that has no set mate",
	problem.UnprovidedFlight:  "in the diagram the king has moves that have no set mate",
	problem.UnprovidedCapture: "in the diagram the defender can capture a piece without a set mate",
	problem.GivesFlight:       "after the key the king has moves that it did not have in the diagram",
	problem.OffersMan:         "the man moved by the key can be captured, which was impossible before",
	problem.UnpinsMan:         "the key unpins men of the defender",
	problem.ExposesKing:       "after the key the defender has checks that it did not have in the diagram",
}

// warningMeanings define the warnings about diagrams.
var warningMeanings = [...]string{
	problem.PromotedPiece:      "at least this many of these pieces are promoted pawns",
	problem.BishopsOnOneColour: "a side has several bishops on squares of one colour, so some are promoted pawns",
	problem.SurplusMen:         "a side has more than 16 men",
	problem.SurplusPawns:       "a side has more than 8 pawns",
	problem.SurplusPromoted:    "more pieces are promoted than pawns are missing",
	problem.ShutOut:            "men that have never moved always blocked the way to this square",
	problem.ImpossiblePawns:    "the pawns need more captures than they can have made",
	problem.ImpossibleCheck:    "no last move leads to this check",
	problem.NoArrival:          "it can only have come to this square past the enemy king, who was in check then",
	problem.NoLastMove:         "the side not to move cannot have made a last move",
	problem.CastlingRefuted:    "the last move of the side must have been by the king or the rook, or no game leads there",
	problem.EnPassantProven:    "the last move can only have been the double step of the pawn",
	problem.EnPassantUnproven:  "the last move need not have been the double step of the pawn",
}

// blockMeanings define what a key does to the set play. A defence has a set mate if it is
// answered by a mate in time. A diagram without defences is not complete.
var blockMeanings = [...]string{
	problem.NoBlock:     "",
	problem.PlainThreat: "the key threatens; not every defence in the diagram has a set mate",
	problem.BlockThreat: "the key threatens, although every defence in the diagram has a set mate",
	problem.CheckingKey: "the key gives check",
	problem.PlainBlock: "the key threatens nothing; the attacker is in check in the diagram, " +
		"so there is no set play",
	problem.IncompleteBlock: "the key threatens nothing; not every defence in the diagram has a set mate",
	problem.CompleteBlock:   "the key threatens nothing; every defence in the diagram has a set mate, and none changes",
	problem.Mutate: "the key threatens nothing; every defence in the diagram has a set mate, " +
		"but one or more change",
}

// changeMeanings define how two phases differ.
var changeMeanings = [...]string{
	problem.Changed:     "the same defence has other mates",
	problem.Transferred: "the same mate answers another defence",
	problem.Added:       "the defence has a mate in the later phase only",
	problem.Removed:     "the defence has a mate in the earlier phase only",
}

// vocabularies returns all words of reports except those of the play, the themes last. A theme's
// meaning is its group: docs/themes.md defines them.
func vocabularies() []vocabulary {
	flaws, merits := vocabulary{Name: "flaws"}, vocabulary{Name: "merits"}
	for kind, meaning := range flawMeanings {
		list := &flaws
		if problem.FlawKind(kind).IsMerit() {
			list = &merits
		}
		list.Terms = append(list.Terms, Term{problem.FlawKind(kind).String(), meaning})
	}
	warnings, blocks, changes := vocabulary{Name: "warnings"}, vocabulary{Name: "blocks"}, vocabulary{Name: "changes"}
	for kind, meaning := range warningMeanings {
		if problem.WarningKind(kind).IsImpossible() {
			meaning += noGame
		}
		warnings.Terms = append(warnings.Terms, Term{problem.WarningKind(kind).String(), meaning})
	}
	for kind, meaning := range blockMeanings[1:] {
		blocks.Terms = append(blocks.Terms, Term{problem.BlockKind(kind + 1).String(), meaning})
	}
	for kind, meaning := range changeMeanings {
		changes.Terms = append(changes.Terms, Term{problem.ChangeKind(kind).String(), meaning})
	}
	themes := vocabulary{Name: "themes"}
	for _, t := range theme.Themes() {
		themes.Terms = append(themes.Terms, Term{t.Name, t.Group.String()})
	}
	return []vocabulary{flaws, merits, warnings, blocks, changes, themes}
}

// noGame follows the meaning of a warning about an impossible diagram.
const noGame = " (no game leads there)"

// in returns the term in a language.
func (t Term) in(l message.Language) Term {
	plain, impossible := strings.CutSuffix(t.Meaning, noGame)
	t = Term{l.Text(t.Name), l.Text(plain)}
	if impossible {
		t.Meaning += l.Text(noGame)
	}
	return t
}

// Terms returns all words of reports, except those of the play, in a language, by their names in JSON.
func Terms(l Language) map[string]Term {
	terms := map[string]Term{}
	for _, list := range vocabularies() {
		for _, term := range list.Terms {
			if _, is := terms[term.Name]; !is { // a theme may be called as a kind of key, which has a meaning
				terms[term.Name] = term.in(l.Language)
			}
		}
	}
	return terms
}

// ErrNoList is wrapped by the error for an unknown list.
var ErrNoList = errors.New("there is no list")

// WriteVocabulary writes the terms of a list with their meanings, one a line. The error
// wraps ErrNoList, with the known names, or is that of w.
func WriteVocabulary(w io.Writer, name string, l Language) error {
	var names []string
	for _, list := range vocabularies() {
		names = append(names, list.Name)
		if list.Name != name {
			continue
		}
		width := 0
		for i, term := range list.Terms {
			list.Terms[i] = term.in(l.Language)
			width = max(width, utf8.RuneCountInString(list.Terms[i].Name))
		}
		for _, term := range list.Terms {
			if _, err := fmt.Fprintf(w, "%-*s  %s\n", width, term.Name, term.Meaning); err != nil {
				return err
			}
		}
		return nil
	}
	return message.Errorf("%w %q; the lists are %s", ErrNoList, name, strings.Join(names, ", "))
}

// ImpossiblePassed is an en passant square that no double step of a pawn can have left.
type ImpossiblePassed struct {
	Square movegen.Square // over which the pawn would have gone
	At     movegen.Square // the square that is occupied, or where the pawn is missing
	Empty  bool           // At is empty
	Color  movegen.Color  // of the pawn
}

// CheckPassed returns why no pawn can have passed the square in the last move, or nil: the square or the one where the
// pawn came from is occupied, or there is no pawn.
func CheckPassed(p *movegen.Position, passed movegen.Square) *ImpossiblePassed {
	if passed == movegen.NoSquare || p.EnPassant() == passed {
		return nil
	}
	mover, step := p.Side().Other(), 1
	if mover == movegen.Black {
		step = -1
	}
	if passed.Rank() != [...]int{2, 5}[mover] {
		return nil
	}
	from := movegen.MakeSquare(passed.File(), passed.Rank()-step)
	to := movegen.MakeSquare(passed.File(), passed.Rank()+step)
	w := &ImpossiblePassed{Square: passed, Color: mover}
	switch {
	case p.PieceAt(from) != movegen.NoPiece:
		w.At = from
	case p.PieceAt(passed) != movegen.NoPiece:
		w.At = passed
	case p.PieceAt(to) != movegen.MakePiece(mover, movegen.Pawn):
		w.At, w.Empty = to, true
	default:
		return nil
	}
	return w
}

// Squares are the squares concerned.
func (w *ImpossiblePassed) Squares() movegen.Bitboard { return w.Square.Bitboard() | w.At.Bitboard() }

// Name is what the warning is called in JSON.
func (w *ImpossiblePassed) Name() string { return "impossible en passant" }

// Passed describes an impossible en passant square in the language.
func (l Language) Passed(w *ImpossiblePassed) string {
	if w.Empty {
		return l.Sprintf("en passant on %s is impossible: there is no pawn on %s", w.Square, w.At)
	}
	return l.Sprintf("en passant on %s is impossible: %s is occupied", w.Square, w.At)
}
