// Command alfiere is a chess engine and problem solver. Without arguments it serves UCI, xboard (CECP v2) or a console,
// depending on the first line it reads. Its subcommands solve mates, count moves, explain evaluations, play matches and
// more.
//
// This package connects the engine, the protocols and the problem solver. Each subcommand defines its flags and calls
// the package that does the work; internal/cli has the code that all subcommands share.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
	"alfiere/protocol"
)

const about = `Without arguments, alfiere is a chess engine on standard input and output. It
speaks UCI if the first line is "uci" and xboard (CECP v2) if it is "xboard";
otherwise it is a console: type a move or "help".`

func main() {
	os.Exit(run(os.Args[1:], cli.Standard()))
}

// run is main with the given command line and streams. A GUI's call and --version do not make the table of subcommands.
func run(args []string, std cli.Streams) int {
	switch {
	case len(args) == 0:
		return cli.Serve("alfiere", runEngine, std)
	case cli.IsVersion(args):
		return cli.WriteVersion("alfiere", protocol.Title, std)
	}
	root := newProgram()
	if args[0] == "match" {
		args = tournament.Translate(root, args)
	}
	return cli.Execute(root, args, std)
}

// newProgram returns the program with its subcommands.
func newProgram() *cobra.Command {
	return cli.Root("alfiere", "chess engine, and solver of directed mates", about, subcommands()...)
}

// title returns the engine's name for GUIs and game records, which identifies the build.
func title() string { return cli.ReadBuild().Title(protocol.Title) }
