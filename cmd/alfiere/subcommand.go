package main

// subcommands is the one table that dispatch, help and tests read.
func subcommands() []subcommand {
	return []subcommand{
		{"mate", "N [flags] [FEN|FILE|-]", "Solve directed mates in N: keys, threats, defences, mates, and all that composers ask.", runMate},
		{"perft", "[--divide] [--chess960] DEPTH [FEN]", "Count the legal move sequences of DEPTH half-moves.", runPerft},
		{"bench", "[--depth N] [--hash MB]", "Search fixed positions: a signature in nodes, and the speed.", runBench},
		{"eval", "[--knowledge LETTERS] [FEN]", "Explain the evaluation piece by piece and letter by letter.", runEval},
		{"match", "--engine SPEC --engine SPEC [flags]", "Play engines of either protocol against each other.", runMatch},
		{"conformance", "[flags] ENGINE [ARGUMENT…]", "Hold an engine against the rules of UCI and xboard: PASS, FAIL or SKIP, and why.", runConformance},
		{"tune", "generate|fit [flags]", "Fit the weights of the evaluation to games of the engine itself.", runTune},
	}
}
