package tune

import (
	"fmt"
	"io"
	"strings"
)

// Size of the picture of a loss curve and of the room for its labels, in SVG's units.
const (
	curveWidth, curveHeight = 720, 400
	curveMargin             = 60
)

// WriteLossCurve writes an SVG picture of how far the losses have fallen after each epoch: the
// percentages for the games fitted and for those held out, both beginning with 0.
func WriteLossCurve(w io.Writer, fit, heldOut []float64) error {
	low, high := 0.0, 1.0
	for i := range fit {
		low, high = min(low, fit[i], heldOut[i]), max(high, fit[i], heldOut[i])
	}
	x := func(epoch int) float64 {
		return curveMargin + float64(epoch)*(curveWidth-2*curveMargin)/float64(max(len(fit)-1, 1))
	}
	y := func(gain float64) float64 {
		return curveHeight - curveMargin - (gain-low)*(curveHeight-2*curveMargin)/(high-low)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="14">
<rect width="100%%" height="100%%" fill="white"/>
<text x="%d" y="30">loss fallen by, in %%, after each epoch</text>
`, curveWidth, curveHeight, curveMargin)
	for i := range 5 {
		gain := low + (high-low)*float64(i)/4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.1f</text>`+"\n",
			curveMargin, y(gain), curveWidth-curveMargin, curveMargin-8, y(gain)+5, gain)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%d">0</text><text x="%.1f" y="%d">%d</text>`+"\n", x(0), curveHeight-35,
		x(len(fit)-1), curveHeight-35, len(fit)-1)
	for i, line := range [...]struct {
		name, colour string
		gains        []float64
	}{{"fitted", "#1f77b4", fit}, {"held out", "#d62728", heldOut}} {
		fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s">%s</text><polyline fill="none" stroke="%s" stroke-width="2" points="`,
			curveMargin+120*i, curveHeight-12, line.colour, line.name, line.colour)
		for epoch, gain := range line.gains {
			fmt.Fprintf(&b, "%.1f,%.1f ", x(epoch), y(gain))
		}
		b.WriteString("\"/>\n")
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
