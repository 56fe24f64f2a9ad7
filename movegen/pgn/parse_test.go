package pgn

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
)

func TestRangesAreRead(t *testing.T) {
	for text, want := range map[string]Range{
		"20-80": {20, 80}, "2400-": {2400, math.MaxInt}, "-2000": {0, 2000}, "40": {40, 40}, "0": {0, 0}, "7-7": {7, 7},
	} {
		if r, err := ParseRange(text); err != nil || r != want {
			t.Errorf("%s: %v, %v", text, r, err)
		}
	}
	for _, text := range []string{"", "-", "a", "1-b", "80-20", "1-2-3", "--5", "1.5", "99999999999", "+4", " 4"} {
		if r, err := ParseRange(text); err == nil {
			t.Errorf("%q is taken as %v", text, r)
		}
	}
}

func TestDatesAreRead(t *testing.T) {
	for _, test := range []struct {
		dates   string
		in, out string // dates by blanks
	}{
		{"1990", "1990 1990.05 1990.01.01 1990.12.31 1990.??.?? 1990.06.??", "1989.12.31 1991.01.01 ????.??.?? ? 90.01.01"},
		{"1990-2000", "1990.??.?? 1995.02.28 2000.12.31", "2001 1989"},
		{"1990.05-1991", "1990.05.01 1990.05.?? 1991 1991.12.31", "1990.04.30 1990.??.?? 1990 1992.01.01"},
		{"-1990.02", "0900 1990.01.31 1990.02.28", "1990.03.01 1990"},
		{"1990.05.17-", "1990.05.17 2999", "1990.05.16 1990.05.??"},
		{"1990.05.17", "1990.05.17", "1990.05.18 1990.05 1990.13.01 1990.00.00 1990.5.17.2 abc"},
	} {
		d, err := ParseDates(test.dates)
		if err != nil {
			t.Errorf("%s: %v", test.dates, err)
		}
		for date := range strings.FieldsSeq(test.in) {
			if !d.Have(date) {
				t.Errorf("%s lacks %s", test.dates, date)
			}
		}
		for date := range strings.FieldsSeq(test.out + " .") {
			if d.Have(date) {
				t.Errorf("%s has %s", test.dates, date)
			}
		}
	}
	for _, text := range []string{"", "-", "--", "90", "1990.13", "1990.01.32", "2000-1990", "19x0", "1990-1991-1992", "1990/05"} {
		if d, err := ParseDates(text); err == nil {
			t.Errorf("%q is taken as %v", text, d)
		}
	}
}

func TestCodesAreRead(t *testing.T) {
	for _, test := range []struct{ codes, in, out string }{
		{"C3", "C30 C39 C33e", "C29 C40 B33 C3 ? D30"},
		{"b20-B99", "B20 B99 B50", "B19 C00 A50"},
		{"A,e60-e9", "A00 A99 E60 E99", "E59 B00"},
		{"C33", "C33 C33/05", "C32 C34"},
		{"B9-C0", "B90 C09", "B89 C10"},
	} {
		codes, err := ParseCodes(test.codes)
		if err != nil {
			t.Errorf("%s: %v", test.codes, err)
		}
		for code := range strings.FieldsSeq(test.in) {
			if !codes.Have(code) {
				t.Errorf("%s lacks %s", test.codes, code)
			}
		}
		for code := range strings.FieldsSeq(test.out) {
			if codes.Have(code) {
				t.Errorf("%s has %s", test.codes, code)
			}
		}
	}
	for _, text := range []string{"", "F00", "C333", "C3-", "C3x", "C9-B0", "C3,,C4", "3"} {
		if codes, err := ParseCodes(text); err == nil {
			t.Errorf("%q is taken as %v", text, codes)
		}
	}
}

func TestMaterialIsRead(t *testing.T) {
	const rookAndPawn, reversed = "8/8/4k3/r7/8/4K3/4P3/4R3 w - - 0 1", "8/8/4K3/R7/8/4k3/4p3/4r3 b - - 0 1"
	for _, test := range []struct {
		material, fen string
		want          bool
	}{
		{"KRPKR", rookAndPawn, true},
		{"KRPKR", reversed, true},
		{"KRKRP", rookAndPawn, true},
		{"KRPkr", rookAndPawn, true},
		{"KRPkr", reversed, false},
		{"KRkrp", reversed, true},
		{"KPRKR", rookAndPawn, true},
		{"KRKR", rookAndPawn, false},
		{"KRPPKR", rookAndPawn, false},
		{"KRP*KR", rookAndPawn, true},
		{"KRP*KRP*", reversed, true},
		{"KRP+KRP*", reversed, true},
		{"KRP+KRP+", reversed, false},
		{"KRPP+KR", reversed, false},
		{"KR*P*KR+", rookAndPawn, true},
		{"KK", "8/8/4k3/8/8/4K3/8/8 w - - 0 1", true},
		{"KK", rookAndPawn, false},
	} {
		m, err := ParseMaterial(test.material)
		if err != nil {
			t.Errorf("%s: %v", test.material, err)
		}
		p, err := movegen.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		if m.Fits(&p) != test.want {
			t.Errorf("%s fits %s: %v", test.material, test.fen, !test.want)
		}
	}
	for text, place := range map[string]string{
		"": "lacks a king", "K": "lacks a king", "KRX": "letter 3", "RKK": "letter 1", "KRKRK": "letter 5", "krKR": "letter 1",
		"KrKR": "letter 2", "KRkR": "letter 4", "KRKr": "letter 4", "K*K": "letter 2", "KR?KR": "letter 3", "K\xc2K": "letter 2",
	} {
		if _, err := ParseMaterial(text); err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestPatternsAreRead(t *testing.T) {
	for _, test := range []struct {
		pattern string
		want    bool // for the position after 1. e4 e5
	}{
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", true},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w", true},
		{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b", false},
		{"*/*/*/*/4P*/*/*/*", true},
		{"*/*/*/????p???/*/*/*/*", true},
		{"*/*/*/?????p??/*/*/*/*", false},
		{"aaaaaaaa/aaaa1aaa/8/4a3/4A3/*/AAAA?AAA/AAAAAAAA", true},
		{"A*/*/*/*/*/*/*/*", false},
		{"????[kq]???/*/*/*/*/*/*/*", true},
		{"????[^kq]???/*/*/*/*/*/*/*", false},
		{"*/*/*/*/*/*/[^P.]*/*", false},
		{"*/*/*/*/*/*/????[.]???/*", true},
		{"*/*/*/*/*/*/????[^A]???/*", true},
	} {
		parsed, err := ParsePattern(test.pattern)
		if err != nil {
			t.Errorf("%s: %v", test.pattern, err)
		}
		p, err := movegen.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
		if err != nil {
			t.Fatal(err)
		}
		if parsed.Fits(&p) != test.want {
			t.Errorf("%s fits: %v", test.pattern, !test.want)
		}
	}
	for text, place := range map[string]string{
		"": "eight rows", "8/8": "not 2", "8/8/8/8/8/8/8/9": `row 8, the rank 1, "9": letter 1`, "8/8/8/8/8/8/8/7": "7 squares", "8/8/8/8/8/8/8/8p": "letter 2",
		"*/*/*/*/*/*/*/* x": "w or b", "8/7x/8/8/8/8/8/8": `row 2, the rank 7, "7x": letter 2`, "8/7[/8/8/8/8/8/8": "not closed",
		"8/7[]/8/8/8/8/8/8": "nothing", "8/7[^]/8/8/8/8/8/8": "nothing", "8/7[z]/8/8/8/8/8/8": "not a man", "8/7./8/8/8/8/8/8": "letter 2",
	} {
		if _, err := ParsePattern(text); err == nil || !strings.Contains(err.Error(), place) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// TestPatternsFitAsSquareBySquare compares random patterns with looking at each square.
func TestPatternsFitAsSquareBySquare(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	fits := 0
	for range 3000 {
		p := movegen.StartPosition()
		for range random.IntN(60) {
			if moves := p.Moves(); len(moves) > 0 {
				p.Make(moves[random.IntN(len(moves))])
			}
		}
		var text strings.Builder
		want := true
		for rank := 7; rank >= 0; rank-- {
			for file := range 8 {
				man := p.PieceAt(movegen.MakeSquare(file, rank))
				letter := "."
				if man != movegen.NoPiece {
					letter = string(man.Letter())
				}
				switch random.IntN(200) {
				case 0:
					other := string(notation.PatternKinds[random.IntN(len(notation.PatternKinds))])
					text.WriteString("[" + other + "]")
					want = want && other == letter
				case 1:
					other := string(notation.PatternKinds[random.IntN(len(notation.PatternKinds))])
					text.WriteString("[^" + other + "]")
					want = want && other != letter
				case 2:
					text.WriteString("[aN]")
					want = want && (man != movegen.NoPiece && man.Color() == movegen.Black || letter == "N")
				case 3:
					text.WriteString("[" + letter + "]")
				default:
					text.WriteString("?")
				}
			}
			if rank > 0 {
				text.WriteString("/")
			}
		}
		parsed, err := ParsePattern(text.String())
		if err != nil {
			t.Fatal(err)
		}
		if parsed.Fits(&p) != want {
			t.Errorf("%s fits %s: %v", &text, p.FEN(), !want)
		}
		if want {
			fits++
		}
	}
	if fits < 300 || fits > 2700 {
		t.Errorf("%d of 3000 patterns fit: the test is blind", fits)
	}
}

// FuzzParse feeds all of the parsers what people might type.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"20-80", "1990.05-1991", "C3,B20-B99", "KRP*kr+", "*/*/????[^Pp]???/8/8/8/8/7A b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := ParseRange(text); err == nil && (r.Low > r.High || !r.Has(r.Low)) {
			t.Errorf("the range %q is %v", text, r)
		}
		if d, err := ParseDates(text); err == nil && d.First > d.Last {
			t.Errorf("the dates %q are %v", text, d)
		}
		if codes, err := ParseCodes(text); err == nil && len(codes) == 0 {
			t.Errorf("the codes %q are none", text)
		}
		p := movegen.StartPosition()
		if m, err := ParseMaterial(text); err == nil {
			m.Fits(&p)
		}
		if parsed, err := ParsePattern(text); err == nil {
			parsed.Fits(&p)
		}
	})
}
