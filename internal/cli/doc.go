// Package cli is the command-line code that the project's programs share: subcommands and flags with their help, exit
// statuses, interrupts, progress, input and output files, and information about the build and the machine.
//
// A subcommand is a Command in the program's table. Its Define function declares the flags and returns the Run
// function, which gets the remaining arguments:
//
//	func perft(flags *flag.FlagSet) cli.Run {
//		divide := flags.Bool("divide", false, "print the count below each first move")
//		return func(args []string, std cli.Streams) error {
//			…
//		}
//	}
//
// An error made by Usagef ends the program with status 2 (wrong usage); every other error ends it with status 1.
package cli
