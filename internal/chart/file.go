package chart

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"alfiere/internal/cli"
)

// Picture is what can be drawn: Lines, Bars, Histogram and Heat.
type Picture interface {
	size() (width, height float64) // in pixels
	draw(c draw.Canvas)
}

// Format is a way to write a picture.
type Format int

// The formats.
const (
	SVG Format = iota
	PNG
)

// FormatOf returns the format that the ending of a file's name stands for. The error names the
// endings that there are. Whoever computes for long asks it first.
func FormatOf(path string) (Format, error) {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".svg":
		return SVG, nil
	case ".png":
		return PNG, nil
	default:
		return 0, fmt.Errorf("%s: the name of a picture ends with .svg or .png, not with %q", path, ending)
	}
}

// Save draws a picture into a file, in the format of its ending, in the place of what was
// there. The error is that of FormatOf or cli.Replace.
func Save(path string, p Picture) error {
	format, err := FormatOf(path)
	if err != nil {
		return err
	}
	return cli.Replace(path, func(w io.Writer) error { return Write(w, format, p) })
}

// Write draws a picture. The error is that of the writer.
func Write(w io.Writer, format Format, p Picture) error {
	width, height := p.size()
	if format == PNG {
		canvas := vgimg.NewWith(vgimg.UseWH(points(width), points(height)), vgimg.UseDPI(72))
		p.draw(draw.New(canvas))
		_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
		return err
	}
	canvas := vgsvg.New(points(width), points(height))
	p.draw(draw.New(canvas))
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return err
	}
	_, err := w.Write(forBrowsers(text.Bytes(), width, height))
	return err
}

// forBrowsers gives a picture its size in pixels, and other fonts of the same widths for where
// those with which its texts were measured are not installed.
func forBrowsers(svg []byte, width, height float64) []byte {
	svg = bytes.Replace(svg, fmt.Appendf(nil, `width="%.5gpt" height="%.5gpt"`, width, height), fmt.Appendf(nil, `width="%.5g" height="%.5g"`, width, height), 1)
	return bytes.ReplaceAll(svg, []byte("font-family:Liberation Sans;"), []byte("font-family:'Liberation Sans',Arial,Helvetica,sans-serif;"))
}
