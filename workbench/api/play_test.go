package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/eval"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// ask sends a request to a new service and reads the answer into value. It returns the fault.
func ask(t *testing.T, name string, question, value any) *Fault {
	t.Helper()
	return askHearing(t, name, question, value, silent)
}

func askHearing(t *testing.T, name string, question, value any, hear Emit) *Fault {
	t.Helper()
	s := must.Get(New(2, 4))(t)
	body, err := json.Marshal(question)
	must.Do(t, err)
	answer, err := s.Do(t.Context(), name, body, hear)
	var fault *Fault
	if errors.As(err, &fault) {
		return fault
	}
	must.Do(t, err)
	text := must.Get(json.Marshal(answer))(t)
	must.Do(t, json.Unmarshal(text, value))
	return nil
}

// object is the body of a request.
type object map[string]any

// randomGame plays a number of random legal moves, fewer if the game ends.
func randomGame(random *rand.Rand, length int) (*movegen.Game, []string) {
	g := movegen.Referee{Draws: movegen.DrawsByClaim}.Start(movegen.StartPosition())
	var moves []string
	for len(moves) < length && !g.Over() {
		p := g.Position()
		all := p.Moves()
		m := all[random.IntN(len(all))]
		moves = append(moves, notation.UCI(m, false))
		if err := g.Play(m); err != nil {
			panic(err)
		}
	}
	return g, moves
}

// TestTheRefereeFollowsRandomGames checks that the answer agrees with a game of package movegen, in
// coordinates and in the notation of either language.
func TestTheRefereeFollowsRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 1))
	for i := range 60 {
		g, moves := randomGame(random, 10+random.IntN(250))
		var a gameAnswer
		if f := ask(t, "game", object{"moves": moves}, &a); f != nil {
			t.Fatal(f)
		}
		now := g.Position()
		legal := now.Moves()
		if g.Over() {
			legal = nil
		}
		if a.FEN != now.FEN() || len(a.Plies) != len(moves) || a.Refused != nil || a.Result != g.Outcome().Result.String() || len(a.Legal) != len(legal) {
			t.Fatalf("game %d: %+v", i, a)
		}
		if claim := !g.Over() && g.Draw() != movegen.NotEnded; claim != (a.Claim != "") {
			t.Errorf("game %d: claim %q, the referee says %v", i, a.Claim, g.Draw())
		}
		for k, m := range a.Legal {
			if m.UCI != notation.UCI(legal[k], false) || m.SAN != notation.SAN(&now, legal[k], notation.English) || m.UCI != m.From+m.To+m.Promotion {
				t.Errorf("game %d: %+v is not %v", i, m, legal[k])
			}
		}
		language := []string{"en", "it"}[i%2]
		var again, italian gameAnswer
		ask(t, "game", object{"moves": moves, "language": language}, &italian)
		var text []string
		for _, p := range italian.Plies {
			text = append(text, p.SAN)
		}
		if f := ask(t, "game", object{"moves": text, "language": language}, &again); f != nil || again.FEN != a.FEN || again.Refused != nil {
			t.Errorf("game %d: %v lead to %s (%v)", i, text, again.FEN, f)
		}
	}
}

// TestEvaluationsAddUp checks that men and letters add up to the engine's value, for random
// positions and sets of letters.
func TestEvaluationsAddUp(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 2))
	for range 50 {
		g, _ := randomGame(random, random.IntN(120))
		p := g.Position()
		k := eval.Knowledge(1 + random.UintN(uint(eval.All)))
		var a struct {
			Score, Rounding int
			Knowledge       string
			Pieces          []struct{ Letters map[string]int }
			Letters         map[string]struct{ White, Black, Rest int }
		}
		if f := ask(t, "evaluate", object{"position": p.FEN(), "letters": k.String()}, &a); f != nil {
			t.Fatal(f)
		}
		want := eval.New(k).Evaluate(&p)
		if p.Side() == movegen.Black {
			want = -want
		}
		men, sides := a.Rounding, a.Rounding
		for _, piece := range a.Pieces {
			for _, v := range piece.Letters {
				men += v
			}
		}
		for _, v := range a.Letters {
			sides += v.White + v.Black + v.Rest
		}
		if a.Score != want || men != want || sides != want || a.Knowledge != k.String() {
			t.Errorf("%s with %v: the engine says %d; the answer %d, men %d, letters %d", p.FEN(), k, want, a.Score, men, sides)
		}
	}
}

// lines of an analysis.
type thought struct {
	Depth int
	Nodes uint64
	Lines []struct {
		SAN, UCI []string
		Depth    int
	}
}

func TestASearchTellsItsLinesAndItsMove(t *testing.T) {
	var a struct {
		Move     Move
		Reply    *Move
		Analysis thought
	}
	partial := 0
	f := askHearing(t, "search", object{"moves": []string{"e2e4", "e7e5"}, "nodes": 20000, "lines": 3, "language": "it"}, &a, func(kind string, _ any) {
		if kind == Partial {
			partial++
		}
	})
	if f != nil || partial == 0 || len(a.Analysis.Lines) != 3 || a.Analysis.Nodes < 10000 || a.Analysis.Nodes > 30000 {
		t.Fatalf("%v, %d partial answers, %+v", f, partial, a)
	}
	first := a.Analysis.Lines[0]
	if a.Move.UCI != first.UCI[0] || a.Move.SAN != first.SAN[0] || a.Reply == nil || a.Reply.UCI != first.UCI[1] {
		t.Errorf("the move is %+v with %+v, the line %+v", a.Move, a.Reply, first)
	}
	for _, line := range a.Analysis.Lines {
		var g gameAnswer
		ask(t, "game", object{"moves": append([]string{"e2e4", "e7e5"}, line.UCI...), "language": "it"}, &g)
		if g.Refused != nil || len(g.Plies) != 2+len(line.SAN) || g.Plies[2].SAN != line.SAN[0] {
			t.Errorf("%v cannot be played: %+v", line, g.Refused)
		}
	}
}

// TestThePlayersOfAllLevelsMoveLegally also checks that the weakest errs where the strongest does not.
func TestThePlayersOfAllLevelsMoveLegally(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 3))
	for i, level := range levels {
		g, moves := randomGame(random, 2*i)
		p := g.Position()
		var a searchAnswer
		f := ask(t, "search", object{"moves": moves, "nodes": 3000, "level": level, "clock": object{"white": 60, "black": 60}}, &a)
		if m, err := notation.ParseUCI(&p, a.Move.UCI); f != nil || err != nil || !p.IsLegal(m) {
			t.Errorf("level %d: %+v, %v, %v", level, a.Move, f, err)
		}
	}
	const free = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1" // every player takes the queen, except sometimes the weakest
	for level, want := range map[int]int{0: 1, 2500: 1} {
		moves := map[string]bool{}
		for range 5 {
			var a searchAnswer
			ask(t, "search", object{"start": free, "nodes": 2000, "level": level}, &a)
			moves[a.Move.UCI] = true
		}
		if len(moves) != want || !moves["e4d5"] {
			t.Errorf("level %d plays %v", level, moves)
		}
	}
}

func TestACouncilProposesAndVotes(t *testing.T) {
	for _, criterion := range []string{"", "majority", "weights", "re-search", "relative2"} {
		var a councilAnswer
		var heard []string
		var mu sync.Mutex
		f := askHearing(t, "council", object{"consult": "balanced4", "criterion": criterion, "nodes": 1500, "moves": []string{"d2d4"}}, &a, func(kind string, data any) {
			mu.Lock()
			defer mu.Unlock()
			if p, ok := data.(proposal); ok && kind == Partial {
				heard = append(heard, p.Member+p.Move.UCI)
			}
		})
		if f != nil || len(a.Proposals) != 4 || a.Criterion == "" || !a.Votes[0].Chosen || a.Votes[0].Move != a.Move || len(heard) < 4 {
			t.Fatalf("%s: %v, heard %v, %+v", criterion, f, heard, a)
		}
		members, share := 0, 0.0
		for _, v := range a.Votes {
			members += len(v.Members)
			share += v.Share
			if v.Share <= 0 {
				t.Errorf("%s: %+v has no share", criterion, v)
			}
		}
		for _, p := range a.Proposals {
			if !slices.Contains(heard, p.Member+p.Move.UCI) || p.Line[0] != p.Move.SAN || p.Letters == "" {
				t.Errorf("%s: %+v was not heard in %v", criterion, p, heard)
			}
		}
		if members != 4 || share < 0.999 || share > 1.001 || (a.Second != nil) != (criterion == "re-search" && len(a.Votes) > 1) {
			t.Errorf("%s: %+v", criterion, a)
		}
	}
}

func TestAGraphComesMoveByMove(t *testing.T) {
	var a graphAnswer
	var heard []string
	moves := strings.Fields("e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7")
	f := askHearing(t, "graph", object{"moves": moves, "nodes": 3000}, &a, func(kind string, data any) {
		if p, ok := data.(point); ok && kind == Partial {
			heard = append(heard, fmt.Sprint(p.Ply, p.Plies))
		}
	})
	if f != nil || strings.Join(heard, ";") != "1 7;2 7;3 7;4 7;5 7;6 7;7 7" || len(a.Points) != 7 {
		t.Fatalf("%v, %v, %+v", f, heard, a)
	}
	var blunder, mate struct {
		SAN, Mistake string
		Score        struct{ Mate *int }
		Better       *struct{ SAN []string }
	}
	for i, into := range map[int]any{5: &blunder, 6: &mate} {
		must.Do(t, json.Unmarshal(a.Points[i].Move, into))
	}
	if blunder.Mistake != "??" || blunder.Better == nil || mate.SAN != "Qxf7#" || mate.Score.Mate == nil || a.Points[6].Expectation != 1 || a.Black.Blunders != 1 || a.White.Moves != 4 {
		t.Errorf("%+v, %+v, %+v", blunder, mate, a)
	}
}

func TestACancelledSearchEnds(t *testing.T) {
	s := must.Get(New(1, 0))(t)
	for _, name := range []string{"search", "council", "graph", "pgn/annotate", "tree/grow"} {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		body := `{"moves":["e2e4"],"seconds":100}`
		switch name {
		case "pgn/annotate":
			body = `{"tree":{"nodes":[{"parent":-1,"move":"e2e4"}]},"seconds":100}`
		case "tree/grow":
			body = `{"generations":4,"best":3,"nodes":20000000}`
		}
		_, err := s.Do(ctx, name, []byte(body), silent)
		var fault *Fault
		if !errors.As(err, &fault) || fault.Code != Cancelled {
			t.Errorf("%s: %v", name, err)
		}
		cancel()
	}
}
