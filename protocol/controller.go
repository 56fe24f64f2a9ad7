package protocol

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"alfiere/book"
	"alfiere/movegen"
	"alfiere/search"
)

// Searcher finds moves. *search.Engine is one, and so is the master of a group of
// consulting engines. Its methods are never called while Search is running.
type Searcher interface {
	// Search returns the best move of request.Position, NoMove if it has none. It
	// reports lines through report, from any one goroutine at a time, and returns
	// soon after a limit is reached or ctx ends.
	Search(ctx context.Context, request search.Request, report func(search.Info)) search.Result
	NewGame()                   // forgets earlier searches
	Resize(megabytes int) error // on an error the old size stays
	SetThreads(count int)
}

// Controller is the engine behind every protocol: the game, the options and at most
// one search at a time. Its methods are for one goroutine; they do not block, but
// for those that say so.
type Controller struct {
	open     func(megabytes int) (Searcher, error)
	searcher Searcher // nil until Prepare
	hash     int      // megabytes the searcher has
	threads  int      // threads the searcher works with; 0 before the first Prepare
	forget   bool     // the searcher is to forget everything at the next Prepare

	options  []Option
	settings Settings
	book     *book.Book // nil without a book
	misses   bookMisses
	hashFile hashFile
	lag      lagMeter
	random   rand.Source

	game    *movegen.Game
	job     *job // nil while nothing is searched
	last    int  // number of the newest search
	mailbox *mailbox
}

// NewController returns a controller whose game stands in the initial position. open
// makes the searcher with a table of the given megabytes; it is called by the first
// Prepare, NewGame or Go. random chooses among book moves.
func NewController(open func(megabytes int) (Searcher, error), resources Resources, random rand.Source) *Controller {
	resources.Hash, resources.Threads = max(resources.Hash, 1), max(resources.Threads, 1)
	return &Controller{open: open, options: optionTable(resources), settings: defaultSettings(resources),
		book: book.Builtin(), random: random, game: movegen.Follower().Start(movegen.StartPosition()), mailbox: newMailbox()}
}

// Settings returns the present values of the options.
func (c *Controller) Settings() Settings { return c.settings }

// NewGame sets up the initial position and makes the searcher forget earlier games.
// An unfinished search is abandoned. For the error see Prepare.
func (c *Controller) NewGame() error {
	c.Abandon()
	c.SetPosition(movegen.StartPosition())
	c.forget = true
	c.misses = bookMisses{}
	c.lag = lagMeter{}
	c.reseed()
	return c.Prepare()
}

// SetPosition begins a game at p. A running search is not disturbed.
func (c *Controller) SetPosition(p movegen.Position) { c.game = movegen.Follower().Start(p) }

// Play plays m in the game; a refused move gives a *movegen.RefusalError. A running
// search is not disturbed.
func (c *Controller) Play(m movegen.Move) error { return c.game.Play(m) }

// TakeBack takes back n moves, one of each side counting two; the error is
// movegen.ErrNoSuchMove. A running search is not disturbed.
func (c *Controller) TakeBack(n int) error { return c.game.TakeBack(n) }

// Game returns the game for looking at; it is changed only through the controller.
func (c *Controller) Game() *movegen.Game { return c.game }

// Position returns the position on the board.
func (c *Controller) Position() movegen.Position { return c.game.Position() }

// job is a search, or a count, that is under way.
type job struct {
	number  int
	cancel  context.CancelFunc
	hit     chan struct{}    // closed by PonderHit; nil if the search does not ponder
	done    chan struct{}    // closed when the goroutine has ended
	root    movegen.Position // what is searched
	history []movegen.Key    // of the positions before root
	limits  search.Limits
	timed   bool      // on the engine's clock
	since   time.Time // when the clock began to run
	until   time.Time // when the search ended
}

// Go begins to search the position on the board and returns the search's number. If
// ponder is set, the position is the one after the reply that is expected, and the
// search neither ends nor looks at a clock until PonderHit. With Limits.Infinite, or
// while pondering, nothing is Finished before Stop or PonderHit, whatever is found.
// A search that is still under way is abandoned. For the error see Prepare; the
// search runs nevertheless.
func (c *Controller) Go(limits search.Limits, ponder bool) (number int, err error) {
	c.Abandon()
	err = c.Prepare()
	ctx := c.begin(limits, ponder)
	j := c.job
	if move, ok := c.bookMove(); ok {
		c.run(func() {
			c.mailbox.put(j.number, Finished{Search: j.number, Root: j.root, FromBook: true,
				Result: search.Result{Best: move, Line: []movegen.Move{move}}})
		})
		return j.number, err
	}
	request := search.Request{Position: j.root, History: j.history, Limits: j.limits,
		MultiPV: c.settings.MultiPV, Contempt: c.settings.Contempt,
		Knowledge: c.settings.Knowledge, Legacy: c.settings.Legacy, HashFileUse: c.hashFileUse()}
	searcher, weak := c.searcher, c.weaken(&request)
	j.limits = request.Limits
	c.run(func() {
		result := searcher.Search(ctx, request, func(info search.Info) {
			if !weak.observe(&info) {
				c.mailbox.put(j.number, Thinking{j.number, info})
			}
		})
		weak.decide(&result)
		j.awaitStop(ctx)
		c.mailbox.put(j.number, Finished{Search: j.number, Root: j.root, Result: result})
	})
	return j.number, err
}

// begin makes the job of a new search, which run starts.
func (c *Controller) begin(limits search.Limits, ponder bool) context.Context {
	c.last++
	ctx, cancel := context.WithCancel(context.Background())
	c.job = &job{number: c.last, cancel: cancel, done: make(chan struct{}), root: c.game.Position(), history: c.game.Keys()}
	if ponder {
		c.job.hit = make(chan struct{})
		limits.PonderHit = c.job.hit
	}
	limits.Clock.Overhead = c.settings.Overhead
	c.job.since = time.Now()
	if c.job.timed = limits.Clock.Remaining != 0 && !limits.Infinite && limits.MoveTime == 0; c.job.timed {
		limits.Clock.Overhead = max(c.settings.Overhead, c.lag.begin(limits.Clock, c.game.Len()))
	}
	if limits.MoveTime > 0 { // a hard limit where the GUI measures, so what the way costs comes off
		limits.MoveTime = max(limits.MoveTime-c.settings.Overhead, limits.MoveTime/2)
	}
	c.job.limits = limits
	c.mailbox.open(c.last)
	return ctx
}

// run lets the present job's work be done by a goroutine; wait waits for it.
func (c *Controller) run(work func()) {
	j := c.job
	go func() {
		defer close(j.done)
		work()
		j.until = time.Now()
	}()
}

// awaitStop waits until the result may be told.
func (j *job) awaitStop(ctx context.Context) {
	switch {
	case j.limits.Infinite:
		<-ctx.Done()
	case j.hit != nil:
		select {
		case <-ctx.Done():
		case <-j.hit:
		}
	}
}

// Stop makes the running search end; its Finished event is still to come.
func (c *Controller) Stop() {
	if c.job != nil {
		c.job.cancel()
	}
}

// PonderHit says that the expected reply was played: from now on the limits of a
// pondering search count.
func (c *Controller) PonderHit() {
	if c.job != nil && c.job.hit != nil && !c.job.isHit() {
		c.job.since = time.Now()
		close(c.job.hit)
	}
}

func (j *job) isHit() bool {
	select {
	case <-j.hit:
		return true
	default:
		return false
	}
}

// Abandon ends a search and drops what it has not told yet. It waits for the
// searcher, which takes about a millisecond.
func (c *Controller) Abandon() {
	c.mailbox.open(0)
	c.Wait()
	c.job = nil
}

// Wait stops a search and returns when its Finished event can be taken by Next.
func (c *Controller) Wait() {
	if c.job != nil {
		c.job.cancel()
		<-c.job.done
	}
}

// Searching reports whether a search is under way: its Finished event has not been
// taken by Next.
func (c *Controller) Searching() bool { return c.job != nil }

// Limits returns the limits of the running search as the searcher got them: with the
// overhead and the limits of a weakened engine. It is zero while nothing is searched.
func (c *Controller) Limits() search.Limits {
	if c.job == nil {
		return search.Limits{}
	}
	return c.job.limits
}

// Endless reports whether the running search may go on for ever if nobody stops it.
func (c *Controller) Endless() bool {
	if c.job == nil {
		return false
	}
	limits := c.job.limits
	return limits.Infinite || c.job.hit != nil && !c.job.isHit() ||
		limits.Depth == 0 && limits.Nodes == 0 && limits.Mate == 0 && limits.MoveTime == 0 && limits.Clock.Remaining == 0
}

// Ready returns a channel that gives a token when Next may have something to tell.
func (c *Controller) Ready() <-chan struct{} { return c.mailbox.signal }

// Next returns the next event of the running search, if there is one. Lines and
// moves are fit to be printed: they are legal from the root on.
func (c *Controller) Next() (Event, bool) {
	for {
		event, ok := c.mailbox.take()
		if !ok || c.job == nil {
			return nil, false
		}
		switch e := event.(type) {
		case Thinking:
			e.Line = c.job.legalPrefix(e.Line)
			if len(e.Line) == 0 && !c.job.root.IsLegal(e.CurrentMove) {
				continue // it says nothing
			}
			return e, true
		case Finished:
			c.job.correct(&e.Result)
			c.release()
			return e, true
		case Solved, BenchFinished:
			c.release()
			return e, true
		default:
			return e, true
		}
	}
}

// release forgets the job whose last event was taken: its goroutine ends right after
// it has put that.
func (c *Controller) release() {
	<-c.job.done
	c.job.cancel()
	if c.job.timed {
		c.lag.end(c.job.until.Sub(c.job.since))
	}
	c.job = nil
}

// Close abandons a search and closes the book and the hash file; the controller must not
// be used afterwards. The error is that of closing them.
func (c *Controller) Close() error {
	c.Abandon()
	return errors.Join(c.closeBook(), c.hashFile.close())
}
