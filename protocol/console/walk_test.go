package console

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/movegen"
)

// TestWalkingIsLikeItsModel steps through a game in any order, by back, forward, undo, remove
// and moves. The model is the list of moves and a place in it: a move that is not the next
// one cuts the list there.
func TestWalkingIsLikeItsModel(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 25 {
		var moves []movegen.Move
		at := 0
		position := func() movegen.Position {
			game := movegen.Follower().Start(movegen.StartPosition())
			for _, m := range moves[:at] {
				if err := game.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			return game.Position()
		}
		lines := []string{"force", "material off"}
		var want []string
		step := func(text string, to int) {
			if lines = append(lines, text); to >= 0 && to <= len(moves) {
				at = to
			}
		}
		for range 50 {
			switch n := 1 + random.IntN(4); random.IntN(8) {
			case 0:
				step(fmt.Sprintf("back %d", n), at-n)
			case 1:
				step(fmt.Sprintf("forward %d", n), at+n)
			case 2:
				step([...]string{"undo", "back"}[n%2], at-1)
			case 3:
				step("remove", at-2)
			case 4:
				step([...]string{"back all", "forward all", "forward", "forward"}[n-1], [...]int{0, len(moves), at + 1, at + 1}[n-1])
			default:
				p := position()
				legal := p.Moves()
				m := legal[random.IntN(len(legal))]
				if n == 1 && at < len(moves) {
					m = moves[at] // the next one
				}
				lines = append(lines, san(&p, m))
				if at == len(moves) || moves[at] != m {
					moves = append(moves[:at:at], m)
				}
				at++
			}
			p := position()
			lines, want = append(lines, "fen"), append(want, p.FEN())
		}
		s := start(t, scripted(memory{}))
		send(s, lines...)
		var fens []string
		for _, line := range s.Rest() {
			if strings.Count(line, "/") == 7 {
				fens = append(fens, line)
			}
		}
		if strings.Join(fens, "\n") != strings.Join(want, "\n") {
			t.Fatalf("after %q the boards are\n%s\nnot\n%s", lines, strings.Join(fens, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestALargeCollectionIsRead: only what is read whole must be small.
func TestALargeCollectionIsRead(t *testing.T) {
	const count = 600
	game := "[White \"A\"]\n\n1. d4 {" + strings.Repeat("A long comment. ", 200) + "} *\n\n"
	files := memory{"large.pgn": strings.Repeat(game, count) + "[White \"Z\"]\n\n1. e4 *\n"}
	if len(files["large.pgn"]) <= MaxFile {
		t.Fatal("it is not large")
	}
	s := start(t, scripted(files))
	send(s, fmt.Sprintf("get large.pgn %d", count+1), "get large.pgn")
	mustPrint(t, s.Rest(), "Z against somebody, 1 half-moves", "A against somebody", "more games")
}
