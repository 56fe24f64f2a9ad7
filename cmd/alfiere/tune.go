package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"
)

// runTune hands over to the parts of the tuner, each with flags of its own.
func runTune(flags *flag.FlagSet, args []string, std streams) error {
	parts := tuneParts()
	for _, part := range parts {
		if len(args) > 0 && part.name == args[0] {
			err := part.run(flags, args[1:], std)
			if errors.Is(err, flag.ErrHelp) {
				part.name = "tune " + part.name
				part.printUsage(std.out, flags)
				return nil
			}
			return err
		}
	}
	if len(args) > 0 && (args[0] == "-h" || args[0] == "--help" || args[0] == "-help") {
		for _, part := range parts {
			fmt.Fprintf(std.out, "alfiere tune %s %s\n    %s\n", part.name, part.args, part.summary)
		}
		return flag.ErrHelp
	}
	var names []string
	for _, part := range parts {
		names = append(names, part.name)
	}
	return fmt.Errorf("%w: say what to do: %s", errUsage, strings.Join(names, " or "))
}

// tuneParts is the table of what the tuner does.
func tuneParts() []subcommand {
	return []subcommand{
		{"generate", "--out FILE --games N [flags]", "Play games at fixed nodes and keep their quiet positions.", runTuneGenerate},
		{"fit", "--data FILE [flags]", "Fit the weights to the positions of archives and write the table of weights.", runTuneFit},
	}
}
