// Package program runs other engines as members of a council, each in its own process. An engine is
// started when its seat is taken, plays the current game with the clock or limits of its master, and is
// restarted for the next move if it has crashed.
//
// It also connects the consulting player to an engine: Council passes on the options of a council
// and makes the searcher when it is needed.
package program

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"alfiere/council"
	"alfiere/movegen"
	"alfiere/protocol/client"
	"alfiere/search"
)

// open opens the member of a seat: another engine, or else a search in this process. It fits Master.Open.
func open(seat council.Seat, megabytes int) (council.Member, error) {
	if seat.Engine == "" {
		return council.OpenHere(seat, megabytes)
	}
	return OpenEngine(seat.Engine)
}

// check reports an error if the engine's file of a seat cannot be started.
func check(seat council.Seat) error {
	if seat.Engine == "" {
		return nil
	}
	engine, err := council.ParseEngine(seat.Engine)
	if err != nil {
		return err
	}
	file := engine.Command[0]
	if engine.Folder != "" && filepath.Base(file) != file && !filepath.IsAbs(file) {
		file = filepath.Join(engine.Folder, file)
	}
	_, err = exec.LookPath(file)
	return err
}

// Time limits of an engine.
const (
	startGrace = 10 * time.Second // to start, to get ready for a game and to end
	stopGrace  = time.Second      // to move after a stop; then its process is killed
)

// endless is the time of a move that a stop will end.
const endless = 24 * time.Hour

// member is an engine in a process of its own.
type member struct {
	program client.Program
	cancel  context.CancelFunc // ends a start in progress
	ready   chan struct{}      // closed when the process has been started, or could not be
	fault   error              // why it could not be started; valid when ready is closed

	// The next fields are valid when ready is closed.
	engine  *client.Engine
	setup   client.Setup   // of the present game
	playing bool           // the engine is prepared for it
	played  []movegen.Move // the moves that it knows, including its own last one
}

// OpenEngine starts the engine with the given description (see council.ParseEngine). It does not wait for
// the start, as Started does. An engine that cannot be started proposes nothing.
func OpenEngine(description string) (*member, error) { return openEngine(description, startGrace) }

// openEngine is OpenEngine with a time limit for the start.
func openEngine(description string, grace time.Duration) (*member, error) {
	engine, err := council.ParseEngine(description)
	if err != nil {
		return nil, err
	}
	protocol, err := client.ParseProtocol(engine.Protocol)
	if err != nil {
		return nil, err
	}
	m := new(member)
	m.program = client.Program{Command: engine.Command, Folder: engine.Folder, Protocol: protocol, Grace: grace}
	for _, option := range engine.Options {
		m.program.Settings = append(m.program.Settings, client.Setting{Name: option.Name, Value: option.Value})
	}
	m.engine = m.program.Open()
	m.start()
	return m, nil
}

// start begins to start the process and returns at once.
func (m *member) start() {
	ctx, cancel := context.WithCancel(context.Background())
	ready := make(chan struct{})
	m.cancel, m.ready = cancel, ready
	go func() {
		defer close(ready)
		m.fault = m.engine.NewGame(ctx, client.Setup{Start: movegen.StartPosition(),
			Control: client.Control{MoveTime: endless}})
	}()
}

// Started implements council.Starter. The error is worded as in a match.
func (m *member) Started() error {
	<-m.ready
	return m.fault
}

// isStarting reports whether the start is in progress.
func (m *member) isStarting() bool {
	select {
	case <-m.ready:
		return false
	default:
		return true
	}
}

var (
	errStarting = errors.New("it is still starting")
	errResigns  = errors.New("it resigned instead of moving")
	errStubborn = errors.New("it did not move when it was stopped, and was killed")
)

// Propose implements council.Member.
func (m *member) Propose(ctx context.Context, job *council.Job, _ func(search.Info)) (council.Proposal, error) {
	select {
	case <-m.ready:
	case <-ctx.Done():
		return council.Proposal{}, errStarting
	}
	if m.fault != nil {
		return council.Proposal{}, m.fault
	}
	started := time.Now()
	task, err := newTask(job)
	if err != nil {
		return council.Proposal{}, err
	}
	interrupt, stop := context.WithCancel(ctx)
	defer stop()
	alive, kill := context.WithCancel(context.Background())
	defer kill()
	defer context.AfterFunc(interrupt, func() { time.AfterFunc(stopGrace, kill) })()
	if err := m.prepare(alive, task); err != nil {
		return council.Proposal{}, err
	}
	task.schedule(interrupt, stop, started)
	reply, err := m.engine.Move(alive, client.Turn{Game: task.game, Clocks: task.clocks, Interrupt: interrupt.Done()})
	if err != nil {
		m.playing = false // its next move begins a new game
		if errors.Is(err, context.Canceled) {
			err = errStubborn
		}
		return council.Proposal{}, err
	}
	if reply.Resigns || reply.AcceptsDraw || reply.Move == movegen.NoMove {
		m.playing = false
		return council.Proposal{}, errResigns
	}
	m.played = append(slices.Clone(task.game.Moves()), reply.Move)
	return proposalOf(job, &reply, time.Since(started)), nil
}

// prepare gets the engine ready for the game of a task. A UCI engine gets the whole game at each move.
// Other engines know only the moves sent to them, and assume that their own moves were played.
func (m *member) prepare(ctx context.Context, t *task) error {
	moves := t.game.Moves()
	follows := m.program.Protocol == client.UCI || len(m.played) <= len(moves) &&
		slices.Equal(m.played, moves[:len(m.played)])
	if m.playing && follows && m.setup == t.setup {
		return nil
	}
	m.playing, m.setup, m.played = false, t.setup, nil
	if err := m.engine.NewGame(ctx, t.setup); err != nil {
		return err
	}
	m.playing = true
	return nil
}

// proposalOf makes a proposal from an engine's reply.
func proposalOf(job *council.Job, reply *client.Reply, elapsed time.Duration) council.Proposal {
	p := council.Proposal{Member: job.Seat.Name, Knowledge: job.Seat.Knowledge, Move: reply.Move, Line: reply.Line,
		Score: search.Score(reply.Report.Score), Depth: reply.Report.Depth, Nodes: reply.Report.Nodes,
		TBHits: reply.Report.TBHits, Elapsed: elapsed}
	if len(p.Line) == 0 {
		p.Line = []movegen.Move{reply.Move}
	}
	return p
}

// NewGame implements council.Member: the next proposal begins a game. An engine that could not be
// started is started again, without waiting for it.
func (m *member) NewGame() {
	if m.isStarting() {
		return
	}
	m.playing = false
	if m.fault != nil {
		m.cancel()
		m.start()
	}
}

// Resize implements council.Member. It does nothing: options set the memory of other engines.
func (m *member) Resize(int) error { return nil }

// Close implements council.Member: it ends the process and waits for its end.
func (m *member) Close() error {
	m.cancel()
	<-m.ready
	return m.engine.Close()
}

// task is a job in the form that an engine needs.
type task struct {
	limits *search.Limits
	game   *movegen.Game
	setup  client.Setup
	clocks [2]client.Clock
}

// newTask translates a job.
func newTask(job *council.Job) (*task, error) {
	request := &job.Request
	t := &task{limits: &request.Limits}
	record := request.Game
	if record.Start.Occupied() == 0 {
		record = search.Record{Start: request.Position}
	}
	t.game = movegen.Follower().Start(record.Start)
	for i, m := range record.Moves {
		if err := t.game.Play(m); err != nil {
			return nil, fmt.Errorf("move %d of the game: %w", i+1, err)
		}
	}
	if reached := t.game.Position(); reached.Key() != request.Position.Key() {
		t.game = movegen.Follower().Start(request.Position) // the record is of another game
	}
	start := t.game.Start()
	t.setup = client.Setup{Start: start, Chess960: castlesFreely(&start), Control: t.control()}
	return t, nil
}

// control returns the limits of the engine's search and sets the clocks. The opponent's clock is unknown
// and gets the same time.
func (t *task) control() (c client.Control) {
	limits := t.limits
	budget := limits.Budget()
	switch {
	case limits.Infinite || limits.PonderHit != nil:
		return client.Control{MoveTime: endless} // a stop will end it
	case limits.MoveTime > 0:
		c.MoveTime = budget.Limit
	case limits.Clock.Remaining != 0:
		share := limits.Share
		if share <= 0 {
			share = 1
		}
		part := func(d time.Duration) time.Duration { return time.Duration(float64(max(d, 0)) * share) }
		clock := client.Clock{Remaining: max(part(limits.Clock.Remaining-limits.Clock.Overhead), time.Millisecond),
			Increment: part(limits.Clock.Increment), MovesToGo: limits.Clock.MovesToGo}
		t.clocks = [2]client.Clock{clock, clock}
		c.Base, c.Increment = clockBase(clock.Remaining), clock.Increment
	case limits.Nodes == 0 && limits.Depth == 0:
		c.MoveTime = endless
	}
	c.Nodes, c.Depth = limits.Nodes, limits.Depth
	return c
}

// clockBase returns an initial time for a clock with the given remaining time. It stays the same for as
// many moves as possible, since a new initial time would mean a new game.
func clockBase(remaining time.Duration) time.Duration {
	base := time.Second
	for base < remaining {
		base *= 4
	}
	return base
}

// schedule arranges to interrupt the engine: shortly before the hard limit, or when it has pondered long
// enough and the expected reply was played.
func (t *task) schedule(ctx context.Context, stop func(), started time.Time) {
	budget := t.limits.Budget()
	after := func(d time.Duration) {
		timer := time.AfterFunc(d, stop)
		context.AfterFunc(ctx, func() { timer.Stop() })
	}
	hard := budget.Limit - stopMargin(budget.Limit)
	switch hit := t.limits.PonderHit; {
	case hit != nil:
		go func() {
			select {
			case <-hit:
				if budget.Limit > 0 {
					enough := hard
					if budget.Base > 0 { // earlier thinking time counts
						enough = min(max(budget.Base-time.Since(started), 0), hard)
					}
					after(enough)
				}
			case <-ctx.Done():
			}
		}()
	case budget.Limit > 0:
		after(hard - time.Since(started))
	}
}

// stopMargin returns how long before the hard limit an engine gets the stop, so that it has time to move.
func stopMargin(limit time.Duration) time.Duration { return min(limit/10, 10*time.Millisecond) }

// castlesFreely reports whether kings or rooks may castle in p from squares other than those of standard chess.
func castlesFreely(p *movegen.Position) bool {
	for _, c := range []movegen.Color{movegen.White, movegen.Black} {
		rooks := p.CastlingRooks() & p.BackRank(c)
		if rooks == 0 {
			continue
		}
		standard := (movegen.A1.Bitboard() | movegen.H1.Bitboard()) << (56 * c)
		if rooks&^standard != 0 || p.King(c).File() != movegen.E1.File() {
			return true
		}
	}
	return false
}
