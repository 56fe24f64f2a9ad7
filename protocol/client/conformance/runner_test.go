package conformance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
)

// oneCase returns a case with the given steps, which begin in line 5.
func oneCase(t *testing.T, protocol, steps string) *Case {
	t.Helper()
	cases, err := Parse("test", "protocol "+protocol+"\ncase one\nwhy a reason\nsource a place\n"+strings.ReplaceAll(steps, "; ", "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return &cases[0]
}

// insist runs a case until its outcome is right. On a busy machine an engine may begin or answer
// too late for what a case is about: every second try stretches the limits further.
func insist(ctx context.Context, engine Engine, c *Case, right func(Outcome) bool) (Outcome, bool, error) {
	scale := cmp.Or(engine.Scale, 1)
	for try := 0; ; try++ {
		engine.Scale = scale
		if try%2 == 1 {
			engine.Scale *= float64(1 + try)
		}
		outcome, err := engine.Run(ctx, c)
		if err != nil || right(outcome) || try == 12 {
			return outcome, err == nil && right(outcome), err
		}
	}
}

// TestAnAnswerBeforeTheCommandIsWritten: a quick engine answers while the writing is about to
// end; its latency is not below 0, and the next limit does not begin earlier for that.
func TestAnAnswerBeforeTheCommandIsWritten(t *testing.T) {
	written := time.Now()
	s := session{scale: 1, since: written, transcript: transcript{
		Entries: []entry{{At: 30 * time.Millisecond, Text: "readyok"}}, start: written.Add(-time.Second)}}
	if err := s.await(t.Context(), time.Second, regexp.MustCompile("readyok")); err != nil {
		t.Fatal(err)
	}
	if s.latency != 0 || !s.since.Equal(written) {
		t.Errorf("the latency is %v, and limits count from %v after the writing", s.latency, s.since.Sub(written))
	}
}

func TestStepsPassAndFail(t *testing.T) {
	tests := []struct {
		name, protocol string
		rules          []string
		steps          string
		verdict        verdict
		reason         string // part of it
	}{
		{"an answer in time", "uci", []string{"a => b"}, "cold; send a; expect 2000 ^b$", Passed, ""},
		{"another answer", "uci", []string{"a => c"}, "cold; send a; expect 2000 ^b$", Failed, "no line matches ^b$ within 2s; its last lines:\n  c"},
		{"no answer", "uci", nil, "cold; send a; expect 100 ^b$", Failed, "it wrote nothing"},
		{"an answer too late", "uci", []string{"a => !sleep 300|b"}, "cold; send a; pause 3000; expect 100 ^b$", Failed, `"b" came after`},
		{"answers in order", "uci", []string{"a => b|c"}, "cold; send a; expect 2000 b; expect 2000 c", Passed, ""},
		{"answers in the wrong order", "uci", []string{"a => c|b"}, "cold; send a; expect 2000 b; expect 100 c", Failed, "no line matches c"},
		{"limits count from the line before", "uci", []string{"a => !sleep 600|b|!sleep 600|c"}, "cold; send a; expect 1100 b; expect 1100 c", Passed, ""},
		{"quiet where nothing comes", "uci", []string{"a => c"}, "cold; send a; quiet 100 b", Passed, ""},
		{"quiet where something comes", "uci", []string{"a => !sleep 50|b"}, "cold; send a; quiet 2000 b", Failed, `unexpected line: "b"`},
		{"never and it does not come", "uci", []string{"a => c"}, "cold; never b; send a; expect 2000 c", Passed, ""},
		{"never and it comes late", "uci", []string{"a => c|!sleep 50|b"}, "cold; never b; send a; expect 2000 c", Failed, `"b" must not appear`},
		{"never counts from its place on", "uci", []string{"a => b|c", "d => e"}, "cold; send a; expect 2000 c; never b; send d; expect 2000 e", Passed, ""},
		{"only what may come", "uci", []string{"a => b|c"}, "cold; only [bc]; send a; expect 2000 c", Passed, ""},
		{"only and something else comes", "uci", []string{"a => b|d|c"}, "cold; only [bc]; send a; expect 2000 c", Failed, `"d" does not match`},
		{"a count that is right", "uci", []string{"a => b|b|c"}, "cold; count 2 b; send a; expect 2000 c", Passed, ""},
		{"a count that is wrong", "uci", []string{"a => b|b|c"}, "cold; count 1 b; send a; expect 2000 c", Failed, "2 lines match b, not 1"},
		{"lines in one write", "uci", []string{"a => b", "c => d"}, `cold; raw "a\nc\n"; expect 2000 b; expect 2000 d`, Passed, ""},
		{"a line of repeated bytes", "uci", []string{"aaa => b"}, `cold; repeat 3 "a"; raw "\n"; expect 2000 b`, Passed, ""},
		{"an exit", "uci", []string{"quit => !exit 0"}, "cold; send quit; exit 2000", Passed, ""},
		{"an exit with a status", "uci", []string{"quit => !exit 3"}, "cold; send quit; exit 2000", Failed, "exit status 3"},
		{"no exit", "uci", nil, "cold; send quit; exit 100", Failed, "still running after 100ms"},
		{"the end of the input", "uci", nil, "cold; close; exit 2000", Passed, ""},
		{"what is said at the end counts", "uci", []string{"end => b"}, "cold; count 1 b; close; exit 2000", Passed, ""},
		{"a signal", "uci", nil, "cold; pause 100; signal TERM; exit 2000", Passed, ""},
		{"a signal that is ignored", "uci", []string{"start => !stubborn|up"}, "cold; expect 5000 up; signal TERM; exit 100", Failed, "still running"},
		{"a death in a step", "uci", []string{"a => !exit 2"}, "cold; send a; expect 2000 b", Failed, "the engine ended: exit status 2"},
		{"a death in a pause", "uci", []string{"a => !exit 2"}, "cold; send a; pause 60000", Failed, "the engine ended: exit status 2"},
		{"a death after the last answer", "uci", []string{"a => b|!exit 0"}, "cold; send a; expect 2000 b; pause 60000", Failed, "the engine ended: exit status 0"},
		{"an output that is closed", "uci", []string{"a => !mute|!hang"}, "cold; send a; expect 3000 b", Failed, "the engine closed its output"},
		{"a line without end", "uci", []string{"a => !long 300000"}, "cold; send a; expect 3000 b", Failed, "more than 262144 bytes"},
		{"an engine that never stops", "uci", []string{"a => !many 300000"}, "cold; send a; expect 20000 b", Failed, "more than 262144 lines"},
		{"an engine that reads nothing", "uci", []string{"start => !hang"}, `cold; repeat 300000 "a\n"; expect 100 b`, Failed, "has not read its input"},
		{"a check that passes", "uci", []string{uciRule}, "cold; send uci; expect 2000 uciok; check options", Passed, ""},
		{"a check that fails", "uci", []string{"uci => option name A type what|uciok"}, "cold; send uci; expect 2000 uciok; check options", Failed, `check options: option A is of type "what"`},

		{"a handshake", "uci", []string{uciRule, readyRule, "a => b"}, "send a; expect 2000 b", Passed, ""},
		{"a handshake without its end", "uci", []string{"uci => id name Fake|!exit 1"}, "send a; expect 2000 b", Failed, "in the handshake: waiting for"},
		{"a need that is met", "uci", []string{uciRule, readyRule}, "needs name Hash; send a", Passed, ""},
		{"a need that is not met", "uci", []string{uciRule, readyRule}, "needs name Ponder; send a", Skipped, "does not offer name Ponder"},
		{"defaults", "uci", []string{uciRule, readyRule, "setoption name Hash value 1 => b"}, "defaults; expect 2000 b", Passed, ""},
		{"no defaults", "uci", []string{"uci => uciok", readyRule}, "defaults", Skipped, "no options"},

		{"features", "xboard", []string{xboardRule, "ping 1 => pong 1"}, "send ping 1; expect 2000 ^pong 1$", Passed, ""},
		{"features are accepted", "xboard", []string{xboardRule, "accepted setboard => !exit 7"}, "pause 60000", Failed, "exit status 7"},
		{"a feature that is missing", "xboard", []string{xboardRule}, "send playother; expect 100 b", Skipped, "feature playother=0"},
		{"a feature that is missing, in raw text", "xboard", []string{xboardRule}, `raw "new\nmemory 3\n"`, Skipped, "feature memory=0"},
		{"a feature that is on by itself", "xboard", []string{xboardRule, "draw => b"}, "send draw; expect 2000 b", Passed, ""},
		{"a feature behind a delay", "xboard", []string{"protover 2 => feature done=0|!sleep 3000|feature ping=1 done=1", "ping 1 => b"}, "send ping 1; expect 2000 b", Passed, ""},
		{"no features at all", "xboard", []string{"e2e4 => move e7e5"}, "move e2e4; expect 2000 ^move", Passed, ""},
		{"moves with a word", "xboard", []string{xboardRule, "usermove e2e4 => move e7e5"}, "move e2e4; expect 2000 ^move", Passed, ""},
		{"SAN is rejected", "xboard", []string{"protover 2 => feature san=1 done=1", "rejected san => !exit 7"}, "pause 60000", Failed, "exit status 7"},
		{"an interrupt that is not wanted", "xboard", []string{xboardRule}, "signal INT", Skipped, "feature sigint=0"},
		{"an interrupt that kills", "xboard", []string{"protover 2 => feature done=1"}, "signal INT; pause 1000", Failed, "the engine ended: signal: interrupt"},
	}
	for _, test := range tests {
		if len(signals) == 0 && strings.Contains(test.steps, "signal ") {
			test.verdict, test.reason = Skipped, "this system has no signals"
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			engine := Engine{Command: fake(test.rules...)}
			if strings.Contains(test.reason, "has not read") {
				engine.Scale = 0.05
			}
			outcome, right, err := insist(t.Context(), engine, oneCase(t, test.protocol, test.steps), func(o Outcome) bool {
				return o.Verdict == test.verdict && strings.Contains(o.Reason, test.reason)
			})
			if err != nil {
				t.Fatal(err)
			}
			if !right {
				var text strings.Builder
				_ = outcome.Transcript.Print(&text, "")
				t.Errorf("%v: %q, not %v: %q\n%s", outcome.Verdict, outcome.Reason, test.verdict, test.reason, text.String())
			}
		})
	}
}

func TestAFailureOfTimeIsOverdue(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rules []string
		steps string
		want  bool
	}{
		{nil, "cold; send a; expect 50 b", true},
		{[]string{"a => !sleep 300|b"}, "cold; send a; pause 3000; expect 100 b", true},
		{nil, "cold; send a; exit 50", true},
		{[]string{"a => b|c"}, "cold; never b; send a; expect 60000 c", false},
		{[]string{"a => !exit 7"}, "cold; send a; pause 60000", false},
	} {
		engine := Engine{Command: fake(test.rules...)}
		outcome, right, err := insist(t.Context(), engine, oneCase(t, "uci", test.steps), func(o Outcome) bool {
			return o.Verdict == Failed && o.Overdue == test.want
		})
		if err != nil || !right {
			t.Errorf("%s: %v, %q, overdue %v, error %v", test.steps, outcome.Verdict, outcome.Reason, outcome.Overdue, err)
		}
	}
}

func TestAFailureNamesItsStep(t *testing.T) {
	engine := Engine{Command: fake()}
	outcome, err := engine.Run(t.Context(), oneCase(t, "uci", "cold; send a; expect 50 b"))
	if err != nil || outcome.Step != 7 || outcome.Case.Place != "test:2" {
		t.Errorf("step %d of %s, error %v", outcome.Step, outcome.Case.Place, err)
	}
}

func TestTheScaleStretchesLimits(t *testing.T) {
	t.Parallel()
	slow := fake("a => !sleep 300|b")
	c := oneCase(t, "uci", "cold; send a; expect 100 b")
	for scale, want := range map[float64]verdict{1: Failed, 50: Passed} {
		engine := Engine{Command: slow, Scale: scale}
		if outcome, err := engine.Run(t.Context(), c); err != nil || outcome.Verdict != want {
			t.Errorf("scale %v: %v, error %v", scale, outcome.Verdict, err)
		}
	}
}

func TestNothingIsJudgedOfAnEngineThatDoesNotExist(t *testing.T) {
	engine := Engine{Command: []string{"/nonexistent/engine"}}
	want := os.ErrNotExist
	if runtime.GOOS == "windows" {
		want = exec.ErrNotFound // it looks for names with other endings, too
	}
	if _, err := engine.Run(t.Context(), oneCase(t, "uci", "send a")); !errors.Is(err, want) {
		t.Errorf("error %v", err)
	}
	if _, err := engine.Speaks(t.Context(), uci); !errors.Is(err, want) {
		t.Errorf("error %v", err)
	}
}

func TestSpeaks(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		rules       []string
		uci, xboard bool
	}{
		{"both", []string{uciRule, readyRule, xboardRule}, true, true},
		{"only UCI", []string{uciRule, readyRule}, true, false},
		{"only xboard, which dies of uci", []string{xboardRule, "uci => !exit 1"}, false, true},
	}
	for _, test := range tests {
		engine := Engine{Command: fake(test.rules...)}
		for p, want := range map[protocol]bool{uci: test.uci, xboard: test.xboard} {
			if got, err := engine.Speaks(t.Context(), p); got != want || err != nil {
				t.Errorf("%s: %v is %v, error %v", test.name, p, got, err)
			}
		}
	}
}

func TestOutcomesComeInTheOrderOfTheCases(t *testing.T) {
	var text strings.Builder
	text.WriteString("protocol uci\n")
	for i := range 8 {
		fmt.Fprintf(&text, "case n%d\nwhy a\nsource b\ncold\npause %d\n", i, 1+(7-i)*20)
	}
	cases, err := Parse("test", text.String())
	if err != nil {
		t.Fatal(err)
	}
	engine := Engine{Command: fake()}
	var ids []string
	err = engine.RunAll(t.Context(), cases, 4, func(o Outcome) error {
		ids = append(ids, o.Case.ID)
		return nil
	})
	if got, want := strings.Join(ids, " "), "uci.n0 uci.n1 uci.n2 uci.n3 uci.n4 uci.n5 uci.n6 uci.n7"; got != want || err != nil {
		t.Errorf("%s, error %v", got, err)
	}
}

func TestAnInterruptedRunEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	cases := make([]Case, 50)
	for i := range cases {
		cases[i] = *oneCase(t, "uci", "cold; pause 60000")
	}
	engine := Engine{Command: fake()}
	begin := time.Now()
	err := engine.RunAll(ctx, cases, 2, func(Outcome) error { return nil })
	if took := time.Since(begin); !errors.Is(err, context.DeadlineExceeded) || took > 20*time.Second {
		t.Errorf("error %v after %v", err, took)
	}
}

func TestAReportThatCannotBeWrittenEndsTheRun(t *testing.T) {
	t.Parallel()
	full := errors.New("disk full")
	cases := []Case{*oneCase(t, "uci", "cold; pause 1"), *oneCase(t, "uci", "cold; pause 1")}
	engine := Engine{Command: fake()}
	count := 0
	err := engine.RunAll(t.Context(), cases, 1, func(Outcome) error { count++; return full })
	if !errors.Is(err, full) || count != 1 {
		t.Errorf("error %v after %d outcomes", err, count)
	}
}
