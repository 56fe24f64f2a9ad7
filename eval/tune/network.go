package tune

import (
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
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

// shares is into how many parts work on positions is divided, whatever the number of threads. What the parts find is
// added up in their order, so that a network does not depend on the threads.
const shares = 16

// inShares has so many threads work on the parts of a list.
func inShares[E any](list []E, threads int, work func(share int, part []E)) {
	var next atomic.Int32
	var all sync.WaitGroup
	for range min(threads, shares) {
		all.Go(func() {
			for n := int(next.Add(1)) - 1; n < shares; n = int(next.Add(1)) - 1 {
				work(n, list[len(list)*n/shares:len(list)*(n+1)/shares])
			}
		})
	}
	all.Wait()
}

// blockSize is the number of positions that are in memory at once, apart from those held out.
const blockSize = 1 << 20

// examples are the positions of archives, which may be larger than the memory: the positions to fit are read anew for
// each epoch, in blocks of whole games. Those of the games held out, a tenth, are kept.
type examples struct {
	archives []string
	origins  []origin // what they held when they were read first
	threads  int
	block    int // positions of a block, or a few more
	makers   [shares]exampleMaker

	count   int // positions to fit
	heldOut [network.Buckets][]example
	digest  hash.Hash // of all positions
}

// read reads the archives for the first time, by load, and hands the blocks of positions to fit to visit.
func (x *examples) read(load loader, visit func([]example)) error {
	x.digest = fnv.New128a()
	note := func(list []example) {
		for i := range list {
			list[i].writeTo(x.digest)
		}
	}
	return x.pass(func(add func(*game)) (err error) {
		x.origins, err = load(add)
		return err
	}, func(list []example) {
		note(list)
		x.count += len(list)
		visit(list)
	}, func(list []example) {
		note(list)
		for i := range list {
			b := network.Bucket(list[i].occupied.Count())
			x.heldOut[b] = append(x.heldOut[b], list[i])
		}
	})
}

// again reads the positions to fit once more, the archives side by side, so that a block has its share of each. Games
// that an archive has got since are left out.
func (x *examples) again(visit func([]example)) error {
	files := make([]*sourceGames, len(x.archives))
	for i, path := range x.archives {
		file, err := openGames(path)
		if err != nil {
			return err
		}
		defer file.Close()
		files[i] = file
	}
	read := make([]int, len(files)) // games of each
	return x.pass(func(add func(*game)) error {
		for {
			next, least := -1, 1.0
			for i := range files {
				if part := float64(read[i]) / float64(x.origins[i].Games); part < least {
					next, least = i, part
				}
			}
			if next < 0 {
				return nil
			}
			g, err := files[next].next()
			if err != nil {
				return fmt.Errorf("%s has changed during the training: %w", x.archives[next], err)
			}
			read[next]++
			add(g)
		}
	}, visit, nil)
}

// loader hands the games of all archives to add.
type loader func(add func(*game)) ([]origin, error)

// pass hands the positions of the games that read adds to fit and to heldOut, in blocks; no heldOut leaves those out.
func (x *examples) pass(read func(add func(*game)) error, fit, heldOut func([]example)) error {
	var lists [2][]labelledSample
	visits := [2]func([]example){fit, heldOut}
	err := read(func(g *game) {
		which := 0
		if isHeldOut(g) {
			which = 1
		}
		if visits[which] == nil {
			return
		}
		for _, s := range g.Samples {
			lists[which] = append(lists[which], labelledSample{s, g.Result})
		}
		if len(lists[which]) >= x.block {
			visits[which](x.examplesOf(lists[which]))
			lists[which] = lists[which][:0]
		}
	})
	for which, list := range lists {
		if err == nil && len(list) > 0 {
			visits[which](x.examplesOf(list))
		}
	}
	return err
}

// isHeldOut reports whether a network is not trained on a game but measured by it. The branches of a game have its
// number, so they are on the same side.
func isHeldOut(g *game) bool { return g.Number%heldOutShare == heldOutShare-1 }

// labelledSample is a position with the result of its game.
type labelledSample struct {
	sample
	result points
}

// examplesOf makes examples of positions. Those that are drawn whatever a term says are left out.
func (x *examples) examplesOf(list []labelledSample) (all []example) {
	var parts [shares][]example
	inShares(list, x.threads, func(share int, part []labelledSample) {
		m := &x.makers[share]
		if m.evaluator == nil {
			m.evaluator = eval.New(eval.Thesis)
		}
		for i := range part {
			if e, ok := m.example(&part[i]); ok {
				parts[share] = append(parts[share], e)
			}
		}
	})
	return slices.Concat(parts[:]...)
}

// exampleMaker asks the other terms about positions.
type exampleMaker struct {
	evaluator *eval.Evaluator
	trace     eval.Trace
}

// example returns what is learnt from a position; not ok is one that is drawn whatever a term says.
func (m *exampleMaker) example(l *labelledSample) (e example, ok bool) {
	p := &l.Position
	letters := m.evaluator.Trace(p, &m.trace)
	if m.trace.Scale == 0 {
		return e, false
	}
	e = example{occupied: p.Occupied(), side: p.Side(), letters: float32(letters),
		score: float32(l.Score), result: float32(l.result) / float32(whiteWon)}
	for set, i := e.occupied, 0; set != 0; i++ {
		e.pieces[i/2] |= byte(p.PieceAt(set.Pop())) << (i % 2 * 4)
	}
	middlegame := float32(m.trace.Phase) / phaseMax
	e.share = middlegame + (1-middlegame)*float32(m.trace.Scale)/scaleFull
	if e.side == movegen.Black {
		e.score, e.result = -e.score, 1-e.result
	}
	return e, true
}

// writeTo adds what distinguishes e to a digest.
func (e *example) writeTo(digest io.Writer) {
	var data [20]byte
	binary.LittleEndian.PutUint64(data[:], uint64(e.occupied))
	for i, value := range [...]float32{e.score, e.result, e.letters} {
		binary.LittleEndian.PutUint32(data[8+4*i:], math.Float32bits(value))
	}
	digest.Write(data[:])
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
