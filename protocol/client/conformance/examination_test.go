package conformance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func examination(protocol string, out *bytes.Buffer, rules ...string) *Examination {
	return &Examination{Engine: Engine{Command: fake(rules...), Scale: 2}, Protocol: protocol, Jobs: 2, Report: Report{W: out}}
}

func TestCasesAreSelectedByProtocolAndName(t *testing.T) {
	whole, err := Suite()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		protocol, only string
		wanted         func(c *Case) bool
	}{
		{Both, "", func(*Case) bool { return true }},
		{"uci", "", func(c *Case) bool { return c.Protocol == uci }},
		{"xboard", "move-now$", func(c *Case) bool { return c.ID == "xboard.move-now" }},
	} {
		cases, err := (&Examination{Protocol: test.protocol}).Select(test.only)
		if err != nil {
			t.Errorf("%s: %v", test.protocol, err)
		}
		count := 0
		for i := range whole {
			if test.wanted(&whole[i]) {
				count++
			}
		}
		if len(cases) != count || count == 0 {
			t.Errorf("%s %q: %d cases, not %d", test.protocol, test.only, len(cases), count)
		}
		for _, c := range cases {
			if !test.wanted(&c) {
				t.Errorf("%s %q: %s", test.protocol, test.only, c.ID)
			}
		}
	}
}

func TestWhatSelectsNothingIsRefused(t *testing.T) {
	for _, test := range []struct{ protocol, only, want string }{
		{"usi", "", `--protocol: unknown protocol "usi"`},
		{Both, "(", "--only: error parsing regexp"},
		{"uci", "nothing-like-it", "--only nothing-like-it matches no case"},
		{"uci", "xboard", "matches no case"},
	} {
		if _, err := (&Examination{Protocol: test.protocol}).Select(test.only); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %q: error %v", test.protocol, test.only, err)
		}
	}
}

func TestAnExaminationCountsWhatFailed(t *testing.T) {
	t.Parallel()
	good := *oneCase(t, "uci", "cold; send a; expect 2000 b")
	bad := *oneCase(t, "uci", "cold; send a; expect 100 c")
	var out bytes.Buffer
	x := examination("uci", &out, "a => b")
	if err := x.Run(context.Background(), []Case{good}); err != nil {
		t.Errorf("error %v\n%s", err, &out)
	}
	x = examination("uci", &out, "a => b")
	err := x.Run(context.Background(), []Case{good, bad, good})
	if err == nil || err.Error() != "1 of 3 cases failed" {
		t.Errorf("error %v\n%s", err, &out)
	}
	if !strings.HasSuffix(out.String(), "uci: 2 passed, 1 failed, 0 skipped\n") {
		t.Errorf("the totals are missing:\n%s", &out)
	}
}

func TestCasesOfAProtocolThatTheEngineDoesNotSpeakAreLeftOut(t *testing.T) {
	t.Parallel()
	uci := *oneCase(t, "uci", "send a; expect 2000 b")
	xboard := *oneCase(t, "xboard", "send a; expect 100 c")
	var out bytes.Buffer
	x := examination(Both, &out, uciRule, readyRule, "a => b")
	if err := x.Run(context.Background(), []Case{uci, xboard}); err != nil {
		t.Errorf("error %v\n%s", err, &out)
	}
	if !strings.Contains(out.String(), "the engine does not answer in xboard") {
		t.Errorf("nobody is told\n%s", &out)
	}
	x = examination(Both, &out, "uci => !exit 0", "protover 2 => !exit 0")
	if err := x.Run(context.Background(), []Case{uci, xboard}); !errors.Is(err, errNoCase) {
		t.Errorf("a program that is no engine: error %v", err)
	}
}

func TestAnExaminationEndsWithItsContext(t *testing.T) {
	enough := errors.New("enough")
	for _, protocol := range []string{Both, "uci"} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(enough)
		var out bytes.Buffer
		if err := examination(protocol, &out, uciRule).Run(ctx, []Case{*oneCase(t, "uci", "send a")}); !errors.Is(err, enough) {
			t.Errorf("%s: error %v", protocol, err)
		}
	}
}

// interrupting is a progress that ends a context after a number of cases.
type interrupting struct {
	lines  []string
	at     int64
	cancel context.CancelCauseFunc
	cause  error
}

func (p *interrupting) Clear() {}

func (p *interrupting) ShowPart(done, whole int64, format string, values ...any) {
	p.lines = append(p.lines, fmt.Sprintf(format, values...))
	if done == p.at {
		p.cancel(p.cause)
	}
}

func TestAnInterruptedExaminationTellsTheTotals(t *testing.T) {
	t.Parallel()
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	good := *oneCase(t, "uci", "cold; send a; expect 2000 b")
	progress := &interrupting{at: 2, cancel: cancel, cause: enough}
	var out bytes.Buffer
	x := examination("uci", &out, "a => b")
	x.Progress, x.Jobs = progress, 1
	err := x.Run(ctx, []Case{good, good, good, good, good, good})
	if !errors.Is(err, enough) || !strings.Contains(err.Error(), "enough after ") || !strings.HasSuffix(err.Error(), " of 6 cases") {
		t.Errorf("error %v", err)
	}
	if !strings.Contains(out.String(), "uci: ") || !strings.HasSuffix(out.String(), " passed, 0 failed, 0 skipped\n") {
		t.Errorf("the totals are missing:\n%s", &out)
	}
	if len(progress.lines) < 2 || progress.lines[1] != "2 of 6 cases, 0 failed" {
		t.Errorf("the progress was %q", progress.lines)
	}
}

func TestAReportThatCannotBeWrittenEndsTheExamination(t *testing.T) {
	t.Parallel()
	x := examination("uci", nil, "a => b")
	x.Report.W = fullDisk{}
	if err := x.Run(context.Background(), []Case{*oneCase(t, "uci", "cold; send a; expect 2000 b")}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
	x = examination(Both, nil, uciRule, readyRule)
	x.Report.W = fullDisk{}
	if err := x.Run(context.Background(), []Case{*oneCase(t, "uci", "send a")}); !errors.Is(err, errFull) {
		t.Errorf("error of a note: %v", err)
	}
}
