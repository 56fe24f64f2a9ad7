package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"
)

// runPart runs the part of a subcommand that the first argument names; each has flags of
// its own.
func runPart(name string, parts []subcommand, flags *flag.FlagSet, args []string, std streams) error {
	for _, part := range parts {
		if len(args) == 0 || part.name != args[0] {
			continue
		}
		err := part.run(flags, args[1:], std)
		if errors.Is(err, flag.ErrHelp) {
			part.name = name + " " + part.name
			part.printUsage(std.out, flags)
			return nil
		}
		return err
	}
	if len(args) > 0 && (args[0] == "-h" || args[0] == "--help" || args[0] == "-help") {
		for _, part := range parts {
			fmt.Fprintf(std.out, "alfiere %s %s %s\n    %s\n", name, part.name, part.args, part.summary)
		}
		return flag.ErrHelp
	}
	names := make([]string, len(parts))
	for i, part := range parts {
		names[i] = part.name
	}
	last := len(names) - 1
	return fmt.Errorf("%w: say what to do: %s or %s", errUsage, strings.Join(names[:last], ", "), names[last])
}
