//go:build manual

package main

import (
	"os"

	"alfiere/internal/cli"
	"alfiere/protocol"
)

// init writes the manual pages instead of running the program.
func init() { os.Exit(cli.WriteManual(newProgram(), protocol.Title, os.Args[1:])) }
