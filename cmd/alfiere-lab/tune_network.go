package main

import (
	"github.com/spf13/pflag"

	"alfiere/eval/network"
	"alfiere/eval/tune"
	"alfiere/internal/chart"
	"alfiere/internal/cli"
)

// defineNetwork defines the command that trains the network of letter n.
func defineNetwork(flags *pflag.FlagSet) cli.Run {
	r := tune.NetworkRun{Settings: tune.DefaultNetworkSettings()}
	s := &r.Settings
	dataFlag(flags, &r.Archives)
	out := flags.String("out", "", "`file` for the network, see the option EvalFile (default: standard output)")
	flags.StringVar(&r.Checkpoint, "checkpoint", "",
		"`file` to resume the training from and to save it to after each epoch")
	curve := flags.String("curve", "", "SVG `file` for the curve of the losses, written after each epoch")
	from := flags.String("from", "",
		"network `file` to start from, or eval for the network of the program (default: random weights)")
	flags.IntVar(&s.Epochs, "epochs", s.Epochs, "number of passes over the positions")
	flags.IntVar(&s.Batch, "batch", s.Batch, "`positions` per step")
	flags.IntVar(&s.Threads, "threads", s.Threads, "`number` of threads; the network does not depend on it")
	flags.Float64Var(&s.Rate, "rate", s.Rate, "length of the first steps; they shrink to 0 by a cosine")
	flags.Float64Var(&s.Decay, "decay", s.Decay,
		"share of each weight that a step takes away, as a multiple of its rate")
	flags.Float64Var(&s.Lambda, "lambda", s.Lambda,
		"`share` of the game result in the target, 0 to 1; the rest is the search score")
	flags.Float64Var(&s.K, "k", s.K, "`centipawns` that multiply the odds by e")
	flags.Uint64Var(&s.Seed, "seed", s.Seed, "seed of the first weights and of the order of the positions")
	return func(args []string, std cli.Streams) error {
		if err := checkTraining(args, r.Archives, s.Threads, s.Validate()); err != nil {
			return err
		}
		var err error
		if r.From, err = startingNetwork(*from); err != nil {
			return err
		}
		if *curve != "" {
			if err := chart.CheckName(*curve); err != nil {
				return cli.Usagef("--curve: %w", err)
			}
			r.Gains = func(fit, heldOut []float64) error { return chart.Save(*curve, lossCurve(fit, heldOut)) }
		}
		r.Log, r.Progress = std.Err, cli.NewProgress(std)
		return train(std, *out, "training", r.Run)
	}
}

// lossCurve shows how far the losses have fallen after each epoch: the percentages for the games fitted and for those
// held out, both beginning with 0.
func lossCurve(fit, heldOut []float64) *chart.Lines {
	lines := &chart.Lines{Title: "Loss on games fitted and held out", X: "epochs", Y: "fallen by, per cent",
		Lines: []chart.Line{{Name: "fitted"}, {Name: "held out"}}}
	for i, gains := range [][]float64{fit, heldOut} {
		for epoch, gain := range gains {
			lines.Lines[i].Points = append(lines.Lines[i].Points, chart.Point{X: float64(epoch), Y: gain})
		}
	}
	return lines
}

// startingNetwork returns the network that the flag --from names, nil for random weights.
func startingNetwork(name string) (*network.Network, error) {
	switch name {
	case "":
		return nil, nil
	case "eval":
		return network.Builtin(), nil
	}
	return network.ReadFile(name)
}

// defineMeasure defines the command that measures a network by games.
func defineMeasure(flags *pflag.FlagSet) cli.Run {
	var r tune.MeasureRun
	flags.Func("games", "PGN `file`, or an archive, whose held-out games are used; can be repeated",
		func(path string) error {
			r.Games = append(r.Games, path)
			return nil
		})
	name := flags.String("network", "eval", "network `file`; eval is the network of the program")
	flags.Float64Var(&r.Lambda, "lambda", 0.1,
		"`share` of the game result in the target of an archive's positions, 0 to 1; the rest is the search score")
	return func(args []string, std cli.Streams) error {
		if len(args) > 0 {
			return cli.Usagef("unexpected argument %q", args[0])
		}
		if len(r.Games) == 0 {
			return cli.Usagef("--games FILE is missing")
		}
		if !(r.Lambda >= 0 && r.Lambda <= 1) {
			return cli.Usagef("--lambda must be from 0 to 1")
		}
		var err error
		if r.Network, err = startingNetwork(*name); err != nil {
			return err
		}
		r.Out = std.Out
		return r.Run()
	}
}
