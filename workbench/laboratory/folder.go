// Package laboratory implements the workbench's requests on a folder of experiments. It shows what
// experiments write there while they run. The experiments themselves are commands of alfiere-lab.
package laboratory

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"alfiere/council/proposals"
	"alfiere/internal/message"
	"alfiere/movegen/gametree"
	"alfiere/movegen/pgn"
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
		api.Define("laboratory/list", l.list),
		api.Define("laboratory/watch", l.watch),
		api.Heavy(api.Define("laboratory/games", l.games)),
		api.Heavy(api.Define("laboratory/store", l.store)),
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

// maxGames is the maximum number of games in an answer.
const maxGames = 200

// gamesQuery is the body of laboratory/games.
type gamesQuery struct {
	Name string `json:"name"` // of a tournament, as in laboratory/list
	From int    `json:"from"` // number of the first listed game, from 1 (also for 0)
	Game int    `json:"game"` // number of a game whose moves are returned; 0 for a list
	api.Asked
}

// listedGame is a game of a tournament.
type listedGame struct {
	Number int    `json:"number"`
	White  string `json:"white"`
	Black  string `json:"black"`
	Result string `json:"result"`
}

// gamesAnswer is a part of the games of a tournament, or one game.
type gamesAnswer struct {
	Count int          `json:"count"` // of all games
	Games []listedGame `json:"games"`
	Start string       `json:"start,omitempty"` // FEN of the requested game; "" for the initial position
	Moves []string     `json:"moves,omitempty"` // of the requested game, in UCI coordinates
}

// games lists the games of a tournament, or returns the moves of one.
func (l *Folder) games(ctx context.Context, asked *gamesQuery, _ api.Emit) (any, error) {
	if e, err := l.find(asked.Name); err != nil {
		return nil, err
	} else if !e.has("pgn") {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "the experiment has no games"}
	}
	select {
	case l.reading <- struct{}{}:
		defer func() { <-l.reading }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	file, err := l.root.Open(asked.Name + ".pgn")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	a := gamesAnswer{Games: []listedGame{}}
	r := pgn.NewReader(io.LimitReader(file, forms[".pgn"]), pgn.Reading{})
	for r.Next() && ctx.Err() == nil {
		a.Count++
		wanted := a.Count >= max(asked.From, 1) && len(a.Games) < maxGames
		if asked.Game > 0 {
			wanted = a.Count == asked.Game
		}
		if !wanted {
			continue
		}
		if asked.Game > 0 {
			a.take(r)
		}
		a.Games = append(a.Games, listedGame{a.Count, r.Tag("White"), r.Tag("Black"), r.Result().String()})
	}
	if asked.Game != 0 && len(a.Games) == 0 {
		return nil, &api.Fault{Code: api.NotFound, Field: "game", Err: message.Errorf("there is no game %d", asked.Game)}
	}
	return a, ctx.Err()
}

// take takes start and moves of the reader's game, as far as it can be read.
func (a *gamesAnswer) take(r *pgn.Reader) {
	game, _ := r.Game() // an error leaves the moves before it
	if r.Tag("FEN") != "" {
		start := game.Tree.Start()
		a.Start = start.FEN()
	}
	for n := range game.Tree.Line(gametree.Root) {
		a.Moves = append(a.Moves, game.Tree.Move(n).String())
	}
}
