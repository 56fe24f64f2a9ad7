package council

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// TestAJudgeCountsAsAMasterDoes asks each member alone. From these proposals the judge must make the
// same ballot as a master that consults the members in a new game. The master's second search uses the
// table that the first one filled, so the test takes over its answer.
func TestAJudgeCountsAsAMasterDoes(t *testing.T) {
	const second = 60
	nodes := effort.Of(1500, 500, 500)
	alone := must.Get(OpenLocal(1))(t)
	defer alone.Close()
	weights := must.Get(ParseWeights("genetic m50 mpar:0.4 m:0.1 m+mpar:0.7"))(t)
	var judge Judge
	votes := map[string]int{} // by criterion, those in which members differ
	for _, council := range []string{"mbxkcpar mpar m", "balanced4 noise2@40", "xk ar mc~30#7 pm"} {
		seats := must.Get(ParseCouncil(council))(t)
		m := mustMaster(t, len(seats), council)
		m.SetWeights(weights)
		m.SetSecondSearch(second)
		for _, fen := range []string{middlegame, pawnEnding, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1"} {
			root := mustPosition(t, fen)
			ask := func(seat Seat, nodes float64) Proposal {
				request := search.Request{Position: root, Game: search.Record{Start: root}, Limits: search.Limits{Nodes: uint64(math.Round(nodes))}}
				p, err := alone.Propose(context.Background(), &Job{Seat: seat, Request: request, Fresh: true, Megabytes: 1}, nil)
				if err != nil {
					t.Fatal(err)
				}
				return p
			}
			for _, c := range Criteria() {
				share := 1.0
				if c.NeedsSecondSearch() {
					share = 1 - second/100.0
				}
				must.Do(t, m.SetCriterion(c.Name))
				m.NewGame()
				want := fixed(m.Search(context.Background(), search.Request{Position: root, Game: search.Record{Start: root}, Limits: search.Limits{Nodes: uint64(nodes)}}, nil)).Vote.(*Ballot)
				var proposals []Proposal
				for _, seat := range seats {
					proposals = append(proposals, ask(seat, float64(nodes)*share))
				}
				ballot := judge.Count(&Consultation{Root: root, Seats: seats, Proposals: proposals, Criterion: &c, Weights: &weights,
					Second: func(moves []movegen.Move) *Proposal {
						asked := slices.Equal(moves, distinctMoves(proposals, Eligible(proposals)))
						if !asked || want.Second == nil || !slices.Contains(moves, want.Second.Move) {
							t.Errorf("%s in %s: a second search of %v", council, fen, moves)
						}
						return want.Second
					}})
				got := fixed(search.Result{Vote: &ballot}).Vote.(*Ballot)
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s of %s in %s:\n%+v, not\n%+v", c.Name, council, fen, got, want)
				}
				if moves := distinctMoves(proposals, Eligible(proposals)); len(moves) > 1 {
					votes[c.Name]++
				}
			}
		}
	}
	for _, c := range Criteria() {
		if votes[c.Name] < 3 {
			t.Errorf("%s: members differed in only %d votes", c.Name, votes[c.Name])
		}
	}
}

func TestWithoutASecondSearchItIsAMajority(t *testing.T) {
	criterion := must.Get(FindCriterion("re-search"))(t)
	weights := DefaultWeights()
	c := &Consultation{Root: mustPosition(t, pawnEnding), Criterion: criterion, Weights: &weights}
	for i, move := range []string{"e2e3", "h2h4", "h2h4"} {
		p := knows(t, pawnEnding, []string{"m", "mk", "mp"}[i], 0, move)
		c.Seats = append(c.Seats, Seat{Name: p.Member, Knowledge: p.Knowledge})
		c.Proposals = append(c.Proposals, p)
	}
	for _, second := range []func([]movegen.Move) *Proposal{nil, func([]movegen.Move) *Proposal { return nil }} {
		c.Second = second
		if b := new(Judge).Count(c); b.Chosen != 1 || b.Second != nil || b.Weights != nil {
			t.Errorf("%+v", b)
		}
	}
	c.Second = func([]movegen.Move) *Proposal { return &c.Proposals[0] }
	if b := new(Judge).Count(c); b.Chosen != 0 || b.Second != &c.Proposals[0] {
		t.Errorf("with one: %+v", b)
	}
}

// proposal returns a member's proposal of a line of moves from the initial position.
func proposal(t *testing.T, member string, score search.Score, line string) Proposal {
	t.Helper()
	p := Proposal{Member: member, Score: score, Depth: 7, RootMoves: 3, Nodes: 12345, Elapsed: 1234567 * time.Microsecond}
	position := movegen.StartPosition()
	for word := range strings.FieldsSeq(line) {
		m := must.Get(notation.ParseSAN(&position, word, notation.English))(t)
		p.Line = append(p.Line, m)
		position.Make(m)
	}
	p.Move = p.Line[0]
	return p
}

func TestAVoteIsReportedInALineAndInATable(t *testing.T) {
	b := &Ballot{Root: movegen.StartPosition(), Criterion: "weights", Chosen: 2,
		Proposals: []Proposal{proposal(t, "mpar", 31, "e4 e5 Nf3"), proposal(t, "mbxp", -5, "d4"), proposal(t, "mkc", search.MateScore-5, "Nf3 d5"), proposal(t, "mx", 7, "d4 d5")},
		Weights:   []float64{72, 53.25, 43, 31}}
	if got, want := b.Line(), "council by weights: Nf3 43 (mkc), d4 84.25 (mbxp, mx), e4 72 (mpar)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	b.Alone = true
	if got, want := b.Line(), "council by weights: Nf3 43 (mkc), e4 72 (mpar), d4 53.25 (mbxp, mx)"; got != want {
		t.Errorf("with separate votes the line is %q, want %q", got, want)
	}
	second := proposal(t, "second search", 12, "d4 Nf6")
	b.Second, b.Criterion, b.Weights, b.Chosen = &second, "re-search", nil, 1
	b.Absent = []Absence{{Member: "stockfish", Err: errors.New("no iteration")}, {Member: "mr", Err: errors.New("too late")}, {Member: "mx", Err: errors.New("no\niteration")}}
	if got, want := b.Line(), "council by re-search: d4 (mbxp, mx), e4 (mpar), Nf3 (mkc); second search d4 +0.12; absent: stockfish, mx (no iteration), mr (too late)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	const table = `member         move  score  depth  nodes  time    weight  line
mpar           e4    +0.31  7/3    12345  1.235s  -       e4 e5 Nf3
mbxp           d4*   -0.05  7/3    12345  1.235s  -       d4
mkc            Nf3   +M3    7/3    12345  1.235s  -       Nf3 d5
mx             d4    +0.07  7/3    12345  1.235s  -       d4 d5
second search  d4*   +0.12  7/3    12345  1.235s  -       d4 Nf6
stockfish is absent: no iteration
mr is absent: too late
mx is absent: no
iteration
council by re-search: d4 (mbxp, mx), e4 (mpar), Nf3 (mkc); second search d4 +0.12; absent: stockfish, mx (no iteration), mr (too late)
`
	if got := b.Table(); got != table {
		t.Errorf("the table is\n%s\nwant\n%s", got, table)
	}
}

func TestOfManyMembersTheFirstAreNamed(t *testing.T) {
	b := &Ballot{Root: movegen.StartPosition(), Criterion: "majority"}
	for i := range 12 {
		line := "e4"
		if i >= 8 {
			line = "d4"
		}
		b.Proposals = append(b.Proposals, proposal(t, "m"+strconv.Itoa(i), 0, line))
	}
	if got, want := b.Line(), "council by majority: e4 (m0, m1, m2, m3, m4, m5, m6, m7), d4 (m8, m9, m10, m11)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	for i := 8; i < 12; i++ {
		b.Proposals[i] = proposal(t, "m"+strconv.Itoa(i), 0, "e4")
	}
	if got, want := b.Line(), "council by majority: e4 (m0, m1, m2, m3, m4, m5, m6 and 5 more)"; got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
}

func TestALineThatCannotBePlayedIsReportedAsFarAsItCan(t *testing.T) {
	root := movegen.StartPosition()
	p := proposal(t, "uci:toy", 0, "e4 e5")
	p.Line = append(p.Line, p.Move)
	text := (&Ballot{Root: root, Criterion: "majority", Proposals: []Proposal{p}}).Table()
	if !strings.Contains(text, "  e4 e5\n") {
		t.Errorf("the table is\n%s", text)
	}
}

func TestAGateLetsNoMoreWorkThanThereAreProcessors(t *testing.T) {
	const threads, units = 6, 24
	for _, processors := range []int{1, 2, 3} {
		g := newGate(processors, longestSlice)
		var working, most atomic.Int32
		var done [threads]atomic.Int32
		var least int32 // by any thread when the first one is ready
		var once sync.Once
		begin := make(chan struct{})
		var all sync.WaitGroup
		for i := range threads {
			all.Go(func() {
				turn := g.Enter(0)
				defer turn.Leave()
				<-begin
				for range units {
					now := working.Add(1)
					for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
					}
					time.Sleep(longestSlice + longestSlice/10)
					working.Add(-1)
					done[i].Add(1)
					turn.Pass()
				}
				once.Do(func() {
					least = units
					for i := range done {
						least = min(least, done[i].Load())
					}
				})
			})
		}
		for int(g.waiting.Load()) < threads-processors {
			time.Sleep(time.Millisecond)
		}
		close(begin)
		all.Wait()
		if got := int(most.Load()); got > processors {
			t.Errorf("%d work at once with %d processors", got, processors)
		}
		if least < units/4 { // a busy machine may make one thread wait for long
			t.Errorf("%d processors: one has done %d of %d when the first one is ready", processors, least, units)
		}
		if g.free != processors || len(g.queue) != 0 {
			t.Errorf("in the end %d of %d processors are free, %d wait", g.free, processors, len(g.queue))
		}
	}
}

func TestAGateThatIsReleasedHoldsNobody(t *testing.T) {
	g := newGate(1, longestSlice)
	first := g.Enter(0)
	entered := make(chan struct{})
	go func() {
		g.Enter(0).Leave()
		close(entered)
	}()
	select {
	case <-entered:
		t.Fatal("two have entered with one processor")
	case <-time.After(20 * time.Millisecond):
	}
	g.release()
	<-entered
	first.Pass()
	first.Leave()
	g.Enter(0).Pass()
}

func TestSlicesAreShortWhereThereIsLittleTime(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name                string
		budget              search.Budget
		processors, threads int
		want                time.Duration
	}{
		{"no clock", search.Budget{}, 1, 4, longestSlice},
		{"a long move", search.Budget{Base: 60 * ms, Limit: 300 * ms}, 1, 4, longestSlice},
		{"a quick move", search.Budget{Base: 8 * ms, Limit: 40 * ms}, 1, 4, ms / 2},
		{"two processors", search.Budget{Base: 8 * ms, Limit: 40 * ms}, 2, 4, ms},
		{"a hard limit alone", search.Budget{Limit: 8 * ms}, 1, 4, ms / 2},
		{"many members", search.Budget{Base: 8 * ms}, 1, 64, shortestSlice},
		{"engines alone", search.Budget{Base: 8 * ms}, 1, 0, longestSlice},
	} {
		if got := sliceOf(c.budget, c.processors, c.threads); got != c.want {
			t.Errorf("%s: %v and not %v", c.name, got, c.want)
		}
	}
	g := newGate(1, ms)
	first := g.Enter(0)
	entered := make(chan struct{})
	go func() {
		g.Enter(0).Leave()
		close(entered)
	}()
	for g.waiting.Load() == 0 {
		time.Sleep(ms / 10)
	}
	time.Sleep(ms)
	first.Pass() // returns when the other thread has left
	<-entered
	first.Leave()
}

// countingGate lets one thread work and counts its chances to let others work.
type countingGate struct{ passes uint64 }

func (g *countingGate) Enter(int) search.Turn { return g }
func (g *countingGate) Pass()                 { g.passes++ }
func (g *countingGate) Leave()                {}

func TestASearchThatTakesTurnsOftenLetsOthersWork(t *testing.T) {
	engine := must.Get(search.New(1))(t)
	defer engine.Close()
	g := &countingGate{}
	request := middlegameRequest(t, search.Limits{Depth: 6})
	r := engine.SearchAmong(context.Background(), request, search.Company{Gate: g}, nil)
	if g.passes == 0 || r.Nodes/g.passes > 150 {
		t.Errorf("%d turns in %d nodes", g.passes, r.Nodes)
	}
}
