package session

import (
	"fmt"
	"io"

	"github.com/rs/zerolog"
)

// logger returns the function that writes lines of a wire.Log to w, for people and for grep.
func logger(w io.Writer) func(at, text string) {
	lines := zerolog.New(zerolog.ConsoleWriter{Out: w, NoColor: true,
		PartsOrder:      []string{zerolog.TimestampFieldName, zerolog.MessageFieldName},
		FormatTimestamp: func(at any) string { return fmt.Sprint(at) }})
	return func(at, text string) { lines.Log().Str(zerolog.TimestampFieldName, at).Msg(text) }
}
