package main

import "alfiere/cmd/internal/cli"

// subcommands is the one table that dispatch, help and tests read. The examples run in a
// folder with the files of testdata/example.
func subcommands() []cli.Command {
	return []cli.Command{
		{Name: "mate", Args: "N [flags] [FEN|FILE|-]", Define: defineMate,
			Summary: "Solve directed mates in N: keys, threats, defences, mates, and all that composers ask.",
			Example: `2 "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" --set --tries`},
		{Name: "perft", Args: "[--divide] [--chess960] DEPTH [FEN]", Define: definePerft,
			Summary: "Count the legal move sequences of DEPTH half-moves.",
			Example: "4 --divide"},
		{Name: "bench", Args: "[--depth N] [--hash MB]", Define: defineBench,
			Summary: "Search fixed positions: a signature in nodes, and the speed.",
			Example: "--depth 4"},
		{Name: "eval", Args: "[--knowledge LETTERS] [--json] [FEN]", Define: defineEval,
			Summary: "Explain the evaluation piece by piece and letter by letter.",
			Example: `--knowledge mp "8/5pk1/4p1p1/1b1pP2p/3P1P1P/2B3P1/5K2/8 w - - 10 40"`},
		{Name: "hash", Args: "make|check FILE [MB]", Parts: hashParts(),
			Summary: "Make a hash file, in which games are remembered, or look whether one is whole."},
		{Name: "suite", Args: "[flags] FILE", Define: defineSuite,
			Summary: "Solve test positions with best or avoidable moves: how many.",
			Example: "--nodes 10000 --verbose tactics.epd"},
		{Name: "match", Args: "--engine SPEC --engine SPEC [flags]", Define: defineMatch,
			Summary: "Play engines of either protocol against each other.",
			Example: "--engine name=Thorough --engine 'name=Hasty nodes=100' --nodes 200 --games 2 --pgn match.pgn"},
		{Name: "book", Args: "make|dump|merge|check [flags] [FILE…]", Parts: bookParts(),
			Summary: "Make, show, join and examine opening books."},
		{Name: "conformance", Args: "[flags] [--] ENGINE [ARGUMENT…]", Define: defineConformance,
			Summary: "Hold an engine against the rules of UCI and xboard: PASS, FAIL or SKIP, and why.",
			Example: "--protocol uci --only handshake ./engine"},
		{Name: "play", Args: "[flags] [FEN | EIGHT ROWS [w|b]]", Define: definePlay,
			Summary: "The referee at the table: two people, a script or the engine play by moves in any notation.",
			Example: "--engine black --time 0.5 --save game.pgn"},
		{Name: "pgn", Args: "check|list|filter|convert|annotate|epd [flags] [FILE…|-]", Parts: pgnParts(),
			Summary: "Check, list, search, translate and annotate files of games."},
		{Name: "tree", Args: "grow|convert|show|check [flags]", Parts: treeParts(),
			Summary: "Trees of games with all their alternatives, in all their notations."},
		{Name: "tune", Args: "generate|fit [flags]", Parts: tuneParts(),
			Summary: "Fit the weights of the evaluation to games of the engine itself."},
	}
}
