package page

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path"
	"regexp"
	"strconv"
	"testing"

	"golang.org/x/image/vector"
)

// pen draws an outline: what is filled, and a line around it.
type pen struct {
	fill, line *vector.Rasterizer
	scale      float64
	x, y       float64 // its place, in units of the outline
	beginX     float64
	beginY     float64
}

// place returns the place of a point of the outline in the picture. The man is smaller than the
// square, since systems cut off the corners.
func (p *pen) place(x, y float64) (float32, float32) {
	const part = 0.8
	return float32((50 + (x-50)*part) * p.scale), float32((50 + (y-50)*part) * p.scale)
}

// half is half the line width.
const half = 1.5

func (p *pen) dot(x, y float64) {
	p.line.MoveTo(p.place(x+half, y))
	for i := 1; i < 16; i++ {
		angle := float64(i) / 16 * 2 * math.Pi
		p.line.LineTo(p.place(x+half*math.Cos(angle), y+half*math.Sin(angle)))
	}
	p.line.ClosePath()
}

func (p *pen) move(x, y float64) {
	p.fill.ClosePath()
	p.x, p.y, p.beginX, p.beginY = x, y, x, y
	p.fill.MoveTo(p.place(x, y))
}

// to draws a line to a point: a rectangle with round ends.
func (p *pen) to(x, y float64) {
	p.fill.LineTo(p.place(x, y))
	if length := math.Hypot(x-p.x, y-p.y); length > 0 {
		across, along := (y-p.y)/length*half, -(x-p.x)/length*half
		p.line.MoveTo(p.place(p.x+across, p.y+along))
		p.line.LineTo(p.place(x+across, y+along))
		p.line.LineTo(p.place(x-across, y-along))
		p.line.LineTo(p.place(p.x-across, p.y-along))
		p.line.ClosePath()
		p.dot(p.x, p.y)
		p.dot(x, y)
	}
	p.x, p.y = x, y
}

// curve draws a cubic curve in straight steps.
func (p *pen) curve(n []float64) {
	x, y := p.x, p.y
	for i := 1; i <= 32; i++ {
		t := float64(i) / 32
		a, b, c := 3*t*(1-t)*(1-t), 3*t*t*(1-t), t*t*t
		p.to(x+a*n[0]+b*n[2]+c*n[4], y+a*n[1]+b*n[3]+c*n[5])
	}
}

// arc draws a part of a circle: the larger one if the first flag says so, clockwise if the
// second does. Ellipses are not known.
func (p *pen) arc(n []float64) {
	radius, dx, dy := n[0], n[5], n[6]
	chord := math.Hypot(dx, dy)
	height := math.Sqrt(max(radius*radius-chord*chord/4, 0))
	if (n[3] == 0) != (n[4] == 0) {
		height = -height
	}
	centreX, centreY := p.x+dx/2+height*dy/chord, p.y+dy/2-height*dx/chord
	from, until := math.Atan2(p.y-centreY, p.x-centreX), math.Atan2(p.y+dy-centreY, p.x+dx-centreX)
	if n[4] != 0 && until < from {
		until += 2 * math.Pi
	} else if n[4] == 0 && until > from {
		until -= 2 * math.Pi
	}
	for i := 1; i <= 32; i++ {
		angle := from + (until-from)*float64(i)/32
		p.to(centreX+radius*math.Cos(angle), centreY+radius*math.Sin(angle))
	}
}

// draw draws an SVG outline. It supports only the commands that the men use.
func (p *pen) draw(t *testing.T, outline string) {
	t.Helper()
	number := regexp.MustCompile(`-?[0-9.]+`)
	for _, part := range regexp.MustCompile(`([A-Za-z])([^A-Za-z]*)`).FindAllStringSubmatch(outline, -1) {
		var n []float64
		for _, text := range number.FindAllString(part[2], -1) {
			value, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			n = append(n, value)
		}
		size := map[string]int{"M": 2, "l": 2, "h": 1, "v": 1, "c": 6, "a": 7}[part[1]]
		if part[1] == "z" {
			p.to(p.beginX, p.beginY)
			continue
		}
		if size == 0 || len(n)%size != 0 {
			t.Fatalf("outlines with %s cannot be drawn", part[0])
		}
		for ; len(n) > 0; n = n[size:] {
			switch part[1] {
			case "M":
				p.move(n[0], n[1])
			case "l":
				p.to(p.x+n[0], p.y+n[1])
			case "h":
				p.to(p.x+n[0], p.y)
			case "v":
				p.to(p.x, p.y+n[0])
			case "c":
				p.curve(n)
			case "a":
				p.arc(n)
			}
		}
	}
}

// icon returns the picture of a man that fills a square, in few colours.
func icon(t *testing.T, outline string, size int) *image.Paletted {
	t.Helper()
	ground := color.RGBA{0x1f, 0x5a, 0x41, 0xff}
	p := &pen{fill: vector.NewRasterizer(size, size), line: vector.NewRasterizer(size, size), scale: float64(size) / 100}
	p.draw(t, outline)
	p.fill.ClosePath()
	whole := image.NewRGBA(image.Rect(0, 0, size, size))
	draw.Draw(whole, whole.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	p.fill.Draw(whole, whole.Bounds(), image.White, image.Point{})
	p.line.Draw(whole, whole.Bounds(), image.NewUniform(ground), image.Point{})
	var colours color.Palette
	for i := range 16 { // from the background colour to white
		mix := func(c uint8) uint8 { return uint8((int(c)*(15-i) + 0xff*i) / 15) }
		colours = append(colours, color.RGBA{mix(ground.R), mix(ground.G), mix(ground.B), 0xff})
	}
	picture := image.NewPaletted(whole.Bounds(), colours)
	draw.Draw(picture, picture.Bounds(), whole, image.Point{}, draw.Src)
	return picture
}

// TestIconsAreDrawnFromTheMen checks the bitmaps in index.html and the manifest, which systems need to
// install the page as a program.
func TestIconsAreDrawnFromTheMen(t *testing.T) {
	bishop := outlines(t)["B"]
	for name, size := range map[string]int{"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512} {
		want := icon(t, bishop, size)
		if *update {
			var text bytes.Buffer
			if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&text, want); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path.Join("static", name), text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		text, err := fs.ReadFile(Files(), name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if picture, is := got.(*image.Paletted); !is || !picture.Rect.Eq(want.Rect) || differing(picture, want) > size {
			t.Errorf("%s is not what diagrams draw: go test ./workbench/page -update", name)
		}
		for _, file := range []string{"index.html", "manifest.webmanifest"} {
			text, err := fs.ReadFile(Files(), file)
			if names := bytes.Contains(text, []byte(`"`+name+`"`)); err != nil || names != ((size == 180) == (file == "index.html")) {
				t.Errorf("%s names %s: %v, %v", file, name, names, err)
			}
		}
	}
}

// differing counts the pixels that differ, since machines may round differently.
func differing(a, b *image.Paletted) (count int) {
	for i := range a.Pix {
		if a.Pix[i] != b.Pix[i] {
			count++
		}
	}
	return count
}
