package tune

import (
	"math"
	"sync"
)

// lossOf returns the mean squared error of the positions listed, and adds its
// gradient by the weights to gradient unless that is nil.
func (s *set) lossOf(list []uint32, w *Weights, lambda, k float64, gradient *Weights) float64 {
	sum := 0.0
	for _, i := range list {
		score, share := s.score(i, w)
		e := expectation(score, k)
		miss := e - s.target(i, lambda, k)
		sum += miss * miss
		if gradient == nil {
			continue
		}
		slope := 2 * miss * e * (1 - e) / k / float64(len(list))
		share.Middlegame *= slope
		share.Endgame *= slope
		for _, entry := range s.entriesOf(i) {
			g, count := &gradient[entry.weight], float64(entry.count)
			g.Middlegame += count * share.Middlegame
			g.Endgame += count * share.Endgame
		}
	}
	return sum / float64(max(len(list), 1))
}

// crew works on lists of positions with several threads. The parts and the order in
// which they are added up depend on the number of threads alone.
type crew struct {
	set   *set
	parts []Weights // the gradients of the threads
}

func newCrew(set *set, threads int) *crew {
	return &crew{set, make([]Weights, max(threads, 1))}
}

// loss is Set.lossOf with all threads; gradient is overwritten.
func (c *crew) loss(list []uint32, w *Weights, lambda, k float64, gradient *Weights) float64 {
	n := len(c.parts)
	losses := make([]float64, n)
	var threads sync.WaitGroup
	for t := range n {
		threads.Go(func() {
			var part *Weights
			if gradient != nil {
				part = &c.parts[t]
				*part = Weights{}
			}
			losses[t] = c.set.lossOf(c.part(list, t), w, lambda, k, part)
		})
	}
	threads.Wait()
	sum := 0.0
	if gradient != nil {
		*gradient = Weights{}
	}
	for t := range n {
		weight := float64(len(c.part(list, t))) / float64(max(len(list), 1))
		sum += weight * losses[t]
		if gradient == nil {
			continue
		}
		for i := range gradient {
			gradient[i].Middlegame += weight * c.parts[t][i].Middlegame
			gradient[i].Endgame += weight * c.parts[t][i].Endgame
		}
	}
	return sum
}

// part returns the share of thread t in a list.
func (c *crew) part(list []uint32, t int) []uint32 {
	n := len(c.parts)
	return list[len(list)*t/n : len(list)*(t+1)/n]
}

// Bounds and precision of the search for k, in centipawns.
const (
	smallestK  = 20.0
	greatestK  = 2000.0
	precisionK = 0.05
)

// fitK returns the k with which the scores of the weights predict the results best:
// the minimum by golden section, on a logarithmic scale.
func (c *crew) fitK(list []uint32, w *Weights) float64 {
	loss := func(x float64) float64 { return c.loss(list, w, 1, math.Exp(x), nil) }
	golden := (math.Sqrt(5) - 1) / 2
	low, high := math.Log(smallestK), math.Log(greatestK)
	a, b := high-golden*(high-low), low+golden*(high-low)
	lossA, lossB := loss(a), loss(b)
	for math.Exp(high)-math.Exp(low) > precisionK {
		if lossA < lossB {
			high, b, lossB = b, a, lossA
			a = high - golden*(high-low)
			lossA = loss(a)
		} else {
			low, a, lossA = a, b, lossB
			b = low + golden*(high-low)
			lossB = loss(b)
		}
	}
	return math.Exp((low + high) / 2)
}
