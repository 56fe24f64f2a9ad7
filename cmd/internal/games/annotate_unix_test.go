//go:build unix

package games

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"alfiere/internal/cli"
	"alfiere/search"
	"alfiere/search/analysis"
)

// stopped is an engine during whose first search somebody types Ctrl-C.
type stopped struct{ games int }

func (s *stopped) NewGame() { s.games++ }

func (s *stopped) Search(ctx context.Context, _ search.Request, _ func(search.Info)) search.Result {
	if ctx.Err() == nil {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGINT)
		<-ctx.Done()
	}
	return search.Result{}
}

func TestAfterAnInterruptTheEngineIsLeftAlone(t *testing.T) {
	var engine stopped
	_, _, err := do(twoGames+"\n"+twoGames, files{Output: filepath.Join(t.TempDir(), "out.pgn")}, func(f *files) error {
		return f.Annotate(&analysis.Annotator{Engine: &engine}, "nobody", false)
	})
	if !errors.Is(err, cli.ErrInterrupted) || engine.games != 1 {
		t.Errorf("%d games were begun, error %v", engine.games, err)
	}
}
