package format

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/problem/format/forsyth"
)

// TestTextsKeepNoControlBytes: what a file says of a problem is printed, so a NUL or an
// escape must not come through; nor what is no UTF-8.
func TestTextsKeepNoControlBytes(t *testing.T) {
	p, err := first("begin author A\x00 B\x1b[31m\xff \torigin \ntitle \x00\x01\nstip #2 forsyth 1k5K40Q end")
	if err != nil {
		t.Fatal(err)
	}
	if p.Author != "A  B [31m   origin" || p.Title != "" || p.Source != "" {
		t.Errorf("author %q, title %q, source %q", p.Author, p.Title, p.Source)
	}
}

// TestSeveralAuthorsAreJoinedUpToALength: a file of author lines must not grow a problem without bound.
func TestSeveralAuthorsAreJoinedUpToALength(t *testing.T) {
	p, err := first("begin\nauthor A. B.\nauthor C. D.\norigin 1900\norigin\nstip #2 forsyth 1k5K40Q end")
	if err != nil || p.Author != "A. B., C. D." || p.Source != "1900" {
		t.Errorf("%q, %q, %v", p.Author, p.Source, err)
	}
	p, err = first("begin\n" + strings.Repeat("author "+strings.Repeat("x", 100)+"\n", 1000) + "stip #2 forsyth 1k5K40Q end")
	if err != nil || len(p.Author) < 1000 || len(p.Author) > 1100 {
		t.Errorf("an author of %d bytes, %v", len(p.Author), err)
	}
	long := strings.Repeat("x", 2000)
	if p, err := first("begin\ntitle " + long + "\nstip #2 forsyth 1k5K40Q end"); err != nil || p.Title != long {
		t.Errorf("a title of %d bytes, %v", len(p.Title), err)
	}
}

// TestWhateverTheBytesTheReadingEnds, however they come.
func TestWhateverTheBytesTheReadingEnds(t *testing.T) {
	texts := []string{
		"\x00", "\x00\n\x00\n", "\r\r\r", "\n\r\n\r", "\ufeff\ufeff", "\ufeff", "begin\x00", "begin \x00", "BEGI\x00\nend",
		"begin pieces white \x00a1", "begin forsyth \xff", "#", "#\n#", "begi", "begi end", strings.Repeat("\n", 100_000),
		strings.Repeat("begin end ", 1000), strings.Repeat("next ", 1000), "begin " + strings.Repeat("next ", 1000),
		"begin twin twin twin", "begin twin end twin begin twin", strings.Repeat("#", 200_000),
		"begin remark " + strings.Repeat("\xff", 200_000) + "\nend",
	}
	for _, text := range texts {
		for how, in := range map[string]io.Reader{
			"whole": strings.NewReader(text), "half": iotest.HalfReader(strings.NewReader(text)),
			"with the error": iotest.DataErrReader(strings.NewReader(text)),
		} {
			r := NewReader(in, forsyth.Conventions{})
			var err error
			for range len(text) + 2 {
				if _, err = r.Read(); err == io.EOF {
					break
				}
				if err != nil && !errors.As(err, new(*forsyth.Error)) && !errors.As(err, new(*forsyth.IllegalError)) {
					t.Fatalf("%.40q, %s: %v", text, how, err)
				}
			}
			if err != io.EOF {
				t.Errorf("%.40q, %s: no end", text, how)
			}
			if _, err = r.Read(); err != io.EOF {
				t.Errorf("%.40q, %s: %v behind the end", text, how, err)
			}
		}
	}
}

// TestCarriageReturnsAreBlanks in the middle of lines too.
func TestCarriageReturnsAreBlanks(t *testing.T) {
	p, err := first("begin\rstip\r#2\rforsyth\r1k5K40Q\rend\r\n")
	if err != nil || p.Position.EPD() != "1k5K/8/8/8/8/8/Q7/8 w - -" {
		t.Errorf("%s, %v", p.Position.EPD(), err)
	}
}

// TestOptionsBelongToTheirProblem and are forgotten with the next.
func TestOptionsBelongToTheirProblem(t *testing.T) {
	r := NewReader(strings.NewReader("begin option halfduplex setplay try author A title T origin\nstip #2 forsyth 1k5K40Q\n"+
		"next stip #3 forsyth 1k5K40Q end"), forsyth.Conventions{})
	one, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	two, err := r.Read()
	if err != nil {
		t.Fatal(err)
	}
	if one.Position.Side() == two.Position.Side() || !one.SetPlay || one.Tries != 1 || two.SetPlay || two.Tries != 0 || two.Author != "" {
		t.Errorf("%+v, %+v", one, two)
	}
}

// TestTheNumberOfRefutationsCounts: Try asks for one, Defence for a number; the last counts, as in Popeye.
func TestTheNumberOfRefutationsCounts(t *testing.T) {
	for options, want := range map[string]int{
		"try": 1, "defence 3": 3, "defence 3 try": 1, "try defence 2": 2, "defence 0": 0, "variation": 0,
	} {
		p, err := first("begin stip #2 forsyth 1k5K40Q option " + options + " end")
		if err != nil || p.Tries != want {
			t.Errorf("%s: %d, %v", options, p.Tries, err)
		}
	}
}

// TestEveryTextBetweenProblemsIsOneFault: the next problem is read all the same.
func TestEveryTextBetweenProblemsIsOneFault(t *testing.T) {
	text := "begin stip #2 forsyth 1k5K40Q end\n# a comment\n so far,\nso good; begin stip #2 forsyth 1k5K40Q end\nso far\n\nso good"
	var got []string
	for r := NewReader(strings.NewReader(text), forsyth.Conventions{}); ; {
		p, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, p.Position.EPD())
	}
	want := []string{"1k5K/8/8/8/8/8/Q7/8 w - -", `line 3, column 2: text outside a problem, not "so"`, "1k5K/8/8/8/8/8/Q7/8 w - -",
		`line 5, column 1: text outside a problem, not "so"`}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
