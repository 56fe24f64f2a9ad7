package council

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/search"
)

// Local is a member in this process: an engine with its own table.
type Local struct {
	engine    *search.Engine
	megabytes int // of its table, or its share of it
	guests    int // members that use its table
}

// OpenLocal returns a member with a table of the given megabytes. The error wraps tt.ErrSize.
func OpenLocal(megabytes int) (*Local, error) {
	engine, err := search.New(megabytes)
	if err != nil {
		return nil, err
	}
	return &Local{engine: engine, megabytes: megabytes}, nil
}

// errNoMove is the error of a member that is asked about a position without legal moves.
var errNoMove = errors.New("the position has no legal move")

// Propose implements Member.
func (l *Local) Propose(ctx context.Context, job *Job, report func(search.Info)) (Proposal, error) {
	if job.Fresh {
		if err := l.begin(job); err != nil {
			return Proposal{}, err
		}
	}
	if place, is := job.Request.Limits.Gate.(*roundRobinPlace); is {
		defer place.retire()
	}
	l.engine.SetThreads(job.Seat.Threads)
	request := job.Request
	job.Seat.prepare(&request)
	if job.Fresh {
		request.HashFileUse = search.HashFileUse{}
	}
	if job.Seat.Threads > 1 && isFixed(&request.Limits) {
		request.Limits.Gate = newRoundRobin(job.Seat.Threads, request.Limits.Gate)
	}
	diary := newDiary(&request)
	result := l.engine.Search(ctx, request, func(info search.Info) {
		diary.note(&info)
		if report != nil {
			report(info)
		}
	})
	if result.Best == movegen.NoMove {
		return Proposal{}, errNoMove
	}
	proposal := Proposal{Member: job.Seat.Name, Knowledge: request.Knowledge, Move: result.Best, Score: result.Score,
		Line: result.Line, Depth: result.Begun, RootMoves: result.BegunMoves, Nodes: result.Nodes,
		TBHits: result.TBHits, Elapsed: result.Elapsed}
	proposal.Iterations = diary.iterations[:min(len(diary.iterations), result.Depth)]
	if request.MultiPV > 1 {
		proposal.Lines = diary.told()
	}
	return proposal, nil
}

// begin makes the member forget everything, with a table of the job's size.
func (l *Local) begin(job *Job) error {
	if job.Megabytes > 0 && job.Megabytes != l.megabytes {
		if err := l.Resize(job.Megabytes); err != nil {
			return err
		}
	}
	l.engine.NewGame()
	return nil
}

// NewGame implements Member.
func (l *Local) NewGame() { l.engine.NewGame() }

// Resize implements Member.
func (l *Local) Resize(megabytes int) error {
	err := l.engine.Resize(megabytes * (1 + l.guests))
	if err == nil {
		l.megabytes = megabytes
	}
	return err
}

// Close implements Member; its error is always nil.
func (l *Local) Close() error {
	l.engine.Close()
	return nil
}

// prepare gives a request the seat's knowledge and noise. A seat without noise keeps the request's own
// noise, which makes games differ. A search with noise does not use a hash file.
func (s *Seat) prepare(request *search.Request) {
	request.Knowledge = cmp.Or(s.Knowledge, eval.All)
	if s.Noise > 0 {
		request.Legacy.Noise, request.Legacy.Seed = s.Noise, s.Seed
	}
	if request.Legacy.Noise > 0 {
		request.HashFileUse = search.HashFileUse{}
	}
}

// diary holds the reports of a running search.
type diary struct {
	iterations []Iteration
	lines      []search.Info // the newest one of each rank
	best       search.Info   // the newest line of the last completed iteration; Depth is 0 before the first
}

func newDiary(request *search.Request) *diary {
	return &diary{lines: make([]search.Info, max(request.MultiPV, 1))}
}

// note keeps a report.
func (d *diary) note(info *search.Info) {
	if len(info.Line) == 0 {
		return
	}
	if i := info.MultiPV - 1; i >= 0 && i < len(d.lines) {
		d.lines[i] = *info
	}
	if info.MultiPV != 1 || info.Bound != search.Exact || info.Depth < 1 || info.Depth > search.MaxPly {
		return
	}
	for len(d.iterations) < info.Depth {
		d.iterations = append(d.iterations, Iteration{})
	}
	d.iterations[info.Depth-1] = Iteration{Move: info.Line[0], Score: info.Score}
	d.best = *info
}

// proposal returns what the search would propose if it were stopped now. There is no proposal before
// the first completed iteration.
func (d *diary) proposal(knowledge eval.Knowledge) (p Proposal, known bool) {
	if d.best.Depth == 0 {
		return p, false
	}
	best := &d.best
	return Proposal{Knowledge: knowledge, Move: best.Line[0], Score: best.Score, Line: slices.Clone(best.Line),
			Depth: best.Depth,
			Nodes: best.Nodes, TBHits: best.TBHits, Elapsed: best.Elapsed, Iterations: slices.Clone(d.iterations[:best.Depth])},
		true
}

// told returns the reported lines, the best one first.
func (d *diary) told() []search.Info {
	for i := range d.lines {
		if len(d.lines[i].Line) == 0 {
			return d.lines[:i]
		}
	}
	return d.lines
}
