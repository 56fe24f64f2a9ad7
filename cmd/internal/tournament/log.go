package tournament

import (
	"io"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"alfiere/protocol/client"
)

// trafficLog writes all lines to and from engines, each with its time, game, engine and direction.
type trafficLog struct{ logger zerolog.Logger }

// The columns of a line after the time.
const (
	gameColumn      = "game"
	engineColumn    = "engine"
	directionColumn = "direction"
)

// newTrafficLog returns a log that writes to w at once. Several engines may write to it at a time.
func newTrafficLog(w io.Writer) *trafficLog {
	plain := func(value any) string {
		text, _ := value.(string)
		return text
	}
	lines := zerolog.ConsoleWriter{Out: w, NoColor: true,
		PartsOrder: []string{zerolog.TimestampFieldName, gameColumn, engineColumn, directionColumn,
			zerolog.MessageFieldName},
		FieldsExclude:   []string{gameColumn, engineColumn, directionColumn},
		FormatTimestamp: plain, FormatMessage: plain,
		FormatPartValueByName: func(value any, _ string) string { return plain(value) }}
	return &trafficLog{zerolog.New(zerolog.SyncWriter(lines))}
}

// of returns the log for the traffic of the engine with the name.
func (l *trafficLog) of(name string) client.Log {
	column := strings.ReplaceAll(name, " ", "_") // so that columns can be counted
	return func(game string, from client.Source, line string) {
		if game == "" {
			game = "-"
		}
		direction := [...]string{client.ToEngine: "<<", client.FromEngine: ">>", client.FromErrors: "!!"}[from]
		l.logger.Log().Str(zerolog.TimestampFieldName, time.Now().Format("2006-01-02T15:04:05.000000")).
			Str(gameColumn, game).Str(engineColumn, column).Str(directionColumn, direction).Msg(line)
	}
}
