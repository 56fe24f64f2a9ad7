package broker

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
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

	// Spent is the time since Limits.Started when the job was sent.
	Spent time.Duration

	// Budget is the time after which the search must end, counted from receipt; 0 means no limit. Until
	// is the same deadline by the worker's clock, if the engine knows that clock: a job that arrives
	// late has less time left than its budget.
	Budget time.Duration
	Until  time.Time
}

// jobText is an assignment in a message.
type jobText struct {
	Number    uint64         `json:"number"`
	Seat      council.Seat   `json:"seat"`
	Megabytes int            `json:"hash"`
	Game      uint64         `json:"game"`
	Fresh     bool           `json:"fresh,omitempty"`
	Start     string         `json:"start"` // a Shredder-FEN
	Moves     []movegen.Move `json:"moves"`
	Limits    limitsText     `json:"limits"`
	MultiPV   int            `json:"multipv,omitempty"`
	Contempt  int            `json:"contempt,omitempty"`
	Knowledge eval.Knowledge `json:"knowledge"`
	Legacy    search.Legacy  `json:"legacy"`
	Spent     time.Duration  `json:"spent,omitempty"`
	Budget    time.Duration  `json:"budget,omitempty"`
	Until     int64          `json:"until,omitempty"` // microseconds since 1970
}

// limitsText are limits whose PonderHit is sent as whether there is one. Started hides a field that is not sent.
type limitsText struct {
	search.Limits
	PonderHit bool
	Started   *bool `json:",omitempty"`
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
	t := &jobText{Number: job.Number, Seat: job.Seat, Megabytes: job.Megabytes, Game: a.Game, Fresh: job.Fresh,
		Start: start.ShredderFEN(), Moves: moves, Limits: limitsOf(request.Limits), MultiPV: request.MultiPV,
		Contempt: request.Contempt, Knowledge: request.Knowledge, Legacy: request.Legacy,
		Spent: min(a.Spent, maxDuration), Budget: min(a.Budget, maxDuration)}
	t.Seat.Name = clean(t.Seat.Name)
	if !a.Until.IsZero() {
		t.Until = a.Until.UnixMicro()
	}
	return t, nil
}

// limitsOf returns limits within the bounds of messages.
func limitsOf(l search.Limits) limitsText {
	clock := &l.Clock
	l.Depth, l.Mate = min(l.Depth, maxDepth), min(l.Mate, maxDepth)
	clock.MovesToGo = min(max(clock.MovesToGo, 0), maxPlies)
	l.MoveTime, clock.Remaining = min(l.MoveTime, maxDuration), min(max(clock.Remaining, -maxDuration), maxDuration)
	for _, d := range []*time.Duration{&clock.Increment, &clock.Overhead, &clock.Lag} {
		*d = min(max(*d, 0), maxDuration)
	}
	return limitsText{Limits: l, PonderHit: l.PonderHit != nil}
}

// assignment reads the whole text. If the search ponders, hit ends the pondering.
func (t *jobText) assignment(hit <-chan struct{}) (*Assignment, error) {
	var c checker
	a := &Assignment{Game: t.Game, Spent: c.duration("spent", t.Spent), Budget: c.duration("budget", t.Budget)}
	if t.Until != 0 {
		a.Until = time.UnixMicro(within(&c, "until", t.Until, 0, 1<<52))
	}
	a.Job = council.Job{Number: t.Number, Fresh: t.Fresh, Megabytes: within(&c, "hash", t.Megabytes, 1, 1<<22),
		Seat: t.Seat}
	request := &a.Job.Request
	*request = search.Request{MultiPV: within(&c, "multipv", t.MultiPV, 0, maxLines),
		Contempt: within(&c, "contempt", t.Contempt, -10000, 10000), Knowledge: t.Knowledge, Legacy: t.Legacy,
		Limits: t.Limits.Limits}
	if t.Limits.PonderHit {
		request.Limits.PonderHit = hit
	}
	c.seat(&t.Seat)
	c.legacy(&t.Legacy)
	if c.err == nil {
		t.readGame(&c, request)
	}
	c.limits(&request.Limits, &request.Position)
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
	if len(t.Moves) > maxPlies {
		c.fail(errGameTooLong)
		return
	}
	game := movegen.Follower().Start(start)
	for _, m := range t.Moves {
		if err := game.Play(m); err != nil {
			c.fail(fmt.Errorf("job: %v: %w", m, err))
			return
		}
	}
	request.Position, request.History = game.Position(), game.Keys()
	request.Game = search.Record{Start: start, Moves: game.Moves()}
	if !request.Position.HasLegalMove() {
		c.fail(errors.New("job: the position has no legal move"))
	}
}

// seat checks a seat, whose letters have been read already.
func (c *checker) seat(s *council.Seat) {
	c.name("seat", s.Name)
	within(c, "noise", s.Noise, 0, search.Infinity)
	within(c, "threads", s.Threads, 0, search.MaxThreads)
	if s.Engine != "" {
		c.fail(errOtherEngine)
	}
}

func (c *checker) legacy(l *search.Legacy) {
	for _, v := range []search.Score{l.Below, l.Above, l.Lazy, l.Noise} {
		within(c, "value of GNU Chess 4", v, 0, search.Infinity)
	}
}

// limits checks limits of a search of p.
func (c *checker) limits(l *search.Limits, p *movegen.Position) {
	within(c, "depth", l.Depth, 0, maxDepth)
	within(c, "mate", l.Mate, 0, maxDepth)
	within(c, "share", l.Share, 0, 1)
	within(c, "remaining", l.Clock.Remaining, -maxDuration, maxDuration)
	within(c, "movestogo", l.Clock.MovesToGo, 0, maxPlies)
	c.duration("movetime", l.MoveTime)
	c.duration("increment", l.Clock.Increment)
	c.duration("overhead", l.Clock.Overhead)
	c.duration("lag", l.Clock.Lag)
	within(c, "number of moves at the root", len(l.Moves), 0, maxLines)
	for _, m := range l.Moves {
		c.legal(p, m)
	}
}

var (
	errOtherMove = errors.New("proposal: the line does not begin with the move")
	errNotAsked  = errors.New("proposal: the move is not among the requested moves")
	errNoLine    = errors.New("message: the line has no moves")
)

// checkProposal checks an answer to a request: all its moves can be played.
func checkProposal(p *council.Proposal, request *search.Request) error {
	var c checker
	position := &request.Position
	c.legal(position, p.Move)
	c.score(p.Score)
	c.line(*position, p.Line)
	within(&c, "depth", p.Depth, 0, maxDepth)
	within(&c, "rootmoves", p.RootMoves, 0, maxLines)
	c.duration("elapsed", p.Elapsed)
	if len(p.Line) > 0 && p.Line[0] != p.Move {
		c.fail(errOtherMove)
	}
	if asked := request.Limits.Moves; len(asked) > 0 && !slices.Contains(asked, p.Move) {
		c.fail(errNotAsked)
	}
	within(&c, "number of iterations", len(p.Iterations), 0, maxDepth)
	within(&c, "number of lines", len(p.Lines), 0, maxLines)
	for _, each := range p.Iterations {
		c.score(each.Score)
		if each.Move != movegen.NoMove { // otherwise it was not reported
			c.legal(position, each.Move)
		}
	}
	for i := range p.Lines {
		c.info(&p.Lines[i], position)
	}
	return c.err
}

// info checks the report of a line from the position. Other reports are not passed on.
func (c *checker) info(i *search.Info, position *movegen.Position) {
	i.CurrentMove, i.CurrentNumber, i.RootMoves = movegen.NoMove, 0, 0
	within(c, "depth", i.Depth, 0, maxDepth)
	within(c, "seldepth", i.SelDepth, 0, maxDepth)
	within(c, "multipv", i.MultiPV, 0, maxLines)
	within(c, "bound", i.Bound, search.Upper, search.Exact)
	within(c, "hashfull", i.Hashfull, 0, 1000)
	c.score(i.Score)
	c.duration("elapsed", i.Elapsed)
	c.line(*position, i.Line)
	if len(i.Line) == 0 {
		c.fail(errNoLine)
	}
}
