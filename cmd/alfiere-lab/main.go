// Command alfiere-lab is the laboratory: the workbench in a browser, collections of problems, experiments, and the
// consulting player, an engine whose council members run on workers of any number of machines. It is a separate program
// to keep the engine small: alfiere links no broker, database or web server.
//
// This package defines flags and connects packages; council/broker has the jobs and messages.
package main

import (
	"os"
	"strings"

	"alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/problemfile"
	"alfiere/cmd/internal/tuning"
	"alfiere/cmd/internal/workbench"
	"alfiere/internal/cli"
	"alfiere/internal/datafile/zstandard"
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
	std.Zstandard = zstandard.Open
	return newProgram().Run(args, std)
}

// newProgram returns the program with its subcommands.
func newProgram() *cli.Program {
	return &cli.Program{Name: "alfiere-lab", Purpose: "workbench, problem collections and experiments", About: about,
		Serve: nothing, Version: version, Table: subcommands()}
}

// nothing returns the usage error for a command line without a subcommand, which lists the subcommands.
func nothing(cli.Streams) error {
	var names []string
	for _, c := range subcommands() {
		names = append(names, c.Name)
	}
	last := len(names) - 1
	return cli.Usagef("a subcommand is missing: %s or %s", strings.Join(names[:last], ", "), names[last])
}

// subcommands returns the table used by dispatch, help and tests.
func subcommands() []cli.Command {
	return []cli.Command{
		{Name: "broker", Args: "[--listen HOST:PORT] [flags]", Define: defineBroker,
			Summary: "Run the NATS message broker that connects engines and workers.",
			Example: "--listen 127.0.0.1:4222"},
		{Name: "worker", Args: "[--broker URL] [--threads N] [--hash MB] [--name NAME] [flags]", Define: defineWorker,
			Summary: "Run searches and tasks for the programs at a broker.",
			Example: "--broker nats://127.0.0.1:4222 --threads 2 --hash 64"},
		{Name: "tasks", Args: "[--broker URL] [--kind KIND] [--out FILE] [flags] FILE", Define: defineTasks,
			Summary: "Let the workers at a broker process the lines of a file, such as problems.",
			Example: "--kind problem --here 2 problems.txt"},
		{Name: "status", Args: "[--broker URL] [--watch SECONDS] [--json] [flags]", Define: defineStatus,
			Summary: "Show the servers, the task queue and the workers of a broker.",
			Example: "--broker nats://127.0.0.1:4222 --watch 5"},
		{Name: "engine", Args: "[--broker URL] [--consult MEMBERS] [flags]", Define: defineEngine,
			Summary: "Serve a chess engine (UCI, xboard or console) whose council members run on workers.",
			Example: "--broker nats://127.0.0.1:4222 --consult noise5"},
		{Name: "experiment",
			Parts:   laboratory.Recorded(laboratory.Experiments(defineCrew), func() []string { return os.Args }),
			Summary: "Measure councils on test suites and in games."},
		problemfile.Command(defineAnalysts),
		laboratory.ProposalsCommand(defineCrew),
		tuning.Command(),
		workbench.Command(),
		cli.CompletionCommand(newProgram), cli.ManCommand(newProgram),
	}
}

// version returns the output of --version.
func version() string { return cli.ReadBuild().Lines(protocol.Title) }
