package console

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// firstMover plays the first legal move. It is the opponent that needs no engine.
type firstMover struct {
	games, searches int
	interrupt       func() // called within a search
}

func (f *firstMover) NewGame() { f.games++ }

func (f *firstMover) Search(_ context.Context, r search.Request, _ func(search.Info)) search.Result {
	f.searches++
	if f.interrupt != nil {
		f.interrupt()
	}
	var list movegen.MoveList
	r.Position.LegalMoves(&list)
	return search.Result{Best: list.Moves()[0]}
}

// thatDay is the date of every game.
func thatDay() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// atTable returns a table with an empty disk at which a new game is played.
func atTable(t testing.TB, l Language) (*referee, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	table := newReferee(Table{Language: l, Files: memory{}, Now: thatDay}, &out)
	table.game = table.Referee.Start(movegen.StartPosition())
	return table, &out
}

// runTable runs a script.
func runTable(s Table, script string) (string, error) {
	var out bytes.Buffer
	err := s.Run(context.Background(), strings.NewReader(script), &out)
	return out.String(), err
}

func TestTheZeroSettingsAreAGameOfTwoPeople(t *testing.T) {
	out, err := runTable(Table{}, "e4\ne5\nlist\nsave x\n")
	const want = "1. e2-e4\n1... e7-e5\n1. e2-e4 e7-e5 *\n\"save\" is neither a command nor a move; help lists the commands\n"
	if out != want {
		t.Errorf("got\n%s", out)
	}
	if err != refusedError(1) {
		t.Errorf("error %v", err)
	}
}

func TestAGameIsSavedAndReplayed(t *testing.T) {
	table, out := atTable(t, english())
	const name = "a game.pgn"
	for _, line := range []string{"1. f3 e5 2. g4 Qh4", "save " + name} {
		table.take(line)
	}
	r := pgn.NewReader(strings.NewReader(table.Files.(memory)[name]), pgn.Reading{})
	if !r.Next() || r.Tag("Date") != "2026.01.02" || r.Tag("Result") != "0-1" {
		t.Fatalf("%s", table.Files)
	}
	played := table.game.Moves()
	out.Reset()
	for _, line := range []string{"new", "e4", "load " + name + " 2", "load " + name + "x", "fen", "load " + name, "load " + name + " 1"} {
		table.take(line)
	}
	if table.refused != 2 || !slices.Equal(table.game.Moves(), played) || !table.game.Over() {
		t.Errorf("%d refused, moves %v\n%s", table.refused, table.game.Moves(), out)
	}
	if !strings.Contains(out.String(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1") {
		t.Errorf("a file that cannot be read has changed the game:\n%s", out)
	}
}

func TestWhatTheReplayedGameIsNotAllowedIsRefused(t *testing.T) {
	table, out := atTable(t, italian())
	table.Files.(memory)["on.pgn"] = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 *"
	table.take("carica on.pgn")
	if table.refused != 1 || !strings.Contains(out.String(), "la partita è finita: 1/2-1/2 (posizione ripetuta tre volte)") {
		t.Errorf("%d refused\n%s", table.refused, out)
	}
}

func TestTwoSquaresAreOneMoveWhereTheFirstHoldsThePiece(t *testing.T) {
	table, out := atTable(t, english())
	for _, line := range []string{"e2 e4", "2... e7  e5", "d2 d5", "d4 d5", "e5 d4"} {
		table.take(line)
	}
	moves := fmt.Sprint(table.game.Moves())
	if moves != "[e2e4 e7e5 d2d4 d7d5]" || table.refused != 2 || !strings.Contains(out.String(), "d2-d5: the piece cannot move there\n") {
		t.Errorf("%s, %d refused\n%s", moves, table.refused, out)
	}
}

func TestTheGameOnTheTableIsSavedAtTheEnd(t *testing.T) {
	files := memory{}
	for _, script := range []string{"1. f3 e5 2. g4 Qh4", "quit\n", ""} { // a game without moves replaces nothing
		if out, err := runTable(Table{Files: files, Save: "game"}, script); err != nil {
			t.Errorf("%v, %s", err, out)
		}
		if !strings.Contains(files["game"], "1. f3 e5 2. g4 Qh4# {checkmate} 0-1") {
			t.Errorf("after %q there is\n%s", script, files["game"])
		}
	}
	out, err := runTable(Table{Files: files, Save: "full"}, "e4")
	if !errors.Is(err, errFull) || !strings.Contains(out, "\n1. e2-e4 *\n") {
		t.Errorf("a game that cannot be saved is lost: %v, %s", err, out)
	}
}

func TestAnInterruptShowsTheGameUnlessItIsSaved(t *testing.T) {
	for _, save := range []string{"", "game"} {
		reason := errors.New("enough")
		ctx, cancel := context.WithCancelCause(context.Background())
		in, typed := io.Pipe()
		engine := &firstMover{interrupt: func() { cancel(reason) }}
		files := memory{}
		s := Table{Engine: engine, EngineSide: movegen.Black, Files: files, Save: save}
		go func() { _, _ = io.WriteString(typed, "e4\n") }()
		var out bytes.Buffer
		if err := s.Run(ctx, in, &out); err != reason {
			t.Errorf("error %v", err)
		}
		if shown := strings.HasSuffix(out.String(), "1. e2-e4 *\n"); shown != (save == "") {
			t.Errorf("with the file %q the output is\n%s", save, &out)
		}
		if saved := strings.Contains(files["game"], "1. e4 *"); saved != (save != "") {
			t.Errorf("with the file %q there is\n%s", save, files["game"])
		}
		typed.Close()
	}
}

func TestTheEngineMovesWhenItIsItsTurn(t *testing.T) {
	engine, files := &firstMover{}, memory{}
	s := Table{Engine: engine, EngineName: "Opponent", EngineSide: movegen.White, Files: files, Now: thatDay}
	out, err := runTable(s, "e5\nback\nd5\nsave game\ndraw\nnew\nlist\n")
	if err != refusedError(1) { // the draw: an engine does not agree to one
		t.Errorf("error %v", err)
	}
	// The first move of both games, and the answers to e5 and d5.
	if engine.searches != 4 || engine.games != 1 {
		t.Errorf("%d searches, %d games", engine.searches, engine.games)
	}
	if !strings.Contains(out, "half-moves taken back: 2\n") || !strings.Contains(out, "Alfiere does not agree to a draw\n") {
		t.Errorf("output\n%s", out)
	}
	if saved := files["game"]; !strings.Contains(saved, `[White "Opponent"]`) || !strings.Contains(saved, `[Black "Other"]`) {
		t.Errorf("saved was\n%s", saved)
	}
}

func TestBoardsAreShownAfterEveryMove(t *testing.T) {
	out, err := runTable(Table{Boards: true, Letters: notation.German}, "e4\nback\n")
	if err != nil || strings.Count(out, "tsldklst\n") != 3 || strings.Count(out, "White to move\n") != 2 {
		t.Errorf("error %v\n%s", err, out)
	}
}

func TestAPersonIsGreetedPromptedAndForgiven(t *testing.T) {
	out, err := runTable(Table{Terminal: true}, "e4\nKe3\n")
	const want = "The referee is ready. Type a move such as e2-e4, Nf3 or 52 54, help, or quit to leave.\n" +
		"White> 1. e2-e4\nBlack> e8-e3: the piece cannot move there\nBlack> \n"
	if err != nil || out != want {
		t.Errorf("error %v, output\n%s", err, out)
	}
}

func TestALineThatIsTooLongIsRefused(t *testing.T) {
	out, err := runTable(Table{}, strings.Repeat("x", 1<<20)+"\ne4\n")
	if err != refusedError(1) || out != "the line is too long\n1. e2-e4\n" {
		t.Errorf("error %v, output\n%s", err, out)
	}
}

// FuzzPlay: after any input the game is valid, and each refusal is reported.
func FuzzPlay(f *testing.F) {
	f.Add("1. e4 e5 2. Nf3\n45 37\nback 2\nforward\nmoves all\nresign\n", true)
	f.Add("new t.ar..ct p..p.pCp c..A.D.. .p.CP..P ......P. ...P.... P.P.R... d.....a. b\nCxf6\nAe7\nritira\npatta", true)
	f.Add("new 8/P6k/8/8/8/8/8/K7 w - -\na8\na8=N\n# x\nattacked a8\nlist\nfen\nsave x\nload x\n", false)
	f.Fuzz(func(t *testing.T, script string, isItalian bool) {
		language := english()
		if isItalian {
			language = italian()
		}
		table, out := atTable(t, language)
		for line := range strings.Lines(script) {
			refused, length := table.refused, out.Len()
			table.take(line)
			if table.refused > refused+1 || table.refused > refused && out.Len() == length {
				t.Fatalf("%q: %d refusals and %d bytes", line, table.refused-refused, out.Len()-length)
			}
		}
		again := movegen.Referee{Draws: movegen.DrawsNever}.Start(table.game.Start())
		for _, m := range table.game.Moves() {
			if err := again.Play(m); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestTheRecordNamesThePlayers(t *testing.T) {
	for _, test := range []struct {
		name     string
		settings Table
		want     []string
	}{
		{"two people", Table{Names: [2]string{"Anna", "Bruno"}}, []string{`[White "Anna"]`, `[Black "Bruno"]`}},
		{"nobody has said", Table{}, []string{`[White "?"]`, `[Black "?"]`}},
		{"the engine", Table{Names: [2]string{"Anna"}, Engine: &firstMover{}, EngineName: "E 1", EngineSide: movegen.Black, EngineElo: 1500},
			[]string{`[White "Anna"]`, `[Black "E 1"]`, `[BlackElo "1500"]`}},
		{"the engine under another name", Table{Names: [2]string{"Mara"}, Engine: &firstMover{}, EngineName: "E 1"}, []string{`[White "Mara"]`, `[Black "Other"]`}},
	} {
		files := memory{}
		test.settings.Files, test.settings.Now = files, thatDay
		if _, err := runTable(test.settings, "e4\nsave x\n"); err != nil && test.settings.Engine == nil {
			t.Errorf("%s: %v", test.name, err)
		}
		for _, want := range test.want {
			if !strings.Contains(files["x"], want) {
				t.Errorf("%s: %s is missing in\n%s", test.name, want, files["x"])
			}
		}
	}
}

// TestAPersonSeesFilesAndRanks, a script eight plain rows.
func TestAPersonSeesFilesAndRanks(t *testing.T) {
	for _, test := range []struct {
		settings  Table
		want, not string
	}{
		{Table{Boards: true}, "rnbqkbnr\npppppppp\n", "a b c"},
		{Table{Terminal: true, Boards: true}, "8  r n b q k b n r\n", "\x1b["},
		{Table{Terminal: true, Boards: true, Language: italian()}, "8  t c a d r a c t\n", "\x1b["},
		{Table{Terminal: true, Boards: true, Unicode: true}, "8  ♜ ♞ ♝", "r n b"},
		{Table{Terminal: true, Boards: true, Color: true}, "\x1b[", "r n b"},
	} {
		out, err := runTable(test.settings, "board\n")
		if err != nil || strings.Count(out, test.want) < 2 || strings.Contains(out, test.not) {
			t.Errorf("%+v: %v\n%s", test.settings, err, out)
		}
		if coords := strings.Contains(out, "a b c") || strings.Contains(out, "a  b  c"); coords != test.settings.Terminal {
			t.Errorf("files are named: %v\n%s", coords, out)
		}
	}
}
