package natsnet

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// check sends tasks again that are not in the stream, for example because a restarted broker has
// lost them.
func (b *batch) check(ctx context.Context) {
	var sent []uint64
	for number, g := range b.out {
		if !g.sending() {
			sent = append(sent, number)
		}
	}
	stream, err := b.queue.stream(ctx)
	var info *jetstream.StreamInfo
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, apiTimeout)
		defer cancel()
		info, err = stream.Info(ctx, jetstream.WithSubjectFilter(subject(b.call.Master, "*")))
		err = explainQueue(err)
	}
	if err == nil {
		err = b.queue.consumer(ctx, stream, b.call.Master)
	}
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		b.meetTrouble(ctx, err)
		return
	}
	b.trouble = trouble{}
	again := 0
	for _, number := range sent {
		if _, there := info.State.Subjects[b.subject(number)]; !there {
			b.send(number, b.out[number])
			again++
		}
	}
	if again > 0 {
		b.Tell(fmt.Sprintf("%d tasks were lost and are sent again", again))
	}
}

// meetTrouble reports an error of the stream, and repeats the report now and then. In a cluster a stream
// whose servers are dead is still known but has no leader. It is recreated, since this batch sends its
// tasks again.
func (b *batch) meetTrouble(ctx context.Context, err error) {
	t, now := &b.trouble, time.Now()
	if !b.Connection.nats.IsConnected() {
		*t = trouble{} // the connection reports it itself
		return
	}
	if t.since.IsZero() {
		t.since = now
	}
	if text := err.Error(); t.text != text || now.Sub(t.told) > troubleTold {
		t.text, t.told = text, now
		b.Tell(text)
	}
	if b.queue.clustered() && now.Sub(t.since) > leaderPatience {
		b.Tell(fmt.Sprintf("the queue of tasks has had no leader for %.0f s: it is recreated, and the tasks are sent again",
			now.Sub(t.since).Seconds()))
		b.queue.remove(ctx)
		t.since = now
	}
}
