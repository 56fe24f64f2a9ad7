package console

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
	"alfiere/search"
)

// randomRecord returns a game of random moves with random notes.
func randomRecord(t *testing.T, random *rand.Rand, fen string, length int) record {
	t.Helper()
	game := must.First(movegen.Follower().StartFEN(fen))(t)
	r := record{heading: heading{white: `A "quoted" \ name`, black: "Alfiere", date: "2026.01.02",
		others: pgn.Tags{{Name: "Event", Value: "A \\ \"game\""}, {Name: "Site", Value: "?"}, {Name: "Round", Value: "7"}, {Name: "TimeControl", Value: "40/300"}, {Name: "ECO", Value: "C50"}}}, game: game}
	for range length {
		position := game.Position()
		moves := position.Moves()
		if len(moves) == 0 {
			break
		}
		must.Do(t, game.Play(moves[random.IntN(len(moves))]))
		r.notes = append(r.notes, randomNote(random))
	}
	r.result = movegen.Result(random.IntN(4))
	return r
}

// readText reads the first game of a text.
func readText(text string) (record, error) {
	r, _, err := readGame(strings.NewReader(text), 1, movegen.Follower())
	return r, err
}

func randomNote(random *rand.Rand) note {
	n := note{time: time.Duration(random.IntN(100000)) * 10 * time.Millisecond}
	switch random.IntN(4) {
	case 0:
		n.engine, n.book = true, true
	case 1:
		n.engine, n.depth, n.nodes = true, 1+random.IntN(99), random.Uint64N(1e12)
		n.score = search.Score(random.IntN(4001) - 2000)
	case 2: // mates, in the plies that they have from the mover's side
		n.engine, n.depth, n.score = true, 5, search.MateScore-search.Score(2*random.IntN(20)+1)
		if random.IntN(2) == 0 {
			n.score = -(search.MateScore - search.Score(2*random.IntN(20)))
		}
	}
	return n
}

const blackBegins = "r3k2r/1P6/8/8/8/8/6p1/R3K2R b KQkq - 3 17"

func TestWhatIsWrittenOfAGameIsReadBack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		fen := []string{movegen.StartFEN, blackBegins}[i%2]
		want := randomRecord(t, random, fen, random.IntN(120))
		got, err := readText(want.pgn())
		if err != nil {
			t.Fatalf("%v\n%s", err, want.pgn())
		}
		if !slices.Equal(got.game.Moves(), want.game.Moves()) || !slices.Equal(got.notes, want.notes) || !reflect.DeepEqual(got.heading, want.heading) {
			t.Fatalf("read %+v\nwrote %+v\n%s", got, want, want.pgn())
		}
		for line := range strings.Lines(want.pgn()) {
			if len(line) > 80+1 {
				t.Errorf("a line has %d bytes: %s", len(line), line)
			}
		}
		// The table knows whole seconds and no date.
		table := want.table()
		got, err = readText(table)
		if err != nil {
			t.Fatalf("%v\n%s", err, table)
		}
		if !slices.Equal(got.game.Moves(), want.game.Moves()) || got.table() != table || got.result != want.result {
			t.Fatalf("read\n%s\nwrote\n%s", got.table(), table)
		}
	}
}

func TestTheTableIsThatOfTheOldProgram(t *testing.T) {
	const table = `Other vs Alfiere
       score depth nodes time          score depth nodes time
e2e4       0     0     0    0   e7e5       0  Book     0    0
a2a4       0     0     0    2   d8h4      22     4 36211    8
d1e2       0     0     0   19
Result: Black
`
	r := must.Get(readText(table))(t)
	if got := r.table(); got != table {
		t.Errorf("got\n%s", got)
	}
	want := note{engine: true, score: 22, depth: 4, nodes: 36211, time: 8 * time.Second}
	if r.notes[3] != want || !r.notes[1].book || r.result != movegen.BlackWins {
		t.Errorf("notes %+v, result %v", r.notes, r.result)
	}
}

// FuzzRecord: any text is a fault or a game that is written and read back the same.
func FuzzRecord(f *testing.F) {
	f.Add("1. e4 e5 {+0.34/12 n=36211 1.50s} 2. Nf3 {book} *")
	f.Add("[White \"x\\\"\"]\n[FEN \"" + blackBegins + "\"]\n17... O-O {-M3/4} 18. bxa8=Q")
	f.Add("Other vs Alfiere\nPosition: " + blackBegins + "\nscore depth nodes time\n... - - - - e8g8 5 Book 1 1\nResult: Draw")
	f.Add("a vs b\nPosition: B2k3r/1B6/8/8/8/8/6B1/B3K2B b kA - \nscore depth nodes time0") // Chess960
	f.Add("[F " + strings.Repeat("\xa8", 3000) + "]")                                       // longer in UTF-8
	f.Add("1. e4 e5 {12222.50s}")
	f.Add("[k@ \"1\"]\n[k/ \"2\"]") // written with the same name
	f.Fuzz(func(t *testing.T, text string) {
		r, err := readText(text)
		if err != nil {
			return
		}
		for _, form := range []func(record) string{record.pgn, record.table} {
			written := form(r)
			again, err := readText(written)
			if err != nil {
				t.Fatalf("%v\n%s", err, written)
			}
			if got := form(again); got != written {
				t.Fatalf("read\n%s\nwrote\n%s", got, written)
			}
		}
	})
}

// TestWalkingIsLikeItsModel steps through a game in any order, by back, forward, undo, remove and moves. The model is
// the list of moves and a place in it: a move that is not the next one cuts the list there.
func TestWalkingIsLikeItsModel(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 9))
	for range 25 {
		var moves []movegen.Move
		at := 0
		position := func() movegen.Position {
			game := movegen.Follower().Start(movegen.StartPosition())
			for _, m := range moves[:at] {
				must.Do(t, game.Play(m))
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
		s.Send(lines...)
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
	s.Send(fmt.Sprintf("get large.pgn %d", count+1), "get large.pgn")
	mustPrint(t, s.Rest(), "Z against somebody, 1 half-moves", "A against somebody", "more games")
}

func TestTextsAreReadOrRefused(t *testing.T) {
	golden.Cases(t, "testdata/records.cases", func(args ...string) string {
		r, err := readText(args[0])
		if fault, ok := errors.AsType[*faultError](err); ok {
			return fmt.Sprintf("line %d: %v", fault.line, fault)
		} else if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%q", r.pgn())
	})
	golden.Cases(t, "testdata/boards.cases", func(args ...string) string {
		p, warnings, err := readPosition(args[0])
		_, isFault := errors.AsType[*faultError](err)
		return fmt.Sprintf("%s, warnings %v, error %v, in a line %v", p.FEN(), warnings, err, isFault)
	})
	golden.Cases(t, "testdata/levels.cases", func(args ...string) string {
		controls, why := parseLevel(args[0])
		return fmt.Sprintf("%+v %s", controls, why)
	})
}
