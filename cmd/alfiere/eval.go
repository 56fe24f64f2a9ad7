package main

import (
	"flag"
	"fmt"
	"io"

	"alfiere/eval"
	"alfiere/movegen"
	"alfiere/protocol"
)

// runEval prints what the evaluation says about a position, man by man and letter
// by letter.
func runEval(flags *flag.FlagSet, args []string, std streams) error {
	letters := flags.String("knowledge", eval.All.String(), "kinds of knowledge to use, as letters in any order")
	if err := flags.Parse(args); err != nil {
		return err
	}
	knowledge, err := eval.ParseKnowledge(*letters)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	position, err := positionArgument(flags.Args(), movegen.Rules{}, std)
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.out, protocol.ExplanationText(eval.Explain(&position, knowledge)))
	return err
}
