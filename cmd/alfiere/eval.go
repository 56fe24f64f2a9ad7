package main

import (
	"flag"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/protocol"
)

// runEval prints what the evaluation says about a position, man by man and letter
// by letter.
func runEval(flags *flag.FlagSet, args []string, std streams) error {
	var knowledge eval.Knowledge
	flags.TextVar(&knowledge, "knowledge", eval.All, "kinds of knowledge to use, as `letters` in any order")
	asJSON := flags.Bool("json", false, "write one object on one line, in centipawns from White's side (docs/eval.md)")
	args, err := parseMixed(flags, args)
	if err != nil {
		return err
	}
	position, err := positionArgument(args, movegen.Rules{}, std)
	if err != nil {
		return err
	}
	explanation := eval.Explain(&position, knowledge)
	text := []byte(protocol.ExplanationText(explanation))
	if *asJSON {
		if text, err = protocol.ExplanationJSON(&position, explanation); err != nil {
			return err
		}
	}
	_, err = std.out.Write(text)
	return err
}
