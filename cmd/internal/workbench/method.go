package workbench

import (
	"errors"

	commands "alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/tournament"
	"alfiere/problem/database"
	"alfiere/protocol/client/arena"
	"alfiere/workbench/api"
	"alfiere/workbench/collection"
	"alfiere/workbench/laboratory"
)

// openMethods returns the methods that only a server has, on the file of a collection and the folder
// of a laboratory if they are given; folder is nil without a laboratory, and close ends what they hold.
func openMethods(file, path string) (methods []api.Method, folder *laboratory.Folder, close func(), err error) {
	close = func() {}
	if file != "" {
		db, err := database.OpenOrCreate(file)
		if errors.Is(err, database.ErrReadOnly) {
			db, err = database.Open(file, database.ReadOnly)
		}
		if err != nil {
			return nil, nil, nil, err
		}
		close = func() { _ = db.Close() }
		methods = append(methods, collection.Methods(db)...)
	}
	if path == "" {
		return methods, nil, close, nil
	}
	if folder, err = openLaboratory(path); err != nil {
		close()
		return nil, nil, nil, err
	}
	closeCollection := close
	return append(methods, folder.Methods()...), folder, func() {
		closeCollection()
		_ = folder.Close()
	}, nil
}

// openLaboratory opens a folder with the experiments of alfiere-lab.
func openLaboratory(path string) (*laboratory.Folder, error) {
	return laboratory.Open(path, laboratory.Commands{Holdings: commands.Holdings,
		Course: func(players []string, games []arena.Game) any { return tournament.CourseOf(players, games) }})
}
