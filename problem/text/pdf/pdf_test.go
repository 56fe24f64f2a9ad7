package pdf

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/text"
)

// document is a problem with captions.
func document(t testing.TB, fen, author string) *text.Document {
	t.Helper()
	at, _, err := movegen.Rules{Composed: true}.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &text.Document{Report: &problem.Report{Position: at, Moves: 2, Complete: true},
		Caption: text.Caption{Author: author, Source: "Magazine, 1901"}}
}

const loyd = "8/8/8/8/8/k2K4/7Q/8 w - - 0 1"

// stream is a part of a PDF that is compressed.
var stream = regexp.MustCompile(`(?s)stream\n(.*?)\nendstream`)

// pages are the contents of the pages of a PDF.
func pages(t testing.TB, file []byte) (contents []string) {
	t.Helper()
	for _, found := range stream.FindAllSubmatch(file, -1) {
		r, err := zlib.NewReader(bytes.NewReader(found[1]))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		contents = append(contents, string(text))
	}
	return contents
}

// shown is a string of a page.
var shown = regexp.MustCompile(`\(((?:[^()\\]|\\.)*)\) ?Tj`)

// texts are the strings of a page.
func texts(page string) (all []string) {
	for _, found := range shown.FindAllStringSubmatch(page, -1) {
		all = append(all, found[1])
	}
	return all
}

func TestSheetsHaveSoManyDiagramsOnAPage(t *testing.T) {
	for perPage := range grids {
		s, err := NewSheet(perPage)
		if err != nil {
			t.Fatal(err)
		}
		for i := range 13 {
			if err := s.Add(document(t, loyd, fmt.Sprintf("Author %d", i)), text.English()); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if err := s.Write(&out); err != nil {
			t.Fatal(err)
		}
		all := pages(t, out.Bytes())
		if want := (12 + perPage) / perPage; len(all) != want {
			t.Errorf("%d a page: %d pages, not %d", perPage, len(all), want)
		}
		n := 0
		for i, page := range all {
			list := texts(page)
			for _, text := range list[:len(list)-1] {
				if text == fmt.Sprintf("Author %d", n) {
					n++
				}
			}
			if list[len(list)-1] != fmt.Sprint(i+1) || i+1 < len(all) && n != perPage*(i+1) {
				t.Errorf("%d a page: page %d has %q", perPage, i+1, list)
			}
		}
		if n != 13 || s.Changed() || !strings.Contains(strings.Join(texts(all[0]), "|"), "Author 0|Magazine, 1901|White mates in 2 \\(#2\\) \xb7 2+1") {
			t.Errorf("%d a page: %d authors, %q", perPage, n, texts(all[0]))
		}
	}
	if _, err := NewSheet(5); !errors.Is(err, errPerPage) {
		t.Error(err)
	}
}

func TestTheSameProblemsGiveTheSameBytes(t *testing.T) {
	made := func() []byte {
		var out bytes.Buffer
		if _, err := WriteDiagram(&out, document(t, loyd, "Sam Loyd"), movegen.FileA, text.English()); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	if first := made(); !bytes.Equal(first, made()) || len(first) > 10000 || !bytes.Contains(first, []byte("D:20000101")) {
		t.Errorf("%d bytes:\n%s", len(first), first)
	}
}

// operators counts what paints in a page.
func operators(page string) map[string]int {
	count := map[string]int{}
	for _, line := range strings.Split(page, "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			count[words[len(words)-1]]++
		}
	}
	return count
}

func TestMenAreDrawnAsInPicturesOfSVG(t *testing.T) {
	for fen, men := range map[string]int{loyd: 3, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1": 32} {
		var out bytes.Buffer
		if _, err := WriteDiagram(&out, document(t, fen, ""), 0, text.English()); err != nil {
			t.Fatal(err)
		}
		page := pages(t, out.Bytes())[0]
		count := operators(page)
		// A rectangle is a line that ends with its operator, f of the dark squares and S of the frame.
		if count["B"] != men || count["f"] != 32 || count["S"] != 1 {
			t.Errorf("%s: %v", fen, count)
		}
		curves := 0
		for _, c := range fen[:strings.IndexByte(fen, ' ')] {
			curves += map[rune]int{'p': 4, 'n': 2, 'b': 6, 'q': 0, 'k': 4}[c|' ']
		}
		if men == 3 && count["c"] < curves {
			t.Errorf("%s: %d curves, %d are wanted", fen, count["c"], curves)
		}
	}
}

func TestShapesAreRead(t *testing.T) {
	for piece := movegen.Pawn; piece <= movegen.King; piece++ {
		segments, err := parseOutline(notation.PieceShape(piece))
		if err != nil {
			t.Fatalf("%v: %v", piece, err)
		}
		low, high := [2]float64{100, 100}, [2]float64{}
		open := false
		for _, s := range segments {
			for i := range map[byte]int{'M': 1, 'L': 1, 'C': 3}[s.kind] {
				for axis, v := range s.points[i] {
					low[axis], high[axis] = min(low[axis], v), max(high[axis], v)
				}
			}
			open = s.kind != 'Z'
		}
		if low[0] < 5 || low[1] < 5 || high[0] > 95 || high[1] != 86 || math.Abs(low[0]+high[0]-100) > 2 || open && piece != movegen.Bishop {
			t.Errorf("%v: from %v to %v in %d parts", piece, low, high, len(segments))
		}
	}
	for _, bad := range []string{"m1 2", "M1", "M1 2l3", "M1 2 q1 2 3 4", "Mx", "l1-2-", "M1 2é"} {
		if s, err := parseOutline(bad); err == nil {
			t.Errorf("%q is read as %v", bad, s)
		}
	}
}

// on returns a point of a Bézier curve from a point.
func on(from [2]float64, s segment, t float64) (p [2]float64) {
	for i := range p {
		u := 1 - t
		p[i] = u*u*u*from[i] + 3*u*u*t*s.points[0][i] + 3*u*t*t*s.points[1][i] + t*t*t*s.points[2][i]
	}
	return p
}

func TestArcsBecomeCurvesOnTheCircle(t *testing.T) {
	for _, test := range []struct {
		data   string
		centre [2]float64
		turn   float64 // of the whole arc, in right angles
	}{
		{"M10 0a10 10 0 0 1 -10 10", [2]float64{0, 0}, 1}, {"M10 0a10 10 0 0 0 -10 10", [2]float64{10, 10}, 1},
		{"M10 0a10 10 0 1 1 -10 10", [2]float64{10, 10}, 3}, {"M10 0a10 10 0 1 0 -10 10", [2]float64{0, 0}, 3},
		{"M0 0a1 1 0 0 1 20 0", [2]float64{10, 0}, 2}, // the radius is too small: it grows
	} {
		segments, err := parseOutline(test.data)
		if err != nil || len(segments) != 1+int(test.turn) {
			t.Fatalf("%s: %v, %v", test.data, segments, err)
		}
		at := segments[0].points[0]
		for _, s := range segments[1:] {
			for part := 0.0; part <= 1; part += 0.125 {
				p := on(at, s, part)
				if r := math.Hypot(p[0]-test.centre[0], p[1]-test.centre[1]); math.Abs(r-10) > 0.01 {
					t.Errorf("%s: %v is %f away", test.data, p, r)
				}
			}
			at = s.points[2]
		}
	}
}

func TestLettersThatTheFontsLackAreReplaced(t *testing.T) {
	for text, want := range map[string]string{
		"Sam Loyd": "Sam Loyd", "Müller & Ødegård – “é” 1…Kd6": "M\xfcller & \xd8deg\xe5rd \x96 \x93\xe9\x94 1\x85Kd6", "e\u0301": "\xe9", "": "",
		"♔d6→e5": "Kd6->e5", "a\x00\x1b[31mb\u0085": "a[31mb",
	} {
		if got, changed := encode(text); got != want || changed {
			t.Errorf("%q became %q, changed %v", text, got, changed)
		}
	}
	for text, want := range map[string]string{
		"Żak": "Zak", "Čeněk Łukasz Şaşmaz": "Cenek Lukasz Sasmaz", "Л. Куббель": "L. Kubbel", "Щ": "Shch", "Ъ": "", "Παῦλος": "Paylos", "日本☃": "???",
		"x\ufffdy": "x?y", "\ufb01n": "fin", "\U0010ffff": "?", "a\u200db": "ab",
	} {
		if got, changed := encode(text); got != want || !changed {
			t.Errorf("%q became %q, changed %v", text, got, changed)
		}
	}
}

func FuzzEncode(f *testing.F) {
	for _, text := range []string{"Żak", "Куббель \x80\xff", strings.Repeat("/x", 300), "♔ ﷺ", "(\\)"} {
		f.Add(text)
	}
	s, err := NewSheet(6)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		encoded, _ := encode(text)
		for i := range len(encoded) {
			if c := encoded[i]; c < ' ' || c == 0x7f {
				t.Errorf("%q has the byte %x", encoded, c)
			}
		}
		s.pdf.SetFont(family, "", 10)
		whole := ""
		for _, line := range s.broken(text, 50) {
			if line == "" || len(line) > 1 && s.pdf.GetStringWidth(line) > 50 {
				t.Errorf("%q has the line %q", text, line)
			}
			whole += line
		}
		if got, want := strings.ReplaceAll(whole, " ", ""), strings.Join(strings.FieldsFunc(encoded, func(r rune) bool { return r == ' ' }), ""); got != want && !strings.Contains(encoded, "\xa0") && !strings.Contains(encoded, "\x85") {
			t.Errorf("%q was broken into %q", want, got)
		}
	})
}

func TestLongCaptionsStayOnTheirPlace(t *testing.T) {
	s, err := NewSheet(12)
	if err != nil {
		t.Fatal(err)
	}
	d := document(t, loyd, strings.Repeat("Nobody & ", 900)+strings.Repeat("x", 5000))
	d.Title, d.ID = "(A) \\ title)", strings.Repeat("7", 300)
	for range 12 {
		if err := s.Add(d, text.English()); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := s.Write(&out); err != nil {
		t.Fatal(err)
	}
	if all := pages(t, out.Bytes()); len(all) != 1 || len(texts(all[0])) != 12*6+1 || !strings.Contains(all[0], "\x85") {
		t.Errorf("%d pages, %d texts", len(all), len(texts(all[0])))
	}
}
