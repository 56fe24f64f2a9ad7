package tune

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"alfiere/eval"
	"alfiere/eval/network"
	"alfiere/internal/cli"
)

// Training is the files of a fit or a training, and who hears how it gets on.
type Training struct {
	Archives   []string      // files of tune generate
	Checkpoint string        // the file from which it resumes and in which it is saved; empty: none
	Log        io.Writer     // hears how it gets on, in lines for people
	Progress   *cli.Progress // shows which epoch it is in; may be nil
}

// trainee is a fit or a training under way.
type trainee interface {
	Epochs() int // those done
	Done() bool
	Epoch() (report, error)
	Save(w io.Writer) error
	Restore(r io.Reader) error
}

// report says how an epoch went. Losses are mean squared errors of the expectation.
type report struct {
	Epoch   int     // from 1
	Fit     float64 // loss on the games fitted, while the weights moved
	HeldOut float64 // loss on the games held out, after it
	Best    bool    // the smallest so far; unknown of a network
}

// train goes on until t is done, and saves it after each epoch, when after is called. The format is that of the line of
// progress, with the epoch and the number of all. If ctx ends before, the error is its cause.
func (r *Training) train(ctx context.Context, t trainee, epochs int, format string, after func() error) error {
	for first := t.Epochs(); !t.Done() && ctx.Err() == nil; {
		started, done := time.Now(), t.Epochs()
		r.Progress.ShowPart(int64(done-first), int64(epochs-first), format, done+1, epochs)
		report, err := t.Epoch()
		r.Progress.Clear()
		if err != nil {
			return err
		}
		mark := map[bool]string{true: " best"}[report.Best]
		fmt.Fprintf(r.Log, "epoch %d: loss %.6f, held out %.6f, %.1f s%s\n",
			report.Epoch, report.Fit, report.HeldOut, time.Since(started).Seconds(), mark)
		if err := after(); err != nil {
			return err
		}
		if r.Checkpoint != "" {
			if err := cli.Replace(r.Checkpoint, t.Save); err != nil {
				return err
			}
		}
	}
	return context.Cause(ctx)
}

// FitRun is a fit with its files: archives go in, the source of the table comes out.
type FitRun struct {
	Training
	Settings settings
}

// Validate returns why nothing can be fitted with the settings, nil if it can.
func (s *settings) Validate() error {
	if s.Epochs < 1 || s.Patience < 1 || s.Batch < 1 || s.Threads < 1 ||
		!(s.Rate > 0) || !(s.Lambda >= 0 && s.Lambda <= 1) || !(s.Pull >= 0) {
		return errors.New("epochs, patience, batch, threads and rate must be above 0, pull not below, lambda from 0 to 1")
	}
	for _, name := range s.Hold {
		if !slices.ContainsFunc(eval.Fields(), func(f eval.Field) bool { return f.Name == name }) {
			return fmt.Errorf("there are no weights %q to hold", name)
		}
	}
	return nil
}

// errTooFewGames is returned where no games are left to be fitted or held out.
var errTooFewGames = errors.New("there are too few games to fit some and hold others out")

// Run fits the weights and returns the source of their table. If ctx ends before, the error is its cause, and the
// checkpoint holds what is done; else it is that of a file, errTooFewGames, or one of Fit.Restore.
func (r *FitRun) Run(ctx context.Context) (source []byte, err error) {
	collector := newCollector()
	origins, err := r.load(collector.Add)
	if err != nil {
		return nil, err
	}
	f := newFit(&collector.set, currentWeights(), r.Settings)
	if len(f.fit) == 0 || len(f.heldOut) == 0 {
		return nil, errTooFewGames
	}
	if err := r.restore(f); err != nil {
		return nil, err
	}
	before, _ := f.HeldOut(currentWeights())
	fmt.Fprintf(r.Log, "%d positions to fit, %d held out, K %.1f, loss %.6f\n", len(f.fit), len(f.heldOut), f.state.K,
		before)
	err = r.train(ctx, f, r.Settings.Epochs, "epoch %d of at most %d", func() error { return nil })
	if err != nil {
		return nil, err
	}
	return r.source(f, origins), nil
}

// load hands the games of all archives to add and logs how many there are.
func (r *Training) load(add func(*game)) (origins []origin, err error) {
	for _, path := range r.Archives {
		origin, err := load(path, add)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(r.Log, "%s: %d games, %d positions\n", path, origin.Games, origin.Positions)
		if origin.Cut {
			fmt.Fprintf(r.Log, "%s: its last game is cut off and left out\n", path)
		}
		origins = append(origins, origin)
	}
	return origins, nil
}

// restore resumes from the checkpoint, if there is one.
func (r *Training) restore(t trainee) error {
	if r.Checkpoint == "" {
		return nil
	}
	file, err := os.Open(r.Checkpoint)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := t.Restore(file); err != nil {
		return fmt.Errorf("%s: %w", r.Checkpoint, err)
	}
	return nil
}

// source returns the table of the best weights, with a comment on where they come from.
func (r *FitRun) source(f *fit, origins []origin) []byte {
	best, epoch := f.Best()
	rounded := best.Rounded()
	before, after := f.HeldOut(rounded)
	fmt.Fprintf(r.Log, "epoch %d was best; rounded, held out %.6f, before %.6f\n", epoch, after, before)
	s := &r.Settings
	provenance := []string{
		fmt.Sprintf("Fitted by alfiere-lab tune fit with K %.1f, lambda %g, pull %g, rate %g, batch %d, "+
			"%d of %d epochs, seed %d:",
			f.state.K, s.Lambda, s.Pull, s.Rate, s.Batch, epoch, s.Epochs, s.Seed),
	}
	if len(s.Hold) > 0 {
		provenance = append(provenance, "held as they were: "+strings.Join(s.Hold, ", ")+";")
	}
	provenance = append(provenance,
		fmt.Sprintf("the loss on the games held out fell from %.6f to %.6f. Data:", before, after))
	for _, o := range origins {
		openings := "random openings"
		if o.Openings != 0 {
			openings = fmt.Sprintf("openings %016x", o.Openings)
		}
		provenance = append(provenance,
			fmt.Sprintf("%d games of %d nodes a move, seed %d, %s, engine of bench %d: %d positions.",
				o.Games, o.Nodes, o.Seed, openings, o.Signature, o.Positions))
	}
	return source(rounded, provenance)
}

// NetworkRun trains a network on archives.
type NetworkRun struct {
	Training
	From     *network.Network // to begin with; nil for a new one
	Settings networkSettings

	// Gains is called after each epoch with the percentages by which the losses have fallen after each so far; it may
	// be nil.
	Gains func(fit, heldOut []float64) error
}

// Run trains the network and returns the contents of its file. If ctx ends before, the error is
// its cause, and the checkpoint holds what is done.
func (r *NetworkRun) Run(ctx context.Context) ([]byte, error) {
	t, err := newTrainer(&examples{archives: r.Archives, block: blockSize}, r.Settings, r.From, r.load)
	if err != nil {
		return nil, err
	}
	heldOut := t.data.heldOutCount()
	if t.data.count == 0 || heldOut == 0 {
		return nil, errTooFewGames
	}
	if err := r.restore(t); err != nil {
		return nil, err
	}
	first := t.state.Losses[0]
	fmt.Fprintf(r.Log, "%d positions to fit, %d held out, loss %.6f, held out %.6f\n",
		t.data.count, heldOut, first.Fit, first.HeldOut)
	err = r.train(ctx, t, r.Settings.Epochs, "epoch %d of %d", func() error { return r.gains(t) })
	if err != nil {
		return nil, err
	}
	n, err := t.state.Best.Quantize(r.made(t))
	if err != nil {
		return nil, err
	}
	rounded := t.heldOutLoss(n.Float())
	fmt.Fprintf(r.Log, "epoch %d was best; rounded, held out %.6f, before %.6f; by the number of pieces:\n",
		t.state.BestEpoch, rounded.HeldOut, first.HeldOut)
	for b := range rounded.Buckets {
		low := 4*b + 1
		fmt.Fprintf(r.Log, "  from %2d: %.6f, before %.6f\n", low, rounded.Buckets[b], first.Buckets[b])
	}
	return n.Bytes(), nil
}

// gains passes on by how much the losses have fallen.
func (r *NetworkRun) gains(t *trainer) error {
	if r.Gains == nil {
		return nil
	}
	var fit, heldOut []float64
	first := t.state.Losses[0]
	for _, loss := range t.state.Losses {
		fit, heldOut = append(fit, 100*(1-loss.Fit/first.Fit)), append(heldOut, 100*(1-loss.HeldOut/first.HeldOut))
	}
	return r.Gains(fit, heldOut)
}

// Save implements trainee.
func (t *trainer) Save(w io.Writer) error { return saveCheckpoint(w, t.fingerprint(), t.state) }

// Restore implements trainee.
func (t *trainer) Restore(r io.Reader) error {
	s := new(networkState)
	err := readCheckpoint(r, t.fingerprint(), s)
	if err == nil {
		t.state = s
	}
	return err
}

// made describes the training for the header of the file.
func (r *NetworkRun) made(t *trainer) string {
	s, losses, best := &r.Settings, t.state.Losses, t.state.BestEpoch
	var b strings.Builder
	fmt.Fprintf(&b, "alfiere-lab tune network: epoch %d of %d, batch %d, rate %g, lambda %g, k %g, decay %g, seed %d; "+
		"held-out loss %.6f, before %.6f; archives (seed/nodes/bench/positions):", best, s.Epochs, s.Batch,
		s.Rate, s.Lambda, s.K, s.Decay, s.Seed, losses[best].HeldOut, losses[0].HeldOut)
	for _, o := range t.data.origins {
		fmt.Fprintf(&b, " %d/%d/%d/%d", o.Seed, o.Nodes, o.Signature, o.Positions)
	}
	return b.String()
}
