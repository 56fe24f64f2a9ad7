package protocoltest

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

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
	if err := os.Mkdir("testdata", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("testdata", "good.txt"), []byte(transcript), 0o666); err != nil {
		t.Fatal(err)
	}
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
	if err := Start(t, echo).replay(blocks, true); err != nil {
		t.Fatal(err)
	}
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
	if _, err := writer.WriteString("nobody reads yet\n"); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 100)
	if n, err := reader.Read(text); err != nil || string(text[:n]) != "nobody reads yet\n" {
		t.Errorf("%q, error %v", text[:n], err)
	}
}
