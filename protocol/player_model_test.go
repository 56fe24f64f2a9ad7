package protocol_test

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/movegen"
	"alfiere/problem/text"
	"alfiere/protocol"
	"alfiere/search"
)

// playerModel is the reference implementation of a Player: a game, two clocks kept by
// hand and the name of what is searched.
type playerModel struct {
	game      *movegen.Game
	controls  []protocol.TimeControl
	since     int
	gameIn    bool
	remaining [2]time.Duration
	turn      time.Time
	task      string // "", "think", "ponder", "analyse", "consult" or "solve"
	hint      movegen.Move
}

// control returns the control of the side to move and its moves to go, by counting its moves down one by one.
func (m *playerModel) control(ply int) (now protocol.TimeControl, left int) {
	index := 0
	left = m.controls[0].Moves
	for past := m.since; past < ply && !m.gameIn; past++ {
		if (ply-past)%2 != 0 || left == 0 { // the opponent's, or one of the rest of the game
			continue
		}
		if left--; left == 0 {
			index = min(index+1, len(m.controls)-1)
			left = m.controls[index].Moves
		}
	}
	if m.gameIn {
		left = 0
	}
	return m.controls[index], left
}

// moved plays a move that took a time.
func (m *playerModel) moved(move movegen.Move, took time.Duration) {
	m.charge(took)
	if err := m.game.Play(move); err != nil {
		panic(err)
	}
}

// charge lets a time pass for the move that is due.
func (m *playerModel) charge(took time.Duration) {
	side, ply := m.game.Side(), m.game.Len()
	now, left := m.control(ply)
	m.remaining[side] += now.Increment - took
	if left == 1 {
		next, _ := m.control(ply + 2)
		m.remaining[side] += next.Base
	}
}

// outcome judges the game by a strict referee that sees all of it.
func (m *playerModel) outcome() movegen.Outcome {
	strict := movegen.Referee{}.Start(m.game.Position())
	if strict.Over() {
		return strict.Outcome() // all but repetitions
	}
	seen, position := 1, m.game.Position()
	for _, key := range m.game.Keys() {
		if key == position.Key() {
			seen++
		}
	}
	if seen >= 3 {
		return movegen.Outcome{Result: movegen.Drawn, Ending: movegen.ThreefoldRepetition}
	}
	return movegen.Outcome{}
}

// storm is a Player, its model, and what drives both.
type storm struct {
	*testing.T
	random     *rand.Rand
	player     *protocol.Player
	controller *protocol.Controller
	searcher   func() *protocoltest.Searcher
	model      playerModel
	time       time.Time
	searches   int // that must have begun
	hits       int
	moves      int // of the engine
}

// TestAPlayerIsLikeItsModel gives a player any commands in any order. The board is that of the model, no reply that is
// only expected stays on it, the clocks show what was counted by hand, and the searcher, which panics otherwise, is
// asked for one search at a time.
func TestAPlayerIsLikeItsModel(t *testing.T) {
	games := 150
	if testing.Short() {
		games = 30
	}
	hits, moves := 0, 0
	for seed := range games {
		synctest.Test(t, func(t *testing.T) { // where the controller's own work takes no time
			s := playStorm(t, uint64(seed))
			hits, moves = hits+s.hits, moves+s.moves
		})
	}
	if hits < games/4 || moves < 5*games {
		t.Errorf("only %d hits and %d moves of the engine: the storm is no test", hits, moves)
	}
}

// playStorm gives a player 120 commands and compares it with its model after each.
func playStorm(t *testing.T, seed uint64) *storm {
	s := &storm{T: t, random: rand.New(rand.NewPCG(seed, 13)), time: time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)}
	s.controller, s.searcher = newController(t)
	s.player = protocol.NewPlayer(s.controller, func() time.Time { return s.time })
	s.model = playerModel{game: movegen.Follower().Start(movegen.StartPosition()), controls: s.player.Clock.Controls(),
		remaining: [2]time.Duration{5 * time.Minute, 5 * time.Minute}, turn: s.time}
	s.player.Easy = false
	for range 120 {
		s.time = s.time.Add(time.Duration(s.random.IntN(3000)) * time.Millisecond)
		s.step()
		s.compare()
	}
	return s
}

func (s *storm) step() {
	switch s.random.IntN(16) {
	case 0, 1, 2:
		s.play(s.randomMove())
	case 3, 4:
		s.play(s.model.hint)
	case 5:
		s.play(movegen.Move(s.random.Uint32()))
	case 6:
		if s.random.IntN(4) == 0 {
			s.replay()
			break
		}
		s.takeBack([]int{1, 1, 2, 2, 1000, -1}[s.random.IntN(6)])
	case 7, 8, 9:
		if s.player.Due() {
			s.think()
		}
		s.finish()
	case 10, 11:
		s.ponder()
		if s.random.IntN(2) == 0 {
			s.play(s.model.hint)
		}
	case 12:
		s.setRoles()
	case 13:
		s.setClock()
	case 14:
		s.searchElse()
	case 15:
		if s.random.IntN(4) == 0 {
			s.begin()
		}
	}
}

// randomMove returns a legal move, or NoMove.
func (s *storm) randomMove() movegen.Move {
	position := s.model.game.Position()
	moves := position.Moves()
	if len(moves) == 0 {
		return movegen.NoMove
	}
	return moves[s.random.IntN(len(moves))]
}

func (s *storm) play(m movegen.Move) {
	position, hit := s.model.game.Position(), s.model.task == "ponder" && m == s.model.hint
	took, err := s.player.Play(m)
	if (err == nil) != position.IsLegal(m) {
		s.Fatalf("%v in %s: %v", m, position.FEN(), err)
	}
	if s.model.task = ""; err != nil {
		return
	}
	if want := s.time.Sub(s.model.turn); took != want {
		s.Fatalf("the move took %v, not %v", took, want)
	}
	s.model.moved(m, took)
	s.model.turn = s.time
	if hit {
		s.model.task = "think"
		s.hits++
	} else {
		s.model.hint = movegen.NoMove
	}
}

func (s *storm) takeBack(halfMoves int) {
	want := s.model.game.TakeBack(halfMoves)
	if err := s.player.TakeBack(halfMoves); err != want {
		s.Fatalf("taking back %d: %v, want %v", halfMoves, err, want)
	}
	if s.model.task = ""; want == nil {
		s.model.hint, s.model.turn = movegen.NoMove, s.time
	}
}

// replay takes moves back and plays them again, or one that is refused.
func (s *storm) replay() {
	game := s.model.game
	count := min(s.random.IntN(4), game.Len())
	moves := append(game.Moves()[game.Len()-count:], movegen.NoMove)[:count+s.random.IntN(2)]
	must.Do(s, s.player.TakeBack(count))
	if err := s.player.Replay(moves...); (err == nil) != (len(moves) == count) {
		s.Fatalf("%v played again: %v", moves, err)
	}
	s.model.task, s.model.hint, s.model.turn = "", movegen.NoMove, s.time
}

// think lets the engine think about the position, and checks the request that it received.
func (s *storm) think() {
	must.Do(s, s.player.Think(nil))
	s.model.task, s.model.turn = "think", s.time
	s.mustSearch(s.model.game.Position(), s.model.remaining[s.model.game.Side()], s.model.game.Len())
}

// mustSearch fails unless p is searched now with that clock.
func (s *storm) mustSearch(p movegen.Position, remaining time.Duration, ply int) {
	s.searches++
	for s.searcher().Searches() < s.searches {
		runtime.Gosched()
	}
	request := s.searcher().Last()
	now, left := s.model.control(ply)
	want := search.Clock{Remaining: remaining, Increment: now.Increment, MovesToGo: left, Overhead: request.Limits.Clock.Overhead,
		Lag: request.Limits.Clock.Lag}
	if remaining == 0 {
		want.Remaining = time.Nanosecond
	}
	if request.Position != p || request.Limits.Clock != want || len(request.History) != ply {
		s.Fatalf("the search is of %s after %d half-moves, with %+v; want %s, %d, %+v", request.Position.FEN(), len(request.History),
			request.Limits.Clock, p.FEN(), ply, want)
	}
}

// finish brings about the result of the search, if it can have one, and makes the move or forgets it.
func (s *storm) finish() {
	s.player.MoveNow()
	for {
		event, ok := s.player.Next()
		if !ok {
			return
		}
		switch e := event.(type) {
		case protocol.Solved:
			if s.model.task != "solve" {
				s.Fatalf("a problem is solved although the task is %q", s.model.task)
			}
			s.model.task = ""
		case protocol.Finished:
			if s.model.task != "think" && s.model.task != "consult" {
				s.Fatalf("a move is found although the task is %q", s.model.task)
			}
			if s.model.task == "think" {
				s.answer(e)
			}
			s.model.task = ""
		}
	}
}

func (s *storm) answer(f protocol.Finished) {
	took := s.time.Sub(s.model.turn)
	if s.random.IntN(8) == 0 { // as one who resigns
		s.model.charge(took)
		return
	}
	if got, err := s.player.Answer(f); err != nil || got != took {
		s.Fatalf("the answer took %v, not %v, and gave %v", got, took, err)
	}
	s.model.moved(f.Best, took)
	s.model.hint, s.model.turn = f.Ponder, s.time
	if s.random.IntN(3) == 0 { // a hint that is wrong, or cannot be played at all
		s.model.hint = movegen.Move(s.random.Uint32())
		s.player.Hint = s.model.hint
	}
	s.moves++
}

func (s *storm) ponder() {
	position := s.model.game.Position()
	next := movegen.Outcome{Result: movegen.Drawn}
	if position.IsLegal(s.model.hint) {
		after := s.model
		after.game = movegen.Follower().Start(s.model.game.Start())
		for _, m := range append(s.model.game.Moves(), s.model.hint) {
			must.Do(s, after.game.Play(m))
		}
		next = after.outcome()
	}
	want := s.model.task == "" && !s.player.Easy && !s.player.Force && s.model.outcome().Result == movegen.Ongoing && next.Result == movegen.Ongoing
	begun, err := s.player.Ponder()
	if err != nil || begun != want {
		s.Fatalf("pondering is %v, not %v: %v", begun, want, err)
	}
	if begun {
		s.model.task = "ponder"
		after := position.After(s.model.hint)
		s.mustSearch(after, s.model.remaining[after.Side()], s.model.game.Len()+1)
	}
}

func (s *storm) setRoles() {
	s.player.Side, s.player.Both, s.player.Force = movegen.Color(s.random.IntN(2)), s.random.IntN(4) == 0, s.random.IntN(4) == 0
	s.player.Easy = s.random.IntN(4) == 0
}

func (s *storm) setClock() {
	switch s.random.IntN(4) {
	case 0:
		side, remaining := movegen.Color(s.random.IntN(2)), time.Duration(s.random.IntN(100))*time.Second
		s.player.Clock.SetRemaining(side, remaining)
		s.model.remaining[side] = remaining
	case 1:
		s.player.Clock.GameIn = !s.player.Clock.GameIn
		s.model.gameIn = s.player.Clock.GameIn
	default:
		controls := make([]protocol.TimeControl, 1+s.random.IntN(4))
		for i := range controls {
			controls[i] = protocol.TimeControl{Moves: s.random.IntN(4), Base: time.Duration(i+1) * time.Minute, Increment: time.Duration(s.random.IntN(2)) * time.Second}
		}
		if !s.player.Clock.SetControls(controls, s.player.Len()) {
			s.Fatalf("%v is refused", controls)
		}
		s.model.controls, s.model.since = controls, s.model.game.Len()
		s.model.remaining = [2]time.Duration{controls[0].Base, controls[0].Base}
	}
}

func (s *storm) searchElse() {
	switch s.random.IntN(4) {
	case 3:
		must.Do(s, s.player.Consult(search.Limits{Depth: 5}))
		s.searches++
		s.model.task = "consult"
	case 0:
		s.player.Stop()
		s.model.task = ""
	case 1:
		must.Do(s, s.player.Analyse(nil))
		s.searches++
		s.model.task = "analyse"
	case 2:
		s.player.Solve(text.Request{})
		s.model.task = "solve"
	}
}

// begin begins another game.
func (s *storm) begin() {
	if s.random.IntN(2) == 0 {
		must.Do(s, s.player.NewGame())
		s.model.game = movegen.Follower().Start(movegen.StartPosition())
		s.model.remaining = [2]time.Duration{s.model.controls[0].Base, s.model.controls[0].Base}
	} else {
		kept := s.random.IntN(s.model.game.Len() + 1)
		start, moves := s.model.game.Start(), s.model.game.Moves()[:kept]
		must.Do(s, s.player.SetPosition(start, moves...))
		must.Do(s, s.model.game.TakeBack(s.model.game.Len()-kept))
	}
	s.model.since, s.model.task, s.model.hint, s.model.turn = 0, "", movegen.NoMove, s.time
}

// compare fails unless player and model agree.
func (s *storm) compare() {
	p, m := s.player, &s.model
	position := m.game.Position()
	if p.Position() != position || p.Len() != m.game.Len() {
		got := p.Position()
		s.Fatalf("the board is %s after %d half-moves, not %s after %d", got.FEN(), p.Len(), position.FEN(), m.game.Len())
	}
	board := position
	if m.task == "ponder" {
		board = position.After(m.hint)
	}
	if s.controller.Position() != board {
		got := s.controller.Position()
		s.Fatalf("%q: the controller's board is %s, not %s", m.task, got.FEN(), board.FEN())
	}
	for task, is := range map[string]bool{"think": p.Thinking(), "ponder": p.Pondering(), "analyse": p.Analysing(), "consult": p.Consulting(), "solve": p.Solving()} {
		if is != (m.task == task) {
			s.Fatalf("%q is %v although the task is %q", task, is, m.task)
		}
	}
	if got := [2]time.Duration{p.Clock.Remaining(movegen.White), p.Clock.Remaining(movegen.Black)}; got != m.remaining {
		s.Fatalf("the clocks show %v, by hand %v", got, m.remaining)
	}
	if p.Outcome().Result != m.outcome().Result || p.Hint != m.hint {
		s.Fatalf("the game is %v and the hint %v, not %v and %v", p.Outcome(), p.Hint, m.outcome(), m.hint)
	}
	due := !p.Force && (p.Both || p.Side == m.game.Side()) && m.outcome().Result == movegen.Ongoing
	if p.Due() != due {
		s.Fatalf("due is %v", p.Due())
	}
	if s.controller.Searching() != (m.task != "") {
		s.Fatalf("searching is %v although the task is %q", s.controller.Searching(), m.task)
	}
}
