package main

import (
	"github.com/spf13/cobra"

	"alfiere/cmd/internal/games"
	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
)

// subcommands returns the table used by dispatch, help and tests. Tests run the examples in a folder with the files of
// testdata/example and the endgame tables of three pieces.
func subcommands() []*cobra.Command {
	return []*cobra.Command{
		mateCommand(),
		cli.With(&cobra.Command{Use: "perft [--divide] [--chess960] DEPTH [FEN]",
			Short:   "Count the legal move sequences of DEPTH half-moves.",
			Example: "alfiere perft 4 --divide"}, definePerft),
		cli.With(&cobra.Command{Use: "bench [--depth N] [--hash MB]",
			Short:   "Search fixed positions and print the signature (node count) and the speed.",
			Example: "alfiere bench --depth 4"}, defineBench),
		cli.With(&cobra.Command{Use: "eval [--knowledge LETTERS] [--json] [FEN]",
			Short:   "Explain the evaluation of a position by piece and by term.",
			Example: `alfiere eval --knowledge mp "8/5pk1/4p1p1/1b1pP2p/3P1P1P/2B3P1/5K2/8 w - - 10 40"`},
			defineEval),
		cli.With(&cobra.Command{Use: "board [--svg|--unicode] [flags] [FEN]",
			Short:   "Print a position as text, or as an SVG picture with marks and arrows.",
			Example: "alfiere board --svg --arrows e2e4 --marks e5,d5"}, defineBoard),
		cli.Group(&cobra.Command{Use: "hash make|check FILE [MB]",
			Short: "Create a persistent hash file, or check one for damage."},
			cli.With(&cobra.Command{Use: "make FILE MB",
				Short:   "Create a hash file of MB megabytes, a power of two.",
				Example: "alfiere hash make games.hash 4"}, defineHashMake),
			cli.With(&cobra.Command{Use: "check FILE",
				Short:   "Count the entries of a hash file and find damaged ones.",
				Example: "alfiere hash check games.hash"}, defineHashCheck),
		),
		games.AnalyseCommand(),
		games.SuiteCommand(),
		games.EndgameCommand(),
		tournament.Command(),
		cli.Group(&cobra.Command{Use: "book make|dump|merge [flags] [FILE…]",
			Short: "Make, dump and merge opening books."},
			cli.With(&cobra.Command{Use: "make --out FILE [flags] FILE...",
				Short:   "Make a book from lines (.txt), games (.pgn), tables (.tsv), books (.bin).",
				Example: "alfiere book make --out book.bin --min-games 1 lines.txt games.pgn"}, defineBookMake),
			cli.With(&cobra.Command{Use: "dump [--plies N] [FILE]",
				Short: "Write a book, or the built-in one, as text that book make can read, and report " +
					"its first error.",
				Example: "alfiere book dump --plies 2"}, defineBookDump),
			cli.With(&cobra.Command{Use: "merge --out FILE [--first] FILE...",
				Short:   "Merge several books into one.",
				Example: "alfiere book merge --out both.bin --first mine.bin theirs.bin"}, defineBookMerge),
		),
		cli.With(&cobra.Command{Use: "play [flags] [FEN | EIGHT ROWS [w|b]]",
			Short:   "Referee a game between people, a script or the engine, in any notation.",
			Example: "alfiere play --engine black --time 0.5 --save game.pgn"}, definePlay),
		games.Command(title()),
		cli.Group(&cobra.Command{Use: "tree grow|convert|show|check [flags]",
			Short: "Grow, convert, show and check game trees with all their variations."},
			cli.With(&cobra.Command{Use: "grow --depth D [--best N] [--nodes N] [--to FORM] [--out FILE] [FEN]",
				Short:   "Make the tree of all moves from a position, or of the engine's best moves.",
				Example: "alfiere tree grow --depth 2 --best 3 --nodes 1000"}, defineTreeGrow),
			cli.With(&cobra.Command{Use: "convert [--from FORM] [--to FORM] [--out FILE] [FILE|-]",
				Short:   "Convert a tree (pgn, text, numeric, table) or positions (board, fen).",
				Example: "alfiere tree convert --to text --game 1 games.pgn"}, defineTreeConvert),
			cli.With(&cobra.Command{Use: "show [--from FORM] [--diagrams] [FILE|-]",
				Short:   "Print a tree with indentation.",
				Example: "alfiere tree show --game 1 games.pgn"}, defineTreeShow),
			cli.With(&cobra.Command{Use: "check [--from FORM] [FILE|-]",
				Short:   "Count the moves of a tree, or report where it is invalid.",
				Example: "alfiere tree check --game 1 games.pgn"}, defineTreeCheck),
		),
		cli.With(&cobra.Command{Use: "uci",
			Short:   "Serve UCI on standard input and output, even if the first line is not \"uci\".",
			Example: "alfiere uci"}, defineEngine("uci")),
		cli.With(&cobra.Command{Use: "xboard",
			Short:   "Serve xboard (CECP v2), even if the first line is not \"xboard\".",
			Example: "alfiere xboard"}, defineEngine("xboard")),
	}
}
