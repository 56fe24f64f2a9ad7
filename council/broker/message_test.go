package broker_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/council"
	"alfiere/council/broker"
	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search"
)

// randomGame plays a number of random moves from the initial position or a Chess960 position.
func randomGame(r *rand.Rand, plies int) *movegen.Game {
	start := movegen.StartPosition()
	if r.IntN(2) == 0 {
		start = movegen.Chess960Start(r.IntN(movegen.Chess960Starts))
	}
	game := movegen.Follower().Start(start)
	for range plies {
		moves := legalMoves(game.Position())
		if len(moves) == 0 {
			break
		}
		if err := game.Play(moves[r.IntN(len(moves))]); err != nil {
			panic(err)
		}
	}
	if len(legalMoves(game.Position())) == 0 { // nothing to search
		_ = game.TakeBack(1)
	}
	return game
}

// requestOf returns a request for the end of a game.
func requestOf(game *movegen.Game) search.Request {
	return search.Request{Position: game.Position(), History: game.Keys(),
		Game: search.Record{Start: game.Start(), Moves: game.Moves()}}
}

func microseconds(r *rand.Rand) time.Duration { return time.Duration(r.IntN(1e9)) * time.Microsecond }

func randomAssignment(r *rand.Rand) *broker.Assignment {
	game := randomGame(r, r.IntN(200))
	a := &broker.Assignment{Game: r.Uint64(), Spent: microseconds(r), Budget: microseconds(r)}
	if r.IntN(2) == 0 {
		a.Until = time.UnixMicro(r.Int64N(1 << 50))
	}
	a.Job = council.Job{Number: r.Uint64(), Fresh: r.IntN(2) == 0, Megabytes: 1 + r.IntN(1000), Request: requestOf(game),
		Seat: council.Seat{Name: "noise 3", Knowledge: eval.Knowledge(r.IntN(int(eval.All) + 1)), Noise: search.Score(r.IntN(100)),
			Seed: r.Uint64(), EqualTime: r.IntN(2) == 0, Threads: r.IntN(9)}}
	request := &a.Job.Request
	request.Limits = search.Limits{Depth: r.IntN(100), Nodes: r.Uint64(), MoveTime: microseconds(r), Mate: r.IntN(9),
		Infinite: r.IntN(2) == 0,
		Clock: search.Clock{Remaining: microseconds(r) - 500*time.Second, Increment: microseconds(r), MovesToGo: r.IntN(50),
			Overhead: microseconds(r), Lag: microseconds(r)},
		Share: r.Float64()}
	request.MultiPV, request.Contempt, request.Knowledge = r.IntN(9), r.IntN(200)-100, eval.Knowledge(r.IntN(int(eval.All)+1))
	request.Legacy = search.Legacy{Below: search.Score(r.IntN(99)), Above: search.Score(r.IntN(99)),
		Lazy: search.Score(r.IntN(99)), Noise: search.Score(r.IntN(99)), Seed: r.Uint64(), Recaptures: r.IntN(2) == 0}
	for _, m := range legalMoves(game.Position()) {
		if r.IntN(4) == 0 {
			request.Limits.Moves = append(request.Limits.Moves, m)
		}
	}
	return a
}

func TestAJobArrivesAsItWasSent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		sent := randomAssignment(r)
		data := must.Get(broker.FormatJob(sent))(t)
		got, err := broker.ParseJob(data)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if !reflect.DeepEqual(got, sent) {
			t.Fatalf("sent\n%+v\ncame\n%+v", sent, got)
		}
	}
}

// TestEveryFieldIsCarriedOrStaysOnPurpose fails when a field is added that messages may have to carry. Then update
// the messages, this count and the random jobs above.
func TestEveryFieldIsCarriedOrStaysOnPurpose(t *testing.T) {
	for _, test := range []struct {
		v      any
		fields int
	}{
		// networks, hash files and endgame tables are not sent; Position and
		// History follow from Game
		{search.Request{}, 11},
		{search.Record{}, 2},
		{search.Limits{}, 10}, // Started is sent as Spent
		{search.Clock{}, 5},
		{search.Legacy{}, 6},
		{council.Seat{}, 7},      // other engines are not sent
		{council.Job{}, 6},       // the company is of this process
		{council.Proposal{}, 12}, // the name is the seat's
		{council.Iteration{}, 2},
		{search.Info{}, 13}, // the move being searched and its place are not sent
	} {
		if n := reflect.TypeOf(test.v).NumField(); n != test.fields {
			t.Errorf("%T has %d fields, not %d: carry the new one in job.go and randomAssignment, or say above why not",
				test.v, n, test.fields)
		}
	}
}

// randomProposal returns an answer to a request.
func randomProposal(r *rand.Rand, request *search.Request) *council.Proposal {
	line := func() (moves []movegen.Move) {
		game := movegen.Follower().Start(request.Position)
		for range 1 + r.IntN(20) {
			choice := legalMoves(game.Position())
			if len(choice) == 0 {
				break
			}
			if game.Len() == 0 && len(request.Limits.Moves) > 0 {
				choice = request.Limits.Moves
			}
			moves = append(moves, choice[r.IntN(len(choice))])
			_ = game.Play(moves[len(moves)-1])
		}
		return moves
	}
	score := func() search.Score { return search.Score(r.IntN(2*int(search.Infinity)+1)) - search.Infinity }
	p := &council.Proposal{Knowledge: eval.Knowledge(r.IntN(int(eval.All) + 1)), Score: score(), Line: line(), Depth: r.IntN(100),
		RootMoves: r.IntN(200), Nodes: r.Uint64(), TBHits: r.Uint64(), Elapsed: microseconds(r)}
	p.Move = p.Line[0]
	for range r.IntN(30) {
		iteration := council.Iteration{Score: score()}
		if r.IntN(5) > 0 {
			iteration.Move = line()[0]
		}
		p.Iterations = append(p.Iterations, iteration)
	}
	for range r.IntN(4) {
		p.Lines = append(p.Lines, search.Info{Depth: r.IntN(99), SelDepth: r.IntN(99), MultiPV: r.IntN(9), Score: score(),
			Bound: search.Upper + search.Bound(r.IntN(3)),
			Line:  line(), Nodes: r.Uint64(), Elapsed: microseconds(r), Hashfull: r.IntN(1001), TBHits: r.Uint64()})
	}
	return p
}

func TestAProposalArrivesAsItWasSent(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		request := &randomAssignment(r).Job.Request
		sent := randomProposal(r, request)
		data := must.Get(broker.FormatProposal(sent))(t)
		got, err := broker.ParseProposal(data, request)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if !reflect.DeepEqual(&got, sent) {
			t.Fatalf("sent\n%+v\ncame\n%+v", sent, got)
		}
	}
}

// goodJob is a valid job as text, which the tests corrupt.
func goodJob(t testing.TB) string {
	a := randomAssignment(rand.New(rand.NewPCG(5, 6)))
	a.Job.Request = requestOf(movegen.Follower().Start(movegen.StartPosition()))
	a.Job.Seat = council.Seat{Name: "one"}
	a.Job.Request.Limits = search.Limits{Depth: 1}
	return string(must.Get(broker.FormatJob(a))(t))
}

// movesJSON is the field of a game that plays these moves in coordinates some times over, from the initial position if
// they are legal there.
func movesJSON(times int, words ...string) string {
	p := movegen.StartPosition()
	var moves []movegen.Move
	for _, word := range words {
		m, err := notation.ParseUCI(&p, word)
		if err != nil {
			m = moves[0]
		} else {
			p.Make(m)
		}
		moves = append(moves, m)
	}
	text, _ := json.Marshal(slices.Repeat(moves, times))
	return `"moves":` + string(text)
}

func TestFaultyJobsAreRefusedWithTheReason(t *testing.T) {
	good := goodJob(t)
	for _, test := range []struct{ name, old, new, says string }{
		{"something behind it", "", "{}", "after top-level value"},
		{"a move that is none", `"moves":[]`, `"moves":[-1]`, "moves"},
		{"a move that cannot be played", `"moves":[]`, movesJSON(1, "e2e4", "e2e4"), "e2e4"},
		{"a start that is none", `"start":"rnbq`, `"start":"rnxq`, "no piece has the letter"},
		{"a start without kings", `"start":"rnbqkbnr`, `"start":"rnbq1bnr`, "no king"},
		{"mate on the board", `"moves":[]`, movesJSON(1, "f2f3", "e7e5", "g2g4", "d8h4"), "no legal move"},
		{"no table", `"hash":`, `"hash":-`, "hash"},
		{"another engine's id", `"engine":"0123`, `"engine":"01.*`, "id"},
		{"a name with escapes", `"Name":"one"`, `"Name":"one\u001b[2J"`, "printable"},
		{"a long name", `"Name":"one"`, `"Name":"` + strings.Repeat("x", broker.MaxName+1) + `"`, "printable"},
		{"unknown letters", `"Knowledge":""`, `"Knowledge":"q"`, "knowledge"},
		{"too many threads", `"Threads":0`, `"Threads":1000`, "threads"},
		{"another engine", `"Engine":""`, `"Engine":"uci:sh"`, "another engine"},
		{"a share above one", `"Share":0`, `"Share":1.5`, "share"},
		{"a time that overflows", `"MoveTime":0`, `"MoveTime":9223372036854775807`, "movetime"},
		{"a move at the root that is none", `"Moves":null`, `"Moves":[2316]`, "e2e5"},
		{"no kind", `"kind":"job"`, `"kind":"roll"`, "wrong fields"},
		{"a game beyond all bounds", `"moves":[]`, movesJSON(9000, "g1f3", "g8f6", "f3g1", "f6g8"), "longer than"},
		{"too many moves", `"moves":[]`, movesJSON(1510, "g1f3", "g8f6", "f3g1", "f6g8"), "half-moves"},
	} {
		text := good + test.new
		if test.old != "" {
			if text = strings.Replace(good, test.old, test.new, 1); text == good {
				t.Fatalf("%s: %q is not in %s", test.name, test.old, good)
			}
		}
		if _, err := broker.ParseJob([]byte(text)); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: the error is %v, not about %q", test.name, err, test.says)
		}
	}
	must.Get(broker.ParseJob([]byte(good)))(t)
}

func TestFaultyProposalsAreRefused(t *testing.T) {
	request := requestOf(movegen.Follower().Start(movegen.StartPosition()))
	p := randomProposal(rand.New(rand.NewPCG(7, 8)), &request)
	move := p.Move
	for _, test := range []struct {
		name string
		harm func(p *council.Proposal)
	}{
		{"a move that cannot be played", func(p *council.Proposal) { p.Move = movegen.MakeMove(0, 63, 0); p.Line = nil }},
		{"no move", func(p *council.Proposal) { p.Move = movegen.NoMove; p.Line = nil }},
		{"a line of another move", func(p *council.Proposal) { p.Line = []movegen.Move{other(request.Position, move)} }},
		{"a line that goes wrong", func(p *council.Proposal) { p.Line = []movegen.Move{move, move} }},
		{"a value that there is not", func(p *council.Proposal) { p.Score = search.Infinity + 1 }},
		{"a depth that there is not", func(p *council.Proposal) { p.Depth = -1 }},
		{"iterations without end", func(p *council.Proposal) { p.Iterations = make([]council.Iteration, 1000) }},
		{"an iteration's move", func(p *council.Proposal) {
			p.Iterations = []council.Iteration{{Move: movegen.MakeMove(0, 63, 0)}}
		}},
		{"a line of nothing", func(p *council.Proposal) { p.Lines = []search.Info{{Bound: search.Exact}} }},
		{"a bound that proves nothing", func(p *council.Proposal) { p.Lines = []search.Info{{Line: p.Line}} }},
	} {
		faulty := *p
		test.harm(&faulty)
		data := must.Get(broker.FormatProposal(&faulty))(t)
		if got, err := broker.ParseProposal(data, &request); err == nil {
			t.Errorf("%s: it was read as %+v", test.name, got)
		}
	}
	request.Limits.Moves = []movegen.Move{other(request.Position, move)}
	data, _ := broker.FormatProposal(p)
	if _, err := broker.ParseProposal(data, &request); err == nil {
		t.Error("a move that was not asked for was taken")
	}
}

func legalMoves(p movegen.Position) []movegen.Move { return p.Moves() }

// other returns a legal move that is not m.
func other(p movegen.Position, m movegen.Move) movegen.Move {
	moves := legalMoves(p)
	return moves[slices.IndexFunc(moves, func(o movegen.Move) bool { return o != m })]
}

// FuzzParseJob checks that an accepted job can be searched, and stays the same when it is sent on.
func FuzzParseJob(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 8 {
		data, _ := broker.FormatJob(randomAssignment(r))
		f.Add(data)
	}
	f.Add([]byte(goodJob(f)))
	f.Add([]byte(`{"kind":"roll"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := broker.ParseJob(data)
		if err != nil {
			return
		}
		request := &a.Job.Request
		game := movegen.Follower().Start(request.Game.Start)
		for _, m := range request.Game.Moves {
			must.Do(t, game.Play(m))
		}
		if game.Position() != request.Position || !slices.Equal(game.Keys(), request.History) {
			t.Fatal("the game does not lead to the position")
		}
		for _, m := range request.Limits.Moves {
			if !request.Position.IsLegal(m) {
				t.Fatalf("%v is not legal", m)
			}
		}
		again, err := broker.FormatJob(a)
		if err != nil {
			return // a long message may become too long when written again
		}
		request.Limits.PonderHit = nil
		b, err := broker.ParseJob(again)
		if err != nil {
			t.Fatalf("%s: %v", again, err)
		}
		b.Job.Request.Limits.PonderHit = nil
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("sent on\n%+v\ncame\n%+v", a, b)
		}
	})
}

// FuzzParseProposal checks that all moves of an accepted proposal are legal.
func FuzzParseProposal(f *testing.F) {
	request := requestOf(randomGame(rand.New(rand.NewPCG(11, 12)), 20))
	r := rand.New(rand.NewPCG(13, 14))
	for range 8 {
		data, _ := broker.FormatProposal(randomProposal(r, &request))
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := broker.ParseProposal(data, &request)
		if err != nil {
			return
		}
		legal := func(line []movegen.Move) {
			game := movegen.Follower().Start(request.Position)
			for _, m := range line {
				must.Do(t, game.Play(m))
			}
		}
		legal([]movegen.Move{p.Move})
		legal(p.Line)
		for _, info := range p.Lines {
			legal(info.Line)
		}
		for _, i := range p.Iterations {
			if i.Move != movegen.NoMove {
				legal([]movegen.Move{i.Move})
			}
		}
		again := must.Get(broker.FormatProposal(&p))(t)
		if q, err := broker.ParseProposal(again, &request); err != nil || !reflect.DeepEqual(p, q) {
			t.Fatalf("%+v came back as %+v, %v", p, q, err)
		}
	})
}
