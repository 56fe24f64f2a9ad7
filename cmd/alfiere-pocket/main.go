// Command alfiere-pocket writes the page in the pocket: the workbench with the program as
// WebAssembly, a folder that any web server can host and that works without a net once it was
// opened. It needs the Go toolchain and the sources: go run ./cmd/alfiere-pocket DIR.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"

	"alfiere/internal/cli"
)

const usage = `usage: alfiere-pocket DIR

Compile the program to WebAssembly, in the source tree, and write the workbench without its server
into the folder DIR, for any web server and any path. DIR is created if it is missing; otherwise it
must be empty or have such a page, which is replaced.
The compressed copies (.gz) are for web servers that send them, such as nginx and Caddy.
`

func main() {
	os.Exit(run(os.Args[1:], cli.Standard()))
}

// run is main with its command line and streams given. The status is 0, 1 for a failure or 2 for wrong usage.
func run(args []string, std cli.Streams) int {
	flags := flag.NewFlagSet("alfiere-pocket", flag.ContinueOnError)
	flags.SetOutput(std.Err)
	flags.Usage = func() { fmt.Fprint(std.Err, usage) }
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() != 1 || flags.Arg(0) == "" {
		flags.Usage()
		return 2
	}
	ctx, stop := cli.Interrupts()
	defer stop()
	if err := build(ctx, flags.Arg(0), std); err != nil {
		fmt.Fprintln(std.Err, "alfiere-pocket:", err)
		return 1
	}
	return 0
}

// build compiles the page and writes it.
func build(ctx context.Context, folder string, std cli.Streams) error {
	if err := mayWrite(folder); err != nil {
		return err
	}
	files, err := collect(ctx, std.Err)
	if err != nil {
		return err
	}
	if err := write(folder, files); err != nil {
		return err
	}
	release, err := readMark(folder)
	if err != nil {
		return err
	}
	size, beyond := 0, 0
	for name, text := range files {
		if size += len(text); slices.Contains(release.Online, name) {
			beyond += len(text)
		}
	}
	_, err = fmt.Fprintf(std.Out,
		"%s: %d files, %d bytes, release %s; browsers keep all but %d files, %d bytes, for pages that need a server\n",
		folder, len(files), size, release.Version, len(release.Online), beyond)
	return err
}
