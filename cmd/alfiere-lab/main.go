// Command alfiere-lab is the laboratory: the workbench in a browser, collections of problems, experiments, and the
// consulting player, an engine whose council members run on workers of any number of machines. It is a separate program
// to keep the engine small: alfiere links no broker, database or web server.
//
// This package defines flags and connects packages; council/broker has the jobs and messages.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/problemfile"
	"alfiere/cmd/internal/workbench"
	"alfiere/internal/cli"
	"alfiere/protocol"
)

const about = `alfiere-lab has the tools that are too large for the engine. "web" serves the
workbench, a page for composers, solvers and players. "problems" manages
collections of problems. "experiment" measures councils, and "proposals" stores
the moves that their members propose. To use members on other machines, start a
"broker" and one "worker" per machine, and configure "alfiere-lab engine" as
the engine of your GUI. "tasks" gives the workers other work; "status" shows
them. "tune" fits the evaluation of the engine to games that it plays.`

func main() {
	os.Exit(run(os.Args[1:], cli.Standard()))
}

// run is main with the given command line and streams.
func run(args []string, std cli.Streams) int {
	std.Zstandard = openZstandard
	if cli.IsVersion(args) {
		return cli.WriteVersion("alfiere-lab", protocol.Title, std)
	}
	return cli.Execute(newProgram(), args, std)
}

// newProgram returns the program with its subcommands.
func newProgram() *cobra.Command {
	return cli.Root("alfiere-lab", "workbench, problem collections and experiments", about, subcommands()...)
}

// subcommands returns the table used by dispatch, help and tests.
func subcommands() []*cobra.Command {
	return []*cobra.Command{
		cli.With(&cobra.Command{Use: "broker [--listen HOST:PORT] [flags]",
			Short:   "Run the NATS message broker that connects engines and workers.",
			Example: "alfiere-lab broker --listen 127.0.0.1:4222"}, defineBroker),
		cli.With(&cobra.Command{Use: "worker [--broker URL] [--threads N] [--hash MB] [--name NAME] [flags]",
			Short:   "Run searches and tasks for the programs at a broker.",
			Example: "alfiere-lab worker --broker nats://127.0.0.1:4222 --threads 2 --hash 64"}, defineWorker),
		cli.With(&cobra.Command{Use: "tasks [--broker URL] [--kind KIND] [--out FILE] [flags] FILE",
			Short:   "Let the workers at a broker process the lines of a file, such as problems.",
			Example: "alfiere-lab tasks --kind problem --here 2 problems.txt"}, defineTasks),
		cli.With(&cobra.Command{Use: "status [--broker URL] [--watch SECONDS] [--json] [flags]",
			Short:   "Show the servers, the task queue and the workers of a broker.",
			Example: "alfiere-lab status --broker nats://127.0.0.1:4222 --watch 5"}, defineStatus),
		cli.With(&cobra.Command{Use: "engine [--broker URL] [--consult MEMBERS] [flags]",
			Short:   "Serve a chess engine (UCI, xboard or console) whose council members run on workers.",
			Example: "alfiere-lab engine --broker nats://127.0.0.1:4222 --consult noise5"}, defineEngine),
		cli.Group(&cobra.Command{Use: "experiment", Short: "Measure councils on test suites and in games."},
			laboratory.Recorded(laboratory.Experiments(defineQueue), func() []string { return os.Args })...),
		problemfile.Command(defineAnalysts),
		laboratory.ProposalsCommand(defineQueue),
		tuneCommand(),
		workbench.Command(),
	}
}
