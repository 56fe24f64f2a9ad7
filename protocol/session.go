package protocol

import (
	"os"
	"slices"
	"strings"
	"sync"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/text"
	"alfiere/search"
)

// Session is the environment of an adapter: input, output and the engine. It may be
// handed from one adapter to the next.
type Session struct {
	Lines      <-chan wire.Line // closed at the end of the input
	Signals    <-chan os.Signal // os.Interrupt requests the end, any other signal forces it
	Out        *wire.Output
	Controller *Controller
}

// Log returns the log of a session with the controller, which the option Debug Log File opens.
func (c *Controller) Log() *wire.Log { return &c.log }

// Command is a row of an adapter's table, from which dispatch and help are made. A is the adapter.
type Command[A any] struct {
	Name  string
	Also  string                 // further names, separated by blanks
	Args  string                 // as help shows them
	Help  string                 // a sentence; empty for commands that only programs send
	More  string                 // further help on this command alone, in lines
	Run   func(a A, rest string) // gets the rest of the line
	State func(a A) string       // of a flag or a value; nil if there is none

	// A command for people waits until the engine has moved, unless it does not depend on the position.
	AtOnce bool // it is obeyed while the engine thinks
	ByHand bool // so is this one at a terminal, but not in a script
}

// Synopsis returns the name with the arguments.
func (c *Command[A]) Synopsis() string { return wire.Trim(c.Name + " " + c.Args) }

// Find returns the command that has the name, nil if there is none. With fold case does not count.
func Find[A any](table []Command[A], name string, fold bool) *Command[A] {
	is := func(own string) bool { return own == name || fold && strings.EqualFold(own, name) }
	i := slices.IndexFunc(table, func(c Command[A]) bool {
		return is(c.Name) || c.Also != "" && slices.ContainsFunc(strings.Fields(c.Also), is)
	})
	if i < 0 {
		return nil
	}
	return &table[i]
}

// Event is a message from the controller, of one of the types below. Each job ends with one Finished, Solved or
// BenchFinished, unless it is abandoned; the other events come earlier.
type Event any

// Thinking is a report of the running search.
type Thinking struct {
	Search int // as returned by Go
	search.Info
}

// NoMate reports that there is certainly no mate in this many moves or fewer, which the
// running search was asked to find.
type NoMate struct{ Moves int }

// Counted is one line of a perft: the sequences that begin with Move.
type Counted struct {
	Search int
	movegen.PerftEntry
}

// Finished ends a search or a perft.
type Finished struct {
	Search int
	Root   movegen.Position // the position that was searched
	search.Result
	FromBook bool
	Fault    error // endgame tables that proved unusable; nil if there are none
	Refused  bool  // nothing was searched, see Controller.Refuse
	Perft    bool  // nothing was searched: Nodes is the count
}

// Solved ends the analysis of a problem.
type Solved struct {
	Search   int
	Request  text.Request
	Report   *problem.Report // nil if there is an error
	Document text.Document   // the report, and its themes if they were asked for
	Err      error           // as returned by problem.Analyse
}

// Benched is one position of a bench.
type Benched struct {
	FEN   string
	Nodes uint64
}

// BenchFinished ends a bench.
type BenchFinished struct {
	Total   search.BenchResult
	Stopped bool  // before the last position was searched to its depth
	Err     error // no memory for the table
}

// fell ends a job that has panicked; it never leaves the package.
type fell struct{}

// maxQueued is how many events may wait before thinking is coalesced.
const maxQueued = 1024

// mailbox carries events from the searching goroutine to the adapter's loop. Putting
// never blocks, so a slow reader does not slow the search.
type mailbox struct {
	mu     sync.Mutex
	queue  []Event
	search int           // events of other searches are dropped
	signal chan struct{} // holds a token while events may be waiting
}

func newMailbox() *mailbox { return &mailbox{signal: make(chan struct{}, 1)} }

// open drops the waiting events and accepts events of the given search only; with search 0, none.
func (m *mailbox) open(search int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.queue, m.search = m.queue[:0], search
}

func (m *mailbox) put(search int, e Event) {
	m.mu.Lock()
	if search == m.search {
		if len(m.queue) >= maxQueued {
			m.coalesce()
		}
		m.queue = append(m.queue, e)
	}
	m.mu.Unlock()
	select {
	case m.signal <- struct{}{}:
	default:
	}
}

// coalesce keeps, of the waiting reports of thinking, the newest one of each line; the
// move being searched counts as line 0.
func (m *mailbox) coalesce() {
	var seen [maxMultiPV + 1]bool
	first := len(m.queue)
	for i := len(m.queue) - 1; i >= 0; i-- {
		if t, ok := m.queue[i].(Thinking); ok {
			line := 0
			if len(t.Line) > 0 {
				line = min(max(t.MultiPV, 1), maxMultiPV)
			}
			if seen[line] {
				continue
			}
			seen[line] = true
		}
		first--
		m.queue[first] = m.queue[i]
	}
	m.queue = append(m.queue[:0], m.queue[first:]...)
}

// take returns the event that has waited longest.
func (m *mailbox) take() (Event, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.queue) == 0 {
		return nil, false
	}
	e := m.queue[0]
	m.queue = append(m.queue[:0], m.queue[1:]...)
	return e, true
}
