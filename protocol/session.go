package protocol

import (
	"os"

	"alfiere/internal/wire"
)

// Session is the environment of an adapter: input, output and the engine. It may be
// handed from one adapter to the next.
type Session struct {
	Lines      <-chan wire.Line // closed at the end of the input
	Signals    <-chan os.Signal // os.Interrupt requests the end, any other signal forces it
	Out        *wire.Output
	Controller *Controller
}
