package api

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"alfiere/council"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/problem/text"
	"alfiere/search"
	"alfiere/search/analysis"
)

// councils are the councils that the page offers; others can be typed.
var councils = [...]string{
	"balanced7", "balanced4", "common4", "unbalanced4", "incremental6", "noise4", "noise8", "optimum4",
}

// councilQuestion asks a council for its move.
type councilQuestion struct {
	played
	Consult   string `json:"consult"`   // members, as in the option Consult; empty is balanced7
	Criterion string `json:"criterion"` // empty is the default
	Weights   string `json:"weights"`   // empty means those of the thesis
	effort           // of each member
}

// proposal is a member's proposal.
type proposal struct {
	Member    string          `json:"member"`
	Letters   string          `json:"letters"`
	Move      Move            `json:"move"`
	Score     json.RawMessage `json:"score"` // White's
	Depth     int             `json:"depth"`
	RootMoves int             `json:"rootMoves"`
	Nodes     uint64          `json:"nodes"`
	Seconds   float64         `json:"seconds"`
	Line      []string        `json:"line"` // SAN
	Weight    *float64        `json:"weight,omitempty"`
	Chosen    bool            `json:"chosen"`
}

// motion is a proposed move with the members that vote for it.
type motion struct {
	Move    Move     `json:"move"`
	Members []string `json:"members"`
	Weight  float64  `json:"weight"` // the sum of its votes, or the heaviest one if votes are not added
	Share   float64  `json:"share"`  // share of all motions, 0 to 1, for bars and arrows
	Chosen  bool     `json:"chosen"`
}

// councilAnswer is the vote.
type councilAnswer struct {
	Criterion string     `json:"criterion"`
	Move      Move       `json:"move"`
	Proposals []proposal `json:"proposals"`
	Votes     []motion   `json:"votes"` // the chosen motion first, then by weight
	Absent    []string   `json:"absent,omitempty"`
	Second    *proposal  `json:"second,omitempty"` // of a second search
}

// consultCouncil is the method "council".
func consultCouncil(ctx context.Context, q *councilQuestion, l text.Language, emit Emit) (any, error) {
	g, err := q.whole(l)
	if err != nil {
		return nil, err
	}
	bounds, err := q.effort.read("nodes must be at most 20000000 per member")
	if err != nil {
		return nil, err
	}
	master, err := q.master()
	if err != nil {
		return nil, err
	}
	defer master.Close()
	p := g.Position()
	w := writer{l, q.Chess960}
	var once sync.Mutex
	var panicked atomic.Pointer[work.Panic]
	master.Open = func(seat council.Seat, megabytes int) (council.Member, error) {
		member, err := council.OpenHere(seat, megabytes)
		return &audible{Member: member, panicked: &panicked, heard: func(made *council.Proposal) {
			once.Lock()
			defer once.Unlock()
			made.Member = seat.Name
			emit(Partial, w.proposal(&p, made))
		}}, err
	}
	result := master.Search(ctx, search.Request{Position: p, History: g.Keys(),
		Game: search.Record{Start: g.Start(), Moves: g.Moves()}, Limits: bounds}, nil)
	if p := panicked.Load(); p != nil {
		panic(p) // in games a council continues without the member; here the panic must be reported
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return w.vote(&p, &result), nil
}

// master returns the requested council, which runs in this process only. The error is a *Fault,
// or that of council.NewMaster.
func (q *councilQuestion) master() (*council.Master, error) {
	seats, err := council.ParseCouncil(cmp.Or(q.Consult, councils[0]))
	if err == nil && len(seats) == 0 {
		err = fmt.Errorf("the council has no members")
	}
	for i := range seats {
		seats[i].Threads = 1
		if seats[i].Engine != "" {
			err = message.Errorf("%s: other programs cannot be started from here", seats[i].Engine)
		}
	}
	if err != nil {
		return nil, &Fault{Code: BadRequest, Field: "consult", Err: err}
	}
	weights, err := parsed("weights", q.Weights, council.DefaultWeights(), council.ParseWeights)
	if err != nil {
		return nil, err
	}
	master, err := council.NewMaster(2 * tableMegabytes)
	if err != nil {
		return nil, err
	}
	master.Convene(seats)
	master.SetWeights(weights)
	if q.Criterion == "" {
		return master, nil
	}
	if err := master.SetCriterion(q.Criterion); err != nil {
		master.Close()
		return nil, &Fault{Code: BadRequest, Field: "criterion", Err: err}
	}
	return master, nil
}

// audible is a member whose proposals are reported.
type audible struct {
	council.Member
	heard    func(*council.Proposal)
	panicked *atomic.Pointer[work.Panic] // panic of the first member that panics
}

// Propose implements council.Member.
func (a *audible) Propose(ctx context.Context, job *council.Job, report func(search.Info)) (council.Proposal, error) {
	defer func() {
		if value := recover(); value != nil {
			a.panicked.CompareAndSwap(nil, work.Recovered(value))
			panic(value) // the master counts it as an answer
		}
	}()
	made, err := a.Member.Propose(ctx, job, report)
	if reported := made; err == nil {
		a.heard(&reported)
	}
	return made, err
}

// proposal describes what a member proposes in p.
func (w writer) proposal(p *movegen.Position, made *council.Proposal) proposal {
	d := proposal{Member: made.Member, Letters: made.Knowledge.String(), Move: w.move(p, made.Move),
		Score: scoreJSON(made.Score, p.Side()), Depth: made.Depth, RootMoves: made.RootMoves, Nodes: made.Nodes,
		Seconds: math.Round(made.Elapsed.Seconds()*1000) / 1000, Line: []string{}}
	next := *p
	for _, m := range made.Line {
		if !next.IsLegal(m) {
			break
		}
		d.Line = append(d.Line, w.move(&next, m).SAN)
		next.Make(m)
	}
	return d
}

// scoreJSON returns White's score.
func scoreJSON(s search.Score, side movegen.Color) json.RawMessage {
	if side == movegen.Black {
		s = -s
	}
	text, err := analysis.ScoreJSON(s)
	if err != nil {
		panic(err) // numbers can always be marshalled
	}
	return text
}

// vote describes how a council chose its move.
func (w writer) vote(p *movegen.Position, result *search.Result) councilAnswer {
	a := councilAnswer{Move: w.move(p, result.Best), Proposals: []proposal{}, Votes: []motion{}}
	b := council.BallotOf(*result)
	if b == nil {
		return a
	}
	a.Criterion = b.Criterion
	for i := range b.Proposals {
		d := w.proposal(p, &b.Proposals[i])
		if d.Chosen = i == b.Chosen; i < len(b.Weights) {
			d.Weight = &b.Weights[i]
		}
		a.Proposals = append(a.Proposals, d)
	}
	for _, m := range b.Motions() {
		if len(b.Weights) == 0 {
			m.Weight = float64(len(m.Members))
		}
		a.Votes = append(a.Votes,
			motion{Move: w.move(p, m.Move), Members: m.Members, Weight: m.Weight, Chosen: m.Chosen})
	}
	a.share()
	for _, who := range b.Absent {
		a.Absent = append(a.Absent, who.Member)
	}
	if b.Second != nil {
		second := w.proposal(p, b.Second)
		a.Second = &second
	}
	return a
}

// share divides 1 among the motions by their weights. Weights that are values may be negative:
// then the lightest gets a small share, and the others more, by their distance from it.
func (a *councilAnswer) share() {
	least, most := math.Inf(1), math.Inf(-1)
	for _, m := range a.Votes {
		least, most = min(least, m.Weight), max(most, m.Weight)
	}
	floor := 0.0
	if least <= 0 {
		floor = least - max((most-least)/4, 1)
	}
	sum := 0.0
	for _, m := range a.Votes {
		sum += m.Weight - floor
	}
	for i := range a.Votes {
		a.Votes[i].Share = (a.Votes[i].Weight - floor) / sum
	}
}

// criteria returns all criteria, the default first.
func criteria() (list []named) {
	for _, c := range council.Criteria() {
		row := named{c.Name, c.Says}
		if c.Name == council.DefaultCriterion {
			list = slices.Insert(list, 0, row)
		} else {
			list = append(list, row)
		}
	}
	return list
}

// members returns the names of the members of the councils that the page offers.
func members() map[string][]string {
	all := map[string][]string{}
	for _, name := range councils {
		seats, err := council.ParseCouncil(name)
		if err != nil {
			panic(err) // the names are constants
		}
		for i := range seats {
			all[name] = append(all[name], seats[i].Name)
		}
	}
	return all
}
