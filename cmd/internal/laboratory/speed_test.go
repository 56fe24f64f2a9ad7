package laboratory

import (
	"errors"
	"strings"
	"testing"
	"time"

	"alfiere/cmd/internal/tournament"
	"alfiere/internal/work"
	"alfiere/protocol/client"
	"alfiere/protocol/client/arena"
)

// TestClocksAreScaledToTheMachine plays on a machine with half of the reference's speed, and on one that is far too slow.
func TestClocksAreScaledToTheMachine(t *testing.T) {
	m := matchOf(t, 1, "tc=40/1+0.01", "st=0.05 nodes=100")
	m.Games, m.Rules.Margin, m.Rules.Judge = 2, time.Minute, nil
	var players []*Player
	for i := range m.Contestants {
		c := m.Contestants[i]
		c.Control.Reference = 1_000_000
		m.Contestants[i] = c
		words := []string{"tc=40/1+0.01", "st=0.05 nodes=100"}[i]
		players = append(players, &Player{Player: &tournament.Player{Words: words, Contestant: c}})
	}
	speed := 500_000.0
	queue := &work.Local{Kinds: []work.Kind{{Name: KindName, Open: func() (work.Handler, error) {
		return &handler{guest: guest{megabytes: 64}, speed: func() (float64, error) { return speed, nil }}, nil
	}}}}
	playBy(queue, m, players, 0)
	var text []byte
	m.Report = func(pair []*arena.Game, _ *arena.Standing) error {
		for _, g := range pair {
			text = m.AppendPGN(text, g, "test")
		}
		return nil
	}
	if standing, err := m.Run(t.Context()); err != nil || standing.Count() != 2 || standing.FaultCount() != 0 {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, tag := range []string{`[WhiteControl "40/1+0.01 reference=1000000"]`, `[WhiteScaledControl "40/2+0.02"]`, `[TimeControl "40/2+0.02"]`,
		`[BlackScaledControl "st=0.1 nodes=100"]`, `[WhiteScaledControl "st=0.1 nodes=100"]`} {
		if strings.Count(string(text), tag) != 1 {
			t.Errorf("once: %s\n%s", tag, text)
		}
	}
	if _, err := m.Resume(strings.NewReader(string(text))); err != nil || len(m.Played) != 2 {
		t.Error(err)
	}
	again := *m
	again.Played, again.Contestants = nil, []arena.Contestant{m.Contestants[0], m.Contestants[1]}
	again.Contestants[0].Control.Reference++
	if _, err := again.Resume(strings.NewReader(string(text))); !errors.As(err, new(*arena.ForeignError)) {
		t.Errorf("with another reference: %v", err)
	}
	speed, m.Played, text = 9_000, nil, nil
	if _, err := m.Run(t.Context()); !errors.Is(err, work.ErrKind) ||
		!strings.Contains(err.Error(), "it is for 1000000 nodes a second, and this machine has 9000") {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestScaledTimesStayAboveZero(t *testing.T) {
	c := client.Control{Base: 3 * time.Second, MoveTime: time.Millisecond, Nodes: 5}
	if got := scaleControl(c, 0.01); got != (client.Control{Base: 30 * time.Millisecond, MoveTime: time.Millisecond, Nodes: 5}) {
		t.Errorf("%+v", got)
	}
	if nps, err := Speed(); err != nil || nps < 1000 {
		t.Errorf("%v nodes per second, %v", nps, err)
	}
}
