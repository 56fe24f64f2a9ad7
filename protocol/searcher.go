package protocol

import (
	"context"
	"fmt"

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
	Close() // gives its memory back; it is not used afterwards
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
			return fmt.Errorf("the table keeps its %d MB: %w", e.megabytes, err)
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
