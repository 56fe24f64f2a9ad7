package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
)

// ErrSameFile is returned for an input file that is also standard output. The shell has emptied it already or, when
// appending, reading would never end.
var ErrSameFile = errors.New(
	"the file is both input and standard output; write to another file, or replace it with --out")

// errFolder is returned for a directory in place of a file.
var errFolder = errors.New("is a directory, not a file")

// ErrNoInput is the usage error if no input is named and standard input is a terminal, where the user may not know that
// the program waits.
var ErrNoInput = Usagef("give a FILE, or - for standard input")

// Input is an input file or standard input. It is decompressed if necessary.
type Input struct {
	Name string // for messages; standard input is called stdin
	Size int64  // bytes; 0 if unknown, as for a pipe

	source io.Reader // *os.File except in tests
	reader io.Reader // of source
	data   *datafile.Reader
	closer io.Closer
	read   atomic.Int64 // bytes of source
}

// Open opens the file of that name for reading; "-" or "" is standard input. output names the file that the command
// writes ("" means standard output), which must not be the input. Reading from a pipe or terminal, which may block,
// ends with ErrInterrupted when ctx ends. The error is that of the system or wraps ErrSameFile.
func (s Streams) Open(ctx context.Context, name, output string) (*Input, error) {
	in := &Input{Name: "stdin", source: s.In, closer: io.NopCloser(nil)}
	if name != "" && name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		in.Name, in.source, in.closer = name, file, file
	}
	in.reader = in.source
	if (output == "" || output == "/dev/stdout") && isSameFile(in.source, s.Out) {
		return nil, errors.Join(message.Errorf("%s: %w", cmp.Or(name, "-"), ErrSameFile), in.Close())
	}
	if file, ok := in.source.(*os.File); ok {
		info, err := file.Stat()
		if err == nil && info.IsDir() {
			return nil, errors.Join(message.Errorf("%s: %w", in.Name, errFolder), in.Close())
		}
		if err == nil && info.Mode().IsRegular() {
			in.Size = info.Size()
		} else if ctx.Done() != nil {
			in.reader = NewContextReader(ctx, in.source)
		}
	}
	in.data = datafile.NewReaderWith((*rawInput)(in), s.Zstandard)
	return in, nil
}

// OpenOnly opens the only file that args may name. More than one name is a usage error. No name means standard input,
// or ErrNoInput if that is a terminal.
func (s Streams) OpenOnly(ctx context.Context, args []string, output string) (*Input, error) {
	switch {
	case len(args) > 1:
		return nil, Usagef("give at most one FILE, not %d", len(args))
	case len(args) == 1:
		return s.Open(ctx, args[0], output)
	case IsTerminal(s.In):
		return nil, ErrNoInput
	}
	return s.Open(ctx, "-", output)
}

// Each opens the files of these names, one after another, for some work, and closes them. No name means standard input,
// or ErrNoInput if that is a terminal. Other errors are those of the files and of work, which end it.
func (s Streams) Each(ctx context.Context, names []string, output string, work func(in *Input) error) error {
	if len(names) == 0 {
		if IsTerminal(s.In) {
			return ErrNoInput
		}
		names = []string{"-"}
	}
	for _, name := range names {
		in, err := s.Open(ctx, name, output)
		if err == nil {
			err = errors.Join(work(in), in.Close())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Read implements io.Reader.
func (i *Input) Read(into []byte) (int, error) { return i.data.Read(into) }

// rawInput reads the bytes of the file without decompression and counts them.
type rawInput Input

// Read implements io.Reader.
func (i *rawInput) Read(into []byte) (int, error) {
	n, err := i.reader.Read(into)
	i.read.Add(int64(n))
	return n, err
}

// Close closes a file; standard input stays open.
func (i *Input) Close() error {
	if i.data != nil {
		return errors.Join(i.data.Close(), i.closer.Close())
	}
	return i.closer.Close()
}

// Bar returns the progress bar of the part that has been read.
func (i *Input) Bar() string { return Bar(i.read.Load(), i.Size) }

// IsFile reports whether the input is the regular file of that name, also through links.
func (i *Input) IsFile(name string) bool {
	file, ok := fileOf(i.source)
	if !ok {
		return false
	}
	source, err := file.Stat()
	target, otherErr := os.Stat(name)
	return err == nil && otherErr == nil && source.Mode().IsRegular() && os.SameFile(source, target)
}

// isSameFile reports whether both are the same regular file.
func isSameFile(in io.Reader, out io.Writer) bool {
	from, ok := fileOf(in)
	to, alsoOK := fileOf(out)
	if !ok || !alsoOK {
		return false
	}
	source, err := from.Stat()
	target, otherErr := to.Stat()
	return err == nil && otherErr == nil && source.Mode().IsRegular() && os.SameFile(source, target)
}

// NewContextReader returns a reader of r whose Read returns ErrInterrupted as soon as ctx ends. Its goroutine ends with
// r or ctx, but a blocked read of r cannot be interrupted, so the goroutine may live until the process ends.
func NewContextReader(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	stop := context.AfterFunc(ctx, func() { _ = in.CloseWithError(ErrInterrupted) })
	go func() {
		defer stop()
		_, err := io.Copy(in, r)
		_ = in.CloseWithError(err)
	}()
	return out
}
