package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"alfiere/search"
)

// runHash makes a hash file, or tells what is in one.
func runHash(flags *flag.FlagSet, args []string, std streams) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch arguments := flags.Args(); {
	case len(arguments) == 3 && arguments[0] == "make":
		megabytes, err := strconv.Atoi(arguments[2])
		if err != nil || megabytes < 1 {
			return fmt.Errorf("%w: %q is no number of megabytes", errUsage, arguments[2])
		}
		return makeHashFile(arguments[1], megabytes)
	case len(arguments) == 2 && arguments[0] == "check":
		return checkHashFile(arguments[1], std)
	}
	return fmt.Errorf("%w: make FILE MB, or check FILE", errUsage)
}

func makeHashFile(path string, megabytes int) error {
	if _, err := os.Lstat(path); err == nil {
		return inputError{fmt.Errorf("hash file %q: %w", path, fs.ErrExist)}
	}
	file, err := search.OpenHashFile(path, megabytes)
	if err != nil {
		return inputError{err}
	}
	return file.Close()
}

// checkHashFile fails if an entry is damaged, although the engine can live with that.
func checkHashFile(path string, std streams) error {
	file, err := search.OpenHashFile(path, 0)
	if err != nil {
		return inputError{err}
	}
	defer file.Close()
	census, err := file.Count()
	if err != nil {
		return inputError{err}
	}
	fmt.Fprintf(std.out, "%d MB, %d entries in %d places, %.1f%% full\n", file.Megabytes(), census.Used, census.Slots,
		100*float64(census.Used)/float64(census.Slots))
	if census.Damaged > 0 {
		return inputError{fmt.Errorf("hash file %q: damaged entries: %d, the first at offset %d; they are never used, and overwritten in time",
			path, census.Damaged, census.FirstDamaged)}
	}
	return nil
}
