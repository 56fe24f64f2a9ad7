package notation

import (
	"strings"

	"alfiere/movegen"
)

// FENArgument returns the FEN that people mean by arguments of a command, which may be its
// fields one by one: startpos alone stands for the initial position, as it does in UCI.
// Other texts are returned as they are, joined by blanks. Files and protocols have their own
// ways to say it and need no other.
func FENArgument(args ...string) string {
	text := strings.TrimSpace(strings.Join(args, " "))
	if text == "startpos" {
		return movegen.StartFEN
	}
	return text
}
