package pdf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// segment is a part of an outline: its end is the last of its points.
type segment struct {
	kind   byte          // 'M' begins a path, 'L' is a line, 'C' a cubic Bézier curve, 'Z' closes the path
	points [3][2]float64 // of a curve all, of M and L the first
}

// parseOutline reads the data of an SVG path, as far as notation.PieceShape needs it. Arcs
// become curves. The error names what is not understood.
func parseOutline(data string) ([]segment, error) {
	p := outlineParser{data: data}
	for {
		p.skip()
		if p.data == "" {
			return p.segments, nil
		}
		if c := p.data[0]; c >= 'A' && c <= 'z' {
			p.command, p.data = c, p.data[1:]
		}
		before := len(p.data)
		if err := p.step(); err != nil {
			return nil, err
		}
		if len(p.data) == before && p.command != 'z' {
			return nil, fmt.Errorf("path data: cannot read %q", p.data)
		}
	}
}

// outlineParser is where parseOutline stands.
type outlineParser struct {
	data     string
	command  byte
	at, open [2]float64 // where the pen is, and where the path began
	segments []segment
}

// step reads the numbers of one command.
func (p *outlineParser) step() error {
	count, known := map[byte]int{'M': 2, 'l': 2, 'h': 1, 'v': 1, 'c': 6, 'a': 7, 'z': 0}[p.command]
	if !known {
		return fmt.Errorf("path data: unknown command %q", p.command)
	}
	var n [7]float64
	for i := range count {
		var err error
		if n[i], err = p.number(); err != nil {
			return err
		}
	}
	switch p.command {
	case 'M':
		p.at = [2]float64{n[0], n[1]}
		p.open = p.at
		p.add('M', p.at)
	case 'l':
		p.line(n[0], n[1])
	case 'h':
		p.line(n[0], 0)
	case 'v':
		p.line(0, n[0])
	case 'c':
		x, y := p.at[0], p.at[1]
		p.add('C', [2]float64{x + n[0], y + n[1]}, [2]float64{x + n[2], y + n[3]}, [2]float64{x + n[4], y + n[5]})
	case 'a':
		p.arc(n[0], n[3] != 0, n[4] != 0, [2]float64{p.at[0] + n[5], p.at[1] + n[6]})
	case 'z':
		p.segments = append(p.segments, segment{kind: 'Z'})
		p.at = p.open
	}
	return nil
}

// add adds a segment, at whose last point the pen is then.
func (p *outlineParser) add(kind byte, points ...[2]float64) {
	s := segment{kind: kind}
	copy(s.points[:], points)
	p.at = points[len(points)-1]
	p.segments = append(p.segments, s)
}

func (p *outlineParser) line(dx, dy float64) { p.add('L', [2]float64{p.at[0] + dx, p.at[1] + dy}) }

// arc adds the arc of a circle to a point, as curves of at most a right angle. The centre is
// found as the appendix "Implementation notes" of SVG 1.1 says.
func (p *outlineParser) arc(radius float64, large, sweep bool, to [2]float64) {
	dx, dy := (to[0]-p.at[0])/2, (to[1]-p.at[1])/2
	half := math.Hypot(dx, dy)
	if half == 0 {
		return
	}
	radius = max(radius, half)
	height := math.Sqrt(radius*radius - half*half)
	if large == sweep {
		height = -height
	}
	centre := [2]float64{p.at[0] + dx - dy/half*height, p.at[1] + dy + dx/half*height}
	from := math.Atan2(p.at[1]-centre[1], p.at[0]-centre[0])
	turn := math.Atan2(to[1]-centre[1], to[0]-centre[0]) - from
	switch {
	case sweep && turn < 0:
		turn += 2 * math.Pi
	case !sweep && turn > 0:
		turn -= 2 * math.Pi
	}
	parts := math.Ceil(math.Abs(turn) / (math.Pi/2 + 1e-9))
	angle := turn / parts
	pull := radius * 4 / 3 * math.Tan(angle/4)
	for range int(parts) {
		sin, cos := math.Sincos(from)
		endSin, endCos := math.Sincos(from + angle)
		end := [2]float64{centre[0] + radius*endCos, centre[1] + radius*endSin}
		p.add('C', [2]float64{centre[0] + radius*cos - pull*sin, centre[1] + radius*sin + pull*cos},
			[2]float64{end[0] + pull*endSin, end[1] - pull*endCos}, end)
		from += angle
	}
}

// skip passes over what may stand between numbers.
func (p *outlineParser) skip() { p.data = strings.TrimLeft(p.data, " ,\n\t") }

// number reads a number.
func (p *outlineParser) number() (float64, error) {
	p.skip()
	end := 0
	for end < len(p.data) && (p.data[end] >= '0' && p.data[end] <= '9' || p.data[end] == '.' || p.data[end] == '-' &&
		end == 0) {
		end++
	}
	value, err := strconv.ParseFloat(p.data[:end], 64)
	if err != nil {
		return 0, fmt.Errorf("path data: expected a number at %q", p.data)
	}
	p.data = p.data[end:]
	return value, nil
}
