package main

import (
	"alfiere/cmd/internal/games"
	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
)

// subcommands returns the table used by dispatch, help and tests. Tests run the examples in a folder with the files of
// testdata/example and the endgame tables of three pieces.
func subcommands() []cli.Command {
	return []cli.Command{
		{Name: "mate", Args: "[N] [flags] [FEN|FILE...|-]", Define: defineMate, Language: mateLanguage,
			Summary: "Solve directed mates in N: print keys, threats, defences, mates and themes.",
			Example: `2 "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - 0 1" --set --tries`},
		{Name: "perft", Args: "[--divide] [--chess960] DEPTH [FEN]", Define: definePerft,
			Summary: "Count the legal move sequences of DEPTH half-moves.",
			Example: "4 --divide"},
		{Name: "bench", Args: "[--depth N] [--hash MB]", Define: defineBench,
			Summary: "Search fixed positions and print the signature (node count) and the speed.",
			Example: "--depth 4"},
		{Name: "eval", Args: "[--knowledge LETTERS] [--json] [FEN]", Define: defineEval,
			Summary: "Explain the evaluation of a position by piece and by term.",
			Example: `--knowledge mp "8/5pk1/4p1p1/1b1pP2p/3P1P1P/2B3P1/5K2/8 w - - 10 40"`},
		{Name: "board", Args: "[--svg|--unicode] [flags] [FEN]", Define: defineBoard,
			Summary: "Print a position as text, or as an SVG picture with marks and arrows.",
			Example: "--svg --arrows e2e4 --marks e5,d5"},
		{Name: "hash", Args: "make|check FILE [MB]",
			Summary: "Create a persistent hash file, or check one for damage.",
			Parts: []cli.Command{
				{Name: "make", Args: "FILE MB", Define: defineHashMake, Example: "games.hash 4",
					Summary: "Create a hash file of MB megabytes, a power of two."},
				{Name: "check", Args: "FILE", Define: defineHashCheck, Example: "games.hash",
					Summary: "Count the entries of a hash file and find damaged ones."},
			}},
		games.AnalyseCommand(),
		games.SuiteCommand(),
		games.EndgameCommand(),
		tournament.Command(),
		{Name: "book", Args: "make|dump|merge [flags] [FILE…]",
			Summary: "Make, dump and merge opening books.",
			Parts: []cli.Command{
				{Name: "make", Args: "--out FILE [flags] FILE...", Define: defineBookMake,
					Summary: "Make a book from lines (.txt), games (.pgn), tables (.tsv), books (.bin).",
					Example: "--out book.bin --min-games 1 lines.txt games.pgn"},
				{Name: "dump", Args: "[--plies N] [FILE]", Define: defineBookDump,
					Summary: "Write a book, or the built-in one, as text that book make can read, and report its first error.",
					Example: "--plies 2"},
				{Name: "merge", Args: "--out FILE [--first] FILE...", Define: defineBookMerge,
					Summary: "Merge several books into one.",
					Example: "--out both.bin --first mine.bin theirs.bin"},
			}},
		{Name: "play", Args: "[flags] [FEN | EIGHT ROWS [w|b]]", Define: definePlay,
			Summary: "Referee a game between people, a script or the engine, in any notation.",
			Example: "--engine black --time 0.5 --save game.pgn"},
		games.Command(title()),
		{Name: "tree", Args: "grow|convert|show|check [flags]",
			Summary: "Grow, convert, show and check game trees with all their variations.",
			Parts: []cli.Command{
				{Name: "grow", Define: defineTreeGrow,
					Args:    "--depth D [--best N] [--nodes N] [--to FORM] [--out FILE] [FEN]",
					Summary: "Make the tree of all moves from a position, or of the engine's best moves.",
					Example: "--depth 2 --best 3 --nodes 1000"},
				{Name: "convert", Args: "[--from FORM] [--to FORM] [--out FILE] [FILE|-]", Define: defineTreeConvert,
					Summary: "Convert a tree (pgn, text, numeric, table) or positions (board, fen).",
					Example: "--to text --game 1 games.pgn"},
				{Name: "show", Args: "[--from FORM] [--diagrams] [FILE|-]", Define: defineTreeShow,
					Summary: "Print a tree with indentation.",
					Example: "--game 1 games.pgn"},
				{Name: "check", Args: "[--from FORM] [FILE|-]", Define: defineTreeCheck,
					Summary: "Count the moves of a tree, or report where it is invalid.",
					Example: "--game 1 games.pgn"},
			}},
		{Name: "uci", Define: defineEngine("uci"),
			Summary: "Serve UCI on standard input and output, as without a subcommand after the line \"uci\"."},
		{Name: "xboard", Define: defineEngine("xboard"),
			Summary: "Serve xboard (CECP v2), as without a subcommand after the line \"xboard\"."},
		cli.CompletionCommand(newProgram), cli.ManCommand(newProgram),
	}
}
