// Package protocol is the common part of all interfaces of the engine: the Controller owns the game, the options and
// the running search; the Player plays a game with a controller (side, clocks, pondering, due moves); a Session has
// input and output. The controller knows no protocol text: an adapter (uci, xboard, console) parses a line, calls a
// method, and prints the Events that come back.
//
// Each adapter runs one loop with one select; only the goroutine of that loop may touch the controller. Infos of a
// running search may be coalesced; its result is never lost; later events of an abandoned search are dropped.
//
// The package does not search: it declares the Searcher that it needs. It does not import its adapters, nor the
// sub-package client (the GUI's side of a session, to drive other engines).
package protocol

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"alfiere/book"
	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/search"
)

// Controller is the engine that every protocol uses: the game, the options and at most one search at a time. Its
// methods are for one goroutine; they do not block unless their comments say so.
type Controller struct {
	options // the table and its values
	jobs    // the running search and its events
	engine  engine
	council council // nil: the searcher consults no other engines
	title   string

	referee  movegen.Referee // of the games
	game     *movegen.Game
	book     *book.Book // nil without a book
	misses   bookMisses
	hashFile hashFile
	endgames endgames
	retired  []func() error // close hash files and tables that a search may still be using
	notice   string         // see Notice
	log      wire.Log
	random   rand.Source
	vote     search.Vote // the last one of a council; nil without one
}

// NewController returns a controller whose game is in the initial position. open makes the searcher with a table of the
// given megabytes; it is called by the first Prepare, NewGame or Go. random chooses among book moves.
func NewController(open func(megabytes int) (Searcher, error), resources Resources, random rand.Source) *Controller {
	resources.Hash, resources.Threads = max(resources.Hash, 1), max(resources.Threads, 1)
	return &Controller{options: newOptions(resources),
		jobs:   jobs{mailbox: newMailbox()},
		engine: engine{open: open}, council: resources.Council, title: cmp.Or(resources.Title, Title), book: book.Builtin(),
		random: random, referee: movegen.Follower(), game: movegen.Follower().Start(movegen.StartPosition())}
}

// Title returns the engine's name for GUIs and records of games.
func (c *Controller) Title() string { return c.title }

// NewGame makes the searcher forget earlier games; the position on the board stays. An unfinished search is
// abandoned. For the error see Prepare.
func (c *Controller) NewGame() error {
	c.Abandon()
	c.engine.forget = true
	c.misses = bookMisses{}
	c.lag = lagMeter{}
	c.reseed()
	return c.Prepare()
}

// Prepare brings the searcher up to the settings: it is made, resized or cleared here and not when an option is set, so
// that start-up is quick and a running search is left alone. It does nothing while a search runs. The error names the
// memory that cannot be allocated or the files that proved unusable; the search then works with what there is.
func (c *Controller) Prepare() error {
	if c.Searching() {
		return nil
	}
	err := c.engine.prepare(&c.settings)
	if c.council != nil {
		c.council.Prepare()
	}
	return errors.Join(err, c.closeRetired(), c.hashFile.fault(), c.endgames.fault(), c.log.Fault())
}

// closeRetired closes the files that were in use earlier, while no search runs. The error includes those of their use.
func (c *Controller) closeRetired() (err error) {
	for _, close := range c.retired {
		err = errors.Join(err, close())
	}
	c.retired = nil
	return err
}

// Await waits, after Prepare, until the engines that have been added to the council have started. It does nothing while
// a search runs. The error names those that could not be started, each once.
func (c *Controller) Await() error {
	if c.Searching() || c.council == nil || c.engine.searcher == nil {
		return nil
	}
	return c.council.Await()
}

// SetReferee sets the rules of the games that begin from now on. Without it every draw is played on, because a GUI
// judges the game.
func (c *Controller) SetReferee(r movegen.Referee) { c.referee = r }

// SetPosition begins a game at p. A running search is not disturbed.
func (c *Controller) SetPosition(p movegen.Position) { c.game = c.referee.Start(p) }

// Play plays m in the game; a refused move gives a *movegen.RefusalError. A running search is not disturbed.
func (c *Controller) Play(m movegen.Move) error { return c.game.Play(m) }

// TakeBack takes back n moves, one of each side counting two; the error is
// movegen.ErrNoSuchMove. A running search is not disturbed.
func (c *Controller) TakeBack(n int) error { return c.game.TakeBack(n) }

// Game returns the game, read-only; it is changed only through the controller.
func (c *Controller) Game() *movegen.Game { return c.game }

// Position returns the position on the board.
func (c *Controller) Position() movegen.Position { return c.game.Position() }

// Go begins to search the position on the board and returns the search's number. If ponder is set, the position is the
// one after the expected reply, and the search neither ends nor checks a clock until PonderHit. With Limits.Infinite,
// or while pondering, no Finished event comes before Stop or PonderHit. A search that is still under way is abandoned.
// For the error see Prepare; the search still runs.
func (c *Controller) Go(limits search.Limits, ponder bool) (number int, err error) {
	return c.search(limits, ponder, limits.Infinite || c.settings.Analysis)
}

// search is Go; full asks for full strength and no book.
func (c *Controller) search(limits search.Limits, ponder, full bool) (number int, err error) {
	c.Abandon()
	started := time.Now()
	err = c.Prepare()
	j := c.begin(c.game, limits, ponder, c.settings.Overhead)
	j.full = full
	if took := time.Since(started); j.timed && !ponder && took > c.settings.Overhead {
		j.spendBefore(took)
	}
	if move, ok := c.bookMove(); ok {
		j.run(func() {
			j.tell(Finished{Search: j.number, Root: j.root, FromBook: true,
				Result: search.Result{Best: move, Line: []movegen.Move{move}}})
		})
		return j.number, err
	}
	request := search.Request{Position: j.root, History: j.history, Game: j.record, Limits: j.limits,
		MultiPV: c.settings.MultiPV, Contempt: c.settings.Contempt,
		Knowledge: c.settings.Knowledge, Network: c.settings.Network, Legacy: c.settings.Legacy,
		HashFileUse: c.hashFileUse(), Endgames: c.endgameUse()}
	find, weak := c.engine.searcher.Search, c.weaken(&request)
	if weak != nil {
		find = alone(c.engine.searcher)
	}
	j.limits = request.Limits
	mate := newProof(j, &request)
	j.run(func() {
		var result search.Result
		if mate != nil {
			result = mate.run(find)
		} else {
			result = find(j.ctx, request, func(info search.Info) {
				if !weak.observe(&info) {
					j.tell(Thinking{j.number, info})
				}
			})
		}
		weak.decide(&result)
		j.awaitStop()
		j.tell(Finished{Search: j.number, Root: j.root, Result: result})
	})
	return j.number, err
}

// Refuse answers a Go that cannot be searched, for example because the GUI's position is not known: the
// Finished event has no move. It comes when that of a search may come: with Limits.Infinite, or while
// pondering, not before Stop or PonderHit.
func (c *Controller) Refuse(limits search.Limits, ponder bool) {
	j := c.begin(c.game, search.Limits{Infinite: limits.Infinite}, ponder, 0)
	j.run(func() {
		j.awaitStop()
		j.tell(Finished{Search: j.number, Root: j.root, Refused: true})
	})
}

// Next returns the next event of the running search, if there is one. Lines and moves are
// fit to be printed: they are legal from the root on.
func (c *Controller) Next() (Event, bool) {
	event, ok := c.jobs.next()
	if finished, is := event.(Finished); is {
		finished.Fault = c.endgames.fault()
		if finished.Vote != nil {
			c.vote = finished.Vote
		}
		return finished, ok
	}
	return event, ok
}

// Close abandons a search and closes the searcher, the book, the files and the log; the
// controller must not be used afterwards. The error is that of closing the files.
func (c *Controller) Close() error {
	c.Abandon()
	c.engine.close()
	c.log.Close()
	return errors.Join(c.closeBook(), c.closeRetired(), c.hashFile.close(), c.endgames.tables.Close())
}

// Searcher finds moves. *search.Engine is one, and so is the master of a group of
// consulting engines. Its methods are never called while Search is running.
type Searcher interface {
	// Search returns the best move of request.Position, NoMove if it has none. It reports lines through report, from any
	// one goroutine at a time, and returns soon after a limit is reached or ctx ends.
	Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result
	NewGame()                   // forgets earlier searches
	Resize(megabytes int) error // on an error the old size stays
	SetThreads(count int)
	Close() // gives its memory back; it is not used afterwards
}

// finder is the method Search of a Searcher.
type finder func(context.Context, search.Request, func(search.Info)) search.Result

// alone returns how s searches without asking others, as the Master of a council can.
func alone(s Searcher) finder {
	if council, is := s.(interface {
		SearchAlone(context.Context, search.Request, func(search.Info)) search.Result
	}); is {
		return council.SearchAlone
	}
	return s.Search
}

// engine is the searcher of a controller with the settings that it has received. It is
// made when it is first needed, so that start-up is quick.
type engine struct {
	open      func(megabytes int) (Searcher, error)
	searcher  Searcher // nil before the first prepare
	megabytes int      // of its table
	threads   int      // 0 before the first prepare
	forget    bool     // it is to forget everything at the next prepare
	changes   []func() // of the numbers of the search, made at the next prepare
}

// prepare brings the searcher up to the settings. The error names the memory that
// cannot be allocated; the settings then hold the actual size.
func (e *engine) prepare(settings *Settings) error {
	for _, change := range e.changes {
		change()
	}
	e.changes = nil
	err := e.size(settings)
	threads := settings.Threads
	if _, limited := settings.Rating(); limited { // more than one would make the strength depend on the machine
		threads = 1
	}
	if e.threads != threads {
		e.searcher.SetThreads(threads)
		e.threads = threads
	}
	if e.forget {
		e.searcher.NewGame()
		e.forget = false
	}
	return err
}

// size makes the searcher, or resizes its table.
func (e *engine) size(settings *Settings) (err error) {
	if e.searcher != nil {
		if e.megabytes == settings.Hash {
			return nil
		}
		if err = e.searcher.Resize(settings.Hash); err != nil {
			settings.Hash = e.megabytes
			return message.Errorf("the table keeps its %d MB: %w", e.megabytes, err)
		}
		e.megabytes = settings.Hash
		return nil
	}
	wanted := settings.Hash
	for {
		if e.searcher, err = e.open(settings.Hash); err == nil || settings.Hash <= 1 {
			break
		}
		settings.Hash /= 2
	}
	if err != nil {
		panic(fmt.Sprintf("no memory for a table of 1 MB: %v", err))
	}
	e.megabytes = settings.Hash
	if e.megabytes != wanted {
		return fmt.Errorf("no memory for a table of %d MB, using %d", wanted, e.megabytes)
	}
	return nil
}

// close gives the memory back.
func (e *engine) close() {
	if e.searcher != nil {
		e.searcher.Close()
		e.searcher = nil
	}
}
