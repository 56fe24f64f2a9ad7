// Package cli is the command-line code that the project's programs share on top of cobra and pflag: exit statuses,
// usage errors, help, interrupts, progress, input and output files, and information about the build and the machine.
//
// A subcommand is a cobra.Command. With adds the flags that a function declares, and the Run function that it returns,
// which gets the remaining arguments:
//
//	func perft(flags *pflag.FlagSet) cli.Run {
//		divide := flags.Bool("divide", false, "print the count below each first move")
//		return func(args []string, std cli.Streams) error {
//			…
//		}
//	}
//
// An error made by Usagef ends the program with status 2 (wrong usage); every other error ends it with status 1.
package cli
