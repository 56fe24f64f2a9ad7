package laboratory

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"alfiere/council/proposals"
	"alfiere/internal/work"
	"alfiere/movegen"
	"alfiere/protocol/client"
)

// The search that measures the speed.
const (
	speedPosition = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8"
	speedNodes    = 50_000
	megabytes     = 4   // of its table
	speedTimes    = 3   // of which the fastest counts
	maxScale      = 100 // of clocks, and its inverse the least
)

// Speed returns the nodes per second of one thread on this machine. The first call measures it, in some tenths of a
// second. The error is that of missing memory.
var Speed = sync.OnceValues(func() (nodesPerSecond float64, err error) {
	position, err := movegen.ParseFEN(speedPosition)
	for range speedTimes {
		s, open := proposals.NewSearcher(megabytes)
		if err = errors.Join(err, open); err != nil {
			return 0, err
		}
		begun := time.Now()
		p, search := s.Answer(context.Background(), &proposals.Question{Position: position, Nodes: speedNodes,
			Megabytes: megabytes})
		nodesPerSecond = max(nodesPerSecond, float64(p.Nodes)/time.Since(begun).Seconds())
		err = errors.Join(search, s.Close())
	}
	return nodesPerSecond, err
})

// scaleOf returns by how much times for a machine with reference nodes per second are longer on this one.
func (h *handler) scaleOf(reference uint64) (float64, error) {
	if reference == 0 {
		return 1, nil
	}
	own, err := h.speed()
	if err != nil {
		return 0, fmt.Errorf("%w: %w", work.ErrKind, err)
	}
	scale := float64(reference) / own
	if scale > maxScale || scale < 1.0/maxScale {
		return 0, fmt.Errorf("%w: it is for %d nodes a second, and this machine has %.0f", work.ErrKind, reference, own)
	}
	return scale, nil
}

// scaleTime returns a time on this machine, in whole milliseconds; a time above 0 stays so.
func scaleTime(d time.Duration, scale float64) time.Duration {
	if d == 0 {
		return 0
	}
	return max(time.Duration(float64(d)*scale).Round(time.Millisecond), time.Millisecond)
}

// scaleControl returns a control with times on this machine.
func scaleControl(c client.Control, scale float64) client.Control {
	c.Base, c.Increment, c.MoveTime = scaleTime(c.Base, scale), scaleTime(c.Increment, scale), scaleTime(c.MoveTime, scale)
	return c
}
