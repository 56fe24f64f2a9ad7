package protocol

import (
	"alfiere/book"
	"alfiere/movegen"
)

// builtinBook is the value of the option BookFile for the book in the program itself.
const builtinBook = "<builtin>"

// bookMisses counts for how many moves in a row of a game the book has had none.
type bookMisses struct {
	count int
	ply   int // at which the book was asked last
}

// allow reports whether the book is still asked at a ply, given how many misses it may have. A ply that is not after
// the last one begins another game, or another attempt: not every GUI says so.
func (m *bookMisses) allow(ply, limit int) bool {
	if ply <= m.ply {
		m.count = 0
	}
	m.ply = ply
	return m.count < limit
}

// openBook makes the Polyglot file at path the engine's book; an empty path is none. A
// *ClampError reports a book that is cut off. On an error the old book stays.
func (c *Controller) openBook(v value) error {
	var opened *book.Book
	switch v.text {
	case "":
	case builtinBook:
		opened = book.Builtin()
	default:
		var err error
		if opened, err = book.Open(v.text); err != nil {
			return err
		}
	}
	err := c.closeBook()
	c.book, c.settings.Book, c.misses = opened, v.text, bookMisses{}
	if err == nil && opened != nil && opened.Stray() != nil {
		err = &ClampError{Option: "BookFile", Value: v.text, Reason: "used but for its end: " + opened.Stray().Error()}
	}
	return err
}

func (c *Controller) closeBook() error {
	if c.book == nil {
		return nil
	}
	return c.book.Close()
}

// BookMoves returns the book's moves in the position on the board, none without a
// book. The error is one of reading the file.
func (c *Controller) BookMoves() ([]book.Entry, error) {
	if c.book == nil {
		return nil, nil
	}
	position := c.game.Position()
	return c.book.Moves(&position)
}

// bookMove chooses the move that is played without searching, if the present job is one for the book: a move of a game,
// not analysis, pondering or a choice among certain moves; and if the book has not failed too often.
func (c *Controller) bookMove() (move movegen.Move, ok bool) {
	limits, root := &c.job.limits, &c.job.root
	if c.book == nil || !c.settings.OwnBook || c.job.full || c.job.hit != nil ||
		len(limits.Moves) > 0 || limits.Mate > 0 {
		return movegen.NoMove, false
	}
	if !c.misses.allow(2*root.FullmoveNumber()+int(root.Side()), c.settings.BookFail) {
		return movegen.NoMove, false
	}
	var err error
	if c.settings.BookBest {
		move, err = c.book.Best(root)
	} else {
		move, err = c.book.Choose(root, c.random)
	}
	if err != nil || move == movegen.NoMove {
		c.misses.count++
		return movegen.NoMove, false
	}
	c.misses.count = 0
	return move, true
}
