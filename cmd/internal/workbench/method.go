package workbench

import (
	"context"
	"errors"
	"os"

	"alfiere/problem/database"
	"alfiere/workbench/api"
)

// methods are those that only a server has; close ends what they hold.
func (o *options) methods(context.Context) (methods []api.Method, close func(), err error) {
	var closers []func() error
	close = func() {
		for _, c := range closers {
			_ = c()
		}
	}
	methods = append(methods, diagramMethod())
	if o.collection != "" {
		db, err := database.OpenOrCreate(o.collection)
		if errors.Is(err, database.ErrReadOnly) {
			db, err = database.Open(o.collection, database.ReadOnly)
		}
		if err != nil {
			return nil, nil, err
		}
		closers = append(closers, db.Close)
		methods = append(methods, collectionMethods(db)...)
	}
	if o.laboratory != "" {
		root, err := os.OpenRoot(o.laboratory)
		if err != nil {
			close()
			return nil, nil, err
		}
		o.folder = newLabFolder(root)
		closers = append(closers, o.folder.close)
		methods = append(methods, o.folder.methods()...)
	}
	return methods, close, nil
}
