package book

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/movegen/pgn"
)

const someGames = `[White "A"]
[Black "B"]
[WhiteElo "2400"]
[BlackElo "2300"]
[Result "1-0"]

1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 1-0

[WhiteElo "2500"]
[BlackElo "2100"]
[Result "0-1"]

1. e4 c5 2. d4 0-1

[WhiteElo "2500"]
[BlackElo "?"]
[Result "1/2-1/2"]

1. d4 d5 1/2-1/2

[Result "*"]

1. e4 c5 *

[Result "1-0"]

1. a3 e5 2. Rxa8 1-0

[FEN "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"]
[SetUp "1"]
[Result "0-1"]

1... O-O 0-1

[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]
[SetUp "1"]

1. e4 *
`

func TestGamesWeighByTheirResult(t *testing.T) {
	b := new(Builder)
	var faults []error
	report, err := Games{}.Read(strings.NewReader(someGames), b, func(fault error) { faults = append(faults, fault) })
	if err != nil || report != (gamesReport{Read: 7, Used: 7, Faulty: 2}) {
		t.Errorf("%+v, %v", report, err)
	}
	if len(faults) != 2 || !errors.As(faults[0], new(*pgn.Error)) || !errors.Is(faults[1], pgn.ErrStart) {
		t.Errorf("the faults are %v", faults)
	}
	book, _ := merged(t, AddWeights, b)
	for line, want := range map[string]string{
		"": "e2e4*3 a2a3*2 d2d4*1", "e2e4": "c7c5*3", "e2e4 e7e5": "g1f3*2",
		"e2e4 c7c5": "", "e2e4 e7e5 g1f3": "", "d2d4": "d7d5*1", "a2a3": "",
	} {
		if got := offered(t, book, line); got != want {
			t.Errorf("after %q the book offers %q, not %q", line, got, want)
		}
	}
	p := position(t, "4k2r/8/8/8/8/8/8/4K3 b k - 0 1")
	if entries, err := book.Moves(p); err != nil || !slices.Equal(texts(entries), []string{"e8g8*2"}) {
		t.Errorf("castling: %v, %v", texts(entries), err)
	}
}

func TestGamesAreChosen(t *testing.T) {
	tests := []struct {
		name           string
		games          Games
		minLines, used int
		want           string // offered at first and after 1.e4
	}{
		{"all", Games{}, 0, 7, "e2e4*3 a2a3*2 d2d4*1 | c7c5*3"},
		{"strong players only", Games{MinElo: 2300}, 0, 1, "e2e4*2 | "},
		{"only the first move", Games{MaxPlies: 1}, 0, 7, "e2e4*3 a2a3*2 d2d4*1 | "},
		{"what was played twice", Games{}, 2, 7, "e2e4*3 | c7c5*3"},
		{"what was played three times", Games{}, 3, 7, "e2e4*3 | "},
	}
	for _, test := range tests {
		b := &Builder{MinLines: test.minLines}
		report, err := test.games.Read(strings.NewReader(someGames), b, func(error) {})
		if err != nil || report.Used != test.used {
			t.Errorf("%s: %+v, %v", test.name, report, err)
		}
		book, _ := merged(t, AddWeights, b)
		if got := offered(t, book, "") + " | " + offered(t, book, "e2e4"); got != test.want {
			t.Errorf("%s: the book offers %q, not %q", test.name, got, test.want)
		}
	}
}

func TestSiftingRemovesMovesAndWhatLiesBehindThem(t *testing.T) {
	b := fromText(t, "! A\ne2e4 e7e5 g1f3 b8c6\n! B\ne2e4 c7c5 g1f3 b8c6\n! C\ng1f3 c7c5 e2e4*9\n! D\nf2f3 e7e5 g2g4 d8h4")
	var asked []string
	err := b.Sift(movegen.StartPosition(), func(p *movegen.Position, moves []movegen.Move) ([]movegen.Move, error) {
		var kept []movegen.Move
		for _, m := range moves {
			asked = append(asked, m.String())
			if text := m.String(); text != "f2f3" && text != "e7e5" {
				kept = append(kept, m)
			}
		}
		return kept, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// 1.e4 c5 2.Nf3 and 1.Nf3 c5 2.e4 are one position, asked about once.
	slices.Sort(asked)
	if got := strings.Join(asked, " "); got != "b8c6 c7c5 c7c5 e2e4 e2e4 e7e5 f2f3 g1f3 g1f3" {
		t.Errorf("asked about %s", got)
	}
	book, _ := merged(t, AddWeights, b)
	for line, want := range map[string]string{"": "e2e4*2 g1f3*1", "e2e4": "c7c5*1", "g1f3 c7c5": "e2e4*9",
		"e2e4 c7c5 g1f3": "b8c6*1", "e2e4 e7e5": "", "f2f3": ""} {
		if got := offered(t, book, line); got != want {
			t.Errorf("after %q the book offers %q, not %q", line, got, want)
		}
	}
	fault := errors.New("enough")
	if err := b.Sift(movegen.StartPosition(), func(*movegen.Position, []movegen.Move) ([]movegen.Move, error) { return nil, fault }); err != fault {
		t.Errorf("the error is %v", err)
	}
	if _, after := merged(t, AddWeights, b); len(after) != 7*entrySize {
		t.Error("sifting that failed has removed something")
	}
}

func TestADoubleStepIsFiledAsTheFormatSays(t *testing.T) {
	// After 1.e4 d5 2.e5 f5 anyone may capture; after 1.e4 c5 nobody stands beside. In
	// the third line the pawn b5 is pinned and may not, but it stands there.
	pinned := position(t, "8/2p5/3p4/KP5r/1R6/7k/8/8 b - - 0 1")
	for _, test := range []struct {
		start *movegen.Position
		line  []string
	}{
		{position(t, movegen.StartFEN), []string{"e2e4", "d7d5", "e4e5", "f7f5", "e5f6"}},
		{position(t, movegen.StartFEN), []string{"e2e4", "c7c5", "g1f3"}},
		{pinned, []string{"c7c5", "a5a6"}},
	} {
		b := new(Builder)
		line := b.Line(*test.start)
		for _, text := range test.line {
			m := move(t, &line.position, text)
			before := line.position
			must.Do(t, line.Add(m, 1))
			if want := slowKey(&line.position, m); line.key != want {
				t.Errorf("%v: the key after %s is %016x, not %016x", test.line, m, line.key, want)
			}
			book, _ := merged(t, AddWeights, b)
			if entries, err := book.Moves(&before); err != nil || len(entries) != 1 || entries[0].Move != m {
				t.Errorf("%v: in %s the book offers %v, %v", test.line, before.FEN(), texts(entries), err)
			}
		}
	}
}

func TestALineRefusesWhatABookCannotHold(t *testing.T) {
	b := new(Builder)
	line := b.Line(movegen.StartPosition())
	for _, test := range []struct {
		m      movegen.Move
		weight int
	}{
		{movegen.MakeMove(movegen.E1, movegen.E8, movegen.Normal), 1},
		{movegen.NoMove, 1},
		{movegen.MakeMove(movegen.G1, 21, movegen.Normal), -1},
	} {
		if err := line.Add(test.m, test.weight); !errors.Is(err, errNoBookMove) || len(b.tallies) > 0 {
			t.Errorf("%v with weight %d: %v", test.m, test.weight, err)
		}
	}
	if line.position.FEN() != movegen.StartFEN {
		t.Error("a refused move was played")
	}
}

// Whatever a file of games holds, the book has the legal moves before the first error or pass.
func FuzzGames(f *testing.F) {
	for _, text := range []string{someGames, "1. e4 e5 2. -- Nc6 *", "1. -- e5 1-0", "1. e4 (1. -- e5 2. Ke3) Z0 2. d4 *",
		"1. e4 e5 2. Ke3 Nf6 (2... --) 0-1", "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O -- 2. null *",
		"[Variant \"chess960\"]\n\n1. e4 0000 2. Qxz9 1/2-1/2", "1. @@@@ pass 2. e4"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		b := new(Builder)
		faults := 0
		report, err := Games{}.Read(bytes.NewReader(text), b, func(fault error) {
			if faults++; !errors.As(fault, new(*pgn.Error)) {
				t.Errorf("%v has no place", fault)
			}
		})
		if faults != report.Faulty {
			t.Errorf("%d errors of %d games", faults, report.Faulty)
		}
		if _, mergeErr := Merge(new(bytes.Buffer), AddWeights, b); err == nil && mergeErr != nil {
			t.Error(mergeErr)
		}
	})
}

// written writes texts into a folder and returns a function from their names to paths.
func written(t *testing.T, texts map[string]string) func(name string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range texts {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return func(name string) string { return filepath.Join(folder, name) }
}

// dumped returns the book of the sources as a text, its lines joined.
func dumped(t *testing.T, made *Builder, paths ...string) string {
	t.Helper()
	var out, text bytes.Buffer
	must.Get(MergeFiles(&out, AddWeights, made, paths))(t)
	path := filepath.Join(t.TempDir(), "x.bin")
	must.Do(t, os.WriteFile(path, out.Bytes(), 0o600))
	b := must.Get(Open(path))(t)
	defer b.Close()
	must.Do(t, Dump(&text, b, 0))
	return strings.Join(strings.Fields(text.String()), " ")
}

func TestFilesAreReadByWhatTheirNamesTell(t *testing.T) {
	path := written(t, map[string]string{
		"lines.txt": "! A\ne2e4 e7e5\n",
		"TABLE.TSV": "name\tpgn\nC\t1. e4 c5\n",
		"games.pgn": "[Result \"1-0\"]\n\n1. e4 e6 1-0\n\n[Result \"1-0\"]\n\n1. f4 e5 2. Ke8 1-0\n",
		"bad.txt":   "! A\ne2e5\n",
		"what.doc":  "",
	})
	b, faults := &Builder{}, 0
	for name, games := range map[string]int{"lines.txt": 0, "TABLE.TSV": 0, "games.pgn": 2} {
		report, err := b.ReadFile(path(name), Games{}, func(error) { faults++ })
		if err != nil || (report == nil) != (games == 0) || report != nil && (report.Read != games || report.Faulty != 1) {
			t.Errorf("%s: %+v, %v", name, report, err)
		}
	}
	if faults != 1 {
		t.Errorf("%d faults are reported", faults)
	}
	if got := dumped(t, b); got != "! 1. e4 c5 e2e4*4 c7c5*1 ! 1. e4 e5 e2e4*0 e7e5*1 ! 1. f4 f2f4*2" {
		t.Errorf("the book is %s", got)
	}
	for name, want := range map[string]error{"none.pgn": fs.ErrNotExist, "what.doc": ErrUnknownKind, "none": ErrUnknownKind} {
		if _, err := b.ReadFile(path(name), Games{}, nil); !errors.Is(err, want) || !strings.Contains(err.Error(), path(name)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := b.ReadFile(path("bad.txt"), Games{}, nil); err == nil || !strings.HasPrefix(err.Error(), path("bad.txt")+": line 2") {
		t.Errorf("a bad text: %v", err)
	}
	if !IsBook("a.bin") || !IsBook("A.BIN") || IsBook("bin") {
		t.Error("books are known by .bin")
	}
}

func TestBooksAreMergedWithWhatIsMade(t *testing.T) {
	b := &Builder{}
	must.Do(t, ReadText(strings.NewReader("! A\nd2d4\n"), b))
	var out bytes.Buffer
	if n, err := MergeFiles(&out, AddWeights, b, nil); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	path := written(t, map[string]string{"one.bin": out.String(), "torn.bin": "123"})
	if got := dumped(t, b, path("one.bin")); got != "! 1. d4 d2d4*2" {
		t.Errorf("the book is %s", got)
	}
	if got := dumped(t, nil, path("one.bin")); got != "! 1. d4 d2d4*1" {
		t.Errorf("alone it is %s", got)
	}
	if _, err := MergeFiles(&out, AddWeights, b, []string{path("one.bin"), path("torn.bin")}); !errors.Is(err, errTorn) {
		t.Errorf("a torn book: %v", err)
	}
}

func TestMovesThatAreWorseByMoreThanTheMarginAreLeftOut(t *testing.T) {
	const lines = "! A\ne2e4 e7e5\n! B\nd2d4 d7d5\n! C\na2a4 a7a5\n"
	// The value for Black of the position after each first move; other positions are equal.
	worth := map[string]int{"e2e4": -30, "d2d4": 0, "a2a4": 70}
	start := movegen.StartPosition()
	behind := map[movegen.Key]int{}
	for name, score := range worth {
		for _, m := range start.Moves() {
			if next := start.After(m); name == m.From().String()+m.To().String() {
				behind[next.Key()] = score
			}
		}
	}
	fault := errors.New("enough")
	for _, test := range []struct {
		margin, best int // best is what a search of the initial position says
		want         string
		report       siftReport
	}{
		{50, 0, "! 1. d4 d5 d2d4*1 d7d5*1 ! 1. e4 e5 e2e4*1 e7e5*1", siftReport{3, 5, 4}},
		{29, 0, "! 1. e4 e5 e2e4*1 e7e5*1", siftReport{2, 4, 2}},
		{50, 75, "! 1. e4 e5 e2e4*1 e7e5*1", siftReport{2, 4, 2}},
		{100, 0, "! 1. a4 a5 a2a4*1 a7a5*1 ! 1. d4 d5 d2d4*1 d7d5*1 ! 1. e4 e5 e2e4*1 e7e5*1", siftReport{4, 6, 6}},
	} {
		b := &Builder{}
		must.Do(t, ReadText(strings.NewReader(lines), b))
		_, err := b.SiftByScore(start, test.margin, func(p *movegen.Position) (int, error) {
			if p.Side() == movegen.Black {
				return 0, fault
			}
			return 0, nil
		})
		if err != fault || len(b.tallies) != 6 {
			t.Errorf("%v; %d moves are left", err, len(b.tallies))
		}
		report, err := b.SiftByScore(start, test.margin, func(p *movegen.Position) (int, error) {
			switch {
			case p.Key() == start.Key():
				return test.best, nil
			case p.FullmoveNumber() == 1:
				return behind[p.Key()], nil
			}
			return 0, nil
		})
		if err != nil || report != test.report {
			t.Errorf("margin %d: %+v, %v", test.margin, report, err)
		}
		if got := dumped(t, b); got != test.want {
			t.Errorf("margin %d: the book is %s", test.margin, got)
		}
	}
}
