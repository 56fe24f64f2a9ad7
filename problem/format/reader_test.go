package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"alfiere/internal/testing/must"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
)

// readAll returns a line for each problem or fault of a file.
func readAll(t *testing.T, in io.Reader, white bool) (lines []string) {
	t.Helper()
	for r := NewReader(in, forsyth.Conventions{White: white}); ; {
		p, err := r.Read()
		var fault *forsyth.Error
		var illegal *forsyth.IllegalError
		switch {
		case err == io.EOF:
			return lines
		case errors.As(err, &illegal):
			lines = append(lines, fmt.Sprintf("%d illegal %s", illegal.Line, illegal.FEN))
		case errors.As(err, &fault):
			lines = append(lines, fmt.Sprintf("%d:%d %v", fault.Line, fault.Column, fault.Err))
		case err != nil:
			return append(lines, err.Error())
		default:
			line := fmt.Sprintf("%d %s #%d", p.Line, p.Position.EPD(), p.Moves)
			for _, fact := range []string{p.ID, p.Title, p.Author, p.Source} {
				if fact != "" {
					line += " | " + fact
				}
			}
			if p.Twin.Label != "" {
				line += " " + p.Twin.String()
			}
			if p.SetPlay {
				line += " set"
			}
			if p.Tries > 0 {
				line += fmt.Sprintf(" tries %d", p.Tries)
			}
			lines = append(lines, line)
		}
	}
}

// files are texts with what is read from them, a line for each problem or fault.
var files = []struct {
	name, text string
	want       []string
}{
	{"nothing", "", nil},
	{"blanks and comments", "\ufeff\n \t\r\n# BeginProblem\n", nil},
	{"FEN, a byte order mark and CRLF", "\ufeff8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1\r\n\r\n# no problem\r\n6k1/8/8/8/8/8/8/K1RR4 w - -",
		[]string{"1 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #0", "4 6k1/8/8/8/8/8/8/K1RR4 w - - #0"}},
	{"EPD with its operations", `6k1/8/8/8/8/8/8/K1RR4 w - - dm 2; id "no 1"; title "Rooks"; author "N. N."; source "Nowhere, 1900";`,
		[]string{"1 6k1/8/8/8/8/8/8/K1RR4 w - - #2 | no 1 | Rooks | N. N. | Nowhere, 1900"}},
	{"faults of lines", "x\n" + strings.Repeat("x", 100_000) + "\n6k1/8/8/8/8/8/8/K1RR4 w - - dm 0;\n6k1/8/8/8/8/8/8/K1RR4 w - - dm 2",
		[]string{"1:1 this is no FEN: \"x\" is no board of eight ranks with / between them",
			"2:65537 " + notation.ErrLineTooLong.Error(), "3:29 " + problem.ErrMoves.Error(), "4 6k1/8/8/8/8/8/8/K1RR4 w - - #2"}},
	{"positions that are no chess", "k6R/8/8/8/8/8/8/K7 w - - dm 2;\n8/8/8/8/8/8/8/8 w - -\n",
		[]string{"1 illegal k6R/8/8/8/8/8/8/K7 w - -", "2 illegal 8/8/8/8/8/8/8/8 w - -"}},

	{"Popeye's words in full", "BeginProblem\nAuthor J. Cumpe\nOrigin 1908\nTitle Block\nStipulation #2\nOption SetPlay Try Variation\n" +
		"Pieces White Kd5 Qf2 Sf1 Pg3\n  Black Kh1 Bh2 Sf3\nEndProblem\n",
		[]string{"1 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #2 | Block | J. Cumpe | 1908 set tries 1"}},
	{"abbreviations, in any case, on one line", "BEGI stip #2 piec whit kd5 qf2 sf1 pg3 blac kh1 bh2 sf3 opti vari defe 2 endp",
		[]string{"1 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #2 tries 2"}},
	{"German", "anfangproblem\nautor N. N.\nforderung #2\nsteine weiss kd5 df2 sf1 bg3 schwarz kh1 lh2 sf3\noption satzspiel verfuehrung\nendeproblem",
		[]string{"1 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #2 | N. N. set tries 1"}},
	{"several problems", "begin\nstip #2 forsyth 3k4/8/3K4/8/8/8/8/7Q\nnext\nremark endproblem\nstip #3 forsyth 1k5K40Q\nend\n",
		[]string{"1 3k4/8/3K4/8/8/8/8/7Q w - - #2", "3 1k5K/8/8/8/8/8/Q7/8 w - - #3"}},
	{"men that share squares", "begin stip #2 pieces white Ka1 Rb2c3d4 black Kh8 end", []string{"1 7k/8/8/8/3R4/2R5/1R6/K7 w - - #2"}},
	{"castling unless it is forbidden", "begin stip #2 piec whit Ke1 Ra1h1 black Ke8 Ra8h8 next stip #2 piec whit Ke1 Ra1h1 black Ke8 Ra8h8 opti nocastl a1 e8 end",
		[]string{"1 r3k2r/8/8/8/8/8/8/R3K2R w KQkq - #2", "1 r3k2r/8/8/8/8/8/8/R3K2R w K - #2"}},
	{"en passant", "begin opti enpassant g7g6g5 stip #2 piec white Kf5 Rh8 Pe5f6h5 black Kh6 Pg5h7 next opti enpassant g6 stip #2 piec white Kf5 Rh8 Pe5f6h5 black Kh6 Pg5h7 end",
		[]string{"1 7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 #2", "1 7R/7p/5P1k/4PKpP/8/8/8/8 w - g6 #2"}},
	{"Black mates", "begin opti halfd stip #1 forsyth 8/8/8/8/8/1k6/7p/K7 end", []string{"1 8/8/8/8/8/1k6/7p/K7 b - - #1"}},
	{"options with numbers that say nothing", "begin opti maxsol 5 maxti 100 noboard intel 2 nontrivial 1 stip #2 forsyth 1k5K40Q end",
		[]string{"1 1k5K/8/8/8/8/8/Q7/8 w - - #2"}},
	{"the initial position", "begin initial stip #1 end", []string{"1 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - #1"}},
	{"no end", "begin stip #2 forsyth 1k5K40Q", []string{"1 1k5K/8/8/8/8/8/Q7/8 w - - #2"}},
	{"nothing but a beginning", "begin\n", nil},
	{"a twin", "begin stip #2 forsyth 1k5K40Q twin move a2 a3\nnext stip #3 forsyth 1k5K40Q end",
		[]string{"1 1k5K/8/8/8/8/8/Q7/8 w - - #2 a)", "1 1k5K/8/8/8/8/Q7/8/8 w - - #2 b) wQa2-->a3", "2 1k5K/8/8/8/8/8/Q7/8 w - - #3"}},
	{"what is no direct mate", "begin\n stip h#2 forsyth 1k5K40Q\nnext stip #2 condition circe next stip #2 option nullmo next stip #2.5 end",
		[]string{"2:7 " + problem.ErrUnsupported.Error(), "3:14 " + problem.ErrUnsupported.Error(), "3:50 " + errOption.Error(), "3:67 " + problem.ErrUnsupported.Error()}},
	{"fairy men", "begin stip #2 pieces white Ka1 GRb2 next stip #2 pieces white Ka1 Nb2 next stip #2 pieces neutral Qa1 next stip #2 forsyth k6K/N end",
		[]string{"1:32 " + problem.ErrUnsupported.Error(), "1:67 " + forsyth.ErrKnight.Error(), "1:91 " + problem.ErrUnsupported.Error(), "1:124 " + forsyth.ErrKnight.Error()}},
	{"men at fault", "begin pieces Ka1 next pieces white Ka9 next pieces white a1 next pieces white Ka1a1 next pieces white end",
		[]string{"1:14 " + errColor.Error(), "1:36 " + forsyth.ErrMan.Error(), "1:58 " + forsyth.ErrMan.Error(), "1:79 " + forsyth.ErrOccupied.Error(), "1:1 " + errIncomplete.Error()}},
	{"Forsyth at fault", "begin forsyth 65 next forsyth 64k next forsyth 99999999999999999999 next forsyth k* end",
		[]string{"1:15 " + errForsyth.Error(), "1:31 " + errForsyth.Error(), "1:48 " + errForsyth.Error(), "1:82 " + errForsyth.Error()}},
	{"stipulations at fault", "begin stip #33 next stip #0 next stip next forsyth 1k5K40Q end",
		[]string{"1:12 " + problem.ErrMoves.Error(), "1:26 " + problem.ErrMoves.Error(), "1:39 " + problem.ErrUnsupported.Error(), "1:1 " + errIncomplete.Error()}},
	{"options at fault", "begin opti defence x next opti nocastl x next stip #2 forsyth 1k5K40Q end",
		[]string{"1:20 " + errNumber.Error(), "1:40 " + errSquare.Error(), "1 1k5K/8/8/8/8/8/Q7/8 w - - #2"}},
	{"unknown words", "begin\n fnord\nnext s next stip #2 forsyth 1k5K40Q end",
		[]string{"2:2 " + errWord.Error(), "3:6 " + errWord.Error(), "3 1k5K/8/8/8/8/8/Q7/8 w - - #2"}},
	{"text between problems", "begin stip #2 forsyth 1k5K40Q end\nso far\nbegin stip #3 forsyth 1k5K40Q end\n",
		[]string{"1 1k5K/8/8/8/8/8/Q7/8 w - - #2", "2:1 " + errOutside.Error(), "3 1k5K/8/8/8/8/8/Q7/8 w - - #3"}},
	{"a long line", "begin stip #2 forsyth 1k5K40Q\n" + strings.Repeat("x ", 100_000) + "\nnext stip #3 forsyth 1k5K40Q end",
		[]string{"2:65537 " + notation.ErrLineTooLong.Error(), "3 1k5K/8/8/8/8/8/Q7/8 w - - #3"}},
	{"a Popeye diagram that is no chess", "begin stip #2 piec white Ka1 Pb8 black Ka2h8 end",
		[]string{"1 illegal 1P5k/8/8/8/8/8/k7/K7 w - - 0 1"}},
}

func TestFilesAreReadProblemByProblem(t *testing.T) {
	for _, file := range files {
		for how, in := range map[string]io.Reader{
			"whole": strings.NewReader(file.text), "byte by byte": iotest.OneByteReader(strings.NewReader(file.text)),
		} {
			got := readAll(t, in, false)
			if strings.Join(got, "\n") != strings.Join(file.want, "\n") {
				t.Errorf("%s, %s:\ngot\n%s\nwant\n%s", file.name, how, strings.Join(got, "\n"), strings.Join(file.want, "\n"))
			}
		}
	}
}

func TestWhiteMatesInALineOfBlacks(t *testing.T) {
	whiteInCheck := "k7/8/8/8/8/8/PP6/K6r b - - 0 1\n" // no position with Black to move
	if got := readAll(t, strings.NewReader(whiteInCheck), true); len(got) != 1 || got[0] != "1 k7/8/8/8/8/8/PP6/K6r w - - #0" {
		t.Errorf("%q", got)
	}
	if p, err := parse(whiteInCheck, forsyth.Conventions{White: true}); err != nil || p.Position.EPD() != "k7/8/8/8/8/8/PP6/K6r w - -" {
		t.Errorf("%v, %v", p.Position.EPD(), err)
	}
}

// TestALineIsReadBeforeTheNextOneComes: a program may write a problem and wait for the answer.
func TestALineIsReadBeforeTheNextOneComes(t *testing.T) {
	for _, text := range []string{"6k1/8/8/8/8/8/8/K1RR4 w - - dm 2;\n", "begin stip #2 forsyth 1k5K40Q end\n"} {
		in, out := io.Pipe()
		r := NewReader(in, forsyth.Conventions{})
		done := make(chan error)
		go func() {
			_, err := r.Read()
			done <- err
		}()
		must.Get(io.WriteString(out, text))(t)
		if err := <-done; err != nil {
			t.Errorf("%q: %v", text, err)
		}
		in.Close()
	}
}

func TestAnErrorOfTheSourceEndsTheReading(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", "6k1/8/8/8/8/8/8/K1RR4 w - -\n", "begin stip #2\n", "begin fnord\n", "begin stip #2 forsyth 1k5K40Q end\n"} {
		r := NewReader(io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken)), forsyth.Conventions{})
		var err error
		for range 3 {
			if _, err = r.Read(); errors.Is(err, broken) {
				break
			}
		}
		if !errors.Is(err, broken) {
			t.Errorf("%q: %v, want the source's error", text, err)
		}
	}
}

// FuzzReader holds that every file comes to an end, and that every position read from it can be written and read again.
func FuzzReader(f *testing.F) {
	for _, file := range files {
		if len(file.text) < 10_000 {
			f.Add(file.text, false)
			f.Add(file.text, true)
		}
	}
	for _, twin := range twins {
		f.Add(twinDiagram+twin.text+" end", false)
	}
	for _, fault := range twinFaults {
		f.Add(twinDiagram+fault.text+" end", false)
	}
	for _, fault := range faults {
		if len(fault.text) > 10_000 {
			continue
		}
		f.Add(fault.text, false)
	}
	for _, part := range popeyeParts[:len(popeyeParts)-1] { // the last one is long
		f.Add("# a comment\r\nbegin\r\n"+part.text+"\r\nnext;"+part.text, false)
	}
	f.Add("[A", false)
	f.Add("begin stip #2 piec whit kd5 qf2 blac kh1 opti postkey end", false)
	f.Fuzz(func(t *testing.T, text string, white bool) {
		r := NewReader(bufio.NewReader(strings.NewReader(text)), forsyth.Conventions{White: white})
		for range len(text) + 2 {
			p, err := r.Read()
			var fault *forsyth.Error
			switch {
			case err == io.EOF:
				return
			case errors.As(err, &fault):
				// A line of JSON or a game may be wrong as a whole, as may a problem that no
				// collection can hold: then the column is 0.
				whole := fault.Column == 0 && (strings.ContainsAny(text, "{[") ||
					fault.Text == "Duplex" || fault.Text == "PostKeyPlay")
				if fault.Line < 1 || fault.Column < 1 && !whole || fault.Err == nil {
					t.Fatalf("%q: no place: %+v", text, fault)
				}
			case errors.As(err, new(*forsyth.IllegalError)):
			case err != nil:
				t.Fatalf("%q: %v", text, err)
			default:
				if _, err := notation.ParseEPD(p.Position.FEN(), problem.Composed); err != nil {
					t.Fatalf("%q: %s: %v", text, p.Position.FEN(), err)
				}
			}
		}
		t.Fatalf("%q: more problems than bytes", text)
	})
}

// TestPopeyeIsReadInFrench reads Cumpe's problem as Frenchmen write it for Popeye, and options
// that change nothing in a direct mate.
func TestPopeyeIsReadInFrench(t *testing.T) {
	const file = "DebutProbleme\nAuteur J. Cumpe\nSource Bohemia\nTitre Essai\nEnonce #2\nOption Apparent Essais Variantes ApparentSeul SansEchiquier\n" +
		"Pieces Blanc Rd5 Df2 Cf1 Pg3\n  Noir Rh1 Fh2 Cf3\nFinProbleme\n"
	p, err := NewReader(strings.NewReader(file), forsyth.Conventions{}).Read()
	if err != nil || p.Position.EPD() != "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -" || p.Moves != 2 || !p.SetPlay || p.Tries != 1 ||
		p.Author != "J. Cumpe" || p.Source != "Bohemia" || p.Title != "Essai" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := NewReader(strings.NewReader("begin stip #2 opti whitetoplay forsyth 8/8/8/3K4/8/5sP1/5Q1b/5S1k end"), forsyth.Conventions{}).Read(); err != nil || p.Moves != 2 {
		t.Error(err)
	}
}

// TestAFileOfLinesHoldsListsAndLinks: a list may go over several lines, and its stipulation has a line of its own.
func TestAFileOfLinesHoldsListsAndLinks(t *testing.T) {
	const text = "White Kd5 Qf2 Nf1 Pg3\nBlack Kh1 Bh2 Nf3\n#2\n\n" +
		"wKd5 Qf2 Sf1 Pg3 / bKh1 Bh2 Sf3 #3\nwKd5 Qf2 Sf1 Pg3 / bKh1 Bh2 Sf3\nhttps://lichess.org/editor/6k1/8/8/8/8/8/8/K1RR4_w_-_-_0_1 #2\n" +
		"# a comment\n#4\nWhite Ka1 Rc1 Rd1\n\nBlack Kg8\nForsyth 6k1/8/8/8/8/8/8/K1RR4 #2\nWhite Ka1\nBlack Kg8 Ng8\n6k1/8/8/8/8/8/8/K1RR4 w - - #5\n"
	want := []string{
		"1 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #2", "5 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #3", "6 8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #0",
		"7 6k1/8/8/8/8/8/8/K1RR4 w - - #2", "10 illegal 8/8/8/8/8/8/8/K1RR4", "12 illegal 6k1/8/8/8/8/8/8/8", "13 6k1/8/8/8/8/8/8/K1RR4 w - - #2",
		"15:11 the square is occupied", "16 6k1/8/8/8/8/8/8/K1RR4 w - - #5",
	}
	if got := readAll(t, strings.NewReader(text), false); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, text := range []string{"White Kd5 Qf2 Black Kh1", "wKd5 Qf2 / bKh1", "https://lichess.org/editor/x", "Forsyth 8/8/8/8/8/8/8/8", "fen 8/8/8/8/8/8/8/8"} {
		if !IsFEN(text) {
			t.Errorf("%q is taken for the name of a file", text)
		}
	}
}

// TestTextsKeepNoControlBytes: what a file says of a problem is printed, so a NUL or an
// escape must be removed. Text that is not valid UTF-8 is read as Windows-1252.
func TestTextsKeepNoControlBytes(t *testing.T) {
	p := must.Get(first("begin author A\x00 B\x1b[31m\xff \torigin \ntitle \x00\x01\nstip #2 forsyth 1k5K40Q end"))(t)
	if p.Author != "A  B [31mÿ  origin" || p.Title != "" || p.Source != "" {
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
	one := must.Get(r.Read())(t)
	two := must.Get(r.Read())(t)
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
