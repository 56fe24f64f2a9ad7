package laboratory

import (
	"context"
	"slices"

	"alfiere/council/proposals"
	"alfiere/workbench/api"
)

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
