package console

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"alfiere/internal/wire"
)

// get reads a game, the Nth of its file; if that fails the game on the board stays.
func (a *adapter) get(text string) {
	if text == "" {
		a.badArguments("load", "")
		return
	}
	file, name, number, err := a.open(text)
	if err != nil {
		a.reportError(err)
		return
	}
	defer file.Close()
	r, more, err := readGame(file, number, a.referee())
	if err != nil {
		a.refuse("%s: %v", wire.Clip(name), err)
		return
	}
	a.load(r)
	if a.Table == nil {
		a.force()
	} else {
		a.chooseSides()
	}
	if a.boards {
		a.show()
	}
	a.say("%s against %s, %d half-moves", cmp.Or(r.white, "somebody"), cmp.Or(r.black, "somebody"), len(a.notes))
	if more {
		a.say("the file has more games: load %s %d loads the next; back all returns to the start of this one", name, number+1)
	}
	if a.Table == nil {
		a.tellTurn()
		return
	}
	a.list("")
	a.tellOutcome()
}

// open opens a file, whose name may be followed by the number of a game.
func (a *adapter) open(text string) (file io.ReadCloser, name string, number int, err error) {
	if file, err = a.Files.Open(text); err == nil {
		return file, text, 1, nil
	}
	blank := strings.LastIndexByte(text, ' ')
	if blank < 0 {
		return nil, text, 1, err
	}
	number, wrong := strconv.Atoi(text[blank+1:])
	if wrong != nil {
		return nil, text, 1, err
	}
	name = wire.Trim(text[:blank])
	if number < 1 {
		return nil, name, number, fmt.Errorf("there is no game %d: games are numbered from 1", number)
	}
	file, err = a.Files.Open(name)
	return file, name, number, err
}

// MaxFile is the size limit in bytes of files that are read whole: a position, or a game. A
// long game with its thinking needs a tenth of it.
const MaxFile = 1 << 20

// files stores games and positions.
type files interface {
	// Read returns the text of a file of at most MaxFile bytes.
	Read(name string) (string, error)
	// Open opens a file of any size.
	Open(name string) (io.ReadCloser, error)
	// Write replaces the contents of a file by text, or leaves the file unchanged.
	Write(name, text string) error
}

// noFiles refuses all files.
type noFiles struct{}

var errNoFiles = errors.New("files are not available here")

func (noFiles) Read(string) (string, error) { return "", errNoFiles }

func (noFiles) Open(string) (io.ReadCloser, error) { return nil, errNoFiles }

func (noFiles) Write(string, string) error { return errNoFiles }
