package arena

import (
	"bytes"
	"errors"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/golden"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/movegen/pgn"
	"alfiere/protocol/client"
)

// recorded is a match with two games that were played by hand.
func recorded(t *testing.T) (*Match, []Game) {
	t.Helper()
	position := opening(t)
	m := &Match{
		Contestants: []Contestant{
			{Name: `The "First"`, Control: client.Control{Moves: 40, Base: time.Minute, Increment: 600 * time.Millisecond}},
			{Name: `C:\second`, Control: client.Control{Nodes: 5000}},
		},
		Openings: []movegen.Position{position}, Games: 2,
	}
	started := time.Date(2024, 2, 29, 12, 30, 45, 0, time.UTC)
	first := Game{Number: 0, White: 0, Black: 1, Start: position, Begun: started}
	first.end(movegen.WhiteWins, Normal, movegen.Checkmate.String())
	first.Moves = playOut(t, position, []string{"Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"}, []client.Score{24, -31, 0, client.MateIn(-1), client.MateIn(1)})
	second := Game{Number: 1, White: 1, Black: 0, Start: position, Begun: started}
	second.end(movegen.WhiteWins, IllegalMove, "black: move \"e9\x07{\": no")
	second.Moves = playOut(t, position, []string{"Nf3"}, nil)
	return m, []Game{first, second}
}

func playOut(t *testing.T, p movegen.Position, moves []string, scores []client.Score) (played []Move) {
	t.Helper()
	for i, text := range moves {
		m := must.Get(notation.ParseSAN(&p, text, notation.English))(t)
		move := Move{Move: m, Elapsed: time.Duration(i+1) * 123 * time.Millisecond}
		if i < len(scores) {
			move.Report = client.Report{Depth: 7 + i, Score: scores[i], Nodes: []uint64{91234, 0, 5, 1 << 40, 4}[i]}
			if i < 2 {
				move.Report.Elapsed = 143 * time.Millisecond
			}
		}
		played = append(played, move)
		p.Make(m)
	}
	return played
}

func TestGamesAreWrittenAsPGN(t *testing.T) {
	m, games := recorded(t)
	var text []byte
	for i := range games {
		text = m.AppendPGN(text, &games[i], "A match")
	}
	golden.File(t, filepath.Join("testdata", "match.pgn"), string(text))
	for i, line := range strings.Split(string(text), "\n") {
		if len(line) > 80 {
			t.Errorf("line %d has %d bytes", i+1, len(line))
		}
	}
}

// TestEveryTimeControlIsAValueOfTheStandard checks the tag of every combination of limits against the standard's forms.
func TestEveryTimeControlIsAValueOfTheStandard(t *testing.T) {
	form := regexp.MustCompile(`^(\?|-|([1-9][0-9]*/)?[0-9]+(\.[0-9]+)?(\+[0-9]+(\.[0-9]+)?)?)$`)
	for _, base := range []time.Duration{0, 100 * time.Millisecond, time.Minute} {
		for _, increment := range []time.Duration{0, 5 * time.Millisecond} {
			for _, perMove := range []time.Duration{0, time.Second, 1500 * time.Millisecond} {
				for _, moves := range []int{0, 40} {
					for _, nodes := range []uint64{0, 5000} {
						c := client.Control{Base: base, Increment: increment, MoveTime: perMove, Nodes: nodes, Depth: int(nodes), Moves: moves}
						if text := timeControl(c); !form.MatchString(text) || (text == "-") == (c.Timed() || perMove > 0) {
							t.Errorf("%v: %q", c, text)
						}
					}
				}
			}
		}
	}
	if text := timeControl(client.Control{MoveTime: 1500 * time.Millisecond}); text != "1/1.5" {
		t.Errorf("1.5 seconds a move are %q", text)
	}
}

// Wherever a file ends, what Resume takes for complete is.
func TestResumeTakesCompletePairsOnly(t *testing.T) {
	m, games := recorded(t)
	both := m.AppendPGN(m.AppendPGN(nil, &games[0], "A match"), &games[1], "A match")
	for length := range len(both) + 1 {
		again, _ := recorded(t)
		complete, err := again.Resume(bytes.NewReader(both[:length]))
		want := length / len(both) * 2
		if err != nil || len(again.Played) != want || complete != int64(length/len(both)*length) {
			t.Fatalf("%d of %d bytes: %d games up to byte %d, error %v", length, len(both), len(again.Played), complete, err)
		}
		for i, g := range again.Played {
			if g.Number != i || g.White != games[i].White || g.Black != games[i].Black || g.Result != games[i].Result || g.Termination != games[i].Termination {
				t.Fatalf("%d of %d bytes: game %+v", length, len(both), g)
			}
		}
	}
}

func TestGamesOfAnotherMatchAreNotResumed(t *testing.T) {
	for _, test := range []struct {
		tag    string
		change func(*Match)
	}{
		{"White", func(m *Match) { m.Contestants[0].Name = "Third" }},
		{"Black", func(m *Match) { m.Contestants[1].Name = "Third" }},
		{"FEN", func(m *Match) { m.Openings = nil }},
		{"WhiteControl", func(m *Match) { m.Contestants[0].Control.Depth = 3 }},
		{"BlackControl", func(m *Match) { m.Contestants[1].Control.Nodes = 4999 }},
	} {
		m, games := recorded(t)
		text := m.AppendPGN(nil, &games[0], "A match")
		test.change(m)
		_, err := m.Resume(bytes.NewReader(text))
		if fault, ok := errors.AsType[*ForeignError](err); !ok || fault.Tag != test.tag || fault.Line != 1 {
			t.Errorf("%s: error %v", test.tag, err)
		}
	}
	m, games := recorded(t)
	text := m.AppendPGN(nil, &games[0], "A match")
	for name, faulty := range map[string]string{
		"the same game twice":         string(text) + string(text),
		"no round of ours":            strings.Replace(string(text), "1.1", "1", 1),
		"no third game in a pair":     strings.Replace(string(text), "1.1", "1.3", 1),
		"no result that we know":      strings.ReplaceAll(string(text), "1-0", "2-0"),
		"no termination that we know": strings.Replace(string(text), "normal", "death", 1),
	} {
		again, _ := recorded(t)
		if _, err := again.Resume(strings.NewReader(faulty)); !errors.As(err, new(*ForeignError)) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestRecountingPairsGames(t *testing.T) {
	game := func(round, white, black, result, fen string) string {
		return "[Round \"" + round + "\"]\n[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n[FEN \"" + fen + "\"]\n\n" + result + "\n\n"
	}
	tests := []struct {
		name string
		pgn  string
		want Tally
		err  error
	}{
		{name: "nothing", err: pgn.ErrNoGame},
		{name: "rounds with a number for the pair", want: Tally{Wins: 2, Pairs: [5]int{4: 1}},
			pgn: game("7", "A", "B", "1-0", "x") + game("7", "B", "A", "0-1", "x")},
		{name: "rounds with a number for the game", want: Tally{Wins: 1, Losses: 1, Pairs: [5]int{2: 1}},
			pgn: game("7.1", "A", "B", "1-0", "x") + game("7.2", "B", "A", "1-0", "x")},
		{name: "mixed up", want: Tally{Wins: 2, Draws: 2, Pairs: [5]int{3: 2}},
			pgn: game("1", "A", "B", "1-0", "x") + game("2", "B", "A", "0-1", "y") + game("2", "A", "B", "1/2-1/2", "y") + game("1", "B", "A", "1/2-1/2", "x")},
		{name: "different openings are no pair", want: Tally{Wins: 2},
			pgn: game("1", "A", "B", "1-0", "x") + game("1", "B", "A", "0-1", "y")},
		{name: "equal colours are no pair", want: Tally{Wins: 2},
			pgn: game("1", "A", "B", "1-0", "x") + game("1", "A", "B", "1-0", "x")},
		{name: "an unfinished game", want: Tally{Losses: 1},
			pgn: game("1", "A", "B", "*", "x") + game("1", "B", "A", "1-0", "x")},
		{name: "who plays with himself", want: Tally{Draws: 1},
			pgn: game("1", "A", "A", "1-0", "x") + game("1", "A", "B", "1/2-1/2", "x")},
		{name: "a third player", want: Tally{Wins: 1},
			pgn: game("1", "A", "B", "1-0", "x") + game("1", "B", "C", "1-0", "x")},
		{name: "games of nobody", err: pgn.ErrNoGame, pgn: "1. e4 e5 1-0\n\n1. d4 *\n"},
		{name: "bytes with marks of results", err: pgn.ErrNoGame, pgn: strings.Repeat("\x01\x9b * 1-0 \xf3", 300)},
		{name: "a line that is no game", err: pgn.ErrNoGame, pgn: strings.Repeat("x", 1<<17)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, played, err := Recount(strings.NewReader(test.pgn), "")
			tally := tallyOf(played)
			if !errors.Is(err, test.err) || tally.Wins != test.want.Wins || tally.Draws != test.want.Draws ||
				tally.Losses != test.want.Losses || tally.Pairs != test.want.Pairs {
				t.Errorf("error %v, tally %+v", err, tally)
			}
		})
	}
}

// tallyOf counts the games of the first two players.
func tallyOf(played []Game) *Tally {
	var s Standing
	for i := range played {
		s.Add(&played[i])
	}
	return s.Tally(Pairing{0, 1})
}

func TestRecountingTakesAnySide(t *testing.T) {
	m, games := recorded(t)
	text := m.AppendPGN(m.AppendPGN(nil, &games[1], "A match"), &games[0], "A match")
	for _, test := range []struct {
		first string
		wins  int
		err   error
	}{{"", 1, nil}, {`The "First"`, 1, nil}, {`C:\second`, 1, nil}, {"Third", 1, ErrNobody}} {
		names, played, err := Recount(bytes.NewReader(text), test.first)
		if tally := tallyOf(played); err == nil && len(names) != 2 {
			t.Errorf("%q: %q", test.first, names)
		} else if test.err != nil {
			if !errors.Is(err, test.err) {
				t.Errorf("%q: error %v", test.first, err)
			}
		} else if err != nil || tally.Wins != test.wins || err == nil && test.first != "" && names[0] != test.first {
			t.Errorf("%q: %v, %+v, error %v", test.first, names, tally, err)
		}
	}
}

// FuzzResume holds that whatever a file contains, the games of a match lie within it one
// behind the other, and that what was written is known again.
func FuzzResume(f *testing.F) {
	f.Add("[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 1-0\n\n[White \"B\"]\n", `a "quoted" \name`)
	f.Add("[", "]\x07")
	f.Add("{", "\xff")
	f.Fuzz(func(t *testing.T, before, name string) {
		if name == "" || len(name) > 1000 {
			return // contestants have names
		}
		m := &Match{Contestants: []Contestant{{Name: name}, {Name: "Other"}}}
		game := Game{Black: 1, Start: movegen.StartPosition(), Result: movegen.Drawn, Termination: MoveLimit, Reason: name}
		text := m.AppendPGN(nil, &game, name)
		length, err := m.Resume(bytes.NewReader(text))
		if err != nil || length != int64(len(text)) || len(m.Played) != 1 || m.Played[0].Termination != MoveLimit {
			t.Errorf("%q is resumed up to byte %d of %d, error %v", text, length, len(text), err)
		}
		other := &Match{}
		if length, _ := other.Resume(strings.NewReader(before)); length > int64(len(before)) || length > 0 != (len(other.Played) > 0) {
			t.Errorf("%q is resumed up to byte %d with %d games", before, length, len(other.Played))
		}
	})
}

func TestAGamePlayedElsewhereMustBePlayable(t *testing.T) {
	e2e4 := Move{Move: movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)}
	for says, played := range map[string]Game{
		"move 2: e2e4 is illegal": {Moves: []Move{e2e4, e2e4}, Result: movegen.WhiteWins},
		"0 is not a result":       {},
		"4 is not a result":       {Result: 4},
		"10 is not a termination": {Result: movegen.Drawn, Termination: terminationCount},
		"1.5 points":              {Result: movegen.Drawn, Judged: true, WhitePoints: 1.5},
		"":                        {Result: movegen.Drawn, Judged: true, WhitePoints: 1, Moves: []Move{e2e4}, Number: 7},
	} {
		g := Game{Number: 3, Start: movegen.StartPosition()}
		if err := g.fill(played); (err == nil) != (says == "") || err != nil && err.Error() != says {
			t.Errorf("%s: %v", says, err)
		} else if err == nil && (g.Number != 3 || g.Plies != 1) {
			t.Errorf("%+v", g)
		}
	}
}
