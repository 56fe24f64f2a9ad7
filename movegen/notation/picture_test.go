package notation

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"alfiere/movegen"
)

func TestPicturesShowWhatIsAskedFor(t *testing.T) {
	p := movegen.StartPosition()
	arrows, err := ParseArrows("e2e4, g1f3")
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	d := Picture{Flip: true, Coords: true, Size: 440, Arrows: arrows, Marks: 1 << movegen.MakeSquare(0, 0), Caption: []string{"<a>"}}
	if err := d.WriteSVG(&out, &p); err != nil {
		t.Fatal(err)
	}
	for decoder := xml.NewDecoder(strings.NewReader(out.String())); ; {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for text, times := range map[string]int{
		`width="440" height="460" viewBox="0 0 880 920"`: 1, `class="arrow"`: 2, "<path class=\"": 34, "&lt;a&gt;": 1, ">h</text>": 1, ">8</text>": 1,
		`<circle class="mark" cx="750" cy="50"`:                       1, // a1, at the upper right corner
		`class="K" transform="translate(300 0)"`:                      1, // e1
		`translate(350 150) rotate(90.00)`:                            1, // e2 to e4, downwards
		`<text x="790" y="868" text-anchor="middle" font-size="26">a`: 1,
	} {
		if strings.Count(out.String(), text) != times {
			t.Errorf("%s is not there %d times", text, times)
		}
	}
	out.Reset()
	if err := (&Picture{}).WriteSVG(&out, &p); err != nil || strings.Contains(out.String(), "<text") || strings.Contains(out.String(), "arrow") ||
		!strings.Contains(out.String(), `class="K" transform="translate(400 700)"`) {
		t.Errorf("%v, %s", err, &out)
	}
}

func TestArrowsAreRead(t *testing.T) {
	if arrows, err := ParseArrows("a1h8"); err != nil || len(arrows) != 1 || arrows[0] != (arrow{movegen.MakeSquare(0, 0), movegen.MakeSquare(7, 7)}) {
		t.Errorf("%v, %v", arrows, err)
	}
	for _, text := range []string{"", ",", "e2", "e2e2", "e2e9", "e2e4e5", "e2e4,x", "é2e"} {
		if arrows, err := ParseArrows(text); err == nil {
			t.Errorf("%q is taken as %v", text, arrows)
		}
	}
}
