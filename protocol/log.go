package protocol

import "alfiere/internal/wire"

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
