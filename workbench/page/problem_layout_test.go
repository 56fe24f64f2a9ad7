package page_test

import (
	"image"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// firstLetters returns the rectangles of the first characters of the defence and the answer of each
// visible line of the solution: left, right, top and bottom.
const firstLetters = `[...document.querySelectorAll("#panel .item:has(.answer)")].map((item) => [".move", ".answer"].map((part) => {
	const text = document.createTreeWalker(item.querySelector(part), NodeFilter.SHOW_TEXT).nextNode();
	const at = text.data.search(/\S/);
	const range = document.createRange();
	range.setStart(text, at);
	range.setEnd(text, at + 1);
	const { left, right, top, bottom } = range.getBoundingClientRect();
	return [left, right, top, bottom].map(Math.round);
})).filter(([[, , top, bottom]]) => top >= panel.getBoundingClientRect().top && bottom < panel.getBoundingClientRect().bottom)`

// baseline returns the last row of a rectangle that has ink.
func baseline(picture image.Image, r []int) int {
	for y := r[3]; y >= r[2]; y-- {
		for x := r[0]; x < r[1]; x++ {
			if red, _, _, _ := picture.At(x, y).RGBA(); red < 0x8000 {
				return y
			}
		}
	}
	return -1
}

// TestAnswersStandOnTheLineOfTheirDefences compares pixels, since browsers round the place of a text
// together with its box.
func TestAnswersStandOnTheLineOfTheirDefences(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("ALFIERE_SCREENSHOTS", folder)
	d := &desk{open(t, linkOf("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w - - 0 1", "n=2"), 1440, 900), t, "lines"}
	d.wants("1.Qd1!")
	d.Wait(`document.querySelectorAll("#panel .item").length > 10`)
	var lines [][][]int
	d.Eval(firstLetters, &lines)
	d.Shot("lines")
	file, err := os.Open(filepath.Join(folder, "lines.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil || len(lines) < 10 {
		t.Fatalf("%d lines, %v", len(lines), err)
	}
	for i, line := range lines {
		if defence, answer := baseline(picture, line[0]), baseline(picture, line[1]); defence != answer || defence < 0 {
			t.Errorf("line %d: the defence stands at %d, the answer at %d", i+1, defence, answer)
		}
	}
}

// TestNothingJumpsWhereALineIsShown checks that the bar takes the place of the tray.
func TestNothingJumpsWhereALineIsShown(t *testing.T) {
	t.Parallel()
	for _, size := range []struct {
		width, height int
		most          float64
	}{{1440, 900, 0}, {1000, 650, 0}, {768, 1024, 2}, {390, 844, 2}} {
		d := &desk{open(t, linkOf(cumpe, "n=2"), size.width, size.height), t, "jump"}
		d.wants("1.Kd6!")
		d.Wait(`document.querySelectorAll("#panel .item").length > 5`)
		var before, after []float64
		places := `[...document.querySelectorAll("chess-board, .desk-board > .tools, .versions, .below, #verdict")].map((element) => element.getBoundingClientRect().top)`
		d.Eval("void scrollTo(0, 0)", nil)
		d.Eval(places, &before)
		d.Click("#panel .item.key")
		d.Wait(`!document.querySelector(".walk").hidden && document.querySelector(".walk button").getBoundingClientRect().height > 20`)
		d.Shot("walk")
		d.Eval("void scrollTo(0, 0)", nil)
		d.Eval(places, &after)
		for i := range before {
			if math.Abs(before[i]-after[i]) > size.most {
				t.Errorf("%d×%d: tops were %v and are %v", size.width, size.height, before, after)
				break
			}
		}
	}
}
