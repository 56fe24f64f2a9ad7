package cli

import (
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestWhatWasMeantIsFound(t *testing.T) {
	words := strings.Fields("mate perft bench eval hash suite match book completion play pgn tree tune annotate annex")
	for word, want := range map[string]string{
		"pgnn": "pgn", "pgn": "pgn", "PGN": "pgn", "png": "pgn", "bok": "book", "blok": "book", "anotate": "annotate", "annotat": "annotate", "ann": "annotate annex",
		"comp": "completion", "macth": "match", "mat": "mate match", "x": "", "": "", "games.pgn": "", "zzzz": "", "tee": "tree",
	} {
		if got := strings.Join(nearest(word, words), " "); got != want {
			t.Errorf("%s: %q", word, got)
		}
	}
	if got := nearest("m", strings.Fields("a b c d e")); got != nil {
		t.Errorf("too many are named: %q", got)
	}
	for want, words := range map[string][]string{"": nil, "; did you mean a?": {"a"}, "; did you mean a, b or c?": {"a", "b", "c"}} {
		if got := didYouMean(words); got != want {
			t.Errorf("%q: %q", words, got)
		}
	}
}

// slowTypingErrors is the definition, tried out letter by letter.
func slowTypingErrors(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	if a[0] == b[0] {
		return slowTypingErrors(a[1:], b[1:])
	}
	least := 1 + min(slowTypingErrors(a[1:], b), slowTypingErrors(a, b[1:]), slowTypingErrors(a[1:], b[1:]))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		least = min(least, 1+slowTypingErrors(a[2:], b[2:]))
	}
	return least
}

func TestTypingErrorsAreCounted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func() string {
		letters := make([]byte, r.IntN(7))
		for i := range letters {
			letters[i] = "abc"[r.IntN(3)]
		}
		return string(letters)
	}
	for range 5000 {
		a, b := word(), word()
		if got, want := typingErrors(a, b), slowTypingErrors(a, b); got != want || typingErrors(b, a) != want {
			t.Fatalf("%q and %q: %d, not %d", a, b, got, want)
		}
	}
}

func TestATimeThatIsAFlagIsAboveZero(t *testing.T) {
	d := 2 * time.Second
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	SecondsVar(flags, &d, "time", "")
	if f := flags.Lookup("time"); f.DefValue != "2" {
		t.Errorf("the default is %q", f.DefValue)
	}
	for _, text := range []string{"0", "0ms", "x", "-2"} {
		if err := flags.Set("time", text); err == nil || d != 2*time.Second {
			t.Errorf("%q: %v, %v", text, d, err)
		}
	}
	if err := flags.Set("time", "0.1"); err != nil || d != 100*time.Millisecond {
		t.Error(d, err)
	}
	if none := seconds(0); none.String() != "" {
		t.Error("no time is shown as one")
	}
}

// Whatever is defined, nothing is said in the words of package pflag.
func TestEveryKindOfFlagSaysWhatItWants(t *testing.T) {
	c := &cobra.Command{Use: "prog"}
	flags := c.Flags()
	flags.Bool("bool", false, "")
	flags.Int("int", 0, "")
	flags.Int64("int64", 0, "")
	flags.Uint("uint", 0, "")
	flags.Uint64("uint64", 0, "")
	flags.Float64("float64", 0, "")
	flags.Duration("duration", 0, "")
	flags.Func("func", "", func(string) error { return errors.New("must be an odd number") })
	flags.TextVar(new(big.Int), "text", new(big.Int), "")
	SecondsVar(flags, new(time.Duration), "seconds", "")
	flags.VisitAll(func(f *pflag.Flag) {
		err := flagError(c, flags.Parse([]string{"--" + f.Name + "=x"}))
		if !errors.Is(err, ErrUsage) || !strings.HasPrefix(err.Error(), ErrUsage.Error()+": --"+f.Name+` "x": `) ||
			f.Name != "text" && !strings.Contains(err.Error(), "must be") || strings.Contains(err.Error(), "parse error") {
			t.Errorf("%s: %v", f.Name, err)
		}
	})
}

// programAround returns a program that has every command on the way to a retired name, but not the name itself.
func programAround(words []string) *cobra.Command {
	run := func(*pflag.FlagSet) Run { return func([]string, Streams) error { return nil } }
	last := With(&cobra.Command{Use: "other"}, run)
	for _, word := range slices.Backward(words[:len(words)-1]) {
		if c := (&cobra.Command{Use: word}); last.Use == "other" && strings.HasPrefix(words[len(words)-1], "--") {
			last = With(c, run)
		} else {
			last = Group(c, last)
		}
	}
	return Root("prog", "", "", last)
}

func TestRetiredNamesAreUsageErrorsThatNameTheReplacement(t *testing.T) {
	for i, row := range retired {
		if i > 0 && row.Name <= retired[i-1].Name {
			t.Errorf("%q is not in its place", row.Name)
		}
		words := strings.Fields(row.Name)
		if strings.HasPrefix(row.Name, "--") {
			words = []string{"command", row.Name}
		}
		last := len(words) - 1
		before := slices.Clip(words[:last])
		lines := [][]string{words, append(before, words[last], "argument"), append(before, words[last], "--help")}
		if strings.HasPrefix(words[last], "--") {
			lines = append(lines, append(before, words[last][1:]), append(before, "argument", words[last]+"=x"))
		} else {
			lines = append(lines, append([]string{"help"}, words...))
		}
		want := row.Name + " was removed in 3.0: " + row.Instead + "\n"
		for _, line := range lines {
			var stderr strings.Builder
			status := Execute(programAround(words), line, Streams{In: strings.NewReader(""), Out: io.Discard, Err: &stderr})
			if status != ExitUsage || !strings.Contains(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 3 {
				t.Errorf("%q: status %d,\n%s", line, status, &stderr)
			}
		}
	}
}

func TestOnlyWholeNamesAreRetired(t *testing.T) {
	for _, row := range retired {
		for _, path := range []string{row.Name + "s", "x " + row.Name, strings.ToUpper(row.Name), row.Name[1:], ""} {
			if instead, ok := Retired(path); ok {
				t.Errorf("%q is retired: %s", path, instead)
			}
		}
		if instead, ok := Retired(row.Name); !ok || instead != row.Instead {
			t.Errorf("%q: %q, %v", row.Name, instead, ok)
		}
	}
}

func TestABuildIsNamedByWhatTheLinkerKnows(t *testing.T) {
	info := &debug.BuildInfo{GoVersion: "go1.99", Settings: []debug.BuildSetting{{Key: "GOOS", Value: "plan9"}, {Key: "CGO_CFLAGS"},
		{Key: "vcs", Value: "git"},
		{Key: "vcs.revision", Value: "abcdef0123456789"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "true"}}}
	if got, want := buildOf(info).Lines("Bishop 1.2"), "Bishop 1.2-dev abcdef0-modified\ngo      1.99\n"+
		"commit  abcdef0123456789 2026-01-02T03:04:05Z\nbuild   GOOS=plan9\n"; got != want {
		t.Errorf("it is\n%s", got)
	}
	info.Settings = info.Settings[3:4]
	if got, want := buildOf(info).Lines("Bishop 1.2"), "Bishop 1.2-dev abcdef0\ngo      1.99\ncommit  abcdef0123456789\n"; got != want {
		t.Errorf("of a commit whose time is unknown it is\n%s", got)
	}
	info.Settings = nil
	if got, want := buildOf(info).Lines("Bishop 1.2"), "Bishop 1.2-dev\ngo      1.99\n"; got != want {
		t.Errorf("without version control it is\n%s", got)
	}
	info.Settings = []debug.BuildSetting{{Key: "-tags", Value: "netgo,release"}, {Key: "vcs.revision", Value: "abcdef0123456789"}}
	if b := buildOf(info); b.Title("Bishop 1.2") != "Bishop 1.2" || !strings.HasPrefix(b.Lines("Bishop 1.2"), "Bishop 1.2\n") {
		t.Errorf("a release is %q", b.Title("Bishop 1.2"))
	}
}

func TestThisBuildKnowsItsCompiler(t *testing.T) {
	if b := ReadBuild(); b.Go != runtime.Version() || !strings.Contains(b.Lines(""), "GOOS="+runtime.GOOS) {
		t.Errorf("it is\n%v", b)
	}
}

func TestTheMemoryOfTheMachineOrItsGroupIsRead(t *testing.T) {
	const meminfo = "MemTotal:       16777216 kB\nMemFree:         1000 kB\n"
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tests := []struct {
		name string
		root fstest.MapFS
		want int
	}{
		{"a system that tells nothing", fstest.MapFS{}, unknownMemory},
		{"the whole machine", fstest.MapFS{"proc/meminfo": file(meminfo)}, 16384},
		{"meminfo that cannot be read", fstest.MapFS{"proc/meminfo": file("MemTotal: lots\n")}, unknownMemory},
		{"a group without a limit", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/user/a\n"),
			"sys/fs/cgroup/user/a/memory.max": file("max\n")}, 16384},
		{"a group's limit", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/user/a\n"),
			"sys/fs/cgroup/user/a/memory.max": file("536870912\n")}, 512},
		{"the limit of a group above", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/user/a\n"),
			"sys/fs/cgroup/user/a/memory.max": file("1073741824\n"), "sys/fs/cgroup/user/memory.max": file("268435456\n")}, 256},
		{"a container that sees only its own group", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("0::/../../x\n"),
			"sys/fs/cgroup/memory.max": file("268435456\n")}, 256},
		{"the old hierarchy", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("5:cpu:/\n4:cpuset,memory:/box\n"),
			"sys/fs/cgroup/memory/box/memory.limit_in_bytes": file("134217728\n")}, 128},
		{"the old hierarchy without a limit", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("4:memory:/\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n")}, 16384},
		{"a group file of nonsense", fstest.MapFS{"proc/meminfo": file(meminfo), "proc/self/cgroup": file("nonsense\n\n::\n")}, 16384},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := MemoryMegabytes(test.root); got != test.want {
				t.Errorf("got %d MB, want %d", got, test.want)
			}
		})
	}
}
