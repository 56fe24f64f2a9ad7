package workbench

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"alfiere/cmd/internal/laboratory"
	"alfiere/council/proposals"
	"alfiere/workbench/api"
)

// storePath returns the path of a store, which need not be there.
func (l *labFolder) storePath(asked, value string) (string, error) {
	name := strings.TrimSuffix(value, storeForm)
	if err := goodName(asked, name); err != nil {
		return "", err
	}
	info, err := l.root.Lstat(name + storeForm)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil || !info.Mode().IsRegular() || !l.isStore(name+storeForm):
		return "", badField(asked, "%s is no store of proposals", name+storeForm)
	}
	return l.path(name + storeForm), nil
}

// makeStores makes the store of a job if it is not there.
func (l *labFolder) makeStores(ctx context.Context, kept *keptJob) error {
	for _, value := range kept.Settings["store"] {
		path, err := l.storePath("store", value)
		if err != nil {
			return err
		}
		store, err := proposals.OpenOrCreate(ctx, path)
		if err != nil {
			return err
		}
		if err := store.Close(); err != nil {
			return err
		}
	}
	return nil
}

// isStore reports whether a file is a store of proposals.
func (l *labFolder) isStore(name string) bool {
	info, err := l.root.Lstat(name)
	return err == nil && info.Mode().IsRegular() && proposals.IsStore(l.path(name))
}

// storing is the body of laboratory/store.
type storing struct {
	Name string `json:"name"` // of the store, as laboratory/list has it
	asking
}

// store tells what a store holds, and how much of each suite in the folder.
func (l *labFolder) store(ctx context.Context, asked *storing, _ api.Emit) (any, error) {
	stores, err := l.files([]string{storeForm})
	if err != nil {
		return nil, err
	}
	if file := asked.Name + storeForm; !slices.Contains(stores, file) || !l.isStore(file) {
		return nil, &api.Fault{Code: api.NotFound, Field: "name", Message: "there is no such store"}
	}
	suites, err := l.files(suiteForms)
	if err != nil {
		return nil, err
	}
	for i := range suites {
		suites[i] = l.path(suites[i])
	}
	return laboratory.Holdings(ctx, l.path(asked.Name+storeForm), suites[:min(len(suites), mostSuites)])
}

// mostSuites is of how many suites is told what a store holds of them.
const mostSuites = 12
