// Command alfiere is the chess engine. With no argument it speaks UCI or xboard
// (CECP v2), decided by the first line it reads, or plays with a person; its subcommands solve mate
// problems, count moves, explain evaluations and measure speed.
//
// Only this package joins the rooms together: it wires engine, protocols and
// problem solver, reads the command line and turns errors into exit statuses.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// Exit statuses of all subcommands.
const (
	exitGood  = 0
	exitInput = 1 // the input was at fault; standard error says where
	exitUsage = 2 // the command line was wrong
)

// streams are the standard streams, so that tests can replace them.
type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// subcommand is one row of the table that dispatch and help are made from.
type subcommand struct {
	name    string
	args    string // as usage shows them
	summary string
	run     func(flags *flag.FlagSet, args []string, std streams) error
}

// inputError marks a fault of the input (exit status 1); any other error of a
// subcommand is one of usage (2).
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

func main() {
	os.Exit(run(os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

func run(args []string, std streams) int {
	commands := subcommands()
	if len(args) == 0 {
		return exitStatus("alfiere", runEngine(std), std)
	}
	name := args[0]
	if name == "-h" || name == "--help" || name == "help" {
		printHelp(std.out, commands)
		return exitGood
	}
	for _, c := range commands {
		if c.name == name {
			return c.execute(args[1:], std)
		}
	}
	fmt.Fprintf(std.err, "alfiere: unknown subcommand %q; alfiere --help lists them\n", name)
	return exitUsage
}

// execute runs the subcommand. Its run function defines its flags on the set, then
// parses args with it.
func (c subcommand) execute(args []string, std streams) int {
	flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	err := c.run(flags, args, std)
	if errors.Is(err, flag.ErrHelp) {
		c.printUsage(std.out, flags)
		return exitGood
	}
	status := exitStatus("alfiere "+c.name, err, std)
	if status == exitUsage {
		c.printUsage(std.err, flags)
	}
	return status
}

func exitStatus(name string, err error, std streams) int {
	if err == nil {
		return exitGood
	}
	fmt.Fprintf(std.err, "%s: %v\n", name, err)
	if errors.As(err, new(inputError)) {
		return exitInput
	}
	return exitUsage
}

func (c subcommand) printUsage(w io.Writer, flags *flag.FlagSet) {
	fmt.Fprintf(w, "usage: alfiere %s %s\n\n%s\n", c.name, c.args, c.summary)
	flags.SetOutput(w)
	flags.PrintDefaults()
}

func printHelp(w io.Writer, commands []subcommand) {
	fmt.Fprint(w, "usage: alfiere [SUBCOMMAND [ARGUMENTS]]\n\n",
		"With no argument alfiere is a chess engine on standard input and output: UCI if\n",
		"the first line is \"uci\", xboard (CECP v2) if it is \"xboard\", else a console for\n",
		"people: type a move, or help.\n\n")
	for _, c := range commands {
		fmt.Fprintf(w, "  %-11s %s\n", c.name, c.summary)
	}
	fmt.Fprint(w, "\nalfiere SUBCOMMAND --help describes one. Exit status: 0 good, 1 faulty input, 2 wrong usage.\n")
}
