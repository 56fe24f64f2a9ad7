package client

import (
	"errors"
	"testing"
	"time"

	"alfiere/internal/wire"
	"alfiere/movegen"
)

func TestNoLineIsLostBetweenListeningAndAwaiting(t *testing.T) {
	lines := make(chan wire.Line)
	c := &Conn{Lines: lines}
	const count = 1000
	go func() {
		defer close(lines)
		for i := range count {
			lines <- wire.Line{Text: string(rune('a' + i%2))}
		}
	}()
	heard := 0
	for i := 0; ; i++ {
		c.listen(func(string) bool { heard++; return i%3 == 0 })
		if i%2 == 0 {
			time.Sleep(10 * time.Microsecond)
		}
		c.unlisten()
		c.unlisten() // does nothing
		err := c.await(t.Context(), func(string) (bool, error) { heard++; return true, nil })
		if errors.Is(err, errGone) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if heard != count {
		t.Errorf("%d lines of %d were heard", heard, count)
	}
}

func TestTimeThatIsSpentIsMissingInTheTurn(t *testing.T) {
	turn := Turn{Game: movegen.NewGame(), Stop: time.Second,
		Clocks: [2]Clock{{Remaining: time.Second, Increment: time.Hour}, {Remaining: time.Minute}}}
	spent := turn.After(400 * time.Millisecond)
	if spent.Stop != 600*time.Millisecond || spent.Clocks[movegen.White] != (Clock{Remaining: 600 * time.Millisecond, Increment: time.Hour}) ||
		spent.Clocks[movegen.Black] != turn.Clocks[movegen.Black] {
		t.Errorf("%+v", spent)
	}
	if spent = turn.After(time.Hour); spent.Stop != 1 || spent.Clocks[movegen.White].Remaining != 1 {
		t.Errorf("too much: %+v", spent)
	}
	turn = Turn{Game: movegen.NewGame()}
	if spent = turn.After(time.Hour); spent.Stop != 0 || spent.Clocks[movegen.White] != (Clock{}) {
		t.Errorf("without limits: %+v", spent)
	}
}
