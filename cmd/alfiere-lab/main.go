// Command alfiere-lab is the laboratory: the workbench in a browser, collections of problems,
// experiments, and the consulting player with a message broker, workers on any number of
// machines, and the engine whose council they are. It is a program of its own so that the
// engine stays small: alfiere links no broker, database or web server.
//
// This package reads flags and joins the rooms together; jobs and messages are those of
// council/broker.
package main

import (
	"os"
	"strings"

	"alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/problemfile"
	"alfiere/cmd/internal/workbench"
	"alfiere/internal/cli"
	"alfiere/protocol"
)

const about = `What is too large for the engine itself. "web" is the workbench: a page for composers,
solvers and players. "problems" keeps collections of problems, "experiment" asks what
councils are worth, and "proposals" keeps what their members proposed. An engine may consult
members on other machines: begin a "broker" and "workers", and give a GUI "alfiere-lab
engine" for its engine; "tasks" has such workers do other work.`

func main() {
	os.Exit(run(os.Args[1:], cli.Standard()))
}

// run is main with its command line and streams given.
func run(args []string, std cli.Streams) int {
	return newProgram().Run(args, std)
}

func newProgram() *cli.Program {
	return &cli.Program{Name: "alfiere-lab", Purpose: "laboratory of the consulting player", About: about,
		Serve: nothing, Version: version, Table: subcommands()}
}

// nothing is what happens without a subcommand: they are named.
func nothing(cli.Streams) error {
	var names []string
	for _, c := range subcommands() {
		names = append(names, c.Name)
	}
	last := len(names) - 1
	return cli.Usagef("say what to do: %s or %s", strings.Join(names[:last], ", "), names[last])
}

// subcommands is the one table that dispatch, help and tests read.
func subcommands() []cli.Command {
	return []cli.Command{
		{Name: "broker", Args: "[--listen HOST:PORT] [flags]", Define: defineBroker,
			Summary: "Bring messages between engines and workers: a NATS server, of this machine alone unless --listen says more.",
			Example: "--listen 127.0.0.1:4222"},
		{Name: "worker", Args: "[--broker URL] [--threads N] [--hash MB] [--name NAME] [flags]", Define: defineWorker,
			Summary: "Search for the engines at a broker, and do tasks, within the bounds of the flags.",
			Example: "--broker nats://127.0.0.1:4222 --threads 2 --hash 64"},
		{Name: "tasks", Args: "[--broker URL] [--kind KIND] [--out FILE] [flags] FILE", Define: defineTasks,
			Summary: "Have the lines of a file done by the workers at a broker, such as problems solved.",
			Example: "--kind problem --here 2 problems.txt"},
		{Name: "engine", Args: "[--broker URL] [--consult MEMBERS] [flags]", Define: defineEngine,
			Summary: "Be a chess engine (UCI, xboard or for people) whose council are the workers at a broker.",
			Example: "--broker nats://127.0.0.1:4222 --consult noise5"},
		{Name: "experiment", Parts: laboratory.Experiments(defineCrew, 0),
			Summary: "Ask the questions of the laboratory: what is a council worth?"},
		problemfile.Command(defineAnalysts),
		laboratory.ProposalsCommand(defineCrew),
		workbench.Command(),
		cli.CompletionCommand(newProgram), cli.ManCommand(newProgram),
	}
}

func version() string { return cli.ReadBuild().Lines(protocol.Title) }
