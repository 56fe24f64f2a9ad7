package main

import (
	"alfiere/cmd/internal/games"
	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
)

// subcommands is the one table that dispatch, help and tests read. The examples run in a
// folder with the files of testdata/example and the endgame tables of three men.
func subcommands() []cli.Command {
	return []cli.Command{
		{Name: "mate", Args: "[N] [flags] [FEN|FILE...|-]", Define: defineMate, Wording: wordMate,
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
		{Name: "board", Args: "[--svg|--unicode] [flags] [FEN]", Define: defineBoard,
			Summary: "Show a position, as text or as an SVG picture with marks and arrows.",
			Example: "--svg --arrows e2e4 --marks e5,d5"},
		{Name: "hash", Args: "make|check FILE [MB]",
			Summary: "Make a hash file, in which games are remembered, or look whether one is whole.",
			Parts: []cli.Command{
				{Name: "make", Args: "FILE MB", Define: defineHashMake, Example: "games.hash 4",
					Summary: "Make a hash file of so many megabytes, a power of two."},
				{Name: "check", Args: "FILE", Define: defineHashCheck, Example: "games.hash",
					Summary: "Count what is in a hash file, and look for damage."},
			}},
		games.AnalyseCommand(),
		games.SuiteCommand(),
		games.EndgameCommand(),
		tournament.Command(ownContestant),
		{Name: "book", Args: "make|dump|merge|check [flags] [FILE…]",
			Summary: "Make, show, join and examine opening books.",
			Parts: []cli.Command{
				{Name: "make", Args: "--out FILE [flags] FILE...", Define: defineBookMake,
					Summary: "Make a book of texts (.txt), games (.pgn), tables (.tsv) and books (.bin).",
					Example: "--out book.bin --min-games 1 lines.txt games.pgn"},
				{Name: "dump", Args: "[--plies N] [FILE]", Define: defineBookDump,
					Summary: "Write a book, or the built-in one, as a text that make reads.",
					Example: "--plies 2"},
				{Name: "merge", Args: "--out FILE [--first] FILE...", Define: defineBookMerge,
					Summary: "Make one book of several.",
					Example: "--out both.bin --first mine.bin theirs.bin"},
				{Name: "check", Args: "FILE", Define: defineBookCheck,
					Summary: "Count what is in a book, and name its faults and their offsets.",
					Example: "mine.bin"},
			}},
		{Name: "conformance", Args: "[flags] [--] ENGINE [ARGUMENT…]", Define: defineConformance,
			Summary: "Hold an engine against the rules of UCI and xboard: PASS, FAIL or SKIP, and why.",
			Example: "--protocol uci --only handshake ./engine"},
		{Name: "play", Args: "[flags] [FEN | EIGHT ROWS [w|b]]", Define: definePlay,
			Summary: "The referee at the table: two people, a script or the engine play by moves in any notation.",
			Example: "--engine black --time 0.5 --save game.pgn"},
		games.Command(title()),
		{Name: "tree", Args: "grow|convert|show|check [flags]",
			Summary: "Trees of games with all their alternatives, in all their notations.",
			Parts: []cli.Command{
				{Name: "grow", Args: "--depth D [--best K] [--nodes N] [--to FORM] [--out FILE] [FEN]", Define: defineTreeGrow,
					Summary: "Make the tree of all moves from a position, or of the engine's best ones.",
					Example: "--depth 2 --best 3 --nodes 1000"},
				{Name: "convert", Args: "[--from FORM] [--to FORM] [--out FILE] [FILE|-]", Define: defineTreeConvert,
					Summary: "Convert a tree (pgn, text, numeric, table) or positions (board, fen).",
					Example: "--to text --game 1 games.pgn"},
				{Name: "show", Args: "[--from FORM] [--diagrams] [FILE|-]", Define: defineTreeShow,
					Summary: "Show a tree indented.",
					Example: "--game 1 games.pgn"},
				{Name: "check", Args: "[--from FORM] [FILE|-]", Define: defineTreeCheck,
					Summary: "Say what is in a tree, or where it is at fault.",
					Example: "--game 1 games.pgn"},
			}},
		{Name: "tune", Args: "generate|fit [flags]",
			Summary: "Fit the weights of the evaluation to games of the engine itself.",
			Parts: []cli.Command{
				{Name: "generate", Args: "--out FILE --games N [flags]", Define: defineTuneGenerate,
					Summary: "Play games at fixed nodes and keep their quiet positions.",
					Example: "--out games.tune --games 12 --nodes 50"},
				{Name: "fit", Args: "--data FILE [flags]", Define: defineTuneFit,
					Summary: "Fit the weights to the positions of archives and write the table of weights.",
					Example: "--data games.tune --epochs 2"},
			}},
		cli.CompletionCommand(newProgram), cli.ManCommand(newProgram),
	}
}
