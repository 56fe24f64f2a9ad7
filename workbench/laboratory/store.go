package laboratory

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"alfiere/council/proposals"
	"alfiere/workbench/api"
)

// storePath returns the path of a store, which need not be there.
func (l *Folder) storePath(field, value string) (string, error) {
	name := strings.TrimSuffix(value, storeForm)
	if err := checkName(field, name); err != nil {
		return "", err
	}
	info, err := l.root.Lstat(name + storeForm)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil || !info.Mode().IsRegular() || !l.isStore(name+storeForm):
		return "", badField(field, "%s is no store of proposals", name+storeForm)
	}
	return l.path(name + storeForm), nil
}

// makeStores makes the store of an experiment if it is not there.
func (l *Folder) makeStores(ctx context.Context, r *record) error {
	for _, value := range r.Settings["store"] {
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
func (l *Folder) isStore(name string) bool {
	info, err := l.root.Lstat(name)
	return err == nil && info.Mode().IsRegular() && proposals.IsStore(l.path(name))
}

// storeQuery is the body of laboratory/store.
type storeQuery struct {
	Name string `json:"name"` // of the store, as laboratory/list has it
	api.Asked
}

// store counts what a store holds, and how much of each suite in the folder.
func (l *Folder) store(ctx context.Context, asked *storeQuery, _ api.Emit) (any, error) {
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
	return l.commands.Holdings(ctx, l.path(asked.Name+storeForm), suites[:min(len(suites), maxSuites)])
}

// maxSuites is the number of suites of which laboratory/store counts the answers.
const maxSuites = 12
