package laboratory

import (
	"context"
	"fmt"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

// course is how far the searches of an experiment have come: one count for all its parts.
type course struct {
	bar    *cli.Progress
	done   int64
	begun  int64 // searches that are done or under way
	later  int64 // that are expected to come after these
	unsure int64 // of these, that may not be needed
}

// doubt counts searches that may be needed, or if it is negative those about which it is known now.
func (c *course) doubt(searches int) {
	c.later += int64(searches)
	c.unsure += int64(searches)
}

// begin notes that expected searches are now running, by their number.
func (c *course) begin(searches int) {
	c.begun = c.done + int64(searches)
	c.later = max(c.later-int64(searches), 0)
}

// advance shows that one more is done.
func (c *course) advance() {
	c.done++
	all, most := max(c.begun, c.done)+c.later, ""
	if c.unsure > 0 {
		most = "at most "
	}
	c.bar.ShowBar(c.done, all, "%d of %s%d searches", c.done, most, all)
}

// expect counts the searches that are missing of what seats propose for the suites.
func (b *bench) expect(ctx context.Context, seats []council.Seat, nodes uint64) error {
	for _, s := range b.suites {
		missing, err := b.store.Missing(ctx, b.grid(s, seats, nodes))
		if err != nil {
			return err
		}
		b.course.later += int64(len(missing))
	}
	return nil
}

// search finds and stores the answers to questions. What has been stored when it ends, for
// whatever reason, stays: the next call asks for the rest.
func (b *bench) search(ctx context.Context, questions []proposals.Question) error {
	if len(questions) == 0 {
		return nil
	}
	if b.offline {
		return fmt.Errorf("%d answers are not stored, such as that of %s; without --offline they are searched",
			len(questions), &questions[0])
	}
	engine, err := b.thisEngine(ctx)
	if err != nil {
		return err
	}
	if engine != b.signature {
		return fmt.Errorf("%d answers of the engine %s are not stored, and this one, %s, cannot find them", len(questions),
			b.signature, engine)
	}
	crew, end, err := b.openCrew(ctx, b.std, b.megabytes)
	if err != nil {
		return err
	}
	defer end()
	b.course.begin(len(questions))
	defer b.course.bar.Clear()
	err = crew.Do(ctx, questionTasks(questions), func(r work.Result) error {
		fact, err := answerOf(questions, &r)
		if err != nil {
			return err
		}
		if err := b.store.Put(ctx, b.signature, []proposals.Fact{fact}); err != nil {
			return err
		}
		b.course.advance()
		return nil
	})
	if ctx.Err() != nil {
		return ctx.Err() // what else went wrong followed from it
	}
	return err
}
