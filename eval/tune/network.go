package tune

import (
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"unsafe"

	"alfiere/eval/network"
	"alfiere/movegen"
)

// rows are the inputs that are 1, for the side to move and for its opponent.
type rows struct {
	input [2][32]uint16
	count int
}

// rowsOf sets r to the inputs of e.
func (r *rows) of(e *example) {
	var kings [2]movegen.Square
	var pieces [32]movegen.Piece
	r.count = 0
	for set := e.occupied; set != 0; r.count++ {
		s := set.Pop()
		pieces[r.count] = movegen.Piece(e.pieces[r.count/2] >> (r.count % 2 * 4) & 15)
		if pieces[r.count].Type() == movegen.King {
			kings[pieces[r.count].Color()] = s
		}
	}
	for i, side := range [2]movegen.Color{e.side, e.side.Other()} {
		mirrored := kings[side].File() >= 4
		n := 0
		for set := e.occupied; set != 0; n++ {
			r.input[i][n] = uint16(network.Input(side, mirrored, pieces[n], set.Pop()))
		}
	}
}

// activations are what the network computes for an example.
type activations struct {
	rows   rows
	hidden [2][network.Hidden]float32 // before clipping
	bucket int
	output float32
}

// forward computes the output of f for e.
func (a *activations) forward(f *network.Float, e *example) {
	a.rows.of(e)
	a.bucket = network.Bucket(a.rows.count)
	a.output = f.OutputBiases[a.bucket]
	for side := range a.hidden {
		h, w := &a.hidden[side], &f.OutputWeights[a.bucket][side]
		*h = f.InputBiases
		addRows(h, &f.InputWeights, &a.rows.input[side], a.rows.count)
		for i, v := range h { // without branches, which nothing can foresee
			c := min(max(v, 0), 1)
			a.output += c * c * w[i]
		}
	}
}

// backward adds to g the gradient of the loss, whose derivative by the output is slope.
func (a *activations) backward(f, g *network.Float, slope float32) {
	g.OutputBiases[a.bucket] += slope
	for side := range a.hidden {
		var d [network.Hidden]float32
		w, gw := &f.OutputWeights[a.bucket][side], &g.OutputWeights[a.bucket][side]
		for i, v := range &a.hidden[side] {
			c := min(max(v, 0), 1)
			gw[i] += slope * c * c
			if v < 1 {
				d[i] = slope * 2 * c * w[i]
				g.InputBiases[i] += d[i]
			}
		}
		addToRows(&g.InputWeights, &a.rows.input[side], a.rows.count, &d)
	}
}

// networkSettings say how to train a network.
type networkSettings struct {
	Epochs  int     // passes over the positions
	Batch   int     // positions for each step
	Threads int     // the network does not depend on it
	Rate    float64 // length of the first steps; an output of 1 is 400 centipawns
	Lambda  float64 // share of the game's result in the target; the rest is the search's score
	K       float64 // centipawns that are a factor e in the odds
	Decay   float64 // share of each weight that a step takes away, as a multiple of the rate
	Seed    uint64  // of the first weights and the order of the positions
}

// DefaultNetworkSettings returns the settings with which the network of the program was trained.
func DefaultNetworkSettings() networkSettings {
	return networkSettings{Epochs: 12, Batch: 16384, Threads: 2, Rate: 0.003, Lambda: 0.1, K: 117, Decay: 0.6, Seed: 1}
}

// Validate returns why no network can be trained with the settings, nil if it can.
func (s *networkSettings) Validate() error {
	if s.Epochs < 1 || s.Batch < 1 || s.Threads < 1 || !(s.Rate > 0) || !(s.Lambda >= 0 && s.Lambda <= 1) ||
		!(s.K > 0) || !(s.Decay >= 0) {
		return errors.New("epochs, batch, threads, rate and k must be above 0, decay not below, lambda from 0 to 1")
	}
	return nil
}

// networkState is what a checkpoint keeps.
type networkState struct {
	Steps        int
	Weights      network.Float
	Mean, Square network.Float // of the gradient
	Best         network.Float // the smallest loss on the games held out
	BestEpoch    int
	Losses       []networkLoss // after each epoch; the first is that of the other terms alone
}

// networkLoss are mean squared errors of the expectation.
type networkLoss struct {
	Fit     float64                  // on the games fitted, while the weights moved
	HeldOut float64                  // on the games held out, afterwards
	Buckets [network.Buckets]float64 // of HeldOut, by the number of pieces
}

// trainer trains a network with Adam and decoupled weight decay (Loshchilov and Hutter 2019).
type trainer struct {
	settings networkSettings
	data     *examples
	parts    [shares]network.Float // gradients
	from     uint32                // checksum of the network where it begins, 0 for random weights
	state    *networkState
}

// newTrainer prepares the training of a network on the positions of games that load reads from the archives of data;
// from is where it begins, nil for random weights.
func newTrainer(data *examples, s networkSettings, from *network.Network, load loader) (*trainer, error) {
	t := &trainer{settings: s, data: data, state: new(networkState)}
	data.threads = s.Threads
	if from != nil {
		t.state.Weights, t.from = *from.Float(), from.Checksum()
	} else {
		t.state.Weights = *randomNetwork(s.Seed)
	}
	none, sum := new(network.Float), 0.0
	if err := data.read(load, func(list []example) { sum += t.squares(list, none) }); err != nil {
		return nil, err
	}
	loss := t.heldOutLoss(none)
	loss.Fit = sum / float64(max(data.count, 1))
	t.state.Losses = []networkLoss{loss}
	return t, nil
}

// randomNetwork returns a network that begins with an output of about 0.
func randomNetwork(seed uint64) *network.Float {
	random, w := rand.New(rand.NewPCG(seed, 0)), new(network.Float)
	for i := range w.InputWeights {
		for j := range w.InputWeights[i] {
			w.InputWeights[i][j] = float32(random.NormFloat64() * 0.07)
		}
	}
	for j := range w.InputBiases {
		w.InputBiases[j] = 0.3
	}
	for b := range w.OutputWeights {
		for side := range w.OutputWeights[b] {
			for j := range w.OutputWeights[b][side] {
				w.OutputWeights[b][side][j] = float32(random.NormFloat64() * 0.01)
			}
		}
	}
	return w
}

// batchLoss adds the gradient of the squared errors of list to g, unless that is nil, and returns their sum.
func (t *trainer) batchLoss(list []example, f, g *network.Float) (sum float64) {
	var a activations
	s := &t.settings
	for i := range list {
		e := &list[i]
		a.forward(f, e)
		p := expectation(float64(e.letters+e.share*network.Scale*a.output), s.K)
		miss := p - s.Lambda*float64(e.result) - (1-s.Lambda)*expectation(float64(e.score), s.K)
		sum += miss * miss
		if g != nil {
			a.backward(f, g, float32(miss*p*(1-p)*float64(e.share)*network.Scale/s.K))
		}
	}
	return sum
}

// squares returns the sum of the squared errors of a list.
func (t *trainer) squares(list []example, f *network.Float) (sum float64) {
	return t.inShares(list, func(_ int, part []example) float64 { return t.batchLoss(part, f, nil) })
}

// inShares adds up what work says of the parts of a list.
func (t *trainer) inShares(list []example, work func(share int, part []example) float64) (sum float64) {
	var sums [shares]float64
	inShares(list, t.settings.Threads, func(n int, part []example) { sums[n] = work(n, part) })
	for _, part := range sums {
		sum += part
	}
	return sum
}

// heldOutLoss returns the loss on the games held out.
func (t *trainer) heldOutLoss(f *network.Float) (loss networkLoss) {
	count := t.data.heldOutCount()
	for b, list := range t.data.heldOut {
		sum := t.squares(list, f)
		loss.Buckets[b] = sum / float64(max(len(list), 1))
		loss.HeldOut += sum / float64(max(count, 1))
	}
	return loss
}

// heldOutCount returns the number of positions held out.
func (x *examples) heldOutCount() (count int) {
	for _, list := range x.heldOut {
		count += len(list)
	}
	return count
}

// Epochs returns how many passes are done.
func (t *trainer) Epochs() int { return len(t.state.Losses) - 1 }

// Done reports whether there is no epoch left to do.
func (t *trainer) Done() bool { return t.Epochs() >= t.settings.Epochs }

// Epoch goes over all positions once. The error is that of an archive.
func (t *trainer) Epoch() (report, error) {
	s, epochs := t.state, t.Epochs()
	random := rand.New(rand.NewPCG(t.settings.Seed, uint64(epochs)+1))
	sum, done := 0.0, 0
	err := t.data.again(func(block []example) {
		random.Shuffle(len(block), func(i, j int) { block[i], block[j] = block[j], block[i] })
		for batch := range slices.Chunk(block, t.settings.Batch) {
			sum += t.inShares(batch, func(n int, part []example) float64 {
				t.parts[n] = network.Float{}
				return t.batchLoss(part, &s.Weights, &t.parts[n])
			})
			progress := (float64(epochs) + float64(done)/float64(t.data.count)) / float64(t.settings.Epochs)
			t.step(len(batch), t.settings.Rate*cosine(progress))
			done += len(batch)
		}
	})
	if err != nil {
		return report{}, err
	}
	loss := t.heldOutLoss(&s.Weights)
	loss.Fit = sum / float64(max(done, 1))
	s.Losses = append(s.Losses, loss)
	if s.BestEpoch == 0 || loss.HeldOut < s.Losses[s.BestEpoch].HeldOut {
		s.Best, s.BestEpoch = s.Weights, t.Epochs()
	}
	return report{Epoch: t.Epochs(), Fit: loss.Fit, HeldOut: loss.HeldOut}, nil
}

// step moves the weights against the gradient of a batch of the given size, which is the sum of the parts.
func (t *trainer) step(size int, rate float64) {
	s := t.state
	s.Steps++
	decay := rate * t.settings.Decay
	rate *= math.Sqrt(1-math.Pow(squareDecay, float64(s.Steps))) / (1 - math.Pow(meanDecay, float64(s.Steps)))
	weights, means, squares := flat(&s.Weights), flat(&s.Mean), flat(&s.Square)
	var gradients [shares][]float32
	for n := range t.parts {
		gradients[n] = flat(&t.parts[n])
	}
	inShares(weights, t.settings.Threads, func(share int, part []float32) {
		first := len(weights) * share / shares
		for i := first; i < first+len(part); i++ {
			gradient := 0.0
			for n := range gradients {
				gradient += float64(gradients[n][i])
			}
			mean, square := float64(means[i]), float64(squares[i])
			step := adam(gradient/float64(size), &mean, &square)
			means[i], squares[i] = float32(mean), float32(square)
			weights[i] = min(max(weights[i]-float32(rate*step+decay*float64(weights[i])), -network.MaxWeight),
				network.MaxWeight)
		}
	})
}

// flat returns the weights of f as a list that shares their memory.
func flat(f *network.Float) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(f)), unsafe.Sizeof(*f)/unsafe.Sizeof(float32(0)))
}

// fingerprint returns a digest of all that the training depends on.
func (t *trainer) fingerprint() string {
	settings := t.settings
	settings.Threads = 0
	digest := fnv.New128a()
	fmt.Fprintf(digest, "%+v %d %x", settings, t.from, t.data.digest.Sum(nil))
	return hex.EncodeToString(digest.Sum(nil))
}

// Parts of a network in floating point.
type (
	layer        = [network.Hidden]float32
	inputWeights = [network.Inputs]layer
)

// addRowsGo adds rows of weights to h.
func addRowsGo(h *layer, weights *inputWeights, rows *[32]uint16, count int) {
	for _, row := range rows[:count] {
		for i, w := range &weights[row] {
			h[i] += w
		}
	}
}

// addToRowsGo adds d to rows of the gradient g.
func addToRowsGo(g *inputWeights, rows *[32]uint16, count int, d *layer) {
	for _, row := range rows[:count] {
		for i, v := range d {
			g[row][i] += v
		}
	}
}
