package workbench

import (
	"context"
	"errors"
	"flag"

	commands "alfiere/cmd/internal/laboratory"
	"alfiere/cmd/internal/tournament"
	"alfiere/internal/cli"
	"alfiere/internal/work"
	"alfiere/problem/database"
	"alfiere/protocol"
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
	return laboratory.Open(path, laboratory.Commands{Experiments: experiments, Holdings: commands.Holdings,
		Course: func(players []string, games []arena.Game) any { return tournament.CourseOf(players, games) }})
}

// experiments are those whose tasks this process does: players are no other programs.
func experiments(crew laboratory.Crew) []cli.Command {
	return commands.Experiments(func(flags *flag.FlagSet) commands.OpenCrew {
		threads := flags.Int("threads", 1, "`number` of tasks that this process does at a time")
		return func(ctx context.Context, _ cli.Streams, megabytes int) (work.Crew, func(), error) {
			if *threads < 1 || *threads > maxThreads {
				return nil, nil, cli.Usagef("--threads: from 1 to %d", maxThreads)
			}
			if megabytes > commands.TableMegabytes {
				return nil, nil, cli.Usagef("--hash: tables have %d megabytes at most", commands.TableMegabytes)
			}
			kinds, err := commands.Kinds(ctx, protocol.Title, megabytes)
			if err != nil {
				return nil, nil, err
			}
			return crew(append(kinds, commands.GuestKind(megabytes)), *threads), func() {}, nil
		}
	}, commands.TableMegabytes)
}

// maxThreads is how many tasks of an experiment there are at a time at most.
const maxThreads = 256
