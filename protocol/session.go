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

// logOptions returns the option of the session log.
func logOptions() []Option {
	return []Option{{Name: "Debug Log File", Kind: File, apply: (*Controller).openLog}}
}

// openLog continues the log in a file; an empty path closes it. If the file is refused,
// the log stays as it is.
func (c *Controller) openLog(v value) error {
	if err := c.log.Open(v.text, Title); err != nil {
		return err
	}
	c.settings.LogFile = v.text
	return nil
}

// Log returns the log of a session with the controller, which the option Debug Log File
// opens.
func (c *Controller) Log() *wire.Log { return &c.log }
