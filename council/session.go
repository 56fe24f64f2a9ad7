package council

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"alfiere/movegen"
	"alfiere/search"
)

// session is one Search of a council: a round of proposals, perhaps a second search, and a choice.
type session struct {
	master  *Master
	request *search.Request
	start   time.Time
	since   time.Time // when the hard limit began to count
	moves   []movegen.Move

	workers []*worker // taking part
	voice   *worker   // the worker whose lines are reported during the search

	hit     bool    // the expected reply has been played
	traffic Traffic // of the first round

	mu     sync.Mutex // guards the fields below
	report func(search.Info)
	round  *round       // the current one: reports from other rounds are dropped
	latest *search.Info // the newest line of the voice
	before counts       // of earlier rounds
}

// newSession begins a Search; the request must be a copy, because the council changes it.
func newSession(m *Master, request *search.Request, report func(search.Info)) *session {
	if report == nil {
		report = func(search.Info) {}
	}
	request.Limits.Clock.Overhead += m.stopping()
	now := time.Now()
	s := &session{master: m, request: request, start: now, since: now, workers: m.workers, report: report}
	for _, move := range request.Position.Moves() {
		if wanted := request.Limits.Moves; len(wanted) == 0 || slices.Contains(wanted, move) {
			s.moves = append(s.moves, move)
		}
	}
	if len(s.moves) == 1 && request.Limits.Budget().Base > 0 {
		s.workers = []*worker{m.own()} // a single legal move needs no vote
	}
	s.voice = s.workers[0]
	for _, d := range slices.Backward(s.workers) {
		if d.seat.Engine == "" { // other engines report their lines at the end
			s.voice = d
		}
	}
	return s
}

// run asks the members, chooses, and reports the line of the choice.
func (s *session) run(ctx context.Context) search.Result {
	if len(s.moves) == 0 {
		result := search.Result{Elapsed: time.Since(s.start)}
		if s.request.Position.InCheck() && !s.request.Position.HasLegalMove() {
			result.Score = -search.MateScore
		}
		return result
	}
	now := &s.master.now
	ballot := &Ballot{Root: s.request.Position, Criterion: now.criterion.Name, Chosen: -1}
	share := 1.0
	if now.criterion.weigh == nil && len(s.workers) > 1 {
		share = 1 - float64(now.second)/100
	}
	s.vote(ctx, s.workers, share, ballot)
	if len(ballot.Proposals) == 0 { // all failed: a member in this process completes at least depth 1
		s.vote(ctx, []*worker{s.master.own()}, 1, ballot)
	}
	if len(ballot.Proposals) == 0 {
		return s.withoutProposal(ballot)
	}
	s.decide(ctx, ballot)
	return s.conclude(ballot)
}

// vote asks members for proposals, with a share of the time, and puts the result on the ballot.
func (s *session) vote(ctx context.Context, workers []*worker, share float64, ballot *Ballot) {
	jobs := make([]*Job, len(workers))
	for i, d := range workers {
		jobs[i] = s.job(d, d.seat, share)
	}
	answers := s.ask(ctx, workers, jobs)
	ballot.Traffic = s.traffic
	for _, d := range workers {
		i := slices.IndexFunc(answers, func(a answer) bool { return a.worker == d })
		err := answers[i].err
		if err == nil {
			err = s.check(&answers[i].proposal)
		}
		if err != nil {
			ballot.Absent = append(ballot.Absent, Absence{Member: d.seat.Name, Err: err})
			continue
		}
		answers[i].proposal.Member = d.seat.Name
		ballot.Proposals = append(ballot.Proposals, answers[i].proposal)
	}
}

// job returns the job of a member that searches for a seat, its own or that of the second search.
func (s *session) job(d *worker, seat Seat, share float64) *Job {
	m := s.master
	m.jobs++
	job := &Job{Number: m.jobs, Seat: seat, Request: *s.request, Megabytes: m.shareOf(m.now.seats)}
	if d == m.spare {
		job.Seat.Knowledge = s.request.Knowledge
	}
	limits := &job.Request.Limits
	limits.Nodes = job.Seat.Nodes(limits.Nodes)
	if share < 1 {
		limits.Share = share * shareOf(limits)
		if limits.Nodes > 0 {
			limits.Nodes = max(uint64(float64(limits.Nodes)*share+0.5), 1)
		}
	}
	return job
}

// shareOf returns the share of the time that a request may take, from 0 to 1.
func shareOf(limits *search.Limits) float64 {
	if limits.Share <= 0 {
		return 1
	}
	return limits.Share
}

// Errors of members without a vote: one proposed nothing by the deadline, the other a move that it had not searched.
var (
	errLate        = errors.New("it did not answer in time")
	errNoIteration = errors.New("no iteration: it has not completed depth 1")
)

// check makes sure that a proposal was searched and is legal, and cuts its line at the first illegal move.
func (s *session) check(p *Proposal) error {
	if !slices.Contains(s.moves, p.Move) {
		if s.request.Position.IsLegal(p.Move) {
			return fmt.Errorf("it proposes %v, which is not among the requested moves", p.Move)
		}
		return fmt.Errorf("it proposes the illegal move %v", p.Move)
	}
	if completed(p) < 1 {
		return errNoIteration
	}
	p.Score = min(max(p.Score, -search.MateScore), search.MateScore)
	if len(p.Line) == 0 || p.Line[0] != p.Move {
		p.Line = []movegen.Move{p.Move}
	}
	position := s.request.Position
	for i, move := range p.Line {
		if !position.IsLegal(move) {
			p.Line = p.Line[:i]
			break
		}
		position.Make(move)
	}
	return nil
}

// decide chooses among the proposals, by a second search if the criterion requires one.
func (s *session) decide(ctx context.Context, ballot *Ballot) {
	now := &s.master.now
	seats := make([]Seat, len(s.workers))
	for i, d := range s.workers {
		seats[i] = d.seat
	}
	c := &Consultation{Root: s.request.Position, Seats: seats, Criterion: now.criterion, Weights: &now.weights,
		Second: func(moves []movegen.Move) *Proposal { return s.searchAgain(ctx, moves) }}
	c.decide(ballot, s.master.judge.staticOf(s.request, seats, ballot.Proposals))
}

// searchAgain searches the proposed moves with all knowledge in the remaining time. It returns nil if
// there is no result, or if the search was stopped before it began.
func (s *session) searchAgain(ctx context.Context, moves []movegen.Move) *Proposal {
	m := s.master
	if ctx.Err() != nil || s.isLate() {
		return nil
	}
	own := m.own()
	seat := own.seat
	seat.Name, seat.Knowledge, seat.Noise, seat.Engine = "second search", s.request.Knowledge, 0, ""
	job := s.job(own, seat, float64(m.now.second)/100)
	if !isFixed(&s.request.Limits) { // the processors have nothing else to do
		job.Seat.Threads = min(m.threads, m.neededThreads())
	} else if m.now.threads > 0 {
		job.Seat.Threads = m.now.threads
	}
	job.Request.Limits.Moves = moves
	s.voice = own
	answers := s.ask(ctx, []*worker{own}, []*Job{job})
	if len(answers) == 0 || answers[0].err != nil || s.check(&answers[0].proposal) != nil {
		return nil
	}
	return &answers[0].proposal
}

// isLate reports whether the hard limit of the whole move has passed.
func (s *session) isLate() bool {
	limits := &s.request.Limits
	limit := limits.Budget().Limit
	return limit > 0 && (limits.PonderHit == nil || s.hit) && time.Since(s.since) >= limit
}

// isFixed reports whether neither a clock nor a person ends searches with these limits. Their result
// must then not depend on the number of processors.
func isFixed(limits *search.Limits) bool {
	return (limits.Nodes > 0 || limits.Depth > 0) && limits.Clock.Remaining == 0 && limits.MoveTime == 0 &&
		!limits.Infinite && limits.PonderHit == nil
}
