package main

import "flag"

// runTune hands over to the parts of the tuner.
func runTune(flags *flag.FlagSet, args []string, std streams) error {
	return runPart("tune", tuneParts(), flags, args, std)
}

// tuneParts is the table of what the tuner does.
func tuneParts() []subcommand {
	return []subcommand{
		{"generate", "--out FILE --games N [flags]", "Play games at fixed nodes and keep their quiet positions.", runTuneGenerate},
		{"fit", "--data FILE [flags]", "Fit the weights to the positions of archives and write the table of weights.", runTuneFit},
	}
}
