package format

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
)

// What can be wrong with a twin.
var (
	errTwin = errors.New("expected a twin command: Move, Exchange, Remove, Add, Substitute, Rotate, Mirror, " +
		"Shift, PolishType, Stipulation")
	errContinued = errors.New("the word Continued must be the first of a twin")
	errBroken    = errors.New("the previous twin is invalid")
	errEmpty     = errors.New("the square is empty")
	errAngle     = errors.New("expected 90, 180 or 270")
	errMirror    = errors.New("expected a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1")
	errOffBoard  = errors.New("a man would leave the board")
)

// family is the twins of a diagram while they are read.
type family struct {
	diagram draft
	latest  draft  // from which a continued twin starts
	broken  bool   // the latest is invalid
	number  int    // of labels given
	zero    string // see problem.Twin
}

// twinning is an index into a vocabulary's twinnings.
type twinning int

const (
	twinContinued twinning = iota
	twinMove
	twinExchange
	twinRemove
	twinAdd
	twinSubstitute
	twinRotate
	twinMirror
	twinShift
	twinPolish
	twinStipulation
	twinUnsupported // the first of those that are no chess
)

// label takes the label of the next twin: a to z, then z1 and so on.
func (f *family) label() string {
	f.number++
	if f.number <= 26 {
		return string(rune('a' + f.number - 1))
	}
	return fmt.Sprintf("z%d", f.number-26)
}

// beginTwins takes the diagram, whose twins follow.
func (p *popeye) beginTwins(d *draft, zero bool) {
	p.family = &family{diagram: *d, latest: *d}
	if zero {
		b := movegen.Builder{Board: d.board, EnPassant: movegen.NoSquare, FullmoveNumber: 1}
		p.family.zero, _, _ = strings.Cut(b.FEN(), " ")
	}
}

// readTwin reads a twin. The word that says there is one has been read.
func (p *popeye) readTwin() (Problem, error) {
	f := p.family
	d := f.diagram
	d.problem.Line = p.number
	d.problem.Twin = problem.Twin{Label: f.label(), Zero: f.zero}
	if f.zero != "" {
		d.problem.Twin.ZeroMoves = f.diagram.problem.Moves
	}
	err := p.changes(&d)
	if err != nil {
		err = p.skip(err)
	}
	d.problem.Twin.More = p.family != nil
	f.broken = err != nil
	if f.latest = d; err != nil {
		return Problem{Statement: forsyth.Statement{Line: d.problem.Line}, Twin: d.problem.Twin,
			Popeye: d.problem.Popeye}, err
	}
	return d.finish()
}

// changes reads how a twin differs, and ends the family if no twin follows.
func (p *popeye) changes(d *draft) error {
	for first := true; ; first = false {
		err := p.next()
		if err == io.EOF {
			p.family, p.words = nil, nil
			err = nil
			if first {
				err = &forsyth.Error{Line: max(p.number, 1), Column: 1, Err: errTwin}
			}
			return err
		}
		if err != nil {
			return err
		}
		t := twinning(find(p.words.twinnings[:], p.word))
		switch {
		case t == twinContinued && !first:
			return p.fault(errContinued)
		case t == twinContinued && p.family.broken:
			return p.fault(errBroken)
		case t == twinContinued:
			line, twin := d.problem.Line, d.problem.Twin
			*d = p.family.latest
			d.problem.Line, d.problem.Twin = line, twin
			d.problem.Twin.Continued = true
		case t >= 0:
			if err := p.change(t, d); err != nil {
				return err
			}
		default:
			c := command(find(p.words.commands[:], p.word))
			if c == remark {
				p.rest()
				continue
			}
			if c != nextProblem && c != endProblem && c != twin && c != zeroPosition || first {
				return p.fault(errTwin)
			}
			p.endTwin(c)
			return nil
		}
	}
}

// endTwin handles the command that ends a twin.
func (p *popeye) endTwin(c command) {
	if c != twin && c != zeroPosition {
		p.family = nil
	}
	if c == endProblem {
		p.words = nil
	}
}

// change carries out a change of the diagram, with what follows the word.
func (p *popeye) change(t twinning, d *draft) error {
	switch t {
	case twinMove, twinExchange:
		return p.move(t, d)
	case twinRemove:
		return p.remove(d)
	case twinAdd:
		return p.add(d)
	case twinSubstitute:
		return p.substitute(d)
	case twinRotate:
		return p.rotate(d)
	case twinMirror:
		return p.mirror(d)
	case twinShift:
		return p.shift(d)
	case twinPolish:
		for s := range d.board {
			if man := d.board[s]; man != movegen.NoPiece {
				d.board[s] = movegen.MakePiece(man.Color().Other(), man.Type())
			}
		}
		d.changed("%s", p.words.changes.polish)
		return nil
	case twinStipulation:
		if err := p.stipulation(d); err != nil {
			return err
		}
		d.changed("#%d", d.problem.Moves)
		return nil
	}
	return p.fault(problem.ErrUnsupported)
}

// changed adds words about a change.
func (d *draft) changed(format string, words ...any) {
	if change := &d.problem.Twin.Change; *change == "" {
		*change = fmt.Sprintf(format, words...)
	} else {
		*change += "  " + fmt.Sprintf(format, words...)
	}
}

// unremove takes back the words that a man was taken from the square, and reports whether there
// were any: another man takes its place.
func (d *draft) unremove(s movegen.Square) bool {
	words := strings.Split(d.problem.Twin.Change, "  ")
	others := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return strings.HasPrefix(word, "-") && strings.HasSuffix(word, s.String())
	})
	d.problem.Twin.Change = strings.Join(others, "  ")
	return len(others) < len(words)
}

// named writes a man and its square as twins are written: wKd5.
func (p *popeye) named(man movegen.Piece, s movegen.Square) string {
	return p.words.changes.colors[man.Color():][:1] + p.words.letter(man.Type()) + s.String()
}

// letter is the large letter of a man.
func (v *vocabulary) letter(t movegen.PieceType) string {
	i := slices.Index(menOrder[:], t)
	return strings.ToUpper(v.men[i : i+1])
}

// twoSquares reads two squares, written apart or together.
func (p *popeye) twoSquares() (from, to movegen.Square, err error) {
	var all []movegen.Square
	for len(all) < 2 {
		if err := p.argument(); err != nil {
			return 0, 0, err
		}
		head, squares := forsyth.CutSquares(p.word)
		if head != "" || len(squares) == 0 || len(all)+len(squares) > 2 {
			return 0, 0, p.fault(errSquare)
		}
		all = append(all, squares...)
	}
	return all[0], all[1], nil
}

// move moves a man, or lets two exchange their squares.
func (p *popeye) move(t twinning, d *draft) error {
	from, to, err := p.twoSquares()
	if err != nil {
		return err
	}
	man, other := d.board[from], d.board[to]
	switch {
	case man == movegen.NoPiece, t == twinExchange && other == movegen.NoPiece:
		return p.fault(errEmpty)
	case t == twinExchange:
		d.changed("%s<-->%s", p.named(man, from), p.named(other, to))
		d.board[from], d.board[to] = other, man
		return nil
	case other != movegen.NoPiece && from != to:
		d.changed("-%s", p.named(other, to))
	}
	d.changed("%s-->%s", p.named(man, from), to)
	d.board[from] = movegen.NoPiece
	d.board[to] = man
	return nil
}

// remove takes men off the board.
func (p *popeye) remove(d *draft) error {
	if err := p.argument(); err != nil {
		return err
	}
	head, squares := forsyth.CutSquares(p.word)
	if head != "" || len(squares) == 0 {
		return p.fault(errSquare)
	}
	for _, s := range squares {
		if d.board[s] == movegen.NoPiece {
			return p.fault(errEmpty)
		}
		d.changed("-%s", p.named(d.board[s], s))
		d.board[s] = movegen.NoPiece
	}
	return nil
}

// add puts men on the board, replacing others if there are any.
func (p *popeye) add(d *draft) error {
	at, added := *p.fault(forsyth.ErrMan), false
	err := p.men(func(man movegen.Piece, s movegen.Square) error {
		sign := "+"
		if d.board[s] != movegen.NoPiece || d.unremove(s) {
			sign = ""
		}
		d.board[s], added = man, true
		d.changed("%s%s", sign, p.named(man, s))
		return nil
	})
	if err == nil && !added {
		return &at
	}
	return err
}

// substitute makes all men of a type, of both colours, men of another.
func (p *popeye) substitute(d *draft) error {
	var types [2]movegen.PieceType
	for i := range types {
		if err := p.argument(); err != nil {
			return err
		}
		var err error
		if types[i], err = p.man(p.word); err != nil {
			return err
		}
	}
	for s, man := range d.board {
		if man.Type() == types[0] {
			d.board[s] = movegen.MakePiece(man.Color(), types[1])
		}
	}
	d.changed("%s ==> %s", p.words.letter(types[0]), p.words.letter(types[1]))
	return nil
}
