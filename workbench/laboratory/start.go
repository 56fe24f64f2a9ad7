package laboratory

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"alfiere/internal/cli"
	"alfiere/workbench/api"
)

// starting is the body of laboratory/start.
type starting struct {
	Experiment string              `json:"experiment"` // a name of laboratory/experiments
	Name       string              `json:"name"`       // of the files that it writes
	Settings   map[string][]string `json:"settings"`   // values by the names of fields
	Suites     []string            `json:"suites"`     // files; on the first one is chosen
	api.Asked
}

func (l *Folder) start(_ context.Context, asked *starting, _ api.Emit) (any, error) {
	if err := checkName("name", asked.Name); err != nil {
		return nil, err
	}
	leave, err := l.enter() // before the look at what is there
	if err != nil {
		return nil, err
	}
	defer leave()
	entries, err := l.entries()
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if strings.EqualFold(strings.TrimSuffix(entry.Name(), path.Ext(entry.Name())), asked.Name) {
			return nil, &api.Fault{Code: api.Conflict, Field: "name", Message: fmt.Sprintf("%s is there already", entry.Name())}
		}
	}
	r := record{Experiment: asked.Experiment, Settings: asked.Settings, Suites: asked.Suites}
	r.State, r.Begun = waiting, time.Now()
	return named(asked.Name), l.begin(asked.Name, r)
}

// adding is the body of laboratory/add.
type adding struct {
	Name string `json:"name"` // with its ending
	Data []byte `json:"data"` // in base64
	api.Asked
}

// add puts a file into the folder, which must not be there. It has no name before it is whole.
func (l *Folder) add(_ context.Context, asked *adding, _ api.Emit) (any, error) {
	ending := path.Ext(asked.Name)
	if err := checkName("name", strings.TrimSuffix(asked.Name, ending)); err != nil {
		return nil, err
	}
	if !slices.Contains(openingForms, ending) {
		return nil, badField("name", "suites and openings end with %s", strings.Join(openingForms, " "))
	}
	l.adding.Lock()
	defer l.adding.Unlock()
	if _, err := l.root.Lstat(asked.Name); !errors.Is(err, fs.ErrNotExist) {
		return nil, &api.Fault{Code: api.Conflict, Field: "name", Message: fmt.Sprintf("%s is there already", asked.Name)}
	}
	return named(asked.Name), cli.Replace(l.path(asked.Name), func(w io.Writer) error {
		_, err := w.Write(asked.Data)
		return err
	})
}

// named is the answer of what does something to an experiment.
func named(name string) any { return map[string]string{"name": name} }

// naming is the body of laboratory/resume and laboratory/stop.
type naming struct {
	Name string `json:"name"`
	api.Asked
}

func (l *Folder) resume(_ context.Context, asked *naming, _ api.Emit) (any, error) {
	if err := checkName("name", asked.Name); err != nil {
		return nil, err
	}
	leave, err := l.enter() // before it is read how far it has come
	if err != nil {
		return nil, err
	}
	defer leave()
	r, err := l.record(asked.Name)
	if err != nil {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "this page has begun no such experiment"}
	}
	r.State, r.Message = waiting, ""
	return named(asked.Name), l.begin(asked.Name, r)
}

func (l *Folder) stop(ctx context.Context, asked *naming, _ api.Emit) (any, error) {
	job := l.queue.Job(asked.Name)
	if job == nil && l.elsewhere() {
		return nil, errElsewhere()
	}
	if job == nil {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "no such experiment is under way"}
	}
	return named(asked.Name), job.Stop(ctx)
}
