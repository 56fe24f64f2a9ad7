package laboratory

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"alfiere/internal/cli"
	"alfiere/internal/message"
	"alfiere/internal/work"
	"alfiere/protocol/client/arena"
	"alfiere/workbench/api"
)

// Commands are the parts of alfiere-lab that the laboratory uses.
type Commands struct {
	// Experiments returns the rows of the experiments; crew creates the crew for their tasks.
	Experiments func(crew Crew) []cli.Command

	// Holdings returns the contents of a proposal store for some suites, as an object for JSON.
	Holdings func(ctx context.Context, store string, suites []string) (any, error)

	// Course returns the state of a tournament after some games, as an object for JSON.
	Course func(players []string, games []arena.Game) any
}

// Crew creates a crew in this process that runs a number of tasks at a time.
type Crew func(kinds []work.Kind, threads int) work.Crew

// Folder shows what experiments write into a folder while they run, and starts some. It reads
// only files directly in that folder, with the extensions below.
type Folder struct {
	root     *os.Root
	commands Commands
	queue    *work.Queue   // of the running experiments of this program
	reading  chan struct{} // admits one reader: a large file takes much memory
	adding   sync.Mutex    // held while a file is added

	writing sync.Mutex   // protects the next two
	writers int          // experiments of this program that have entered the folder
	unlock  func() error // leaves the folder to other programs
}

// forms are the extensions of the files that are shown, and the maximum size of each in bytes.
var forms = map[string]int64{
	".pgn":   64 << 20, // the games of a tournament
	".json":  8 << 20,  // the figures of an experiment, or the state of a breeding
	".txt":   1 << 20,  // the output of a command
	".svg":   4 << 20,  // pictures
	".png":   4 << 20,
	jobForm:  64 << 10, // the record of an experiment that the page started
	".state": 8 << 20,  // the runs of a breeding

	figuresForm: 8 << 20, // the figures of an experiment of alfiere-lab experiment reproduce

	storeForm:   1 << 50, // a proposal store, shown by laboratory/store
	journalForm: 1 << 50, // its write-ahead log
}

// Extensions of files that belong to other files.
const (
	jobForm     = ".job"
	storeForm   = ".db"
	journalForm = ".db-wal"
	figuresForm = ".figures.json"
)

// split returns the name of the experiment that has a file, and the extension of the file.
func split(file string) (name, ending string) {
	ending = path.Ext(file)
	if strings.HasSuffix(file, figuresForm) {
		ending = figuresForm
	}
	return strings.TrimSuffix(file, ending), ending
}

// Extensions of files that experiments read: suites, and starting positions of games.
var (
	suiteForms   = []string{".epd"}
	openingForms = []string{".epd", ".fen", ".pgn", ".bin"}
)

// path returns the path of a file in the folder.
func (l *Folder) path(file string) string { return filepath.Join(l.root.Name(), file) }

// plain removes the folder's path from a text.
func (l *Folder) plain(text string) string {
	return strings.ReplaceAll(text, l.root.Name()+string(filepath.Separator), "")
}

// entries lists the contents of the folder.
func (l *Folder) entries() ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(l.root.FS(), ".")
	if err != nil {
		return nil, errors.New("the laboratory folder cannot be read")
	}
	return entries, nil
}

// files lists the files of the folder that have one of the extensions.
func (l *Folder) files(endings []string) ([]string, error) {
	entries, err := l.entries()
	names := []string{}
	for _, entry := range entries {
		name := entry.Name()
		if entry.Type().IsRegular() && slices.Contains(endings, path.Ext(name)) && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, err
}

// file returns the path of a file of the folder to be read, or an error. field is the field of
// the request that names it.
func (l *Folder) file(field, name string, endings []string) (string, error) {
	names, err := l.files(endings)
	if err == nil && !slices.Contains(names, name) {
		err = badField(field, "the folder has no file %q with one of the endings %s",
			name, strings.Join(endings, " "))
	}
	return l.path(name), err
}

// maxName is the maximum number of characters in the name of an experiment.
const maxName = 60

// checkName refuses names that are not plain file names.
func checkName(field, name string) error {
	strange := strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '_'
	})
	if name == "" || strange || name[0] == '-' || utf8.RuneCountInString(name) > maxName || !fs.ValidPath(name) {
		return badField(field, "a name may contain only letters, digits, - and _, at most %d characters", maxName)
	}
	return nil
}

// badField returns the fault for an invalid field of a request.
func badField(name, format string, values ...any) *api.Fault {
	return &api.Fault{Code: api.BadRequest, Field: name, Err: message.Errorf(format, values...)}
}

// lockName is the file that is locked while a program works in the folder.
const lockName = ".alfiere-lab.lock"

// How long and how often a lock is tried: a program that only checks it holds it for a moment.
const (
	lockTries  = 30
	checkTries = 2
	lockPause  = 10 * time.Millisecond
)

// enter is called before the files of an experiment are written. It fails while another program
// works in the folder. Otherwise it keeps other programs out until every caller has left.
func (l *Folder) enter() (leave func(), err error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.writers == 0 {
		if l.unlock, err = l.lock(lockTries); err != nil {
			return nil, err
		}
	}
	l.writers++
	return sync.OnceFunc(func() {
		l.writing.Lock()
		defer l.writing.Unlock()
		if l.writers--; l.writers == 0 {
			_ = l.unlock()
		}
	}), nil
}

// lock locks the folder. Where files cannot be locked, the user must make sure that only one
// program works there.
func (l *Folder) lock(tries int) (unlock func() error, err error) {
	for try := 1; ; try++ {
		switch unlock, err = cli.Lock(l.path(lockName)); {
		case err == nil:
			return unlock, nil
		case errors.Is(err, errors.ErrUnsupported):
			return func() error { return nil }, nil
		case !errors.Is(err, cli.ErrLocked):
			return nil, errors.New(l.plain(err.Error()))
		case try >= tries:
			return nil, errElsewhere()
		}
		time.Sleep(lockPause)
	}
}

// elsewhere reports whether another program works in the folder.
func (l *Folder) elsewhere() bool {
	l.writing.Lock()
	defer l.writing.Unlock()
	if l.writers > 0 {
		return false
	}
	unlock, err := l.lock(checkTries)
	if err == nil {
		_ = unlock()
	}
	_, locked := errors.AsType[*api.Fault](err)
	return locked
}

// errElsewhere is the error of writes while another program works in the folder.
func errElsewhere() *api.Fault {
	return &api.Fault{Code: api.Conflict,
		Message: "another program is working in this folder: stop it there, or wait until it ends"}
}
