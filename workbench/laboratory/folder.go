// Package laboratory implements the workbench's requests on a folder of experiments. It shows what
// experiments write there while they run. The experiments themselves are commands of alfiere-lab.
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

	"alfiere/council/proposals"
	"alfiere/protocol/client/arena"
	"alfiere/workbench/api"
)

// Commands are the parts of alfiere-lab that the laboratory uses.
type Commands struct {
	// Holdings returns the contents of a proposal store for some suites, as an object for JSON.
	Holdings func(ctx context.Context, store string, suites []string) (any, error)

	// Course returns the state of a tournament after some games, as an object for JSON.
	Course func(players []string, games []arena.Game) any
}

// Folder shows what experiments write into a folder while they run. It reads only files directly in
// that folder, with the extensions below.
type Folder struct {
	root     *os.Root
	commands Commands
	reading  chan struct{} // admits one reader: a large file takes much memory
}

// Open returns the laboratory of a folder.
func Open(path string, commands Commands) (*Folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root, commands: commands, reading: make(chan struct{}, 1)}, nil
}

// Close closes the folder.
func (l *Folder) Close() error { return l.root.Close() }

// Methods returns the methods on the folder.
func (l *Folder) Methods() []api.Method {
	return []api.Method{
		api.Define("laboratory/list", "Lists the experiments and tournaments in the laboratory folder.", l.list),
		api.Define("laboratory/watch", "Follows an experiment: table, curves, figures, picture.", l.watch),
		api.Heavy(api.Define("laboratory/games", "Lists the games of a tournament, or returns the moves of one.", l.games)),
		api.Heavy(api.Define("laboratory/store", "Describes the contents of a proposal store.", l.store)),
	}
}

// forms are the extensions of the files that are shown, and the maximum size of each in bytes.
var forms = map[string]int64{
	".pgn":   64 << 20, // the games of a tournament
	".json":  8 << 20,  // the figures of an experiment, or the state of a breeding
	".txt":   1 << 20,  // the output of a command
	".svg":   4 << 20,  // pictures
	".png":   4 << 20,
	jobForm:  64 << 10, // the record of an experiment
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

// suiteForm is the extension of suites.
const suiteForm = ".epd"

// path returns the path of a file in the folder.
func (l *Folder) path(file string) string { return filepath.Join(l.root.Name(), file) }

// entries lists the contents of the folder.
func (l *Folder) entries() ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(l.root.FS(), ".")
	if err != nil {
		return nil, errors.New("the laboratory folder cannot be read")
	}
	return entries, nil
}

// files lists the files of the folder that have the extension.
func (l *Folder) files(ending string) ([]string, error) {
	entries, err := l.entries()
	names := []string{}
	for _, entry := range entries {
		name := entry.Name()
		if entry.Type().IsRegular() && path.Ext(name) == ending && !strings.HasPrefix(name, ".") {
			names = append(names, name)
		}
	}
	return names, err
}

// isStore reports whether a file is a proposal store.
func (l *Folder) isStore(name string) bool {
	info, err := l.root.Lstat(name)
	return err == nil && info.Mode().IsRegular() && proposals.IsStore(l.path(name))
}

// storeQuery is the body of laboratory/store.
type storeQuery struct {
	Name string `json:"name"` // of the store, as in laboratory/list
	api.Asked
}

// store counts the contents of a store, and how much of each suite in the folder it covers.
func (l *Folder) store(ctx context.Context, asked *storeQuery, _ api.Emit) (any, error) {
	stores, err := l.files(storeForm)
	if err != nil {
		return nil, err
	}
	if file := asked.Name + storeForm; !slices.Contains(stores, file) || !l.isStore(file) {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "the store does not exist"}
	}
	suites, err := l.files(suiteForm)
	if err != nil {
		return nil, err
	}
	for i := range suites {
		suites[i] = l.path(suites[i])
	}
	return l.commands.Holdings(ctx, l.path(asked.Name+storeForm), suites[:min(len(suites), maxSuites)])
}

// maxSuites is the maximum number of suites whose answers laboratory/store counts.
const maxSuites = 12
