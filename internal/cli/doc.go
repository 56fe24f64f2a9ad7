// Package cli is what the commands of this house have in common at the command line:
// the table of subcommands with its dispatcher and --help, streams, exit statuses,
// flags that may stand anywhere, interrupts, a line of progress, opening the files that
// are read and replacing those that are written, and what the build and the machine
// say of themselves.
//
// A subcommand is a row of the table, a Command. Its Define function declares flags and
// returns the Run function that gets the arguments that are left:
//
//	func perft(flags *flag.FlagSet) cli.Run {
//		divide := flags.Bool("divide", false, "print the count below each first move")
//		return func(args []string, std cli.Streams) error {
//			…
//		}
//	}
//
// An error made by Usagef is wrong usage, which ends the program with status 2; every
// other error is one of the input, status 1. Of ours the package imports only
// internal/wire, which reads times: it knows no chess.
package cli
