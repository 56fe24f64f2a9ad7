package console

import (
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

func TestALineOfMovesIsPlayed(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  []string
		not   []string
	}{
		{[]string{"force", "e4 e5", "2.Nf3 Nc6", "3. Bb5 a6 1/2-1/2", "list"}, []string{"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *"}, nil},
		{[]string{"force", "1.e4 e5 2.Nf3", "list"}, []string{"1. e4 e5 2. Nf3 *"}, nil},
		{[]string{"force", "1. e4 e5 2. Ke3 Nc6", "list"}, []string{"e1-e3: the piece cannot move there", "1. e4 e5 *"}, []string{"Nc6"}},
		{[]string{"force", "f3 e5 g4 Qh4 h3", "list"}, []string{"h3: the game is over", "1. f3 e5 2. g4 Qh4# 0-1"}, nil},
		{[]string{"e4 e5", "e4"}, []string{"one move at a time", "plays 1... Na6"}, []string{"plays 2"}},
		{[]string{"1. e4"}, []string{"plays 1... Na6"}, nil},
		{[]string{"force", "hello world"}, []string{`"hello world" is neither`}, nil},
		{[]string{"force", "e4 world"}, []string{`"world" is neither`}, nil},
		{[]string{"nf3", "1.nf3"}, []string{`"nf3": write pieces in capitals, as in Nf3`, `"nf3": write pieces in capitals`}, []string{"plays"}},
		{[]string{"force", "e4 e5", "bc4", "qh5", "ke2", "o-o"}, []string{"as in Bc4", "as in Qh5", "as in Ke2"}, []string{"as in O"}},
		{[]string{"force", "a4 a6 a5 a4", "b4", "list"}, []string{"cannot move there", "1. a4 a6 2. a5 *"}, nil},
		{[]string{"bd4"}, []string{"b2-d4"}, []string{"capitals"}}, // no bishop can go there
	} {
		t.Run(strings.Join(test.lines, ","), func(t *testing.T) {
			s := start(t, scripted(memory{}))
			send(s, test.lines...)
			got := s.Rest()
			mustPrint(t, got, test.want...)
			mustNotPrint(t, got, test.not...)
		})
	}
}

// TestAnyGameIsTypedInLinesOfAnyLength: the board is that of the moves, however they are
// spread over lines and whether they have numbers or not.
func TestAnyGameIsTypedInLinesOfAnyLength(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		game := movegen.NewGame()
		lines := []string{"force"}
		var line []string
		for range 40 {
			position := game.Position()
			legal := position.Moves()
			if len(legal) == 0 || game.Over() {
				break
			}
			m := legal[random.IntN(len(legal))]
			word := [...]string{notation.UCI(m, false), san(&position, m), (&adapter{}).numbered(&position, m)}[random.IntN(3)]
			if line = append(line, word); random.IntN(3) == 0 {
				lines, line = append(lines, strings.Join(line, " ")), nil
			}
			if err := game.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		lines = append(lines, strings.Join(line, " "))
		s := start(t, scripted(memory{}))
		send(s, append(lines, "fen")...)
		position := game.Position()
		if got := s.Rest(); got[len(got)-1] != position.FEN() {
			t.Errorf("%q leads to\n%s\nwant %s", lines, strings.Join(got, "\n"), position.FEN())
		}
	}
}
