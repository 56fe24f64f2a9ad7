package main

import (
	"flag"

	"alfiere/eval"
	"alfiere/internal/cli"
	"alfiere/movegen"
	"alfiere/search/analysis"
)

// defineEval prints what the evaluation says about a position, man by man and letter
// by letter.
func defineEval(flags *flag.FlagSet) cli.Run {
	var knowledge eval.Knowledge
	flags.TextVar(&knowledge, "knowledge", eval.All, "kinds of knowledge to use, as `letters` in any order")
	asJSON := flags.Bool("json", false, "write one object on one line, in centipawns from White's side (docs/eval.md)")
	return func(args []string, std cli.Streams) error {
		position, err := positionArgument(args, movegen.Rules{}, std)
		if err != nil {
			return err
		}
		explanation := eval.Explain(&position, knowledge)
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
