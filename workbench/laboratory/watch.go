package laboratory

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"alfiere/council/experiment"
	"alfiere/internal/message"
	"alfiere/problem/text"
	"alfiere/protocol/client/arena"
	"alfiere/workbench/api"
)

// experimentFiles are the files of an experiment: they share a name and differ in the extension.
type experimentFiles struct {
	Name    string    `json:"name"`
	Parts   []string  `json:"parts"` // the extensions, without the dot
	Bytes   int64     `json:"bytes"`
	Changed time.Time `json:"changed"`
	Live    bool      `json:"live"` // it runs, or changed within about the last minute
	Job     *Record   `json:"job,omitempty"`

	times map[string]time.Time // when each part changed
}

// has reports whether there is a file with an extension, given without the dot.
func (e *experimentFiles) has(part string) bool { return slices.Contains(e.Parts, part) }

// How long an experiment counts as running after a change, and how many are listed.
const (
	liveFor        = 90 * time.Second
	maxExperiments = 500
)

func (l *Folder) list(context.Context, *api.Asked, api.Emit) (any, error) {
	list, err := l.experiments("")
	return map[string]any{"experiments": list[:min(len(list), maxExperiments)], "count": len(list)}, err
}

// experiments lists the folder, latest change first, or only the experiment with a name.
func (l *Folder) experiments(only string) ([]experimentFiles, error) {
	entries, err := l.entries()
	if err != nil {
		return nil, err
	}
	found := map[string]*experimentFiles{}
	for _, entry := range entries {
		name, ending := split(entry.Name())
		if only != "" && name != only || ending == storeForm && !l.isStore(entry.Name()) {
			continue
		}
		most, known := forms[ending]
		info, err := entry.Info()
		if !known || err != nil || !info.Mode().IsRegular() || info.Size() > most {
			continue
		}
		e := found[name]
		if e == nil {
			e = &experimentFiles{Name: name, times: map[string]time.Time{}}
			found[name] = e
		}
		if ending != journalForm {
			e.Parts = append(e.Parts, ending[1:])
			e.times[ending[1:]] = info.ModTime()
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
		if e.has(jobForm[1:]) {
			e.Job = l.status(name, e.Changed)
		}
		e.Live = time.Since(e.Changed) < liveFor
		if e.Job != nil {
			e.Live = e.Job.State == Running
		}
		list = append(list, *e)
	}
	slices.SortFunc(list, func(a, b experimentFiles) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.Name, b.Name))
	})
	return list, nil
}

// find returns the experiment with this name.
func (l *Folder) find(name string) (experimentFiles, error) {
	list, err := l.experiments(name)
	if err == nil && (name == "" || len(list) == 0) {
		err = &api.Fault{Code: api.NotFound, Field: "name", Message: "the experiment does not exist"}
	}
	if err != nil {
		return experimentFiles{}, err
	}
	return list[0], nil
}

// fileTimes is how much the times of files may differ from those of records.
const fileTimes = 2 * time.Second

// isOlder reports whether a part is of a run before the one in the record. Games and states are continued by a run that
// resumes them.
func (e *experimentFiles) isOlder(part string) bool {
	if e.Job == nil || part == jobForm[1:] || part == storeForm[1:] {
		return false
	}
	flag := e.Job.Files[e.Name+"."+part]
	if flag == "" && len(e.Job.Files) == 0 { // version 2.0 wrote none
		flag = part
	}
	return flag != "pgn" && flag != "state" && e.times[part].Before(e.Job.Begun.Add(-fileTimes))
}

// watching is the body of laboratory/watch.
type watching struct {
	Name string `json:"name"` // as in laboratory/list
	Once bool   `json:"once"` // return the current state only
	api.Asked
}

// watched is the state of an experiment.
type watched struct {
	experimentFiles
	Tournament any             `json:"tournament,omitempty"`
	Curves     []curve         `json:"curves,omitempty"`  // of a breeding, by generations
	Figures    json.RawMessage `json:"figures,omitempty"` // the experiment's output with --json
	Text       string          `json:"text,omitempty"`
	SVG        []byte          `json:"svg,omitempty"` // in base64
	PNG        []byte          `json:"png,omitempty"`
	Faults     []string        `json:"faults,omitempty"` // unreadable files
	Older      []string        `json:"older,omitempty"`  // files of an older run, which are left out

	names []string // of the tournament's players
	games int
	shown string // the part with the figures
}

// How often a folder is checked.
const watchEvery = time.Second

// watch reports the state of an experiment, and again whenever it changes.
func (l *Folder) watch(ctx context.Context, asked *watching, emit api.Emit) (any, error) {
	language, err := asked.ReadLanguage()
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
		case now.Job != nil && before.Job != nil && !reflect.DeepEqual(now.Job, before.Job):
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

// read reads the files of an experiment. Errors are reported along with the rest, since a file may be half written.
func (l *Folder) read(ctx context.Context, e experimentFiles, language text.Language) *watched {
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
		if e.isOlder(part) {
			w.Older = append(w.Older, e.Name+"."+part)
		} else if err := l.readPart(w, part); err != nil {
			w.Faults = append(w.Faults, fmt.Sprintf("%s.%s: %s", e.Name, part, language.Error(err)))
		}
	}
	if w.Tournament != nil && isOfOther(w.Figures, w.names, w.games) {
		w.Older, w.Figures = append(w.Older, e.Name+"."+w.shown), nil
	}
	return w
}

// isOfOther reports whether figures list other games or players than these of a tournament.
func isOfOther(figures []byte, names []string, games int) bool {
	var listed struct {
		Engines []struct{ Name string }
		Games   []struct{}
	}
	if json.Unmarshal(figures, &listed) != nil || listed.Games == nil {
		return false
	}
	for _, engine := range listed.Engines {
		if !slices.Contains(names, engine.Name) {
			return true
		}
	}
	return len(listed.Games) != games
}

// readPart reads one file.
func (l *Folder) readPart(w *watched, part string) error {
	file, err := l.root.Open(w.Name + "." + part)
	if err != nil {
		return errors.New("cannot be opened")
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return errors.New("is not a file")
	}
	source := io.LimitReader(file, forms["."+part])
	switch part {
	case "db", "job":
		return nil // shown elsewhere
	case "pgn":
		names, games, err := arena.Recount(source, "")
		if len(names) > maxPlayers {
			return message.Errorf("has more than %d players", maxPlayers)
		}
		if len(games) > 0 {
			w.Tournament, w.names, w.games = l.commands.Course(names, games), names, len(games)
		}
		return err
	}
	text, err := io.ReadAll(source)
	if err != nil {
		return errors.New("cannot be read")
	}
	switch part {
	case "txt":
		w.Text = strings.ToValidUTF8(string(text), "�")
	case "svg":
		w.SVG = text
	case "png":
		w.PNG = text
	case "json", "state", figuresForm[1:]:
		if !json.Valid(text) {
			return errors.New("is not valid JSON")
		}
		before := w.Figures
		state := w.figures(text)
		if part == "state" || before != nil && (state || !w.times[part].After(w.times[w.shown])) {
			w.Figures = before // of .figures.json, which is read before .json
		} else {
			w.shown = part
		}
	}
	return nil
}

// maxPlayers is the maximum number of players in a cross table: each has a column.
const maxPlayers = 64

// figures reads the figures of an experiment, or the curves from the state of a breeding, and reports whether it has
// curves.
func (w *watched) figures(text []byte) bool {
	var state struct {
		Conditions json.RawMessage      `json:"conditions"`
		Breeding   *experiment.Breeding `json:"breeding"`
		Curve      *experiment.Curve    `json:"curve"`
	}
	w.Figures = text
	if json.Unmarshal(text, &state) != nil {
		return false
	}
	if state.Breeding != nil && state.Breeding.Check() == nil {
		curve := state.Breeding.Curve()
		state.Curve = &curve
		w.Figures = state.Conditions
	}
	if state.Curve != nil {
		w.Curves = []curve{
			curveOf("most of all runs", state.Curve.Most), curveOf("best so far", state.Curve.BestEver),
			curveOf("best", state.Curve.Best), curveOf("mean individual", state.Curve.Mean),
		}
	}
	return state.Curve != nil
}

// curve is a line through points: x, y and, in tournaments, half the width of an interval.
type curve struct {
	Name   string       `json:"name"`
	Points [][3]float64 `json:"points"`
}

// curveOf returns a curve over the numbers from 0 on.
func curveOf(name string, values []float64) curve {
	c := curve{Name: name, Points: [][3]float64{}}
	for x, y := range values {
		c.Points = append(c.Points, [3]float64{float64(x), y, 0})
	}
	return c
}
