package laboratory

import (
	"context"
	"fmt"

	"alfiere/council"
	"alfiere/council/proposals"
	"alfiere/internal/cli"
	"alfiere/internal/work"
)

// course is the progress of an experiment's searches: one count for all its parts.
type course struct {
	bar    *cli.Progress
	done   int64
	begun  int64 // searches done or in progress
	later  int64 // expected searches after these
	unsure int64 // of these, searches that may not be needed
}

// doubt counts searches that may be needed; a negative number means that this is now known for as many.
func (c *course) doubt(searches int) {
	c.later += int64(searches)
	c.unsure += int64(searches)
}

// begin records that a number of expected searches are now running.
func (c *course) begin(searches int) {
	c.begun = c.done + int64(searches)
	c.later = max(c.later-int64(searches), 0)
}

// advance shows that one more search is done.
func (c *course) advance() {
	c.done++
	all, most := max(c.begun, c.done)+c.later, ""
	if c.unsure > 0 {
		most = "at most "
	}
	c.bar.ShowBar(c.done, all, "%d of %s%d searches", c.done, most, all)
}

// expect counts the missing searches of seats for the suites.
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

// answers returns the answers to questions, in their order. Those that are not stored are searched first.
func (b *bench) answers(ctx context.Context, questions []proposals.Question) ([]*council.Proposal, error) {
	answers := make([]*council.Proposal, len(questions))
	for searched := false; ; searched = true {
		var missing []proposals.Question
		for i := range questions {
			a, ok, err := b.store.Find(ctx, b.signature, &questions[i])
			if err != nil {
				return nil, err
			}
			if ok {
				answers[i] = &a.Proposal
			} else {
				missing = append(missing, questions[i])
			}
		}
		if len(missing) == 0 {
			return answers, nil
		}
		if searched {
			return nil, fmt.Errorf("%s has no answer", &missing[0])
		}
		b.course.later += int64(len(missing))
		if err := b.search(ctx, missing); err != nil {
			return nil, err
		}
	}
}

// search finds and stores the answers to questions. Stored answers stay, however the search ends:
// the next call asks for the rest.
func (b *bench) search(ctx context.Context, questions []proposals.Question) error {
	if len(questions) == 0 {
		return nil
	}
	if b.offline {
		return fmt.Errorf("%d answers are not stored, for example %s; omit --offline to search for them",
			len(questions), &questions[0])
	}
	engine, err := b.thisEngine(ctx)
	if err != nil {
		return err
	}
	if engine != b.signature {
		return fmt.Errorf("%d answers of engine %s are not stored, and this engine, %s, cannot find them", len(questions),
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
		return ctx.Err() // other errors followed from it
	}
	return err
}
