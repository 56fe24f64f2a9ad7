package notation

import (
	"strings"

	"alfiere/movegen"
)

// FENArgument returns the FEN given by arguments of a command, which may be its fields one
// by one: startpos alone is the initial position, as in UCI. Other texts are returned joined
// by blanks. Files and protocols have their own form of the initial position.
func FENArgument(args ...string) string {
	text := strings.TrimSpace(strings.Join(args, " "))
	if text == "startpos" {
		return movegen.StartFEN
	}
	return text
}
