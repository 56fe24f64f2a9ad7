package client_test

import (
	"math/rand/v2"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/protocoltest"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/protocol"
	"alfiere/protocol/client"
	"alfiere/protocol/uci"
	"alfiere/protocol/xboard"
)

// adapters are the engine's side of the protocols.
var adapters = map[client.Protocol]func(s *protocol.Session, first string) (next string, err error){
	client.UCI: uci.Serve, client.CECP: xboard.Serve,
}

func TestClientsAndAdaptersUnderstandEachOther(t *testing.T) {
	for _, p := range []client.Protocol{client.UCI, client.CECP} {
		t.Run([...]string{"UCI", "CECP"}[p], func(t *testing.T) { checkUnderstanding(t, p) })
	}
}

// checkUnderstanding lets a client play two games with an adapter. The moves of both
// sides are the engine's, or the first legal ones.
func checkUnderstanding(t *testing.T, p client.Protocol) {
	toEngine, fromClient := protocoltest.Pipe(t)
	toClient, fromEngine := protocoltest.Pipe(t)
	quit := make(chan struct{})
	defer close(quit)
	controller := protocol.NewController(func(megabytes int) (protocol.Searcher, error) {
		return protocoltest.Open(megabytes), nil
	}, protocol.Resources{Hash: 64, Threads: 1}, rand.NewPCG(1, 1))
	ended := make(chan error, 1)
	go func() {
		lines := wire.ReadLines(toEngine, quit)
		first := <-lines
		session := &protocol.Session{Lines: lines, Out: wire.NewOutput(fromEngine), Controller: controller}
		_, err := adapters[p](session, first.Text)
		fromEngine.Close()
		ended <- err
	}()
	c := client.New(p, &client.Conn{Lines: wire.ReadLines(toClient, quit), Out: wire.NewOutput(fromClient)})
	if err := c.Handshake(t.Context()); err != nil || !c.Reusable() {
		t.Fatalf("reusable %v, error %v", c.Reusable(), err)
	}
	must.Do(t, c.SetOption("hash", "2"))
	start := must.Get(movegen.ParseFEN("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"))(t)
	for range 2 {
		game := movegen.Referee{}.Start(start)
		must.Do(t, c.NewGame(t.Context(), client.Setup{Start: start, Control: client.Control{Depth: 3}}))
		for !game.Over() { // the moves repeat themselves soon
			reply, err := c.Move(t.Context(), client.Turn{Game: game})
			if err != nil || reply.Report.Depth != 3 || reply.Report.Nodes != 300 {
				t.Fatalf("%+v, error %v", reply, err)
			}
			must.Do(t, game.Play(reply.Move))
			if last := game.Position(); !game.Over() {
				must.Do(t, game.Play(last.Moves()[0]))
			}
		}
	}
	c.Quit()
	must.Do(t, <-ended)
	if got := controller.Settings().Hash; got > 2 { // CECP counts what the program itself needs, too
		t.Errorf("%d megabytes were set", got)
	}
}
