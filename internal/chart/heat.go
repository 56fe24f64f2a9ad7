package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Heat is a table of numbers, whose cells are the darker the larger these are.
type Heat struct {
	Title         string
	Rows, Columns []string
	Values        [][]float64 // by rows; a number that cannot be drawn is an empty cell
}

// Measures of a table, in pixels but for the last two.
const (
	cellHeight, leastCell = 26, 46
	cellTextSize          = 12
	columnSlope           = math.Pi / 5 // of names that are wider than their columns
	rowsShare             = 0.35        // of the width at most, for the names of the rows
)

// layout says where the cells of a table are, from the upper left end of the picture.
type layout struct {
	rows, columns          []string // the names as they are written
	left, top              vg.Length
	cellWide, cellHigh     vg.Length
	width, height, slanted vg.Length // of the picture; how far names above the columns reach up
}

func rowStyle() draw.TextStyle {
	style := textStyle(tickSize, black)
	style.XAlign, style.YAlign = draw.XRight, draw.YCenter
	return style
}

// layout finds room for everything: the picture grows with the table.
func (h *Heat) layout() (l layout) {
	style := rowStyle()
	var widest, tallest vg.Length
	for _, name := range h.Rows {
		name = fit(style, name, rowsShare*pictureWidth)
		l.rows = append(l.rows, name)
		widest = max(widest, style.Width(name))
	}
	l.left = margin + widest + 8
	room := (pictureWidth - margin - l.left) / vg.Length(max(len(h.Columns), 1))
	l.cellWide, l.cellHigh = min(max(room, leastCell), 140), cellHeight
	for _, name := range h.Columns {
		name = fit(style, name, 180)
		l.columns = append(l.columns, name)
		tallest = max(tallest, style.Width(name))
	}
	above := vg.Length(tickSize + 8)
	if tallest > l.cellWide-6 {
		l.slanted = tallest
		above = tallest*vg.Length(math.Sin(columnSlope)) + tickSize + 4
	}
	l.top = margin + titleSize + 14 + above
	l.width = max(pictureWidth, l.left+l.cellWide*vg.Length(len(h.Columns))+margin+l.slanted*vg.Length(math.Cos(columnSlope)))
	if l.slanted > 0 && l.width > pictureWidth { // narrower cells leave room for the slanted names
		l.cellWide = max(leastCell, (pictureWidth-margin-l.left-l.slanted*vg.Length(math.Cos(columnSlope)))/vg.Length(len(h.Columns)))
		l.width = max(pictureWidth, l.left+l.cellWide*vg.Length(len(h.Columns))+margin+l.slanted*vg.Length(math.Cos(columnSlope)))
	}
	l.height = max(160, l.top+l.cellHigh*vg.Length(len(h.Rows))+margin)
	return l
}

func (h *Heat) size() (width, height float64) {
	l := h.layout()
	return math.Ceil(min(float64(l.width), tallest)), math.Ceil(min(float64(l.height), tallest))
}

// shade returns the colour of a share from 0 to 1: from nearly white to dark blue.
func shade(share float64) color.RGBA {
	share = min(max(share, 0), 1)
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + (to-from)*share)) }
	if share < 0.5 {
		share *= 2
		return color.RGBA{mix(240, 107), mix(246, 174), mix(252, 214), 255}
	}
	share = 2*share - 1
	return color.RGBA{mix(107, 8), mix(174, 48), mix(214, 107), 255}
}

// draw is a method of Picture.
func (h *Heat) draw(c draw.Canvas) {
	drawTitle(c, h.Title)
	l := h.layout()
	extent, largest, whole := span{}, 0.0, true
	for _, row := range h.Values {
		extent.include(row...)
		for _, x := range row {
			if drawable(x) {
				largest, whole = max(largest, math.Abs(x)), whole && x == math.Trunc(x)
			}
		}
	}
	if !extent.any || len(h.Rows) == 0 || len(h.Columns) == 0 {
		drawNothing(c)
		return
	}
	decimals := decimalsFor(largest, whole)
	for i, name := range l.rows {
		c.FillText(rowStyle(), vg.Point{X: l.left - 8, Y: l.middle(c, i)}, name)
	}
	l.drawColumns(c)
	for i := range h.Rows {
		for k := range h.Columns {
			if i >= len(h.Values) || k >= len(h.Values[i]) || !drawable(h.Values[i][k]) {
				continue
			}
			share := 0.5
			if extent.high > extent.low {
				share = (h.Values[i][k] - extent.low) / (extent.high - extent.low)
			}
			l.drawCell(c, i, k, share, number(h.Values[i][k], decimals))
		}
	}
}

// middle returns the height at which the middle of a row is.
func (l *layout) middle(c draw.Canvas, row int) vg.Length {
	return c.Max.Y - l.top - l.cellHigh*(vg.Length(row)+0.5)
}

// drawColumns writes the names above the columns.
func (l *layout) drawColumns(c draw.Canvas) {
	for k, name := range l.columns {
		style := textStyle(tickSize, black)
		style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
		if l.slanted > 0 {
			style.XAlign, style.Rotation = draw.XLeft, columnSlope
		}
		c.FillText(style, vg.Point{X: l.left + l.cellWide*(vg.Length(k)+0.5), Y: c.Max.Y - l.top + 5}, name)
	}
}

// drawCell draws a cell and the text in it, whose colour can be read on that of the cell.
func (l *layout) drawCell(c draw.Canvas, row, column int, share float64, text string) {
	left, middle := l.left+l.cellWide*vg.Length(column), l.middle(c, row)
	high := l.cellHigh/2 - 0.5
	c.FillPolygon(shade(share), []vg.Point{{X: left + 0.5, Y: middle - high}, {X: left + 0.5, Y: middle + high},
		{X: left + l.cellWide - 0.5, Y: middle + high}, {X: left + l.cellWide - 0.5, Y: middle - high}})
	style := textStyle(cellTextSize, black)
	if share > 0.55 {
		style.Color = white
	}
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	c.FillText(style, vg.Point{X: left + l.cellWide/2, Y: middle}, fit(style, text, l.cellWide-2))
}
