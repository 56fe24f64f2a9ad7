package gametree

import (
	"errors"
	"fmt"
	"unicode"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// assembler builds a tree from entries that come generation by generation.
type assembler struct {
	tree       *Tree
	sideKnown  bool     // the side to move at the start is certain
	passedOpen bool     // the moves decide whether a pawn can be taken en passant at the start
	names      alphabet // for messages
	rootCount  int      // entries of the first generation, -1 if only their colour shows them

	generation int // of the next entry, from 1
	index      int // of the last entry in its generation, from 1
	above      level
	below      level
	parent     int // the index in above that the next entry belongs to
	due        int // how many more entries belong to it
	aboveFirst int // the number of the first entry in above, counted from 0
	moved      bool
}

// slot is an entry that has been read, with which its replies are compared.
type slot struct {
	kind  entryKind
	node  Node
	count int
}

// level is a generation, with the positions after its moves unless it is too wide:
// paths to the moves of a wide generation are short.
type level struct {
	slots     []slot
	positions []movegen.Position
}

// maxSaved is the number of positions that a level saves, some 13 MB.
const maxSaved = 1 << 16

func (l *level) add(s slot, after movegen.Position) {
	if len(l.slots) < maxSaved {
		l.positions = append(l.positions, after)
	}
	l.slots = append(l.slots, s)
}

func (l *level) clear() { l.slots, l.positions = l.slots[:0], l.positions[:0] }

func newAssembler(start movegen.Position, sideKnown bool, l Letters) *assembler {
	a := &assembler{tree: New(start), sideKnown: sideKnown, names: l.alphabet(), rootCount: -1, generation: 1}
	a.above.add(slot{moveEntry, Root, 0}, start)
	return a
}

// position returns the position in which the next entry is played.
func (a *assembler) position() movegen.Position {
	if a.generation == 1 {
		return a.tree.start // its side to move may have changed since
	}
	if a.parent < len(a.above.positions) {
		return a.above.positions[a.parent]
	}
	return a.tree.Position(a.above.slots[a.parent].node)
}

// fault returns an error about the entry being read.
func (a *assembler) fault(err error, text, expected string) error {
	fault := &Error{Generation: a.generation, Index: a.index, Text: notation.Quote(text), Err: err}
	if expected != "" {
		fault.Expected = errors.New(expected)
	}
	return fault
}

// expectRoot sets the number of entries in the first generation.
func (a *assembler) expectRoot(count int) {
	a.rootCount, a.due = count, count
	a.tree.Announce(Root, count)
}

// add takes the next entry. text is what it was read from.
func (a *assembler) add(e entry, text string) error {
	if a.generation == 1 && a.rootCount < 0 {
		if a.endsFirst(&e) {
			a.expectRoot(len(a.below.slots))
			a.due = 0
		} else {
			a.due = 1
		}
	}
	if a.due == 0 {
		a.advance()
	}
	a.index++
	parent := a.above.slots[a.parent]
	if a.due == 0 { // advance has found no parent
		return a.fault(errCount, text, "the end: no more replies are announced")
	}
	if parent.kind != moveEntry && e.kind != parent.kind {
		return a.fault(errCount, text, placeholderText(parent.kind)+a.whose())
	}
	a.due--
	switch e.kind {
	case endedEntry:
		return a.addEnd(parent, text)
	case missingEntry:
		return a.addMissing(parent, text)
	}
	return a.addMove(parent, &e, text)
}

// endsFirst reports whether e cannot belong to the first generation, whose size is
// unknown: it is the other side's, or a place-holder after moves.
func (a *assembler) endsFirst(e *entry) bool {
	switch {
	case len(a.below.slots) == 0:
		return false
	case e.colorKnown && a.sideKnown:
		return e.color != a.tree.start.Side()
	}
	return a.moved && e.kind != moveEntry
}

// advance goes to the next parent that expects entries, in the next generation if this one is full.
func (a *assembler) advance() {
	for range 2 {
		for a.parent+1 < len(a.above.slots) && !(a.generation == 1) {
			a.parent++
			if a.due = a.above.slots[a.parent].count; a.due > 0 {
				return
			}
		}
		if len(a.below.slots) == 0 || a.generation == maxGenerations {
			return
		}
		if a.generation > 1 {
			a.aboveFirst += len(a.above.slots)
		}
		a.above, a.below = a.below, a.above
		a.below.clear()
		a.generation, a.index, a.parent = a.generation+1, 0, -1
	}
}

// parentNumber returns the number of the entry whose reply was read last, -1 if this is the root.
func (a *assembler) parentNumber() int {
	if a.generation == 1 {
		return -1
	}
	return a.aboveFirst + a.parent
}

// whose names the entry whose reply is being read.
func (a *assembler) whose() string {
	if a.generation == 1 {
		return ""
	}
	return fmt.Sprintf(" as a reply to entry %d of generation %d", a.parent+1, a.generation-1)
}

func placeholderText(kind entryKind) string {
	if kind == endedEntry {
		return "0, the place-holder of a line that has ended,"
	}
	return "a negative number, the place-holder of a line not computed,"
}

func (a *assembler) addEnd(parent slot, text string) error {
	if parent.kind == moveEntry {
		if a.tree.Ended(parent.node) {
			return a.fault(errCount, text, "only one end"+a.whose())
		}
		a.tree.SetEnded(parent.node, true)
	}
	a.below.add(slot{kind: endedEntry, count: 1}, movegen.Position{})
	return nil
}

func (a *assembler) addMissing(parent slot, text string) error {
	if parent.kind == moveEntry {
		if p := a.position(); !p.HasLegalMove() {
			return a.fault(errMismatch, text, "0: the line has ended, there is no legal move"+a.whose())
		}
	}
	a.below.add(slot{kind: missingEntry, count: 1}, movegen.Position{})
	return nil
}

func (a *assembler) addMove(parent slot, e *entry, text string) error {
	if !a.sideKnown {
		a.sideKnown = true
		if e.color != a.tree.start.Side() {
			if err := a.turn(e.color, text); err != nil {
				return err
			}
		}
	}
	if a.passedOpen && a.generation == 1 {
		a.pass(e)
	}
	p := a.position()
	m, err := a.move(&p, e, text)
	if err != nil {
		return err
	}
	if a.tree.Find(parent.node, m) != Root {
		return a.fault(errMismatch, text, "a move that is not yet among its siblings")
	}
	n := a.tree.Add(parent.node, m)
	a.tree.Announce(n, e.count)
	p.Make(m)
	a.below.add(slot{moveEntry, n, e.count}, p)
	a.moved = true
	return nil
}

// turn makes c the side with the first move.
func (a *assembler) turn(c movegen.Color, text string) error {
	b := a.tree.start.Builder()
	b.Side = c
	start, _, err := b.Build(movegen.Rules{Chess960: true, Composed: true})
	if err != nil {
		return a.fault(message.Errorf("%w: %w", errBoard, err), text, "")
	}
	a.tree.start = start
	return nil
}

// pass gives the start an en-passant capture if e is one: numbers do not hold it.
func (a *assembler) pass(e *entry) {
	start := &a.tree.start
	if e.piece.plain() != pawn || e.captured.plain() != pawn || start.PieceAt(e.to) != movegen.NoPiece ||
		start.EnPassant() != movegen.NoSquare {
		return
	}
	b := start.Builder()
	b.EnPassant = e.to
	if passed, _, err := b.Build(movegen.Rules{Chess960: true, Composed: true}); err == nil {
		*start = passed
	}
}

// finish returns the tree once all entries are there.
func (a *assembler) finish() (*Tree, error) {
	if a.generation == 1 && a.rootCount < 0 {
		a.expectRoot(len(a.below.slots))
		a.due = 0
	}
	unfed := a.due > 0
	for i := a.parent + 1; a.generation > 1 && i < len(a.above.slots); i++ {
		unfed = unfed || a.above.slots[i].count > 0
	}
	if unfed {
		if a.due == 0 {
			a.advance()
		}
		a.index++
		return nil, a.fault(errCount, "", "another entry"+a.whose())
	}
	return a.tree, nil
}

// name returns the letter, colour and place of a figure for messages.
func (a *assembler) name(f figure, c movegen.Color) string { return string(a.names.letter(f, c)) }

// move finds the legal move of p that e describes.
func (a *assembler) move(p *movegen.Position, e *entry, text string) (movegen.Move, error) {
	mismatch := func(format string, args ...any) (movegen.Move, error) {
		return movegen.NoMove, a.fault(errMismatch, text, fmt.Sprintf(format, args...)+a.whose())
	}
	piece := p.PieceAt(e.from)
	switch {
	case e.color != p.Side():
		return mismatch("a move of %s", p.Side())
	case piece == movegen.NoPiece:
		return mismatch("a move from a square that is not empty as %s is", e.from)
	case piece.Color() != e.color || piece.Type() != pieceTypes[e.piece]:
		return mismatch("%s, which stands on %s,", a.name(figureAt(p, e.from), piece.Color()), e.from)
	case !a.faithful(p, e.piece, e.from):
		return mismatch("%s: the piece on %s has lost its faculty", a.name(e.piece.plain(), e.color), e.from)
	}
	promotion := movegen.NoPieceType
	if piece.Type() == movegen.Pawn && edgeRanks.Has(e.to) {
		if promotion = pieceTypes[e.becomes]; promotion < movegen.Knight || promotion > movegen.Queen ||
			e.becomes.plain() != e.becomes {
			return mismatch("the piece that the pawn becomes on %s", e.to)
		}
	} else if e.becomes != empty && (e.becomes != e.piece.plain() || e.becomes == e.piece) {
		return mismatch("no change of %s into %s", a.name(e.piece, e.color), a.name(e.becomes, e.color))
	}
	m := p.MoveFor(e.from, e.to, promotion)
	if m == movegen.NoMove || !p.IsLegal(m) {
		return movegen.NoMove, a.fault(errIllegal, text, legalTargets(p, e.from)+a.whose())
	}
	want := figureMoveOf(p, m).captured
	if m.Kind() == movegen.EnPassant && e.captured.plain() == pawn {
		return m, nil
	}
	if want == empty && e.either {
		return m, nil
	}
	if e.captured.plain() != want.plain() || want != empty && !a.faithful(p, e.captured, e.to) {
		if want == empty {
			return mismatch("nothing captured on %s", e.to)
		}
		return mismatch("%s captured on %s", a.name(want, e.color.Other()), e.to)
	}
	return m, nil
}

const edgeRanks = movegen.Rank1 | movegen.Rank8

// faithful reports whether the figure f, whose kind is that of the piece on s, can have
// the history that it claims. The position does not know everything: a king at home may
// have lost its rooks only, and a double step may be safe from capture.
func (a *assembler) faithful(p *movegen.Position, f figure, s movegen.Square) bool {
	c := p.PieceAt(s).Color()
	home := p.BackRank(c)
	switch f {
	case emperor:
		return figureAt(p, s) == emperor || s == movegen.MakeSquare(4, 0).Relative(c)
	case fortress:
		return figureAt(p, s) == fortress || (home & (movegen.FileA | movegen.FileH)).Has(s)
	case militia:
		return c != p.Side() && s.Relative(c).Rank() == 3
	}
	return true
}

// legalTargets lists the squares to which the piece on from may go.
func legalTargets(p *movegen.Position, from movegen.Square) string {
	var targets movegen.Bitboard
	for _, m := range p.Moves() {
		if m.From() == from {
			targets |= m.To().Bitboard()
			if m.Kind() == movegen.Castling && straightCastling(m) {
				targets = targets&^m.To().Bitboard() | m.KingTo().Bitboard()
			}
		}
	}
	if targets == 0 {
		return fmt.Sprintf("another piece: the one on %s has no legal move", from)
	}
	return fmt.Sprintf("a move from %s to %s", from, targets)
}

// isEntryRune reports whether r has a meaning in a tree text; any other character is a separator.
func isEntryRune(r rune) bool { return unicode.IsLetter(r) || r >= '0' && r <= '9' || r == '-' }
