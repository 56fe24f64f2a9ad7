package client

import (
	"strings"
	"testing"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/movegen/notation"
)

// answering returns the connection to an engine that answers each line as answer says,
// "EOF" being the end of its output, and where the lines are noted that it was sent.
func answering(answer func(line string) string) (*Conn, *[]string) {
	lines := make(chan wire.Line, 1000)
	var sent []string
	return &Conn{Lines: lines, Out: wire.NewOutput(writerFunc(func(p []byte) (int, error) {
		line := strings.TrimSuffix(string(p), "\n")
		sent = append(sent, line)
		for answer := range strings.Lines(answer(line)) {
			if answer == "EOF" {
				close(lines)
				break
			}
			lines <- wire.Line{Text: strings.TrimSuffix(answer, "\n")}
		}
		return len(p), nil
	}))}, &sent
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// scripted answers lines by their first word. Pings of CECP it answers unless it has an
// answer of its own.
func scripted(answers map[string]string) (*Conn, *[]string) {
	return answering(func(line string) string {
		word, rest := wire.Cut(line)
		if answer, ok := answers[word]; ok || word != "ping" {
			return answer
		}
		return "pong " + rest
	})
}

// gameOf returns a game with moves as UCI writes them.
func gameOf(t *testing.T, fen string, moves ...string) *movegen.Game {
	t.Helper()
	game, _, err := movegen.Follower().StartFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	play(t, game, moves...)
	return game
}

// play plays moves as UCI writes them.
func play(t *testing.T, game *movegen.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		if err := game.Play(moveOf(t, game.Position(), text)); err != nil {
			t.Fatal(err)
		}
	}
}

// moveOf reads a move of a position, which must be legal.
func moveOf(t *testing.T, p movegen.Position, text string) movegen.Move {
	t.Helper()
	m, err := notation.ParseUCI(&p, text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
