package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
)

// texts returns the texts of an SVG. It fails if the SVG is not XML or has an invalid number.
func texts(t *testing.T, name string, svg []byte) (list []string) {
	t.Helper()
	inside := false
	for decoder := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatalf("%s: the SVG is no XML: %v", name, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inside = token.Name.Local == "text"
			for _, a := range token.Attr {
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Fatalf("%s: %s has the attribute %s", name, token.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			inside = false
		case xml.CharData:
			if inside {
				list = append(list, string(token))
			}
		}
	}
}

// drawn draws a picture in both formats, checks that it is complete, and returns its texts.
func drawn(t *testing.T, name string, p Picture) []string {
	t.Helper()
	var svg, raster bytes.Buffer
	if err := errors.Join(writeSVG(&svg, p), writePNG(&raster, p)); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	pixels, err := png.Decode(&raster)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	width, height := p.size()
	if size := pixels.Bounds().Size(); size != image.Pt(int(width), int(height)) {
		t.Errorf("%s: the PNG has %v pixels, not %v x %v", name, size, width, height)
	}
	if !strings.Contains(svg.String(), fmt.Sprintf(`<svg width="%g" height="%g"`, float64(width), float64(height))) {
		t.Errorf("%s: the SVG has not %v x %v pixels", name, width, height)
	}
	if x, y, free := freeBorder(pixels); !free {
		t.Errorf("%s: something is cut off at %d, %d", name, x, y)
	}
	return texts(t, name, svg.Bytes())
}

// freeBorder reports whether nothing touches the border of a picture, or where something does.
func freeBorder(p image.Image) (x, y int, free bool) {
	const border = 3
	b := p.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			if x == b.Min.X+border && y >= b.Min.Y+border && y < b.Max.Y-border {
				x = b.Max.X - border // the inside
			}
			if color.GrayModel.Convert(p.At(x, y)).(color.Gray).Y < 250 {
				return x, y, false
			}
		}
	}
	return 0, 0, true
}

// has fails unless all texts are among those of a picture.
func has(t *testing.T, name string, got []string, wanted ...string) {
	t.Helper()
	all := "\n" + strings.Join(got, "\n") + "\n"
	for _, want := range wanted {
		if !strings.Contains(all, "\n"+want+"\n") {
			t.Errorf("%s: %q is not among %q", name, want, got)
		}
	}
}

func TestPicturesSayWhatTheyShow(t *testing.T) {
	has(t, "lines", drawn(t, "lines", &Lines{Title: "Elo by nodes", X: "nodes", Y: "Elo", LogX: true,
		Lines:  []Line{{Name: "noise4", Points: []Point{{4000, 92, 45, 144}, {20000, 60, 20, 100}, {100000, -20, -60, 20}}}, {Name: "<4 & more>", Points: []Point{{4000, 30, 0, 0}}}},
		Levels: []Level{{"the field", 70}}}),
		"Elo by nodes", "nodes", "Elo", "noise4", "<4 & more>", "the field", "4,000", "20,000", "100,000", "−50", "0", "150")
	bars := &Bars{Title: "Union", Axis: "positions", Names: []string{"common4", "common5"},
		Series: []Series{{"one", []Value{{100, 90, 110}, {-12.5, 0, 0}}}, {"all", []Value{{40, 0, 0}, {math.NaN(), 0, 0}}}}}
	has(t, "bars", drawn(t, "bars", bars), "Union", "positions", "common4", "common5", "one", "all", "100", "−12.5", "40", "60")
	has(t, "heat", drawn(t, "heat", &Heat{Title: "Table", Rows: []string{"common4", "<b>"}, Columns: []string{"weights", "relative1-democratic"},
		Values: [][]float64{{114, 88.5}, {math.Inf(1), 100}}}), "Table", "common4", "<b>", "weights", "relative1-democratic", "114", "88.5", "100")
}

func TestAPictureGrowsWithItsBars(t *testing.T) {
	bars := &Bars{Names: []string{"mpar", "mbxk"}, Series: []Series{{Values: []Value{{1, 0, 0}, {2, 0, 0}}}}}
	if _, height := bars.size(); height != pictureHeight {
		t.Errorf("2 names have %v pixels", height)
	}
	for range 100 {
		bars.Names = append(bars.Names, "mbxk")
	}
	if _, height := bars.size(); height < 2000 {
		t.Errorf("102 names have %v pixels", height)
	}
}

// awkward are unusual numbers that programs may have.
var awkward = []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e15, -1e15, 1e-300, 1, -1, 0.1, 1e9}

func TestHostileNumbersAndNamesAreDrawn(t *testing.T) {
	names := []string{"", "<script>&\"'", strings.Repeat("very long ", 5000), "a\x00b\x1b[31m\nc\td\u2028e", "\xff\xfe", "Ἀλφα 象棋 🙂", "]]>", strings.Repeat("W", 200)}
	for _, count := range []int{0, 15} {
		for number, name := range names {
			lines := &Lines{Title: name, X: name, Y: name}
			bars := &Bars{Title: name, Axis: name}
			heat := &Heat{Title: name}
			for i := range count {
				line, series, row := Line{Name: name, Color: i % 3}, Series{Name: name}, []float64(nil)
				for k := range awkward {
					x, y := awkward[(i*7+k)%len(awkward)], awkward[(i*3+k*2)%len(awkward)]
					line.Points = append(line.Points, Point{x, y, awkward[k], awkward[(k+i)%len(awkward)]})
					series.Values = append(series.Values, Value{y, x, awkward[k]})
					row = append(row, x)
				}
				lines.Lines, bars.Series = append(lines.Lines, line), append(bars.Series, series)
				lines.Levels = append(lines.Levels, Level{name, awkward[i]})
				bars.Levels, bars.Names = lines.Levels, append(bars.Names, name)
				heat.Rows, heat.Columns, heat.Values = append(heat.Rows, name), append(heat.Columns, name), append(heat.Values, row)
			}
			what := fmt.Sprintf("%d times %.20q", count, name)
			logarithmic := *lines
			logarithmic.LogX = true
			// Each picture of each name; with ALFIERE_LONG=1 without and with the numbers.
			step := effort.Of(1, 2, 2)
			for kind, picture := range []Picture{lines, &logarithmic, bars, heat} {
				if (number+kind+count)%step == 0 {
					drawn(t, fmt.Sprintf("%T %d %s", picture, kind, what), picture)
				}
			}
		}
	}
}

func TestManyPointsAreDrawn(t *testing.T) {
	line := Line{Name: "many"}
	bars := &Bars{Series: []Series{{}}}
	for i := range 10_000 {
		y := math.Sin(float64(i) / 500)
		line.Points = append(line.Points, Point{float64(i), y, y - 0.1, y + 0.2})
		bars.Series[0].Values = append(bars.Series[0].Values, Value{Value: y})
		bars.Names = append(bars.Names, fmt.Sprint("number ", i))
	}
	lines := &Lines{Title: "many", Lines: []Line{line, {Name: "few", Points: []Point{{1, 2, 0, 0}}}}}
	has(t, "many points", drawn(t, "many points", lines), "10,000", "few")
	var svg bytes.Buffer
	if err := writeSVG(&svg, lines); err != nil || svg.Len() > 1_000_000 {
		t.Errorf("10,000 points are %d bytes, %v", svg.Len(), err)
	}
	if got := drawn(t, "many bars", bars); len(got) > 1500 {
		t.Errorf("10,000 bars have %d texts", len(got))
	}
	for range 300 {
		lines.Lines = append(lines.Lines, Line{Name: "a line of many", Points: line.Points[:2]})
	}
	got := drawn(t, "many lines", lines)
	if more := got[len(got)-1]; !strings.Contains(strings.Join(got, "\n"), " more\n") || len(got) > 100 {
		t.Errorf("302 lines have %d texts, the last one %q", len(got), more)
	}
}

func TestWhereNothingIsItSaysSo(t *testing.T) {
	for _, p := range []Picture{&Lines{}, &Bars{}, &Bars{Names: []string{"a"}}, &Heat{Rows: []string{"a"}, Columns: []string{"b"}},
		&Lines{LogX: true, Lines: []Line{{Name: "a", Points: []Point{{0, 1, 0, 0}, {-5, 1, 0, 0}}}}}} {
		has(t, fmt.Sprintf("%T", p), drawn(t, fmt.Sprintf("%T", p), p), "no data")
	}
	if got := drawn(t, "heat", &Heat{Rows: []string{"a"}, Columns: []string{"b"}}); len(got) != 1 {
		t.Errorf("a table without numbers has the texts %q", got)
	}
	for _, p := range []Picture{&Lines{Lines: []Line{{Points: []Point{{1, 1, 0, 0}}}}}, &Bars{Series: []Series{{Values: []Value{{0, 0, 0}}}}}} {
		if got := strings.Join(drawn(t, fmt.Sprintf("%T", p), p), "\n"); strings.Contains(got, "no data") {
			t.Errorf("%T with a number says there is none", p)
		}
	}
}

func TestTheEndingOfANameDecides(t *testing.T) {
	folder := t.TempDir()
	for name, start := range map[string]string{"a.svg": "<?xml", "b.PNG": "\x89PNG"} {
		path := filepath.Join(folder, name)
		must.Do(t, os.WriteFile(path, []byte("what was there"), 0o600))
		must.Do(t, Save(path, &Lines{}))
		got, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(got), start) {
			t.Errorf("%s begins with %.5q, %v", name, got, err)
		}
	}
	for _, name := range []string{"a", "a.jpg", "a.svg.gz", "png", ""} {
		if err := Save(filepath.Join(folder, name), &Lines{}); err == nil || !strings.Contains(err.Error(), "must end with .svg or .png") {
			t.Errorf("%q: %v", name, err)
		}
	}
	if err := Save(filepath.Join(folder, "none", "a.svg"), &Lines{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a folder that is not there: %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("there are %v, %v", entries, err)
	}
}

// checkTicks fails unless the ticks of an axis are on it, distinct, and of the expected number.
func checkTicks(t *testing.T, a *plot.Axis, least, most int) {
	t.Helper()
	ticks := a.Tick.Marker.Ticks(a.Min, a.Max)
	if !(a.Min < a.Max) || len(ticks) < least || len(ticks) > most {
		t.Errorf("an axis from %v to %v has %d ticks", a.Min, a.Max, len(ticks))
	}
	seen := map[string]bool{}
	for _, tick := range ticks {
		if tick.Value < a.Min || tick.Value > a.Max || seen[tick.Label] {
			t.Errorf("an axis from %v to %v has the ticks %v", a.Min, a.Max, ticks)
		}
		seen[tick.Label] = true
	}
}

// axisOf returns an axis of the extent of numbers.
func axisOf(numbers ...float64) *plot.Axis {
	axis := &plot.New().X
	axis.Min, axis.Max = slices.Min(numbers), slices.Max(numbers)
	return axis
}

func TestTicksLieOnTheirAxis(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		magnitude := math.Pow(10, random.Float64()*12-4)
		values := []float64{magnitude * random.NormFloat64(), magnitude * random.NormFloat64()}
		axis := axisOf(values...)
		linear(axis, random.Float64()*0.1, 8, 0)
		checkTicks(t, axis, 3, 11)
		axis = axisOf(append(values, magnitude*(1+1e-3*random.Float64()))...)
		linear(axis, 0, 8, 0)
		checkTicks(t, axis, 3, 11)
		values = make([]float64, 1+random.IntN(30))
		for i := range values {
			values[i] = magnitude * math.Exp(3*random.NormFloat64())
		}
		axis = axisOf(values...)
		low, high := axis.Min, axis.Max
		logarithmic(axis, values)
		if math.Pow(10, axis.Min) > low || math.Pow(10, axis.Max) < high {
			t.Errorf("values from %v to %v on an axis from %v to %v", low, high, axis.Min, axis.Max)
		}
		checkTicks(t, axis, 1, 12)
	}
}

func TestWholeValuesHaveWholeTicks(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   []string
	}{
		{[]float64{2, 3}, []string{"2", "3"}},
		{[]float64{2, 3, 4}, []string{"2", "3", "4"}},
		{[]float64{2, 2.5, 2.6}, []string{"2", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6"}},
	} {
		axis := axisOf(c.values...)
		linear(axis, 0, 9, apart(c.values))
		var labels []string
		for _, tick := range axis.Tick.Marker.Ticks(axis.Min, axis.Max) {
			labels = append(labels, tick.Label)
		}
		if !slices.Equal(labels, c.want) {
			t.Errorf("%v has the ticks %q", c.values, labels)
		}
	}
}

func TestALogarithmicAxisNamesItsValues(t *testing.T) {
	axis := &plot.New().X
	logarithmic(axis, []float64{16, 2, 4, 8, 2})
	ticks := axis.Tick.Marker.Ticks(axis.Min, axis.Max)
	want := []plot.Tick{{Value: 2, Label: "2"}, {Value: 4, Label: "4"}, {Value: 8, Label: "8"},
		{Value: 16, Label: "16"}}
	same := func(got, want plot.Tick) bool {
		return got.Label == want.Label && math.Abs(got.Value-math.Log10(want.Value)) < 1e-9
	}
	if !slices.EqualFunc(ticks, want, same) {
		t.Errorf("the ticks are %v", ticks)
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		x        float64
		decimals int
		want     string
	}{{0, 0, "0"}, {-0.001, 2, "0"}, {1234567.5, 1, "1,234,567.5"}, {-1000, 0, "−1,000"}, {999, 0, "999"}, {0.25, 3, "0.25"}, {2e9, 0, "2e+09"}, {1e-12, 14, "1e-12"}}
	for _, test := range tests {
		if got := number(test.x, test.decimals); got != test.want {
			t.Errorf("%v with %d digits is %q, not %q", test.x, test.decimals, got, test.want)
		}
	}
}

func TestTextsAreCutToFit(t *testing.T) {
	style := textStyle(tickSize)
	for _, text := range []string{"", "a", "mbxkcpar", "the quick brown fox", "ÄÖÜ象棋"} {
		for width := range 120 {
			got := fit(style, text, vg.Length(width))
			if got != text && got != "…" && (style.Width(got) > vg.Length(width) || []rune(got)[len([]rune(got))-1] != '…') {
				t.Errorf("%q cut to %d points is %q", text, width, got)
			}
			if got != text && style.Width(text) <= vg.Length(width) {
				t.Errorf("%q fits into %d points and is cut to %q", text, width, got)
			}
		}
	}
}
