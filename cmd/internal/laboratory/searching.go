package laboratory

import (
	"context"
	"fmt"

	"alfiere/cmd/internal/cli"
	"alfiere/search/consult/lab"
	"alfiere/search/consult/work"
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
	crew, end, err := b.openCrew(ctx, b.std, b.megabytes)
	if err != nil {
		return err
	}
	defer end()
	progress := cli.NewProgress(b.std)
	defer progress.Clear()
	done, all := int64(0), int64(len(questions))
	err = crew.Do(ctx, questionTasks(questions), func(r work.Result) error {
		fact, err := answerOf(questions, &r)
		if err != nil {
			return err
		}
		if err := b.store.Put(ctx, b.signature, []lab.Fact{fact}); err != nil {
			return err
		}
		done++
		progress.ShowPart(done, all, "%s%d of %d searches", cli.Bar(done, all), done, all)
		return nil
	})
	if ctx.Err() != nil {
		return ctx.Err() // what else went wrong followed from it
	}
	return err
}
