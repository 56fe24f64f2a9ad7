// Package chart draws pictures of experiments, as SVG or PNG: lines over an axis of numbers,
// grouped bars and tables of coloured cells. It knows nothing about chess.
//
// A picture is plain data. Numbers that are NaN, infinite or beyond ±1e15 are omitted, and so are numbers below 1e-15
// on a logarithmic axis. Text that does not fit ends with an ellipsis; a picture without data has a note. The palette
// suits colour-blind readers, and lines also differ by their marks. The background is always white.
package chart

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"alfiere/internal/cli"
)

// Picture is what Save draws: Lines, Bars or Heat.
type Picture interface {
	size() (width, height vg.Length) // in pixels, which are the points of the canvas
	draw(c draw.Canvas)
}

// CheckName returns an error unless a file name ends with .svg or .png, in any case. Call it before a long
// computation whose result Save will draw.
func CheckName(path string) error {
	if ending := ending(path); ending != ".svg" && ending != ".png" {
		return fmt.Errorf("%s: the name of a picture must end with .svg or .png, not with %q", path, ending)
	}
	return nil
}

func ending(path string) string { return strings.ToLower(filepath.Ext(path)) }

// Save draws a picture into a file, in the format of its ending, and replaces an existing file. The
// error is that of CheckName or cli.Replace.
func Save(path string, p Picture) error {
	if err := CheckName(path); err != nil {
		return err
	}
	return cli.Replace(path, func(w io.Writer) error {
		if ending(path) == ".png" {
			return writePNG(w, p)
		}
		return writeSVG(w, p)
	})
}

func writePNG(w io.Writer, p Picture) error {
	canvas := vgimg.NewWith(vgimg.UseWH(p.size()), vgimg.UseDPI(72))
	p.draw(draw.New(canvas))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// writeSVG gives the picture its size in pixels, and names fonts of the same widths for readers
// who have not installed the one with which its texts were measured.
func writeSVG(w io.Writer, p Picture) error {
	width, height := p.size()
	canvas := vgsvg.New(width, height)
	p.draw(draw.New(canvas))
	var text bytes.Buffer
	if _, err := canvas.WriteTo(&text); err != nil {
		return err
	}
	inPoints := fmt.Sprintf(`width="%.5gpt" height="%.5gpt"`, width, height)
	inPixels := fmt.Sprintf(`width="%.5g" height="%.5g"`, width, height)
	svg := strings.Replace(text.String(), inPoints, inPixels, 1)
	svg = strings.ReplaceAll(svg, "font-family:Liberation Sans;",
		"font-family:'Liberation Sans',Arial,Helvetica,sans-serif;")
	_, err := io.WriteString(w, svg)
	return err
}
