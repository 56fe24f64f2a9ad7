//go:build manual

package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// WriteManual writes the manual pages of a program, one for each command, into the folder that args name, and returns
// the exit status. The date is that of the variable SOURCE_DATE_EPOCH. Only builds with the tag manual link it:
//
//	go run -tags manual ./cmd/alfiere FOLDER
func WriteManual(root *cobra.Command, title string, args []string) int {
	if len(args) != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run -tags manual PACKAGE FOLDER")
		return 2
	}
	if err := writeManual(root, title, args[0]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// writeManual writes the pages into a folder, which it creates.
func writeManual(root *cobra.Command, title, folder string) error {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	showValues(root)
	header := &doc.GenManHeader{Section: "1", Source: title, Manual: "User Commands"}
	return doc.GenManTreeFromOpts(root, doc.GenManTreeOptions{Header: header, Path: folder, CommandSeparator: "-"})
}

// showValues gives flags without a default the name of their value in place of it, as pages show only the default.
func showValues(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		name, usage := pflag.UnquoteUsage(f)
		f.Usage = usage
		if f.DefValue == "" {
			f.DefValue = name
		}
	})
	for _, sub := range c.Commands() {
		showValues(sub)
	}
}
