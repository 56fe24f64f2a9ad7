package main

import (
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/spf13/pflag"

	"alfiere/internal/cli"
	"alfiere/search"
)

// defineHashMake defines the command that creates a hash file.
func defineHashMake(*pflag.FlagSet) cli.Run {
	return func(args []string, _ cli.Streams) error {
		if len(args) != 2 {
			return cli.Usagef("give FILE and its size MB")
		}
		path := args[0]
		megabytes, err := strconv.Atoi(args[1])
		if err != nil || megabytes < 1 {
			return cli.Usagef("MB must be a number of megabytes, not %q", args[1])
		}
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("hash file \"%s\": %w", path, fs.ErrExist)
		}
		file, err := search.OpenHashFile(path, megabytes)
		if err != nil {
			return err
		}
		return file.Close()
	}
}

// defineHashCheck defines the command that checks a hash file. It fails if an entry is damaged, although the engine
// tolerates that.
func defineHashCheck(*pflag.FlagSet) cli.Run {
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("give one FILE")
		}
		file, err := search.OpenHashFile(args[0], 0)
		if err != nil {
			return err
		}
		defer file.Close()
		census, err := file.Count()
		if err != nil {
			return err
		}
		fmt.Fprintf(std.Out, "%d MB, %d entries in %d slots, %.1f%% full\n",
			file.Megabytes(), census.Used, census.Slots, 100*float64(census.Used)/float64(census.Slots))
		if census.Damaged > 0 {
			return fmt.Errorf("hash file \"%s\": damaged entries: %d, the first at offset %d; "+
				"the engine ignores and eventually overwrites them", args[0], census.Damaged, census.FirstDamaged)
		}
		return nil
	}
}
