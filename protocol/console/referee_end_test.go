package console

import (
	"strings"
	"testing"

	"alfiere/movegen"
)

// shuffle is knights that go out and come back, so that a position occurs once more.
const shuffle = "Nf3 Nf6\nNg1 Ng8\n"

func TestAGameEndsAsTheRulesSay(t *testing.T) {
	composed := movegen.Rules{Composed: true}
	tests := []struct {
		name    string
		referee movegen.Referee
		start   string
		script  string
		end     string // of the output; an unfinished game ends with the last move
	}{
		{"mate", movegen.Referee{}, "", "f3 e5\ng4 Qh4", "The game is over: 0-1 (checkmate)"},
		{"stalemate", movegen.Referee{}, "7k/8/5KQ1/8/8/8/8/8 w - -", "Qf7", "The game is over: 1/2-1/2 (stalemate)"},
		{"two kings", movegen.Referee{}, "7k/6Q1/8/8/8/8/8/K7 b - -", "Kxg7", "The game is over: 1/2-1/2 (neither side can mate)"},
		{"two kings, never drawn", movegen.Referee{Draws: movegen.DrawsNever}, "7k/6Q1/8/8/8/8/8/K7 b - -", "Kxg7", "1... h8xg7"},
		{"a knight each", movegen.Referee{Rules: composed}, "6nk/8/8/8/8/8/8/KN5R b - -", "Nh6", "1... g8-h6"},
		{"one minor piece each", movegen.Referee{OneMinorPiece: true}, "6nk/8/8/8/8/8/r7/KN6 w - -", "Kxa2",
			"The game is over: 1/2-1/2 (neither side has more than one minor piece)"},
		{"two repetitions", movegen.Referee{}, "", shuffle, "2... f6-g8"},
		{"three repetitions", movegen.Referee{}, "", shuffle + shuffle, "The game is over: 1/2-1/2 (threefold repetition)"},
		{"four repetitions, unclaimed", movegen.Referee{Draws: movegen.DrawsByClaim}, "", shuffle + shuffle + shuffle, "A draw can be claimed: threefold repetition"},
		{"five repetitions, unclaimed", movegen.Referee{Draws: movegen.DrawsByClaim}, "", shuffle + shuffle + shuffle + shuffle,
			"The game is over: 1/2-1/2 (fivefold repetition)"},
		{"a claim", movegen.Referee{Draws: movegen.DrawsByClaim}, "", shuffle + shuffle + "draw", "The game is over: 1/2-1/2 (threefold repetition)"},
		{"fifty moves", movegen.Referee{}, "7k/7p/8/8/8/8/8/K7 w - - 99 80", "Kb1", "The game is over: 1/2-1/2 (fifty moves without capture or pawn move)"},
		{"fifty moves, unclaimed", movegen.Referee{Draws: movegen.DrawsByClaim}, "7k/7p/8/8/8/8/8/K7 w - - 99 80", "Kb1",
			"A draw can be claimed: fifty moves without capture or pawn move"},
		{"seventy-five moves", movegen.Referee{Draws: movegen.DrawsByClaim}, "7k/7p/8/8/8/8/8/K7 w - - 149 99", "Kb1",
			"The game is over: 1/2-1/2 (seventy-five moves without capture or pawn move)"},
		{"an agreement", movegen.Referee{}, "", "e4\ndraw", "The game is over: 1/2-1/2 (agreement)"},
		{"a resignation of Black", movegen.Referee{}, "", "e4\nresign", "The game is over: 1-0 (resignation)"},
		{"a position that is over", movegen.Referee{}, "7k/6Q1/6K1/8/8/8/8/8 b - -", "", "The game is over: 1-0 (checkmate)"},
		{"castling in Chess960", movegen.Referee{Rules: movegen.Rules{Chess960: true}}, "6k1/8/8/8/8/8/8/1RK4R w HB -", "O-O\nKh7\nlist", "1. O-O g8-h7 *"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, err := runTable(Table{Referee: test.referee, Start: test.start}, test.script)
			if err != nil || !strings.HasSuffix(out, test.end+"\n") {
				t.Errorf("error %v, output\n%s", err, out)
			}
		})
	}
}

// What can be typed in English can be typed in Italian, at either table, and does the same.
func TestBothLanguagesDoTheSame(t *testing.T) {
	arguments := map[string][2]string{
		"moves": {"all", "tutte"}, "attacked": {"e4", "e4"}, "back": {"1", "1"}, "forward": {"all", "tutte"},
		"save": {"x", "x"}, "load": {"x", "x"}, "new": {"7k/7p/8/8/8/8/8/K7 b - -", "7k/7p/8/8/8/8/8/K7 b - -"},
	}
	for _, c := range refereeCommands() {
		argument := arguments[c.name]
		for _, language := range []Language{english(), italian()} {
			english, heard := atTable(t, language)
			italian, udito := atTable(t, language)
			for _, line := range []string{"1. e4 e5 2. Cf3", "salva x", "ritira"} {
				english.take(line)
				italian.take(line)
			}
			english.take(strings.ToUpper(c.name) + " " + argument[0])
			italian.take(c.italian + " " + argument[1])
			if heard.String() != udito.String() || english.refused != italian.refused || english.quit != italian.quit {
				t.Errorf("%s said\n%s\n%s said\n%s", c.name, heard, c.italian, udito)
			}
			if english.refused > 0 {
				t.Errorf("%s: %s", c.name, heard)
			}
		}
	}
}

func TestAnEngineOfBlackWaitsForWhite(t *testing.T) {
	engine := &firstMover{}
	s := Table{Engine: engine, EngineSide: movegen.Black, EngineName: "Opponent"}
	out, err := runTable(s, "")
	if err != nil || engine.searches != 0 || out != "" {
		t.Errorf("it has searched %d times, error %v\n%s", engine.searches, err, out)
	}
	out, err = runTable(s, "e4\nback 1\nback\nlist\n")
	// Against an engine that is to move again after "back 1", it does.
	if err != nil || engine.searches != 2 || !strings.HasSuffix(out, "\n*\n") {
		t.Errorf("it has searched %d times, error %v\n%s", engine.searches, err, out)
	}
	out, err = runTable(Table{Engine: engine, EngineSide: movegen.Black, Start: "7k/5Q2/6K1/8/8/8/8/8 w - -"}, "Qg7\n")
	if err != nil || engine.searches != 2 || !strings.HasSuffix(out, "The game is over: 1-0 (checkmate)\n") {
		t.Errorf("it searches when the game is over: %d times, error %v\n%s", engine.searches, err, out)
	}
}

func TestARefusalLeavesTheGameAsItWas(t *testing.T) {
	for _, refused := range []string{"e5", "e2e5", "Ke3", "O-O", "xyz", "back 3", "forward", "new x", "load y", "moves z9", "attacked 9", "save full"} {
		table, out := atTable(t, english())
		table.take("e4 e5")
		before := table.game
		moves := table.game.Moves()
		table.take(refused)
		if table.refused != 1 || table.game != before || len(table.game.Moves()) != len(moves) {
			t.Errorf("%s: %d refusals, %v\n%s", refused, table.refused, table.game.Moves(), out)
		}
	}
}
