package tune

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"alfiere/internal/datafile"
)

// origin is what an archive held when it was read.
type origin struct {
	Provenance
	Games     int
	Positions int
	Cut       bool // the file ends within a game: it is being written, or a run was killed
}

// errHeader is wrapped by load for an archive that ends too early.
var errHeader = errors.New("it ends within its header")

// load hands the games of an archive to add. The error is one of Reader,
// with the file's name, and wraps datafile.ErrEmpty or errHeader for a file that ends too early.
func load(path string, add func(*game)) (o origin, err error) {
	file, err := os.Open(path)
	if err != nil {
		return o, err
	}
	defer file.Close()
	r, err := newReader(bufio.NewReaderSize(file, 1<<20))
	switch {
	case err == io.EOF:
		err = datafile.ErrEmpty
	case err == io.ErrUnexpectedEOF:
		err = errHeader
	}
	if err != nil {
		return o, fmt.Errorf("%s: %w", path, err)
	}
	o.Provenance = r.Provenance()
	for g := new(game); ; {
		switch err := r.Read(g); {
		case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
			o.Cut = errors.Is(err, io.ErrUnexpectedEOF)
			return o, nil
		case err != nil:
			return o, fmt.Errorf("%s: %w", path, err)
		}
		o.Games++
		o.Positions += len(g.Samples)
		add(g)
	}
}
