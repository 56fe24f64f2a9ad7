package tune

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"alfiere/eval"
	"alfiere/movegen"
)

// settings say how to fit.
type settings struct {
	Epochs   int     // passes over the positions
	Batch    int     // positions for each step
	Threads  int     // the weights depend on it in the last digits only
	Rate     float64 // length of the first steps in centipawns
	Lambda   float64 // share of the game's result in the target; the rest is the search's score
	Pull     float64 // to the starting weights: as many level positions demand each of them
	Patience int     // epochs without progress on the games held out after which it ends
	Seed     uint64  // of the order of the positions

	Hold []string // names of the fields of eval.Weights that stay as they are
}

// DefaultSettings returns settings that suit some million positions.
func DefaultSettings() settings {
	return settings{Epochs: 40, Batch: 16384, Threads: 1, Rate: 1, Lambda: 0.5, Pull: 3000, Patience: 15, Seed: 1}
}

// fit is a fit under way: Adam (Kingma and Ba 2015) on the mean squared error, with
// steps that become shorter along half a cosine.
type fit struct {
	settings     settings
	pool         *pool
	fit, heldOut []uint32
	start        *Weights
	free         []bool // for the halves of all weights in turn
	state        state
}

// state is what a checkpoint keeps.
type state struct {
	K         float64 // centipawns that are a factor e in the odds of winning
	Epoch     int     // those done
	Steps     int
	Weights   Weights
	Mean      Weights // of the gradient
	Square    Weights // mean of its square
	Best      Weights // those with the smallest loss on the games held out
	BestLoss  float64
	BestEpoch int
	FirstLoss float64 // on the games held out, with the starting weights
}

// newFit prepares a fit that begins with the weights start. K is fitted to them and
// stays as it is, so that a centipawn keeps its worth.
func newFit(set *set, start *Weights, settings settings) *fit {
	f := &fit{settings: settings, pool: newPool(set, settings.Threads), start: start}
	f.fit, f.heldOut = set.Split()
	for _, half := range free(start, settings.Hold) {
		f.free = append(f.free, half.middlegame, half.endgame)
	}
	f.state = state{K: f.pool.fitK(f.fit, start), Weights: *start, Best: *start}
	f.state.FirstLoss = f.loss(f.heldOut, start)
	f.state.BestLoss = f.state.FirstLoss
	return f
}

// Best returns the weights with the smallest loss on the games held out, and in which
// epoch they were found; 0 means the starting weights.
func (f *fit) Best() (w *Weights, epoch int) { return &f.state.Best, f.state.BestEpoch }

// HeldOut returns the loss on the games held out with the starting weights and with others.
func (f *fit) HeldOut(w *Weights) (before, after float64) {
	return f.state.FirstLoss, f.loss(f.heldOut, w)
}

// Epochs returns how many passes are done.
func (f *fit) Epochs() int { return f.state.Epoch }

// Done reports whether there is no epoch left to do.
func (f *fit) Done() bool {
	s := &f.state
	return s.Epoch >= f.settings.Epochs || s.Epoch-s.BestEpoch >= f.settings.Patience
}

func (f *fit) loss(list []uint32, w *Weights) float64 {
	return f.pool.loss(list, w, f.settings.Lambda, f.state.K, nil)
}

// Epoch goes over all positions once.
func (f *fit) Epoch() (report, error) {
	s := &f.state
	var gradient Weights
	sum := 0.0
	shuffle(f.fit, rand.NewPCG(f.settings.Seed, uint64(s.Epoch)), f.settings.Batch, func(batch []uint32, done float64) {
		sum += float64(len(batch)) * f.pool.loss(batch, &s.Weights, f.settings.Lambda, s.K, &gradient)
		f.step(&gradient, f.settings.Rate*cosine((float64(s.Epoch)+done)/float64(f.settings.Epochs)))
	})
	s.Epoch++
	report := report{Epoch: s.Epoch, Fit: sum / float64(max(len(f.fit), 1)), HeldOut: f.loss(f.heldOut, &s.Weights)}
	if report.HeldOut < s.BestLoss {
		report.Best = true
		s.Best, s.BestLoss, s.BestEpoch = s.Weights, report.HeldOut, s.Epoch
	}
	return report, nil
}

// shuffle calls step with a list in batches of a random order, and with the share of it that was done before.
func shuffle(list []uint32, seed *rand.PCG, size int, step func(batch []uint32, done float64)) {
	order := slices.Clone(list)
	rand.New(seed).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	done := 0
	for batch := range slices.Chunk(order, max(size, 1)) {
		step(batch, float64(done)/float64(len(order)))
		done += len(batch)
	}
}

// cosine is the length of a step in per one of the first, by the progress from 0 to 1.
func cosine(progress float64) float64 { return (1 + math.Cos(math.Pi*progress)) / 2 }

// Adam's constants, as its authors give them.
const (
	meanDecay   = 0.9
	squareDecay = 0.999
	tiny        = 1e-12 // gradients are small: some 1e-5 for each centipawn
)

// step moves the weights against the gradient.
func (f *fit) step(gradient *Weights, rate float64) {
	s := &f.state
	s.Steps++
	rate *= math.Sqrt(1-math.Pow(squareDecay, float64(s.Steps))) / (1 - math.Pow(meanDecay, float64(s.Steps)))
	for i := range s.Weights {
		w, g, start := &s.Weights[i], &gradient[i], &f.start[i]
		if f.free[2*i] {
			g.Middlegame += f.pull(w.Middlegame - start.Middlegame)
			w.Middlegame -= rate * adam(g.Middlegame, &s.Mean[i].Middlegame, &s.Square[i].Middlegame)
		}
		if f.free[2*i+1] {
			g.Endgame += f.pull(w.Endgame - start.Endgame)
			w.Endgame -= rate * adam(g.Endgame, &s.Mean[i].Endgame, &s.Square[i].Endgame)
		}
	}
}

// adam updates the two means with a gradient and returns the step at rate 1.
func adam(gradient float64, mean, square *float64) float64 {
	*mean = meanDecay**mean + (1-meanDecay)*gradient
	*square = squareDecay**square + (1-squareDecay)*gradient*gradient
	return *mean / (math.Sqrt(*square) + tiny)
}

// pull is the gradient of the penalty for a weight that has moved by the given
// centipawns: that of Pull level positions whose score would have moved by as much.
func (f *fit) pull(moved float64) float64 {
	return 2 * f.settings.Pull * moved / (16 * f.state.K * f.state.K) / float64(max(len(f.fit), 1))
}

// checkpoint is the form in which a fit is kept: JSON, whose numbers come back as they were.
type checkpoint struct {
	Version     int
	Fingerprint string // of all that the fit depends on
	Checksum    string // of the state
	State       json.RawMessage
}

const checkpointVersion = 2

// errOtherFit is wrapped by the error for a checkpoint that cannot be gone on with:
// it belongs to other positions, starting weights or settings.
var errOtherFit = errors.New("the checkpoint belongs to another fit")

// errCheckpoint is wrapped by the error for a checkpoint that cannot be read.
var errCheckpoint = errors.New("faulty checkpoint")

// Save writes a checkpoint.
func (f *fit) Save(w io.Writer) error { return saveCheckpoint(w, f.fingerprint(), &f.state) }

func saveCheckpoint(w io.Writer, fingerprint string, state any) error {
	text, err := json.Marshal(state)
	if err != nil {
		return err
	}
	return json.NewEncoder(w).Encode(checkpoint{checkpointVersion, fingerprint, checksum(text), text})
}

// Restore resumes where the checkpoint was saved. The error wraps errCheckpoint or
// errOtherFit, and the fit is what it was.
func (f *fit) Restore(r io.Reader) error {
	var s state
	err := readCheckpoint(r, f.fingerprint(), &s)
	if err == nil {
		f.state = s
	}
	return err
}

func readCheckpoint(r io.Reader, fingerprint string, state any) error {
	var c checkpoint
	if err := json.NewDecoder(r).Decode(&c); err != nil {
		return fmt.Errorf("%w: %w", errCheckpoint, err)
	}
	switch {
	case c.Version != checkpointVersion:
		return fmt.Errorf("%w: version %d, not %d", errCheckpoint, c.Version, checkpointVersion)
	case c.Checksum != checksum(c.State):
		return fmt.Errorf("%w: wrong checksum", errCheckpoint)
	case c.Fingerprint != fingerprint:
		return errOtherFit
	}
	if err := json.Unmarshal(c.State, state); err != nil {
		return fmt.Errorf("%w: %w", errCheckpoint, err)
	}
	return nil
}

// checksum detects accidental damage only: a cryptographic digest
// would make the program larger by a third of a megabyte.
func checksum(text []byte) string {
	digest := fnv.New128a()
	digest.Write(text)
	return hex.EncodeToString(digest.Sum(nil))
}

// fingerprint returns a digest of the settings, the starting weights and the
// positions. How many threads work is left out: they may change.
func (f *fit) fingerprint() string {
	settings := f.settings
	settings.Threads = 0
	digest := fnv.New128a()
	fmt.Fprintf(digest, "%+v %v %v", settings, f.pool.set.games, *f.start)
	var data [10]byte
	for _, p := range f.pool.set.positions {
		binary.LittleEndian.PutUint32(data[:], p.end)
		binary.LittleEndian.PutUint16(data[4:], uint16(p.score))
		data[6], data[7], data[8], data[9] = p.phase, p.scales[0], p.scales[1], byte(p.result)
		digest.Write(data[:])
	}
	return hex.EncodeToString(digest.Sum(nil))
}

// set holds the traces of positions in compact form: some 300 bytes for each.
type set struct {
	entries   []entry
	positions []position
	games     []int // for each game the number of positions up to and with it
}

// entry is a weight with how often it counts for White more than for Black.
type entry struct {
	weight uint16
	count  int16
}

type position struct {
	end    uint32 // of its entries; they begin where those of the position before end
	score  int16  // of the search in centipawns, positive for White
	phase  uint8  // share of the middlegame values, in phaseMax-ths
	scales [2]uint8
	result points
}

// Denominators of a trace's phase and scales.
const (
	phaseMax  = 24
	scaleFull = 64
)

// heldOutShare is one in how many games is not fitted but measures how well the
// fit predicts positions that it has not seen.
const heldOutShare = 10

// collector fills a Set with the positions of games.
type collector struct {
	evaluator *eval.Evaluator
	trace     eval.Trace
	counts    [eval.WeightCount]int16
	touched   []uint16
	set       set
}

// newCollector returns a collector of an empty set.
func newCollector() *collector { return &collector{evaluator: eval.New(eval.Thesis)} }

// Add adds the positions of g. Those that the evaluation knows to be drawn are left out: no weight moves their score.
func (c *collector) Add(g *game) {
	for i := range g.Samples {
		c.add(&g.Samples[i].Position, g.Samples[i].Score, g.Result)
	}
	c.set.games = append(c.set.games, len(c.set.positions))
}

func (c *collector) add(p *movegen.Position, score int, result points) {
	c.evaluator.Trace(p, &c.trace)
	if c.trace.Scale == 0 {
		return
	}
	for _, term := range c.trace.Terms {
		if c.counts[term.Weight] == 0 {
			c.touched = append(c.touched, uint16(term.Weight))
		}
		c.counts[term.Weight] += int16(term.Count * (1 - 2*int(term.Color)))
	}
	for _, weight := range c.touched {
		if count := c.counts[weight]; count != 0 {
			c.set.entries = append(c.set.entries, entry{weight, count})
		}
		c.counts[weight] = 0
	}
	c.touched = c.touched[:0]
	c.set.positions = append(c.set.positions, position{
		end:    uint32(len(c.set.entries)),
		score:  int16(score),
		phase:  uint8(c.trace.Phase),
		scales: [2]uint8{uint8(c.trace.Scales[0]), uint8(c.trace.Scales[1])},
		result: result,
	})
}

// Split returns the indices of the positions for the fit and of those held out: all
// positions of a game are on the same side.
func (s *set) Split() (fit, heldOut []uint32) {
	first := 0
	for game, end := range s.games {
		for i := first; i < end; i++ {
			if game%heldOutShare == heldOutShare-1 {
				heldOut = append(heldOut, uint32(i))
			} else {
				fit = append(fit, uint32(i))
			}
		}
		first = end
	}
	return fit, heldOut
}

// entriesOf returns the entries of position i.
func (s *set) entriesOf(i uint32) []entry {
	first := uint32(0)
	if i > 0 {
		first = s.positions[i-1].end
	}
	return s.entries[first:s.positions[i].end]
}

// origin is what an archive held when it was read.
type origin struct {
	Provenance
	Games     int
	Positions int
	Cut       bool // the file ends within a game: it is being written, or a run was killed
}

// load hands the games of an archive to add. The error is one of openGames or of Reader, with the file's name.
func load(path string, add func(*game)) (o origin, err error) {
	r, err := openGames(path)
	if err != nil {
		return o, err
	}
	defer r.Close()
	o.Provenance = r.provenance
	for g := new(game); ; {
		switch err := r.Read(g); {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			o.Cut = errors.Is(err, io.ErrUnexpectedEOF)
			return o, nil
		case err != nil:
			return o, fmt.Errorf("%s: %w", path, err)
		}
		o.Games++
		o.Positions += len(g.Samples)
		add(g)
	}
}
