package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"alfiere/internal/cli"
	"alfiere/search"
)

func defineHashMake(*flag.FlagSet) cli.Run {
	return func(args []string, _ cli.Streams) error {
		if len(args) != 2 {
			return cli.Usagef("FILE and MB are needed")
		}
		path := args[0]
		megabytes, err := strconv.Atoi(args[1])
		if err != nil || megabytes < 1 {
			return cli.Usagef("%q is no number of megabytes", args[1])
		}
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("hash file %q: %w", path, fs.ErrExist)
		}
		file, err := search.OpenHashFile(path, megabytes)
		if err != nil {
			return err
		}
		return file.Close()
	}
}

// defineHashCheck fails if an entry is damaged, although the engine can live with that.
func defineHashCheck(*flag.FlagSet) cli.Run {
	return func(args []string, std cli.Streams) error {
		if len(args) != 1 {
			return cli.Usagef("one FILE is needed")
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
		fmt.Fprintf(std.Out, "%d MB, %d entries in %d places, %.1f%% full\n", file.Megabytes(), census.Used, census.Slots,
			100*float64(census.Used)/float64(census.Slots))
		if census.Damaged > 0 {
			return fmt.Errorf("hash file %q: damaged entries: %d, the first at offset %d; they are never used, and overwritten in time",
				args[0], census.Damaged, census.FirstDamaged)
		}
		return nil
	}
}
