package book

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
)

// ErrUnknownKind is wrapped by errors about a file whose name does not show its format.
var ErrUnknownKind = errors.New("the name must end in .txt, .pgn, .tsv or .bin")

// IsBook reports whether the name is that of a book, which Open reads, compressed or not.
func IsBook(path string) bool {
	return strings.EqualFold(filepath.Ext(datafile.Plain(path)), ".bin")
}

// ReadFile adds a file to b by what the end of its name says that it is: lines of moves (.txt), a table (.tsv) or games
// (.pgn), of which games says which. The report is of games, nil for other files; fault is called with each game's
// first error. The error is that of the file or wraps ErrUnknownKind.
func (b *Builder) ReadFile(path string, games Games, fault func(error)) (report *gamesReport, err error) {
	var read func(io.Reader, *Builder) error
	switch strings.ToLower(filepath.Ext(datafile.Plain(path))) {
	case ".txt":
		read = ReadText
	case ".tsv":
		read = readTable
	case ".pgn":
		read = func(r io.Reader, b *Builder) error {
			counted, err := games.Read(r, b, fault)
			report = &counted
			return err
		}
	default:
		return nil, message.Errorf("%s: %w", path, ErrUnknownKind)
	}
	file, err := datafile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := read(file, b); err != nil {
		return nil, message.Errorf("%s: %w", path, err)
	}
	return report, nil
}

// MergeFiles is Merge for the book made, which may be nil, followed by the books of the
// given paths. They are closed again when it returns, so that one of them can be replaced.
func MergeFiles(w io.Writer, how merging, made *Builder, paths []string) (entries int, err error) {
	var sources []source
	if made != nil {
		sources = append(sources, made)
	}
	for _, path := range paths {
		b, err := Open(path)
		if err != nil {
			return 0, err
		}
		defer b.Close()
		sources = append(sources, b)
	}
	return Merge(w, how, sources...)
}
