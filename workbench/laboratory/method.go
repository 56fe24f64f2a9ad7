// Package laboratory implements the workbench's requests on a folder of experiments. It shows what
// experiments write there while they run, and starts, stops and resumes them. The experiments
// themselves are commands of alfiere-lab, passed in by the caller.
package laboratory

import (
	"os"
	"time"

	"alfiere/internal/work"
	"alfiere/workbench/api"
)

// maxJobs is the maximum number of experiments that run or wait.
const maxJobs = 32

// closingTime is how long Close waits for experiments to store their results.
const closingTime = 10 * time.Second

// maxAdded is the maximum number of bytes in a request that adds a file.
const maxAdded = 24 << 20

// Open returns the laboratory of a folder. Connect is called before its first request.
func Open(path string, commands Commands) (*Folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root, commands: commands, reading: make(chan struct{}, 1)}, nil
}

// Connect gives the laboratory the service that has its methods and on whose cores experiments
// run, and the number of experiments that run at once.
func (l *Folder) Connect(service *api.Service, places int) {
	l.queue = work.NewQueue(service.Cores(), places, maxJobs)
}

// Close stops the experiments and waits for them.
func (l *Folder) Close() error {
	if l.queue != nil {
		l.queue.Close(closingTime)
	}
	return l.root.Close()
}

// Methods returns the methods on the folder.
func (l *Folder) Methods() []api.Method {
	add := api.Define("laboratory/add", "Adds a suite or openings to the folder.", l.add)
	add.Body = maxAdded
	return []api.Method{
		api.Define("laboratory/list", "Lists the experiments and tournaments in the laboratory folder.", l.list),
		api.Define("laboratory/watch", "Follows an experiment: table, curves, figures, picture.", l.watch),
		api.Heavy(api.Define("laboratory/store", "Describes the contents of a proposal store.", l.store)),
		api.Define("laboratory/experiments",
			"Lists the experiments that can be started, their parameters, and the files for them.", l.offer),
		add,
		api.Define("laboratory/start", "Starts an experiment or a tournament.", l.start),
		api.Define("laboratory/resume", "Resumes a stopped experiment.", l.resume),
		api.Define("laboratory/stop", "Stops an experiment; its results are kept.", l.stop),
	}
}
