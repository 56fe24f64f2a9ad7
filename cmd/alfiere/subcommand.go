package main

// subcommands is the one table that dispatch, help and tests read.
func subcommands() []subcommand {
	return []subcommand{
		{"mate", "N [flags] [FEN|FILE|-]", "Solve directed mates in N: keys, threats, defences, mates, and all that composers ask.", runMate},
		{"perft", "[--divide] [--chess960] DEPTH [FEN]", "Count the legal move sequences of DEPTH half-moves.", runPerft},
		{"bench", "[--depth N] [--hash MB]", "Search fixed positions: a signature in nodes, and the speed.", runBench},
		{"eval", "[--knowledge LETTERS] [--json] [FEN]", "Explain the evaluation piece by piece and letter by letter.", runEval},
		{"hash", "make FILE MB | check FILE", "Make a hash file, in which games are remembered, or look whether one is whole.", runHash},
		{"suite", "[flags] FILE", "Solve test positions with best or avoidable moves: how many.", runSuite},
		{"match", "--engine SPEC --engine SPEC [flags]", "Play engines of either protocol against each other.", runMatch},
		{"book", "make|dump|merge|check [flags]", "Make, show, join and examine opening books.", runBook},
		{"conformance", "[flags] ENGINE [ARGUMENT…]", "Hold an engine against the rules of UCI and xboard: PASS, FAIL or SKIP, and why.", runConformance},
		{"play", "[flags] [FEN | EIGHT ROWS [w|b]]", "The referee at the table: two people, a script or the engine play by moves in any notation.", runPlay},
		{"pgn", "check|list|filter|convert|annotate|epd [flags] [FILE…|-]", "Check, list, search, translate and annotate files of games.", runPGN},
		{"tree", "grow|convert|show|check [flags]", "Trees of games with all their alternatives, in all their notations.", runTree},
		{"tune", "generate|fit [flags]", "Fit the weights of the evaluation to games of the engine itself.", runTune},
	}
}
