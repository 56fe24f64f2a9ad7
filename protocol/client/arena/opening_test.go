package arena_test

import (
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/protocol/client/arena"
)

func TestOpeningsKeepTheRightsOfTheirVariant(t *testing.T) {
	const fen = "1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1"
	for _, test := range []struct {
		name string
		read func(text string) ([]movegen.Position, error)
		want string
	}{
		{"standard", func(s string) ([]movegen.Position, error) {
			return arena.ReadOpenings(strings.NewReader(s), movegen.Rules{})
		}, "-"},
		{"Chess960", func(s string) ([]movegen.Position, error) {
			return arena.ReadOpenings(strings.NewReader(s), movegen.Rules{Chess960: true})
		}, "Qq"},
	} {
		positions, err := test.read(fen)
		if err != nil || len(positions) != 1 || strings.Fields(positions[0].FEN())[2] != test.want {
			t.Errorf("%s: %v, %v", test.name, positions, err)
		}
	}
}

func TestOpeningsMayBeGames(t *testing.T) {
	for _, test := range []struct {
		name, games string
		rules       movegen.Rules
		want        string // FENs; the error's text if none are read
	}{
		{"main lines", "[Event \"a\"]\n\n1. e4 (1. d4) c5 *\n\n[Event \"b\"]\n\n1. c4 *\n", movegen.Rules{},
			"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2 rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"},
		{"Chess960", "[Variant \"Chess960\"]\n[FEN \"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1\"]\n\n1. Rb2 *\n", movegen.Rules{Chess960: true},
			"1r2k3/8/8/8/8/8/1R6/4K3 b q - 1 1"},
		{"Chess960 in a match of standard chess", "[Variant \"Chess960\"]\n[FEN \"1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1\"]\n\n1. Rb2 *\n", movegen.Rules{},
			"1r2k3/8/8/8/8/8/1R6/4K3 b - - 1 1"},
		{"an illegal move", "1. e4 e5 2. Ke3 *", movegen.Rules{}, "line 1, column 13"},
		{"mate", "1. f3 e5 2. g4 Qh4# 0-1", movegen.Rules{}, "line 1: the game is over"},
	} {
		positions, err := arena.ReadGameOpenings(strings.NewReader(test.games), test.rules, 0)
		var got []string
		for _, p := range positions {
			got = append(got, p.FEN())
		}
		if err != nil {
			got = []string{err.Error()}
		}
		if text := strings.Join(got, " "); !strings.Contains(text, test.want) {
			t.Errorf("%s: %s", test.name, text)
		}
	}
}

func TestOpeningsOfGamesAreCut(t *testing.T) {
	const games = "1. e4 e5 2. Nf3 *\n\n1. d4 *\n"
	for plies, want := range map[int]string{
		0: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b", 1: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
		2: "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w", 9: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b",
	} {
		positions, err := arena.ReadGameOpenings(strings.NewReader(games), movegen.Rules{}, plies)
		if err != nil || len(positions) != 2 || !strings.HasPrefix(positions[0].FEN(), want) || !strings.HasPrefix(positions[1].FEN(), "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b") {
			t.Errorf("%d: %v, error %v", plies, positions, err)
		}
	}
}
