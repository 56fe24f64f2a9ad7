//go:build manual

package main

import (
	"os"

	"alfiere/cmd/internal/manual"
	"alfiere/protocol"
)

// init writes the manual pages instead of running the program.
func init() { os.Exit(manual.Main(newProgram(), protocol.Title, os.Args[1:])) }
