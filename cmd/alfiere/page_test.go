package main

import (
	"maps"
	"slices"
	"testing"

	"alfiere/internal/cli"
	"alfiere/internal/testing/doctest"
)

// leafFlags returns the names of the flags of each subcommand.
func leafFlags() map[string][]string {
	leaves := map[string][]string{}
	for path, c := range cli.Leaves(newProgram()) {
		leaves[path] = slices.Collect(maps.Keys(flagsOf(c)))
	}
	return leaves
}

func TestNamesInUseAreNotRetired(t *testing.T) { doctest.CheckRetired(t, leafFlags()) }

func TestPagesNameSubcommandsAndFlags(t *testing.T) { doctest.CheckFlags(t, "alfiere", leafFlags()) }

func TestHelpAvoidsPhrases(t *testing.T) { doctest.CheckHelp(t, newProgram()) }

func TestCommandsOfThePages(t *testing.T) { doctest.Run(t, "alfiere", engineArgument, leafFlags()) }
