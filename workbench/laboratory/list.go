package laboratory

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"alfiere/workbench/api"
)

// experimentFiles are the files of an experiment: those with one name but for the ending.
type experimentFiles struct {
	Name    string    `json:"name"`
	Parts   []string  `json:"parts"` // the endings, without the point
	Bytes   int64     `json:"bytes"`
	Changed time.Time `json:"changed"`
	Live    bool      `json:"live"`          // it runs here, or changed within the last minute or so
	Job     *status   `json:"job,omitempty"` // if it was begun by the page
}

// How long after a change an experiment counts as running, and how many are listed.
const (
	liveFor        = 90 * time.Second
	maxExperiments = 500
)

func (l *Folder) list(context.Context, *api.Asked, api.Emit) (any, error) {
	list, err := l.experiments()
	return map[string]any{"experiments": list}, err
}

// experiments lists the folder, the last change first. The jobs that are under way are noted
// before their files are listed: one that ends meanwhile has not ended here, and so an experiment
// that has ended has all its files.
func (l *Folder) experiments() ([]experimentFiles, error) {
	jobs := l.queue.Jobs()
	entries, err := l.entries()
	if err != nil {
		return nil, err
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
		if jobs[name] != nil || slices.Contains(e.Parts, jobForm[1:]) {
			e.Job = l.status(name, jobs[name])
		}
		e.Live = time.Since(e.Changed) < liveFor
		if e.Job != nil {
			e.Live = e.Job.State == running || e.Job.State == waiting
		}
		list = append(list, *e)
	}
	slices.SortFunc(list, func(a, b experimentFiles) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.Name, b.Name))
	})
	return list[:min(len(list), maxExperiments)], nil
}

// find returns an experiment by its name, which must be one of those that are listed.
func (l *Folder) find(name string) (experimentFiles, error) {
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
