// Command alfiere is the chess engine. With no argument it speaks UCI or xboard
// (CECP v2), decided by the first line it reads, or plays with a person; its subcommands solve mate
// problems, count moves, explain evaluations and measure speed.
//
// Only this package joins the rooms together: it wires engine, protocols and
// problem solver. Each subcommand declares its flags, fills in what its room asks for and
// calls that; what all have in common is in internal/cli.
package main

import (
	"os"

	"alfiere/internal/cli"
	"alfiere/protocol"
)

const about = `With no argument alfiere is a chess engine on standard input and output: UCI if
the first line is "uci", xboard (CECP v2) if it is "xboard", else a console for
people: type a move, or help.`

func main() {
	os.Exit(run(os.Args[1:], cli.Standard()))
}

// run is main with its command line and streams given.
func run(args []string, std cli.Streams) int {
	return newProgram().Run(args, std)
}

func newProgram() *cli.Program {
	return &cli.Program{Name: "alfiere", Purpose: "chess engine, and solver of directed mates", About: about,
		Serve: runEngine, Version: version, Table: subcommands()}
}

// title is the engine's name for GUIs and records of games, which tells builds apart.
func title() string { return cli.ReadBuild().Title(protocol.Title) }

func version() string { return cli.ReadBuild().Lines(protocol.Title) }
