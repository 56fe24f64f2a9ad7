package broker

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"alfiere/council"
	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// Assignment is a job as a worker receives it.
type Assignment struct {
	Job  council.Job
	Game uint64 // counted by the engine; a new game clears the table

	// Spent is the time since Limits.Begun when the job was sent.
	Spent time.Duration

	// Budget is the time after which the search must end, counted from receipt; 0 means no limit. Until
	// is the same deadline by the worker's clock, if the engine knows that clock: a job that arrives
	// late has less time left than its budget.
	Budget time.Duration
	Until  time.Time
}

// jobText is an assignment in a message. Times are in microseconds.
type jobText struct {
	Number    uint64     `json:"number"`
	Seat      seatText   `json:"seat"`
	Megabytes int        `json:"hash"`
	Game      uint64     `json:"game"`
	Fresh     bool       `json:"fresh,omitempty"`
	Start     string     `json:"start"` // a Shredder-FEN
	Moves     string     `json:"moves"`
	Limits    limitsText `json:"limits"`
	MultiPV   int        `json:"multipv,omitempty"`
	Contempt  int        `json:"contempt,omitempty"`
	Knowledge string     `json:"knowledge,omitempty"`
	Legacy    legacyText `json:"legacy"`
	Spent     int64      `json:"spent,omitempty"`
	Budget    int64      `json:"budget,omitempty"`
	Until     int64      `json:"until,omitempty"` // since 1970
}

type seatText struct {
	Name      string `json:"name"`
	Knowledge string `json:"knowledge,omitempty"`
	Noise     int    `json:"noise,omitempty"`
	Seed      uint64 `json:"seed,omitempty"`
	Threads   int    `json:"threads,omitempty"`
}

type limitsText struct {
	Depth     int     `json:"depth,omitempty"`
	Nodes     uint64  `json:"nodes,omitempty"`
	MoveTime  int64   `json:"movetime,omitempty"`
	Remaining int64   `json:"remaining,omitempty"`
	Increment int64   `json:"increment,omitempty"`
	MovesToGo int     `json:"movestogo,omitempty"`
	Overhead  int64   `json:"overhead,omitempty"`
	Lag       int64   `json:"lag,omitempty"`
	Mate      int     `json:"mate,omitempty"`
	Moves     string  `json:"moves,omitempty"`
	Infinite  bool    `json:"infinite,omitempty"`
	Ponder    bool    `json:"ponder,omitempty"`
	Share     float64 `json:"share,omitempty"`
}

type legacyText struct {
	Below      int    `json:"below,omitempty"`
	Above      int    `json:"above,omitempty"`
	Lazy       int    `json:"lazy,omitempty"`
	Noise      int    `json:"noise,omitempty"`
	Seed       uint64 `json:"seed,omitempty"`
	Recaptures bool   `json:"recaptures,omitempty"`
}

// Errors of jobs that are not for workers.
var (
	errOtherEngine = errors.New("job: a worker cannot run another engine")
	errOwnNetwork  = errors.New("job: a worker can use only its own network for letter n")
	errGameTooLong = fmt.Errorf("job: the game has more than %d half-moves", maxPlies)
)

// text returns the assignment as a message. A worker searches without endgame tables and hash files and
// with its own network, so these are not sent.
func (a *Assignment) text() (*jobText, error) {
	job, request := &a.Job, &a.Job.Request
	if job.Seat.Engine != "" {
		return nil, errOtherEngine
	}
	if request.Network != nil && cmp.Or(job.Seat.Knowledge, eval.All)&eval.Learned != 0 {
		return nil, errOwnNetwork
	}
	start, moves := request.Game.Start, request.Game.Moves
	if start == (movegen.Position{}) { // there is no game to pass on
		start, moves = request.Position, nil
	}
	if len(moves) > maxPlies {
		return nil, errGameTooLong
	}
	t := &jobText{Number: job.Number, Megabytes: job.Megabytes, Game: a.Game, Fresh: job.Fresh,
		Seat: seatText{Name: clean(job.Seat.Name), Knowledge: job.Seat.Knowledge.String(), Noise: int(job.Seat.Noise),
			Seed: job.Seat.Seed, Threads: job.Seat.Threads},
		Start: start.ShredderFEN(), Moves: movesText(moves), Limits: limitsOf(&request.Limits),
		MultiPV: request.MultiPV, Contempt: request.Contempt, Knowledge: request.Knowledge.String(),
		Legacy: legacyText{Below: int(request.Legacy.Below), Above: int(request.Legacy.Above), Lazy: int(request.Legacy.Lazy),
			Noise: int(request.Legacy.Noise), Seed: request.Legacy.Seed, Recaptures: request.Legacy.Recaptures},
		Spent: microseconds(a.Spent), Budget: microseconds(a.Budget)}
	if !a.Until.IsZero() {
		t.Until = a.Until.UnixMicro()
	}
	return t, nil
}

func limitsOf(l *search.Limits) limitsText {
	return limitsText{Depth: min(l.Depth, maxDepth), Nodes: l.Nodes, MoveTime: microseconds(l.MoveTime),
		Remaining: microseconds(l.Clock.Remaining), Increment: microseconds(max(l.Clock.Increment, 0)),
		MovesToGo: min(max(l.Clock.MovesToGo, 0), maxPlies),
		Overhead:  microseconds(max(l.Clock.Overhead, 0)), Lag: microseconds(max(l.Clock.Lag, 0)),
		Mate:  min(l.Mate, maxDepth),
		Moves: movesText(l.Moves), Infinite: l.Infinite, Ponder: l.PonderHit != nil, Share: l.Share}
}

// assignment reads the whole text. If the search ponders, hit ends the pondering.
func (t *jobText) assignment(hit <-chan struct{}) (*Assignment, error) {
	var c checker
	a := &Assignment{Game: t.Game, Spent: c.duration("spent", t.Spent), Budget: c.duration("budget", t.Budget)}
	if t.Until != 0 {
		a.Until = time.UnixMicro(within(&c, "until", t.Until, 0, 1<<52))
	}
	a.Job = council.Job{Number: t.Number, Fresh: t.Fresh, Megabytes: within(&c, "hash", t.Megabytes, 1, 1<<22),
		Seat: t.Seat.seat(&c)}
	request := &a.Job.Request
	*request = search.Request{MultiPV: within(&c, "multipv", t.MultiPV, 0, maxLines),
		Contempt:  within(&c, "contempt", t.Contempt, -10000, 10000),
		Knowledge: c.knowledge(t.Knowledge), Legacy: t.Legacy.legacy(&c)}
	if c.err == nil {
		t.readGame(&c, request)
	}
	if c.err != nil {
		return nil, c.err
	}
	request.Limits = t.Limits.limits(&c, &request.Position)
	if t.Limits.Ponder {
		request.Limits.PonderHit = hit
	}
	if c.err != nil {
		return nil, c.err
	}
	return a, nil
}

// readGame plays the game from its start.
func (t *jobText) readGame(c *checker, request *search.Request) {
	start, _, err := movegen.Rules{Chess960: true}.ParseFEN(t.Start)
	if err != nil {
		c.fail(fmt.Errorf("job: %w", err))
		return
	}
	game := movegen.Follower().Start(start)
	for word := range strings.FieldsSeq(t.Moves) {
		if game.Len() == maxPlies {
			c.fail(errGameTooLong)
		}
		position := game.Position()
		if m := c.move(&position, word); c.err == nil {
			if err := game.Play(m); err != nil {
				c.fail(fmt.Errorf("job: %w", err))
			}
		}
		if c.err != nil {
			return
		}
	}
	request.Position, request.History = game.Position(), game.Keys()
	request.Game = search.Record{Start: start, Moves: game.Moves()}
	var list movegen.MoveList
	if request.Position.LegalMoves(&list); list.Len() == 0 {
		c.fail(errors.New("job: the position has no legal move"))
	}
}

func (t *seatText) seat(c *checker) council.Seat {
	return council.Seat{Name: c.name("seat", t.Name), Knowledge: c.knowledge(t.Knowledge),
		Noise: search.Score(within(c, "noise", t.Noise, 0, int(search.Infinity))),
		Seed:  t.Seed, Threads: within(c, "threads", t.Threads, 0, search.MaxThreads)}
}

// knowledge reads letters; no letters mean 0, which means all.
func (c *checker) knowledge(letters string) eval.Knowledge {
	if letters == "" {
		return 0
	}
	set, err := eval.ParseKnowledge(letters)
	if err != nil {
		c.fail(fmt.Errorf("message: %w", err))
	}
	return set
}

func (t *legacyText) legacy(c *checker) search.Legacy {
	value := func(name string, v int) search.Score {
		return search.Score(within(c, name, v, 0, int(search.Infinity)))
	}
	return search.Legacy{Below: value("below", t.Below), Above: value("above", t.Above), Lazy: value("lazy", t.Lazy),
		Noise: value("noise", t.Noise), Seed: t.Seed, Recaptures: t.Recaptures}
}

func (t *limitsText) limits(c *checker, p *movegen.Position) search.Limits {
	most := maxDuration.Microseconds()
	return search.Limits{Depth: within(c, "depth", t.Depth, 0, maxDepth), Nodes: t.Nodes,
		MoveTime: c.duration("movetime", t.MoveTime),
		Clock: search.Clock{Remaining: time.Duration(within(c, "remaining", t.Remaining, -most, most)) * time.Microsecond,
			Increment: c.duration("increment", t.Increment), MovesToGo: within(c, "movestogo", t.MovesToGo, 0, maxPlies),
			Overhead: c.duration("overhead", t.Overhead), Lag: c.duration("lag", t.Lag)},
		Mate: within(c, "mate", t.Mate, 0, maxDepth), Moves: c.alternatives(p, t.Moves), Infinite: t.Infinite,
		Share: within(c, "share", t.Share, 0, 1)}
}
