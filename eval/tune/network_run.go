package tune

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"alfiere/eval"
	"alfiere/eval/network"
)

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
	fmt.Fprintf(r.Log, "epoch %d was best; rounded, held out %.6f, before %.6f; by the number of pieces:\n",
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
