package workbench

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"alfiere/cmd/internal/tournament"
	"alfiere/council/experiment"
	"alfiere/problem/text"
	"alfiere/protocol/client/arena"
	"alfiere/workbench/api"
)

// labFolder shows what experiments write into a folder, while they run, and begins some. It
// reads only files of that folder itself, of the forms below.
type labFolder struct {
	root      *os.Root
	reading   chan struct{} // has room for one: whoever reads files, of which a large one takes much memory
	occupancy occupancy
	bench
}

// forms are the files that are shown: by their endings, with the bytes that one may have.
var forms = map[string]int64{
	".pgn":   64 << 20, // the games of a tournament
	".json":  8 << 20,  // the figures of an experiment, or the state of a breeding
	".txt":   1 << 20,  // what a command has written
	".svg":   4 << 20,  // pictures
	".png":   4 << 20,
	jobForm:  64 << 10, // what this page has begun
	".state": 8 << 20,  // the runs of a breeding

	storeForm:   1 << 50, // a store of proposals, which is asked for by laboratory/store
	journalForm: 1 << 50, // what was written to it last
}

// Endings of files that belong to others.
const (
	jobForm     = ".job"
	storeForm   = ".db"
	journalForm = ".db-wal"
)

// maxAdded is how many bytes a request has that adds a file.
const maxAdded = 24 << 20

// newLabFolder returns the laboratory of a folder; gates are set by open.
func newLabFolder(root *os.Root) *labFolder {
	return &labFolder{root: root, reading: make(chan struct{}, 1), bench: bench{jobs: map[string]*job{}}}
}

// open is called before the first request, with the service that has the methods, and how
// many experiments may be under way at once.
func (l *labFolder) open(service *api.Service, places int) {
	l.cores, l.places = service.Cores(), api.NewGate(places, mostJobs)
}

// methods are those on a folder of experiments.
func (l *labFolder) methods() []api.Method {
	add := api.Define("laboratory/add", "Put a suite or openings into the folder.", l.add)
	add.Body = maxAdded
	return worded(
		api.Define("laboratory/list", "Experiments and tournaments of the laboratory's folder.", l.list),
		api.Define("laboratory/watch", "An experiment, and how it goes on: table, curves, figures, picture.", l.watch),
		api.Heavy(api.Define("laboratory/store", "What a store of proposals holds.", l.store)),
		api.Define("laboratory/experiments", "What can be begun, with its parameters, and the files that there are for them.", l.offer),
		add,
		api.Define("laboratory/start", "Begin an experiment or a tournament.", l.start),
		api.Define("laboratory/resume", "Go on with one that has stopped.", l.resume),
		api.Define("laboratory/stop", "Stop one; what it has found stays.", l.stop),
	)
}

// experimentFiles are the files of an experiment: those with one name but for the ending.
type experimentFiles struct {
	Name    string    `json:"name"`
	Parts   []string  `json:"parts"` // the endings, without the point
	Bytes   int64     `json:"bytes"`
	Changed time.Time `json:"changed"`
	Live    bool      `json:"live"`          // it runs here, or changed within the last minute or so
	Job     *jobShown `json:"job,omitempty"` // if it was begun by the page
}

// How long after a change an experiment counts as running, and how many are listed.
const (
	liveFor        = 90 * time.Second
	maxExperiments = 500
)

func (l *labFolder) list(context.Context, *asking, api.Emit) (any, error) {
	list, err := l.experiments()
	return map[string]any{"experiments": list}, err
}

// experiments lists the folder, what changed last first. Jobs are asked how they stand before
// their files are looked for: one that ends meanwhile has not ended here, and what is told to
// have ended has all its files.
func (l *labFolder) experiments() ([]experimentFiles, error) {
	jobs := l.ours()
	entries, err := fs.ReadDir(l.root.FS(), ".")
	if err != nil {
		return nil, errors.New("the laboratory's folder cannot be read")
	}
	found := map[string]*experimentFiles{}
	for _, entry := range entries {
		ending := path.Ext(entry.Name())
		if ending == storeForm && !l.isStore(entry.Name()) {
			continue
		}
		most, known := forms[ending]
		info, err := entry.Info()
		if !known || err != nil || !info.Mode().IsRegular() || info.Size() > most {
			continue
		}
		name := strings.TrimSuffix(entry.Name(), ending)
		e := found[name]
		if e == nil {
			e = &experimentFiles{Name: name}
			found[name] = e
		}
		if ending != journalForm {
			e.Parts = append(e.Parts, ending[1:])
		}
		e.Bytes += info.Size()
		if info.ModTime().After(e.Changed) {
			e.Changed = info.ModTime()
		}
	}
	list := make([]experimentFiles, 0, len(found))
	for name, e := range found {
		if len(e.Parts) == 0 {
			continue
		}
		if e.Job = jobs[name]; e.Job == nil {
			e.Job = l.shown(name, slices.Contains(e.Parts, jobForm[1:]))
		}
		e.Live = time.Since(e.Changed) < liveFor
		if e.Job != nil {
			e.Live = e.Job.State == jobRunning || e.Job.State == jobWaiting
		}
		list = append(list, *e)
	}
	slices.SortFunc(list, func(a, b experimentFiles) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.Name, b.Name))
	})
	return list[:min(len(list), maxExperiments)], nil
}

// watching is the body of laboratory/watch.
type watching struct {
	Name string `json:"name"` // as laboratory/list tells it
	Once bool   `json:"once"` // end with what is there now
	asking
}

// watched is how an experiment stands.
type watched struct {
	experimentFiles
	Tournament *tournament.Course `json:"tournament,omitempty"`
	Curves     []tournament.Curve `json:"curves,omitempty"`  // of a breeding, by generations
	Figures    json.RawMessage    `json:"figures,omitempty"` // what the experiment says with --json
	Text       string             `json:"text,omitempty"`
	SVG        []byte             `json:"svg,omitempty"` // in base64
	PNG        []byte             `json:"png,omitempty"`
	Faults     []string           `json:"faults,omitempty"` // of files that cannot be read
}

// How often a folder is looked at.
const watchEvery = time.Second

// watch tells how an experiment stands, and again whenever that changes.
func (l *labFolder) watch(ctx context.Context, asked *watching, emit api.Emit) (any, error) {
	language, err := asked.language()
	if err != nil {
		return nil, err
	}
	var before experimentFiles
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		now, err := l.find(asked.Name)
		if err != nil {
			return nil, err
		}
		switch changed := !now.Changed.Equal(before.Changed) || now.Bytes != before.Bytes || now.Live != before.Live; {
		case asked.Once:
			return l.read(ctx, now, language), nil
		case changed:
			emit(api.Partial, l.read(ctx, now, language))
		case now.Job != nil && before.Job != nil && *now.Job != *before.Job:
			emit(api.Progress, now.Job)
		}
		before = now
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-tick.C:
		}
	}
}

// find returns an experiment by its name, which must be one of those that are listed.
func (l *labFolder) find(name string) (experimentFiles, error) {
	list, err := l.experiments()
	if err != nil {
		return experimentFiles{}, err
	}
	for _, e := range list {
		if e.Name == name {
			return e, nil
		}
	}
	return experimentFiles{}, &api.Fault{Code: api.NotFound, Field: "name", Message: "there is no such experiment"}
}

// read reads the files of an experiment. What is at fault is told beside the rest: a file may
// just be written.
func (l *labFolder) read(ctx context.Context, e experimentFiles, language text.Language) *watched {
	w := &watched{experimentFiles: e}
	select {
	case l.reading <- struct{}{}:
		defer func() { <-l.reading }()
	case <-ctx.Done():
		return w
	}
	for _, part := range e.Parts {
		if ctx.Err() != nil {
			break
		}
		if err := l.readPart(w, part); err != nil {
			w.Faults = append(w.Faults, fmt.Sprintf("%s.%s: %s", e.Name, part, phrases.Of(language, err)))
		}
	}
	return w
}

// readPart reads one file.
func (l *labFolder) readPart(w *watched, part string) error {
	file, err := l.root.Open(w.Name + "." + part)
	if err != nil {
		return errors.New("it cannot be opened")
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.New("it is no file")
	}
	source := io.LimitReader(file, forms["."+part])
	switch part {
	case "db", "job":
		return nil // which are shown otherwise
	case "pgn":
		names, games, err := arena.Recount(source, "")
		if len(names) > maxPlayers {
			return fmt.Errorf("it has more than %d players", maxPlayers)
		}
		if len(games) > 0 {
			w.Tournament = tournament.CourseOf(names, games)
		}
		return err
	}
	text, err := io.ReadAll(source)
	if err != nil {
		return errors.New("it cannot be read")
	}
	switch part {
	case "txt":
		w.Text = strings.ToValidUTF8(string(text), "�")
	case "svg":
		w.SVG = text
	case "png":
		w.PNG = text
	case "json", "state":
		if !json.Valid(text) {
			return errors.New("it is no JSON")
		}
		figures := w.Figures
		if w.figures(text); part == "state" {
			w.Figures = figures
		}
	}
	return nil
}

// maxPlayers is how many players a cross table has at most: each has a column.
const maxPlayers = 64

// figures takes the figures of an experiment, or the curves of a breeding whose state it is.
func (w *watched) figures(text []byte) {
	var state struct {
		Conditions json.RawMessage      `json:"conditions"`
		Breeding   *experiment.Breeding `json:"breeding"`
		Curve      *experiment.Curve    `json:"curve"`
	}
	w.Figures = text
	if json.Unmarshal(text, &state) != nil {
		return
	}
	if state.Breeding != nil && state.Breeding.Check() == nil {
		curve := state.Breeding.Curve()
		state.Curve = &curve
		w.Figures = state.Conditions
	}
	if state.Curve != nil {
		w.Curves = []tournament.Curve{
			curveOf("most of all runs", state.Curve.Most), curveOf("best so far", state.Curve.BestEver),
			curveOf("best", state.Curve.Best), curveOf("mean individual", state.Curve.Mean),
		}
	}
}

// curveOf is a curve over numbers from 0 on.
func curveOf(name string, values []float64) tournament.Curve {
	c := tournament.Curve{Name: name, Points: []tournament.Point{}}
	for x, y := range values {
		c.Points = append(c.Points, tournament.Point{float64(x), y})
	}
	return c
}
