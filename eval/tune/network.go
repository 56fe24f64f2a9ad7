package tune

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"unsafe"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/movegen"
)

// example is a position to learn from, as the side to move sees it.
type example struct {
	occupied movegen.Bitboard
	pieces   [16]byte // on the occupied squares in their order, four bits each
	side     movegen.Color
	letters  float32 // score of the other terms in centipawns
	share    float32 // how much of the network's output counts: less in drawish endings
	score    float32 // of the search in centipawns
	result   float32 // of the game, 0 to 1
}

// examples are the positions of archives.
type examples struct {
	list  []example
	games []int // for each game the number of positions up to and with it

	evaluator *eval.Evaluator
	trace     eval.Trace
}

// Add adds the positions of g. Those that are drawn whatever a term says are left out.
func (x *examples) Add(g *game) {
	for i := range g.Samples {
		p := &g.Samples[i].Position
		letters := x.evaluator.Trace(p, &x.trace)
		if x.trace.Scale == 0 {
			continue
		}
		e := example{occupied: p.Occupied(), side: p.Side(), letters: float32(letters),
			score: float32(g.Samples[i].Score), result: float32(g.Result) / float32(whiteWon)}
		for set, i := e.occupied, 0; set != 0; i++ {
			e.pieces[i/2] |= byte(p.PieceAt(set.Pop())) << (i % 2 * 4)
		}
		middlegame := float32(x.trace.Phase) / phaseMax
		e.share = middlegame + (1-middlegame)*float32(x.trace.Scale)/scaleFull
		if e.side == movegen.Black {
			e.score, e.result = -e.score, 1-e.result
		}
		x.list = append(x.list, e)
	}
	x.games = append(x.games, len(x.list))
}

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
		for i, v := range h {
			if c := min(max(v, 0), 1); c > 0 {
				a.output += c * c * w[i]
			}
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
			if v <= 0 {
				continue
			}
			c := min(v, 1)
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
	Threads int     // the network depends on it in the last digits only
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
	settings     networkSettings
	data         *examples
	fit, heldOut []uint32
	parts        []network.Float // gradients of the threads
	from         uint32          // checksum of the network where it begins, 0 for random weights
	state        *networkState
}

// newTrainer prepares the training of a network; from is where it begins, nil for random weights.
func newTrainer(data *examples, s networkSettings, from *network.Network) *trainer {
	t := &trainer{settings: s, data: data, parts: make([]network.Float, s.Threads), state: new(networkState)}
	t.fit, t.heldOut = (&set{games: data.games}).Split()
	if from != nil {
		t.state.Weights, t.from = *from.Float(), from.Checksum()
	} else {
		t.state.Weights = *randomNetwork(s.Seed)
	}
	t.state.Losses = []networkLoss{t.heldOutLoss(new(network.Float))}
	t.state.Losses[0].Fit = t.lossOf(t.fit, new(network.Float))
	return t
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
func (t *trainer) batchLoss(list []uint32, f, g *network.Float) (sum float64) {
	var a activations
	s := &t.settings
	for _, i := range list {
		e := &t.data.list[i]
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

// lossOf returns the mean squared error of a list.
func (t *trainer) lossOf(list []uint32, f *network.Float) (mean float64) {
	sums := make([]float64, len(t.parts))
	inParts(list, len(t.parts), func(n int, part []uint32) { sums[n] = t.batchLoss(part, f, nil) })
	for _, sum := range sums {
		mean += sum / float64(max(len(list), 1))
	}
	return mean
}

// heldOutLoss returns the loss on the games held out.
func (t *trainer) heldOutLoss(f *network.Float) (loss networkLoss) {
	var buckets [network.Buckets][]uint32
	for _, i := range t.heldOut {
		b := network.Bucket(t.data.list[i].occupied.Count())
		buckets[b] = append(buckets[b], i)
	}
	for b, list := range buckets {
		loss.Buckets[b] = t.lossOf(list, f)
		loss.HeldOut += loss.Buckets[b] * float64(len(list)) / float64(max(len(t.heldOut), 1))
	}
	return loss
}

// Epochs returns how many passes are done.
func (t *trainer) Epochs() int { return len(t.state.Losses) - 1 }

// Done reports whether there is no epoch left to do.
func (t *trainer) Done() bool { return t.Epochs() >= t.settings.Epochs }

// Epoch goes over all positions once.
func (t *trainer) Epoch() report {
	s, epochs := t.state, t.Epochs()
	sum := 0.0
	shuffle(t.fit, rand.NewPCG(t.settings.Seed, uint64(epochs)+1), t.settings.Batch, func(batch []uint32, done float64) {
		sums := make([]float64, len(t.parts))
		inParts(batch, len(t.parts), func(n int, part []uint32) {
			t.parts[n] = network.Float{}
			sums[n] = t.batchLoss(part, &s.Weights, &t.parts[n])
		})
		for _, part := range sums {
			sum += part
		}
		t.step(len(batch), t.settings.Rate*cosine((float64(epochs)+done)/float64(t.settings.Epochs)))
	})
	loss := t.heldOutLoss(&s.Weights)
	loss.Fit = sum / float64(max(len(t.fit), 1))
	s.Losses = append(s.Losses, loss)
	if s.BestEpoch == 0 || loss.HeldOut < s.Losses[s.BestEpoch].HeldOut {
		s.Best, s.BestEpoch = s.Weights, t.Epochs()
	}
	return report{Epoch: t.Epochs(), Fit: loss.Fit, HeldOut: loss.HeldOut}
}

// step moves the weights against the gradient of a batch of the given size, which the threads have summed up.
func (t *trainer) step(size int, rate float64) {
	s := t.state
	s.Steps++
	decay := rate * t.settings.Decay
	rate *= math.Sqrt(1-math.Pow(squareDecay, float64(s.Steps))) / (1 - math.Pow(meanDecay, float64(s.Steps)))
	w, means, squares := flat(&s.Weights), flat(&s.Mean), flat(&s.Square)
	gradients := make([][]float32, len(t.parts))
	for n := range t.parts {
		gradients[n] = flat(&t.parts[n])
	}
	for i := range w {
		gradient := 0.0
		for n := range gradients {
			gradient += float64(gradients[n][i])
		}
		mean, square := float64(means[i]), float64(squares[i])
		step := adam(gradient/float64(size), &mean, &square)
		means[i], squares[i] = float32(mean), float32(square)
		w[i] = min(max(w[i]-float32(rate*step+decay*float64(w[i])), -network.MaxWeight), network.MaxWeight)
	}
}

// flat returns the weights of f as a list that shares their memory.
func flat(f *network.Float) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(f)), unsafe.Sizeof(*f)/unsafe.Sizeof(float32(0)))
}

// fingerprint returns a digest of all that the training depends on but the threads.
func (t *trainer) fingerprint() string {
	settings := t.settings
	settings.Threads = 0
	digest := fnv.New128a()
	fmt.Fprintf(digest, "%+v %d %v", settings, t.from, t.data.games)
	var data [20]byte
	for i := range t.data.list {
		e := &t.data.list[i]
		binary.LittleEndian.PutUint64(data[:], uint64(e.occupied))
		for j, value := range [...]float32{e.score, e.result, e.letters} {
			binary.LittleEndian.PutUint32(data[8+4*j:], math.Float32bits(value))
		}
		digest.Write(data[:])
	}
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
