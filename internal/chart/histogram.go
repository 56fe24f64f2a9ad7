package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Histogram shows how often numbers lie where.
type Histogram struct {
	Title, X, Y string // what stands above it and at its axes
	Samples     []float64
	Bins        int // into how many parts the axis is divided; 0 leaves it to the samples
}

func (h *Histogram) size() (width, height float64) { return pictureWidth, pictureHeight }

// mostBins is how many parts can still be seen.
const mostBins = 200

// bins counts the samples: the first part begins at low, and each is so wide.
func (h *Histogram) bins() (counts []float64, low, wide float64, all span) {
	whole := true
	for _, x := range h.Samples {
		all.include(x)
		whole = whole && (!drawable(x) || x == math.Trunc(x))
	}
	count := h.Bins
	if count <= 0 {
		count = int(math.Ceil(math.Sqrt(float64(len(h.Samples)))))
	}
	count = min(max(count, 1), mostBins)
	low, wide = all.low, (all.high-all.low)/float64(count)
	if whole { // each part has as many whole numbers
		wide = max(1, math.Ceil((all.high-all.low+1)/float64(count)))
		low -= 0.5
		count = int(math.Ceil((all.high + 0.5 - low) / wide))
	}
	if wide <= 0 {
		low, wide, count = low-0.5, 1, 1
	}
	counts = make([]float64, count)
	for _, x := range h.Samples {
		if drawable(x) {
			counts[min(int((x-low)/wide), count-1)]++
		}
	}
	return counts, low, wide, all
}

// draw is a method of Picture.
func (h *Histogram) draw(c draw.Canvas) {
	counts, low, wide, all := h.bins()
	f := frame{title: h.Title, grid: gridLines{horizontal: true}, empty: !all.any}
	var across, up span
	up.include(0)
	if all.any {
		across.include(low, low+wide*float64(len(counts)))
		up.include(counts...)
	}
	f.x, f.y = across.linear(h.X, 0, 9), up.linear(h.Y, 0.06, 8)
	f.layers = append(f.layers, func(c draw.Canvas, x, y func(float64) vg.Length) {
		for i, n := range counts {
			left, right := x(low+wide*float64(i)), x(low+wide*float64(i+1))
			gap := min(1, (right-left)/8)
			c.FillPolygon(palette(0), []vg.Point{{X: left + gap, Y: y(0)}, {X: left + gap, Y: y(n)}, {X: right - gap, Y: y(n)}, {X: right - gap, Y: y(0)}})
		}
	})
	f.draw(c)
}
