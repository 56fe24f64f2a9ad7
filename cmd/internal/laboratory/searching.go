package laboratory

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"alfiere/cmd/internal/cli"
	"alfiere/search/consult/lab"
)

// search finds and stores the answers to questions. What has been stored when it ends, for
// whatever reason, stays: the next call asks for the rest.
func (b *bench) search(ctx context.Context, questions []lab.Question) error {
	if len(questions) == 0 {
		return nil
	}
	if b.offline {
		return fmt.Errorf("%d answers are not stored, such as that of %s; without --offline they are searched", len(questions), &questions[0])
	}
	engine, err := b.thisEngine(ctx)
	if err != nil {
		return err
	}
	if engine != b.signature {
		return fmt.Errorf("%d answers of the engine %s are not stored, and this one, %s, cannot find them", len(questions), b.signature, engine)
	}
	progress := cli.NewProgress(b.std)
	defer progress.Clear()
	done, all := int64(0), int64(len(questions))
	return answerAll(ctx, b.threads, b.megabytes, questions, func(f lab.Fact) error {
		if err := b.store.Put(ctx, b.signature, []lab.Fact{f}); err != nil {
			return err
		}
		done++
		progress.ShowPart(done, all, "%s%d of %d searches", cli.Bar(done, all), done, all)
		return nil
	})
}

// answerAll searches, several questions at a time, and hands each answer to keep, one after
// another.
func answerAll(ctx context.Context, threads, megabytes int, questions []lab.Question, keep func(lab.Fact) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan *lab.Question)
	var keeping sync.Mutex
	var workers sync.WaitGroup
	faults := make([]error, min(threads, len(questions)))
	for i := range faults {
		workers.Go(func() {
			searcher, err := lab.NewSearcher(megabytes)
			if err != nil {
				faults[i] = err
				cancel()
				return
			}
			defer searcher.Close()
			for q := range next {
				proposal, err := searcher.Answer(ctx, q)
				if err == nil {
					keeping.Lock()
					err = keep(lab.Fact{Question: *q, Proposal: proposal})
					keeping.Unlock()
				}
				if err != nil {
					faults[i] = err
					cancel() // the others need not go on
					return
				}
			}
		})
	}
	feed(ctx, questions, next)
	close(next)
	workers.Wait()
	return errors.Join(faults...)
}

// feed gives questions to whoever is free.
func feed(ctx context.Context, questions []lab.Question, next chan<- *lab.Question) {
	for i := range questions {
		select {
		case next <- &questions[i]:
		case <-ctx.Done():
			return
		}
	}
}
