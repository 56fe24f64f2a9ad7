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
)

// FitRun is a fit with its files: archives go in, the source of the table comes out.
type FitRun struct {
	Archives   []string // files of tune generate
	Checkpoint string   // the file from which the fit resumes and in which it is saved; empty: none
	Settings   settings
	Log        io.Writer // hears how it gets on, in lines for people
	Progress   progress  // shows which epoch it is in; may be nil

	// Replace makes what write writes the whole of a file, or leaves what was there. It is needed for a Checkpoint.
	Replace func(path string, write func(io.Writer) error) error
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
	collector, origins, err := r.load()
	if err != nil {
		return nil, err
	}
	f := newFit(collector.Set(), currentWeights(), r.Settings)
	fitted, heldOut := f.Sizes()
	if fitted == 0 || heldOut == 0 {
		return nil, errTooFewGames
	}
	if err := r.restore(f); err != nil {
		return nil, err
	}
	before, _ := f.HeldOut(currentWeights())
	fmt.Fprintf(r.Log, "%d positions to fit, %d held out, K %.1f, loss %.6f\n", fitted, heldOut, f.K(), before)
	for first := f.state.Epoch; !f.Done() && ctx.Err() == nil; {
		if done := f.state.Epoch; r.Progress != nil {
			r.Progress.ShowPart(int64(done-first), int64(r.Settings.Epochs-first), "epoch %d of at most %d",
				done+1, r.Settings.Epochs)
		}
		if err := r.epoch(f); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return r.source(f, origins), nil
}

// load reads the archives.
func (r *FitRun) load() (c *collector, origins []origin, err error) {
	c = newCollector()
	origins, err = loadAll(r.Archives, c.Add, r.Log)
	return c, origins, err
}

// loadAll hands the games of all archives to add and logs how many there are.
func loadAll(paths []string, add func(*game), log io.Writer) (origins []origin, err error) {
	for _, path := range paths {
		origin, err := load(path, add)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(log, "%s: %d games, %d positions\n", path, origin.Games, origin.Positions)
		if origin.Cut {
			fmt.Fprintf(log, "%s: its last game is cut off and left out\n", path)
		}
		origins = append(origins, origin)
	}
	return origins, nil
}

// restore resumes a fit from its checkpoint.
func (r *FitRun) restore(f *fit) error {
	return restore(r.Checkpoint, f.Restore)
}

// restore has a checkpoint read, if there is one.
func restore(path string, read func(io.Reader) error) error {
	if path == "" {
		return nil
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func (r *FitRun) epoch(f *fit) error {
	begun := time.Now()
	report := f.Epoch()
	if r.Progress != nil {
		r.Progress.Clear()
	}
	mark := ""
	if report.Best {
		mark = " best"
	}
	fmt.Fprintf(r.Log, "epoch %d: loss %.6f, held out %.6f, %.1f s%s\n",
		report.Epoch, report.Fit, report.HeldOut, time.Since(begun).Seconds(), mark)
	if r.Checkpoint == "" {
		return nil
	}
	return r.Replace(r.Checkpoint, f.Save)
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
			f.K(), s.Lambda, s.Pull, s.Rate, s.Batch, epoch, s.Epochs, s.Seed),
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
	Archives   []string         // files of tune generate
	Checkpoint string           // the file from which the training resumes and in which it is saved; empty: none
	From       *network.Network // to begin with; nil for a new one
	Settings   networkSettings
	Log        io.Writer // hears how it gets on, in lines for people
	Progress   progress  // shows which epoch it is in; may be nil

	// Replace is as in FitRun. Gains is called after each epoch with the percentages by which the
	// losses have fallen after each so far; it may be nil.
	Replace func(path string, write func(io.Writer) error) error
	Gains   func(fit, heldOut []float64) error
}

// Run trains the network and returns the contents of its file. If ctx ends before, the error is
// its cause, and the checkpoint holds what is done.
func (r *NetworkRun) Run(ctx context.Context) ([]byte, error) {
	data := &examples{evaluator: eval.New(eval.Thesis)}
	origins, err := loadAll(r.Archives, data.Add, r.Log)
	if err != nil {
		return nil, err
	}
	t := newTrainer(data, r.Settings, r.From)
	if len(t.fit) == 0 || len(t.heldOut) == 0 {
		return nil, errTooFewGames
	}
	if err := restore(r.Checkpoint, t.Restore); err != nil {
		return nil, err
	}
	first := t.state.Losses[0]
	fmt.Fprintf(r.Log, "%d positions to fit, %d held out, loss %.6f, held out %.6f\n",
		len(t.fit), len(t.heldOut), first.Fit, first.HeldOut)
	for begun := t.Epochs(); t.Epochs() < r.Settings.Epochs && ctx.Err() == nil; {
		if r.Progress != nil {
			r.Progress.ShowPart(int64(t.Epochs()-begun), int64(r.Settings.Epochs-begun), "epoch %d of %d",
				t.Epochs()+1, r.Settings.Epochs)
		}
		if err := r.epoch(t); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	n, err := t.state.Best.Quantize(r.made(t, origins))
	if err != nil {
		return nil, err
	}
	rounded := t.heldOutLoss(n.Float())
	fmt.Fprintf(r.Log, "epoch %d was best; rounded, held out %.6f, before %.6f; by the number of men:\n",
		t.state.BestEpoch, rounded.HeldOut, first.HeldOut)
	for b := range rounded.Buckets {
		low := 4*b + 1
		fmt.Fprintf(r.Log, "  from %2d: %.6f, before %.6f\n", low, rounded.Buckets[b], first.Buckets[b])
	}
	return n.Bytes(), nil
}

func (r *NetworkRun) epoch(t *trainer) error {
	begun := time.Now()
	loss := t.Epoch()
	if r.Progress != nil {
		r.Progress.Clear()
	}
	fmt.Fprintf(r.Log, "epoch %d: loss %.6f, held out %.6f, %.1f s\n", t.Epochs(), loss.Fit, loss.HeldOut,
		time.Since(begun).Seconds())
	if r.Gains != nil {
		var fit, heldOut []float64
		for first, losses := t.state.Losses[0], t.state.Losses; len(losses) > 0; losses = losses[1:] {
			fit = append(fit, 100*(1-losses[0].Fit/first.Fit))
			heldOut = append(heldOut, 100*(1-losses[0].HeldOut/first.HeldOut))
		}
		if err := r.Gains(fit, heldOut); err != nil {
			return err
		}
	}
	if r.Checkpoint == "" {
		return nil
	}
	return r.Replace(r.Checkpoint, t.Save)
}

// Save writes a checkpoint.
func (t *trainer) Save(w io.Writer) error { return saveCheckpoint(w, t.fingerprint(), t.state) }

// Restore is fit.Restore.
func (t *trainer) Restore(r io.Reader) error {
	s := new(networkState)
	err := readCheckpoint(r, t.fingerprint(), s)
	if err == nil {
		t.state = s
	}
	return err
}

// made describes the training for the header of the file.
func (r *NetworkRun) made(t *trainer, origins []origin) string {
	s, losses, best := &r.Settings, t.state.Losses, t.state.BestEpoch
	var b strings.Builder
	fmt.Fprintf(&b, "alfiere-lab tune network: epoch %d of %d, batch %d, rate %g, lambda %g, k %g, decay %g, seed %d, "+
		"threads %d; held-out loss %.6f, before %.6f; archives (seed/nodes/bench/positions):", best, s.Epochs, s.Batch,
		s.Rate, s.Lambda, s.K, s.Decay, s.Seed, s.Threads, losses[best].HeldOut, losses[0].HeldOut)
	for _, o := range origins {
		fmt.Fprintf(&b, " %d/%d/%d/%d", o.Seed, o.Nodes, o.Signature, o.Positions)
	}
	return b.String()
}
