package console

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

func TestCommandsAnswer(t *testing.T) {
	const promotion = "new 8/P6k/8/8/8/8/7P/K7 w - -"
	tests := []struct {
		name   string
		script []string
		want   string // of the last line
	}{
		{"a board", []string{"e4", "board"}, "rnbqkbnr\npppppppp\n........\n........\n....P...\n........\nPPPP.PPP\nRNBQKBNR\nBlack to move\n"},
		{"a FEN", []string{"fen"}, movegen.StartFEN + "\n"},
		{"the list of no moves", []string{"list"}, "*\n"},
		{"the moves of a piece", []string{"moves g1"}, "g1-f3 g1-h3\n"},
		{"the moves of no piece", []string{"moves e4"}, "none\n"},
		{"the moves of who does not move", []string{"new 7k/7p/7P/8/8/p7/P7/K7 w - -", "moves black"}, "h8-g8\n"},
		{"the same in Italian", []string{"new 7k/7p/7P/8/8/p7/P7/K7 w - -", "mosse NERO"}, "h8-g8\n"},
		{"the moves of a side", []string{"new 7k/7p/7P/8/8/p7/P7/K7 w - -", "moves"}, "a1-b1\n"},
		{"the moves of White", []string{"new 7k/7p/7P/8/8/p7/P7/K7 w - -", "moves white"}, "a1-b1\n"},
		{"all moves", []string{"new 7k/7p/7P/8/8/p7/P7/K7 w - -", "moves all"}, "a1-b1 h8-g8\n"},
		{"the moves of nobody", []string{"moves everybody"}, "\"everybody\" is neither a square nor white, black or all\n"},
		{"attacked squares", []string{"attacked b1"}, "d2 a3 c3\n"},
		{"squares that nothing attacks", []string{"attacked e4"}, "none\n"},
		{"squares attacked from nowhere", []string{"attacked j9"}, "\"j9\" is neither a square nor white, black or all\n"},
		{"one move back", []string{"e4 e5", "back"}, "half-moves taken back: 1\n"},
		{"all moves back", []string{"e4 e5", "back all"}, "half-moves taken back: 2\n"},
		{"too many moves back", []string{"e4 e5", "back 3"}, "there are not that many moves to take back\n"},
		{"all of none back", []string{"back all"}, "there are not that many moves to take back\n"},
		{"no number of moves back", []string{"e4", "back 0"}, "\"0\" is not a number of half-moves\n"},
		{"forward", []string{"e4 e5", "back 2", "forward", "avanti"}, "half-moves replayed: 1\n"},
		{"all forward", []string{"e4 e5", "back 2", "forward all"}, "half-moves replayed: 2\n"},
		{"forward to nowhere", []string{"e4 e5", "back", "d5", "forward"}, "not that many moves were taken back\n"},
		{"forward after the end", []string{"e4 e5", "back", "resign", "forward"}, "e7-e5: the game is over: 1-0 (resignation)\n"},
		{"forward into the end", []string{"1. f3 e5 2. g4 Qh4", "back", "forward"}, "half-moves replayed: 1\nThe game is over: 0-1 (checkmate)\n"},
		{"resigning", []string{"resign"}, "The game is over: 0-1 (resignation)\n"},
		{"resigning twice", []string{"resign", "resign"}, "the game is over: 0-1 (resignation)\n"},
		{"a move after the end", []string{"resign", "e4"}, "the game is over: 0-1 (resignation)\n"},
		{"agreeing to a draw", []string{"draw"}, "The game is over: 1/2-1/2 (agreement)\n"},
		{"a promotion", []string{promotion, "a8=N"}, "1. a7-a8=N\n"},
		{"a promotion to nothing", []string{promotion, "a8"}, "\"a8\": more than one move is written like this: a7a8q, a7a8r, a7a8b, a7a8n\n"},
		{"a check", []string{promotion, "a8=Q Kg7", "Qa7"}, "2. a8-a7: check\n"},
		{"a position that is none", []string{"new 8/8", "list"}, "*\n"},
		{"a file without a name", []string{"save"}, "usage: save FILE\n"},
		{"a file without a name to load", []string{"load"}, "usage: load FILE [N]\n"},
		{"a disk that is full", []string{"save full"}, "the disk is full\n"},
		{"saving", []string{"e4 e5", "save x"}, "half-moves written to x: 2\n"},
		{"a comment", []string{"# e4"}, ""},
		{"nothing", []string{"   "}, ""},
		{"several moves, one of which is refused", []string{"1. e4 e5 2. Ke3 Nf6"}, "1. e2-e4\n1... e7-e5\ne1-e3: the piece cannot move there\n"},
		{"no move and no command", []string{"xyz"}, "\"xyz\" is neither a command nor a move; help lists the commands\n"},
		{"Italian letters at an English table", []string{"Cf3"}, "1. g1-f3\n"},
		{"files and ranks as numbers", []string{"52 54"}, "1. e2-e4\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			table, out := atTable(t, english())
			for _, line := range test.script {
				out.Reset()
				table.take(line)
			}
			if got := out.String(); got != test.want || strings.Contains(got, "%!") {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestADrawIsTakenAsTheRefereeIsToldTo(t *testing.T) {
	const repeated = "Nf3 Nf6\nNg1 Ng8\nNf3 Nf6\nNg1 Ng8\n"
	for _, test := range []struct{ rule, last string }{
		{"once", "The game is over: 1/2-1/2 (threefold repetition)"},
		{"claim", "A draw can be claimed: threefold repetition"},
		{"never", "4... f6-g8"},
	} {
		var s Table
		if err := s.Apply(Words{Language: "en", Draws: test.rule}); err != nil {
			t.Fatal(err)
		}
		out, err := runTable(s, repeated)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if err != nil || lines[len(lines)-1] != test.last {
			t.Errorf("%s: error %v, %s", test.rule, err, out)
		}
	}
}

func TestAGameBeginsWhereItIsToldTo(t *testing.T) {
	const rows = "t.ar..ct p..p.pCp c..A.D.. .p.CP..P ......P. ...P.... P.P.R... d.....a."
	tests := []struct{ name, start, want string }{
		{"nowhere", " ", movegen.StartFEN},
		{"a FEN", "7k/7p/8/8/8/8/8/K7 b - - 3 9", "7k/7p/8/8/8/8/8/K7 b - - 3 9"},
		{"Italian rows", rows + " b", "r1bk2nr/p2p1pNp/n2B1Q2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 0 1"},
		{"English rows, White to move", ".......k .......p ........ ........ ........ ........ ........ K....... w", "7k/7p/8/8/8/8/8/K7 w - - 0 1"},
		{"seven rows", "1 2 3 4 5 6 7", ""},
		{"rows with a letter of no language", ".......k ........ ........ ........ ........ ........ ........ Z.......", ""},
		{"a board without kings", "8/8/8/8/8/8/8/8 w - -", ""},
	}
	for _, test := range tests {
		out, err := runTable(Table{Start: test.start}, "fen")
		if (err != nil) != (test.want == "") || strings.TrimSpace(out) != test.want {
			t.Errorf("%s: error %v, %s", test.name, err, out)
		}
	}
}

// The Italian words must be complete: every reason and ending has one of its own.
func TestTheRefereeKnowsAllHisWordsInItalian(t *testing.T) {
	words := italian()
	for reason := movegen.GameOver; reason <= movegen.KingInCheck; reason++ {
		if words.reasons[reason] == "" {
			t.Errorf("no word for %v", (&movegen.RefusalError{Reason: reason}).Unwrap())
		}
	}
	for ending := movegen.NotEnded; ending <= movegen.Agreement; ending++ {
		if words.endings[ending] == "" {
			t.Errorf("no word for %v", ending)
		}
	}
	for piece := movegen.Pawn; piece <= movegen.King; piece++ {
		if words.pieces[piece] == "" {
			t.Errorf("no word for piece %d", piece)
		}
	}
}

func TestARefusalIsWordedInItalian(t *testing.T) {
	tests := []struct{ start, move, want string }{
		{"", "e3-e4", "e3-e4: la casa di partenza è vuota"},
		{"", "e7-e5", "e7-e5: turno errato: il pezzo è dell'avversario"},
		{"", "a1-a2", "a1-a2: la casa d'arrivo è occupata da un pezzo proprio"},
		{"", "Ad3", `"Ad3": nessun pezzo così (alfiere in c1 f1) può andare in d3`},
		{"", "O-O", `"O-O": il re non può arroccare così`},
		{"7k/7p/8/8/8/8/8/K7 w - -", "Dd3", `"Dd3": non c'è un pezzo così (donna)`},
		{"7k/8/8/8/8/8/8/KN3N2 w - -", "Cd2", `"Cd2" è ambigua: b1d2, f1d2`},
		{"7k/8/8/8/8/8/r7/7K w - -", "h1-h2", "h1-h2: il proprio re sarebbe sotto scacco da a2"},
	}
	for _, test := range tests {
		out, err := runTable(Table{Language: italian(), Start: test.start}, test.move)
		if err != refusedError(1) || strings.TrimSpace(out) != test.want {
			t.Errorf("%s: error %v, %s", test.move, err, out)
		}
	}
}

func TestWordsBecomeSettings(t *testing.T) {
	var s Table
	for name, want := range map[string]string{"EN": "english", "italiano": "italian", "It": "italian"} {
		if err := s.Apply(Words{Language: name, Letters: "de", Engine: "black", Draws: "claim"}); err != nil || s.names[0] != want {
			t.Errorf("%s: %v, error %v", name, s.names, err)
		}
	}
	if s.Letters != notation.German || s.EngineSide != movegen.Black || s.Referee.Draws != movegen.DrawsByClaim {
		t.Errorf("%+v", s)
	}
	for want, words := range map[string]Words{
		`--language "latin"`:             {Language: "latin", Draws: "once"},
		`--letters "xx"`:                 {Language: "en", Letters: "xx", Draws: "once"},
		`not "red"`:                      {Language: "en", Engine: "red", Draws: "once"},
		`--draws must be once, claim or`: {Language: "en", Draws: "often"},
	} {
		if err := s.Apply(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v", words, err)
		}
	}
}

func TestEachCommandStandsInBothHelps(t *testing.T) {
	english, _ := runTable(Table{Files: memory{}}, "help")
	italian, _ := runTable(Table{Files: memory{}, Language: italian()}, "aiuto")
	for _, c := range refereeCommands() {
		if !strings.Contains("\n"+english, "\n"+c.name) || !strings.Contains("\n"+italian, "\n"+c.italian) {
			t.Errorf("%s, %s is missing in one of\n%s\n%s", c.name, c.italian, english, italian)
		}
	}
}

// brokenPipe is an output without a reader.
type brokenPipe struct{}

var errBroken = errors.New("broken pipe")

func (brokenPipe) Write([]byte) (int, error) { return 0, errBroken }

func TestAnOutputThatBreaksEndsTheGame(t *testing.T) {
	err := Table{}.Run(context.Background(), strings.NewReader("e4\ne5\n"), brokenPipe{})
	if !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	if got := fmt.Sprint(refusedError(2)); got != "refused lines: 2" {
		t.Error(got)
	}
}
