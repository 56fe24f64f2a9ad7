package format

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/text"
)

// popeye reads Popeye's input language: words, which may be abbreviated and are in no
// case, between blanks, semicolons and commas.
type popeye struct {
	source *bufio.Reader
	words  *vocabulary // nil outside a problem

	text   string // the line being read
	number int    // its number
	at     int    // the byte of text to be read next
	word   string // read last, beginning at byte start
	start  int
	again  bool // the word is to be read once more

	family *family // a twin follows
}

const separators = " \t\r\n;,"

// next goes to the next word. The error is that of forsyth.NextLine.
func (p *popeye) next() error {
	if p.again {
		p.again = false
		return nil
	}
	for {
		for p.at < len(p.text) && strings.IndexByte(separators, p.text[p.at]) >= 0 {
			p.at++
		}
		if p.at < len(p.text) {
			break
		}
		p.text, p.at, p.word = "", 0, ""
		line, err := forsyth.NextLine(p.source, &p.number)
		if err != nil {
			return err
		}
		p.text = string(line)
	}
	p.start = p.at
	for p.at < len(p.text) && strings.IndexByte(separators, p.text[p.at]) < 0 {
		p.at++
	}
	p.word = p.text[p.start:p.at]
	return nil
}

// rest returns the rest of the line without its blanks and control bytes.
func (p *popeye) rest() string {
	text := p.text[p.at:]
	p.at = len(p.text)
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, text))
}

// fault is an error about the word read last.
func (p *popeye) fault(reason error) *forsyth.Error {
	return &forsyth.Error{Line: p.number, Column: p.start + 1, Text: forsyth.Clip(p.word), Err: reason}
}

// occupied is the error of a second man on a square.
func (p *popeye) occupied(s movegen.Square) *forsyth.Error {
	fault := p.fault(forsyth.ErrOccupied)
	fault.Squares = s.Bitboard()
	return fault
}

// read returns the next problem as Reader.Read does.
func (p *popeye) read() (Problem, error) {
	if p.family != nil {
		return p.readTwin()
	}
	if p.words == nil {
		if err := p.enter(); err != nil {
			return Problem{}, err
		}
	}
	d := p.newDraft(p.number)
	for {
		err := p.next()
		if err == io.EOF {
			empty := p.newDraft(d.problem.Line)
			p.words = nil
			if *d == *empty {
				return Problem{}, io.EOF
			}
			return d.finish()
		}
		if err != nil {
			return Problem{}, p.skip(err)
		}
		c := command(find(p.words.commands[:], p.word))
		switch c {
		case nextProblem:
			return d.finish()
		case endProblem:
			p.words = nil
			return d.finish()
		case zeroPosition:
			p.beginTwins(d, true)
			return p.readTwin()
		case twin:
			p.beginTwins(d, false)
			d.problem.Twin = problem.Twin{Label: p.family.label(), More: true}
			return d.finish()
		}
		if err := p.obey(c, d); err != nil {
			return Problem{}, p.skip(err)
		}
	}
}

// enter looks for the beginning of a problem after an end.
func (p *popeye) enter() error {
	outside := (*forsyth.Error)(nil)
	for {
		if err := p.next(); err == io.EOF && outside != nil {
			return outside
		} else if err != nil {
			return err
		}
		if p.word[0] == '#' {
			p.rest() // a comment, as in files of lines
			continue
		}
		if p.words = vocabularyOf(p.word); p.words != nil {
			if outside != nil {
				p.again, p.words = true, nil
				return outside
			}
			return nil
		}
		if outside == nil {
			outside = p.fault(errOutside)
		}
	}
}

// skip goes to the end of a problem or of a twin at fault, and returns the fault. Errors of the source go before it.
func (p *popeye) skip(fault error) error {
	p.again = p.word != "" // it may be the very word that ends the problem
	for {
		err := p.next()
		if err == io.EOF {
			p.words, p.family = nil, nil
			return fault
		}
		if err != nil && !errors.As(err, new(*forsyth.Error)) {
			return err
		}
		if err != nil {
			continue
		}
		switch c := command(find(p.words.commands[:], p.word)); c {
		case twin, zeroPosition:
			if p.family != nil {
				return fault
			}
		case nextProblem, endProblem:
			p.endTwin(c)
			return fault
		case remark, authorOf, originOf, titleOf, protocolFile, award:
			p.rest()
		}
	}
}

// obey carries out a command with what follows it.
func (p *popeye) obey(c command, d *draft) error {
	switch c {
	case remark, protocolFile, award, laTeX:
		p.rest()
	case authorOf:
		d.problem.Author = joined(d.problem.Author, p.rest())
	case originOf:
		d.problem.Source = joined(d.problem.Source, p.rest())
	case titleOf:
		d.problem.Title = joined(d.problem.Title, p.rest())
	case stipulationOf:
		return p.stipulation(d)
	case pieces:
		return p.pieces(d)
	case option:
		return p.options(d)
	case forsythBoard:
		return p.forsyth(d)
	case gameArray:
		start := movegen.StartPosition()
		d.board = start.Builder().Board
	case condition, structuredStipulation, laTeXPieces:
		return p.fault(problem.ErrUnsupported)
	default:
		return p.fault(errWord)
	}
	return nil
}

// joined appends to what an earlier command of the kind has said, up to a length.
func joined(text, more string) string {
	const maxBytes = 1 << 10
	switch {
	case text == "":
		return more
	case more == "" || len(text)+len(more) > maxBytes:
		return text
	}
	return text + ", " + more
}

// argument goes to the next word, which must be there.
func (p *popeye) argument() error {
	err := p.next()
	if err == io.EOF {
		return &forsyth.Error{Line: max(p.number, 1), Column: 1, Err: errIncomplete}
	}
	return err
}

func (p *popeye) stipulation(d *draft) error {
	if err := p.argument(); err != nil {
		return err
	}
	digits, ok := strings.CutPrefix(p.word, "#")
	moves, err := strconv.Atoi(digits)
	if !ok || err != nil {
		return p.fault(problem.ErrUnsupported)
	}
	if moves < 1 || moves > problem.MaxMoves {
		return p.fault(problem.ErrMoves)
	}
	d.problem.Moves = moves
	return nil
}

// options reads options until a word that is none.
func (p *popeye) options(d *draft) error {
	for {
		if err := p.next(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		index := find(p.words.options(), p.word)
		if _, err := strconv.Atoi(p.word); err == nil {
			continue // of an option that is ignored
		}
		if index < 0 {
			p.again = true
			return nil
		}
		if err := p.option(options[index].effect, d); err != nil {
			return err
		}
	}
}

func (p *popeye) option(effect optionEffect, d *draft) error {
	switch effect {
	case wantsVariations:
		d.problem.Popeye.KeysOnly = false
	case wantsNoThreat:
		d.problem.Popeye.NoThreat = true
	case wantsNoShort:
		d.problem.Popeye.NoShort = true
	case wantsNoBoard:
		d.problem.Popeye.NoBoard = true
	case wantsSolutions:
		return p.numeral(&d.problem.Popeye.MaxSolutions)
	case wantsTime:
		seconds := 0
		err := p.numeral(&seconds)
		d.problem.Limit = time.Duration(min(seconds, maxSeconds)) * time.Second
		return err
	case wantsSet:
		d.problem.SetPlay = true
	case wantsTries:
		d.problem.Tries = 1 // whatever a Defence before it says
	case wantsRefutations:
		return p.numeral(&d.problem.Tries)
	case wantsBlack:
		d.side = movegen.Black
	case wantsDuplex:
		d.problem.Popeye.Duplex = text.FirstDuplex
	case wantsPostKey:
		d.problem.PostKey = true
	case forbidsCastling:
		squares, err := p.squares()
		for _, s := range squares {
			d.uncastled |= s.Bitboard()
		}
		return err
	case allowsEnPassant:
		// Where the pawn comes from, the square that it passes, and where it stands; or the passed one alone.
		squares, err := p.squares()
		if err != nil || len(squares) == 0 {
			return err
		}
		d.enPassant = squares[min(1, len(squares)-1)]
	case refused:
		return p.fault(errOption)
	}
	return nil
}

// maxSeconds keeps a time of Popeye's within a Duration.
const maxSeconds = 1 << 30

// numeral reads a number, which must be there.
func (p *popeye) numeral(n *int) error {
	if err := p.argument(); err != nil {
		return err
	}
	read, err := strconv.Atoi(p.word)
	if err != nil || read < 0 {
		return p.fault(errNumber)
	}
	*n = read
	return nil
}

// squares reads a row of squares, written apart or together.
func (p *popeye) squares() (squares []movegen.Square, err error) {
	for {
		if err = p.next(); err == io.EOF {
			return squares, nil
		} else if err != nil {
			return nil, err
		}
		head, read := forsyth.CutSquares(p.word)
		if head != "" {
			p.again = true
			if len(squares) == 0 {
				p.again = false
				return nil, p.fault(errSquare)
			}
			return squares, nil
		}
		squares = append(squares, read...)
	}
}
