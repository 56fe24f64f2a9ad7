package protocol

import (
	"alfiere/book"
	"alfiere/movegen"
)

// openBook makes the Polyglot file at path the engine's book; an empty path is none.
// On an error the old book stays.
func (c *Controller) openBook(v value) error {
	var opened *book.Book
	if v.text != "" {
		var err error
		if opened, err = book.Open(v.text); err != nil {
			return err
		}
	}
	err := c.closeBook()
	c.book, c.settings.Book = opened, v.text
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

// bookMove chooses the move that is played without searching, if the present job is
// one for the book: a move of a game, not analysis, pondering or a choice among
// certain moves.
func (c *Controller) bookMove() (move movegen.Move, ok bool) {
	limits := &c.job.limits
	if c.book == nil || !c.settings.OwnBook || c.settings.Analysis || limits.Infinite || c.job.hit != nil ||
		len(limits.Moves) > 0 || limits.Mate > 0 {
		return movegen.NoMove, false
	}
	move, err := c.book.Choose(&c.job.root, c.random)
	return move, err == nil && move != movegen.NoMove
}
