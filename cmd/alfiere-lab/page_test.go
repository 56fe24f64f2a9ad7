package main

import (
	"testing"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/internal/testing/doctest"
)

// leafFlags returns the names of the flags of each subcommand.
func leafFlags() map[string][]string {
	leaves := map[string][]string{}
	for path, c := range cli.Leaves(newProgram()) {
		leaves[path] = nil
		c.Flags().VisitAll(func(f *pflag.Flag) { leaves[path] = append(leaves[path], f.Name) })
	}
	return leaves
}

func TestNamesInUseAreNotRetired(t *testing.T) { doctest.CheckRetired(t, leafFlags()) }

func TestPagesNameSubcommandsAndFlags(t *testing.T) {
	doctest.CheckFlags(t, "alfiere-lab", leafFlags())
}

func TestTheIndexListsTheSubcommands(t *testing.T) { doctest.CheckIndex(t, newProgram()) }

func TestHelpAvoidsPhrases(t *testing.T) { doctest.CheckHelp(t, newProgram()) }

func TestCommandsOfThePages(t *testing.T) {
	doctest.Run(t, "alfiere-lab", programArgument, leafFlags())
}
