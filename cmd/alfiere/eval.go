package main

import (
	"github.com/spf13/pflag"

	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/search/analysis"
)

// defineEval defines the command that explains the evaluation of a position, piece by piece and term by term.
func defineEval(flags *pflag.FlagSet) cli.Run {
	knowledge := eval.All
	flags.Var(&knowledge, "knowledge", "evaluation terms to use, as `letters` in any order")
	asJSON := flags.Bool("json", false, "write one JSON object in centipawns for White (docs/eval.md)")
	return func(args []string, std cli.Streams) error {
		position, err := positionArgument(args, movegen.Rules{}, std)
		if err != nil {
			return err
		}
		explanation := eval.Explain(&position, knowledge, nil)
		text := []byte(analysis.ExplanationText(explanation))
		if *asJSON {
			if text, err = analysis.JSON(&position, explanation); err != nil {
				return err
			}
		}
		_, err = std.Out.Write(text)
		return err
	}
}
