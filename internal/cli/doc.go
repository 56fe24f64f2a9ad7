// Package cli is the common command-line code of the project's programs: the table of subcommands
// with its dispatcher and --help, streams, exit statuses, flags anywhere on the line, interrupts, a
// line of progress, opening input files, replacing output files, and information about the build
// and the machine.
//
// A subcommand is a row of the table, a Command. Its Define function declares flags and
// returns the Run function, which gets the remaining arguments:
//
//	func perft(flags *flag.FlagSet) cli.Run {
//		divide := flags.Bool("divide", false, "print the count below each first move")
//		return func(args []string, std cli.Streams) error {
//			…
//		}
//	}
//
// An error made by Usagef is wrong usage, which ends the program with status 2; every other error
// is one of the input, status 1. The package knows no chess; of this module it imports only
// internal/wire, which reads times.
package cli
