package protocoltest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/search"
)

// echo is an adapter that prints what it hears: "twice" has two lines, and "mute" none.
func echo(s *protocol.Session, first string) (string, error) {
	for text := first; ; {
		switch text {
		case "mute":
		case "twice":
			s.Out.Printf("one")
			s.Out.Printf("")
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

func request(t *testing.T, fen string, limits search.Limits) search.Request {
	t.Helper()
	position := must.Get(movegen.ParseFEN(fen))(t)
	return search.Request{Position: position, Limits: limits}
}

func TestWhoDisturbsASearchIsReported(t *testing.T) {
	for name, disturb := range map[string]func(s *Searcher){
		"NewGame":    (*Searcher).NewGame,
		"Resize":     func(s *Searcher) { _ = s.Resize(2) },
		"SetThreads": func(s *Searcher) { s.SetThreads(2) },
		"Close":      (*Searcher).Close,
		"Search":     func(s *Searcher) { s.Search(t.Context(), search.Request{}, nil) },
	} {
		s, reported := Open(1), false
		s.Search(t.Context(), request(t, movegen.StartFEN, search.Limits{Depth: 1}), func(search.Info) {
			defer func() { reported = recover() != nil }()
			disturb(s)
		})
		if !reported {
			t.Errorf("%s may be called during a search", name)
		}
		if s.NewGames != 0 || s.Megabytes != 1 || s.Threads != 0 || s.Closed {
			t.Errorf("%s has changed %+v", name, s)
		}
	}
}
