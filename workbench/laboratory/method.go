// Package laboratory has the requests of the workbench on a folder of experiments: it shows what
// experiments write there while they run, and starts, stops and resumes them. The experiments
// themselves are commands of alfiere-lab, which it is given.
package laboratory

import (
	"os"
	"time"

	"alfiere/internal/work"
	"alfiere/workbench/api"
)

// maxJobs is how many experiments run or wait at most.
const maxJobs = 32

// closingTime is how long Close waits for experiments: what they have found is stored.
const closingTime = 10 * time.Second

// maxAdded is how many bytes a request has that adds a file.
const maxAdded = 24 << 20

// Open returns the laboratory of a folder. Connect is called before its first request.
func Open(path string, commands Commands) (*Folder, error) {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, err
	}
	return &Folder{root: root, commands: commands, reading: make(chan struct{}, 1)}, nil
}

// Connect gives the laboratory the service that has its methods, on whose cores experiments run,
// and the number of those that run at once.
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
	add := api.Define("laboratory/add", "Put a suite or openings into the folder.", l.add)
	add.Body = maxAdded
	return []api.Method{
		api.Define("laboratory/list", "Experiments and tournaments of the laboratory's folder.", l.list),
		api.Define("laboratory/watch", "An experiment, and how it goes on: table, curves, figures, picture.", l.watch),
		api.Heavy(api.Define("laboratory/store", "What a store of proposals holds.", l.store)),
		api.Define("laboratory/experiments",
			"What can be begun, with its parameters, and the files that there are for them.", l.offer),
		add,
		api.Define("laboratory/start", "Begin an experiment or a tournament.", l.start),
		api.Define("laboratory/resume", "Go on with one that has stopped.", l.resume),
		api.Define("laboratory/stop", "Stop one; what it has found stays.", l.stop),
	}
}
