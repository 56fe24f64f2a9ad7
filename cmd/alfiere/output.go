package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

// outFlag defines the flag for a file that is written in place of standard output.
func outFlag(flags *flag.FlagSet) *string {
	return flags.String("out", "", "`file` to write in place of standard output; it may be one that is read")
}

// errSameFile is returned for a file that is read and standard output, too: the shell
// has emptied it, or, if it is appended to, the reading would never end.
var errSameFile = errors.New("it is standard output, too; --out replaces a file that is read")

// openInput opens the file of that name, standard input for "-" or none. Where output, the
// name of what is written, is empty it is standard output, which must be another file.
func openInput(name, output string, std streams) (in io.Reader, closer io.Closer, err error) {
	in, closer = std.in, io.NopCloser(nil)
	if name != "" && name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, nil, err
		}
		in, closer = file, file
	}
	if output == "" && isSameFile(in, std.out) {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", cmp.Or(name, "-"), errSameFile), closer.Close())
	}
	return in, closer, nil
}

// isSameFile reports whether both are the same regular file.
func isSameFile(in io.Reader, out io.Writer) bool {
	from, ok := in.(*os.File)
	to, alsoOK := out.(*os.File)
	if !ok || !alsoOK {
		return false
	}
	source, err := from.Stat()
	target, otherErr := to.Stat()
	return err == nil && otherErr == nil && source.Mode().IsRegular() && os.SameFile(source, target)
}
