package workbench

import (
	"errors"

	"alfiere/problem/database"
	"alfiere/workbench/api"
	"alfiere/workbench/collection"
)

// methods are those that only a server has; close ends what they hold.
func (o *options) methods() (methods []api.Method, close func(), err error) {
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
		methods = append(methods, collection.Methods(db)...)
	}
	if o.laboratory != "" {
		if o.folder, err = openLaboratory(o.laboratory); err != nil {
			close()
			return nil, nil, err
		}
		closers = append(closers, o.folder.Close)
		methods = append(methods, o.folder.Methods()...)
	}
	return methods, close, nil
}
