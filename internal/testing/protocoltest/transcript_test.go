package protocoltest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// echo is an adapter that prints what it hears: "twice" has two lines, "mute" none, and
// "leave" ends the session with an error.
func echo(s *protocol.Session, first string) (string, error) {
	for text := first; ; {
		switch text {
		case "leave":
			return "somebody else", errLeft
		case "mute":
		case "twice":
			s.Out.Printf("one")
			s.Out.Printf("")
		case "think":
			if _, err := s.Controller.Go(search.Limits{Depth: 1}, false); err != nil {
				return "", err
			}
			s.Controller.Wait()
		default:
			s.Out.Printf("%s", text)
		}
		line, open := <-s.Lines
		if !open {
			s.Out.Printf("bye")
			return "", nil
		}
		text = line.Text
	}
}

var errLeft = errors.New("left")

const transcript = `// A comment
// in two lines.

hello
----
hello

mute
twice
----
one
<empty>

<end of input>
----
bye
`

func TestATranscriptIsReadAndWrittenBack(t *testing.T) {
	comment, blocks := parseBlocks("\n\n" + transcript + "\n")
	want := []block{{[]string{"hello"}, []string{"hello"}}, {[]string{"mute", "twice"}, []string{"one", ""}}, {[]string{EndOfInput}, []string{"bye"}}}
	if !reflect.DeepEqual(blocks, want) || comment != "// A comment\n// in two lines.\n\n" {
		t.Errorf("read as %q, %q", comment, blocks)
	}
	if text := string(formatBlocks(comment, blocks)); text != transcript {
		t.Errorf("written as\n%s\nnot\n%s", text, transcript)
	}
	if _, blocks = parseBlocks("a\n----\n\nb\n"); len(blocks) != 2 || blocks[0].output != nil || blocks[1].output != nil {
		t.Errorf("commands without output are read as %q", blocks)
	}
}

func TestTranscriptsAreReplayed(t *testing.T) {
	NoLeak(t)
	t.Chdir(t.TempDir())
	must.Do(t, os.Mkdir("testdata", 0o777))
	must.Do(t, os.WriteFile(filepath.Join("testdata", "good.txt"), []byte(transcript), 0o666))
	Transcripts(t, echo)
}

func TestAnotherOutputIsFound(t *testing.T) {
	for name, test := range map[string]struct{ from, to, want string }{
		"another line":              {"\none\n", "\ntwo\n", "got\none\n\n---- want\ntwo\n"},
		"a line in another place":   {"\none\n<empty>\n", "\n<empty>\none\n", "got\none\n"},
		"a line that is not wanted": {"----\nbye\n", "----\n", "at the end there is more output:\nbye"},
	} {
		NoLeak(t)
		_, blocks := parseBlocks(strings.Replace(transcript, test.from, test.to, 1))
		if err := Start(t, echo).replay(blocks, false); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestTheOutputIsRewritten(t *testing.T) {
	comment, blocks := parseBlocks(transcript)
	for i := range blocks {
		blocks[i].output = []string{"something", "else"}
	}
	must.Do(t, Start(t, echo).replay(blocks, true))
	if text := string(formatBlocks(comment, blocks)); text != transcript {
		t.Errorf("rewritten as\n%s", text)
	}
}

func TestASessionIsFollowed(t *testing.T) {
	NoLeak(t)
	s := Start(t, echo)
	for _, line := range []string{"a", "think", "twice", "b"} {
		s.Send(line)
	}
	if got := s.Until("b"); !reflect.DeepEqual(got, []string{"a", "one", "", "b"}) {
		t.Errorf("up to b: %q", got)
	}
	s.Send("leave", "nobody listens any more")
	if rest := s.Rest(); len(rest) > 0 || s.Next != "somebody else" || !errors.Is(s.Err, errLeft) {
		t.Errorf("rest %q, next %q, error %v", rest, s.Next, s.Err)
	}
	if s.Searcher == nil || s.Searcher.Searches() != 1 || !s.Searcher.Closed {
		t.Errorf("the searcher is %+v", s.Searcher)
	}
	if last := s.Searcher.Last(); last.Position != movegen.StartPosition() || last.Limits.Depth != 1 {
		t.Errorf("the last request is %+v", last)
	}
	if lines := s.Expect(1); lines != nil {
		t.Errorf("behind the end there is %q", lines)
	}
}

func TestPipesHoldSomeLines(t *testing.T) {
	reader, writer := Pipe(t)
	must.Get(writer.WriteString("nobody reads yet\n"))(t)
	text := make([]byte, 100)
	if n, err := reader.Read(text); err != nil || string(text[:n]) != "nobody reads yet\n" {
		t.Errorf("%q, error %v", text[:n], err)
	}
}

func request(t *testing.T, fen string, limits search.Limits) search.Request {
	t.Helper()
	position := must.Get(movegen.ParseFEN(fen))(t)
	return search.Request{Position: position, Limits: limits}
}

func TestItReportsWhatIsKnownBeforehand(t *testing.T) {
	legal := func(p movegen.Position, line []movegen.Move) bool {
		for _, m := range line {
			if !p.IsLegal(m) {
				return false
			}
			p.Make(m)
		}
		return true
	}
	const mateInOne, mated, queenless = "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "q6k/8/8/8/8/8/8/K7 w - - 0 1"
	for _, test := range []struct {
		name, fen        string
		limits           search.Limits
		multiPV, reports int
		best             string
		score            search.Score
	}{
		{"three iterations", movegen.StartFEN, search.Limits{}, 0, 3, "", 30},
		{"as many as wanted", movegen.StartFEN, search.Limits{Depth: 7}, 1, 7, "", 70},
		{"ten at most", movegen.StartFEN, search.Limits{Depth: 99}, 1, 10, "", 100},
		{"two lines", movegen.StartFEN, search.Limits{Depth: 2}, 2, 4, "", 20},
		{"no more lines than moves", mateInOne, search.Limits{Depth: 1}, 100, 20, "a1a8", search.MateScore - 1},
		{"mate", mateInOne, search.Limits{}, 1, 3, "a1a8", search.MateScore - 1},
		{"no move", mated, search.Limits{}, 1, 0, "0000", 0},
		{"against a queen", queenless, search.Limits{}, 1, 3, "", 30 - 900},
		{"among certain moves", movegen.StartFEN, search.Limits{Moves: []movegen.Move{movegen.MakeMove(movegen.MakeSquare(4, 1), movegen.MakeSquare(4, 3), movegen.Normal)}}, 5, 3, "e2e4", 30},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := Open(1)
			r := request(t, test.fen, test.limits)
			r.MultiPV = test.multiPV
			reports := 0
			result := s.Search(t.Context(), r, func(i search.Info) {
				if reports++; len(i.Line) == 0 || !legal(r.Position, i.Line) || i.Nodes != uint64(100*i.Depth) || i.Bound != search.Exact {
					t.Errorf("reported %+v", i)
				}
			})
			if reports != test.reports || test.best != "" && result.Best.String() != test.best || result.Score != test.score {
				t.Errorf("%d reports, %+v", reports, result)
			}
			if len(result.Line) > 1 && result.Ponder != result.Line[1] || !legal(r.Position, result.Line) {
				t.Errorf("%+v", result)
			}
			if s.Searches() != 1 || s.Last().Position != r.Position {
				t.Errorf("%d searches, the last is %+v", s.Searches(), s.Last())
			}
		})
	}
}

func TestWithMuchTimeItThinksUntilItIsStopped(t *testing.T) {
	for name, limits := range map[string]search.Limits{
		"for the move": {MoveTime: 2 * Patience},
		"on its clock": {Clock: search.Clock{Remaining: 100 * Patience}},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		Open(1).Search(ctx, request(t, movegen.StartFEN, limits), func(search.Info) {})
		if cancel(); context.Cause(ctx) != context.DeadlineExceeded {
			t.Errorf("%s: it has not thought until the end", name)
		}
		limits.Depth = 2 // which bounds it, too
		Open(1).Search(t.Context(), request(t, movegen.StartFEN, limits), func(search.Info) {})
	}
}

func TestWhoDisturbsASearchIsTold(t *testing.T) {
	for name, disturb := range map[string]func(s *Searcher){
		"NewGame":    (*Searcher).NewGame,
		"Resize":     func(s *Searcher) { _ = s.Resize(2) },
		"SetThreads": func(s *Searcher) { s.SetThreads(2) },
		"Close":      (*Searcher).Close,
		"Search":     func(s *Searcher) { s.Search(t.Context(), search.Request{}, nil) },
	} {
		s, told := Open(1), false
		s.Search(t.Context(), request(t, movegen.StartFEN, search.Limits{Depth: 1}), func(search.Info) {
			defer func() { told = recover() != nil }()
			disturb(s)
		})
		if !told {
			t.Errorf("%s may be called during a search", name)
		}
		if s.NewGames != 0 || s.Megabytes != 1 || s.Threads != 0 || s.Closed {
			t.Errorf("%s has changed %+v", name, s)
		}
	}
}

func TestWhatItIsToldIsNoted(t *testing.T) {
	s := Open(16)
	s.NewGame()
	s.SetThreads(3)
	if err := s.Resize(32); err != nil || s.Megabytes != 32 || s.Threads != 3 || s.NewGames != 1 {
		t.Errorf("%+v, error %v", s, err)
	}
	s.Fault = errors.New("no memory")
	if err := s.Resize(64); !errors.Is(err, s.Fault) || s.Megabytes != 32 {
		t.Errorf("%d megabytes, error %v", s.Megabytes, err)
	}
}
