package xboard

import (
	"strconv"
	"strings"
	"time"

	"alfiere/internal/wire"
	"alfiere/protocol"
)

// parseLevel reads the time controls "MOVES BASE INCREMENT", with commas between them.
func parseLevel(text string) (controls []protocol.TimeControl, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		control, ok := parseControl(wire.Fields(part))
		if !ok {
			return nil, false
		}
		controls = append(controls, control)
	}
	return controls, true
}

// parseControl reads the words of one control; further words are ignored.
func parseControl(words []string) (protocol.TimeControl, bool) {
	if len(words) < 3 {
		return protocol.TimeControl{}, false
	}
	moves, err := strconv.Atoi(words[0])
	base, okBase := parseBase(words[1])
	increment, okIncrement := parseSeconds(words[2])
	if err != nil || moves < 0 || !okBase || !okIncrement {
		return protocol.TimeControl{}, false
	}
	if base == 0 && increment == 0 {
		base = 10 * time.Second // chess servers start the clock with this when they send 0
	}
	return protocol.TimeControl{Moves: moves, Base: base, Increment: increment}, true
}

// maxTime keeps times far from the limit of a time.Duration.
const maxTime = 1000 * 24 * time.Hour

// parseBase reads minutes, or minutes:seconds. The rest is ignored, as the protocol
// advises: it may describe later controls.
func parseBase(text string) (time.Duration, bool) {
	minutes, length := decimal(text)
	if length == 0 {
		return 0, false
	}
	base := scaled(minutes, time.Minute)
	if rest := text[length:]; len(rest) > 1 && rest[0] == ':' {
		seconds, _ := decimal(rest[1:])
		base += scaled(seconds, time.Second)
	}
	return min(base, maxTime), true
}

// parseSeconds reads seconds, with or without a fraction.
func parseSeconds(text string) (time.Duration, bool) {
	seconds, length := decimal(text)
	return scaled(seconds, time.Second), length > 0
}

// parseCentiseconds reads a clock, which may be below zero.
func parseCentiseconds(text string) (time.Duration, bool) {
	negative := len(text) > 0 && text[0] == '-'
	if negative {
		text = text[1:]
	}
	number, length := decimal(text)
	value := scaled(number, time.Second/100)
	if negative {
		value = -value
	}
	return value, length > 0
}

func scaled(number float64, unit time.Duration) time.Duration {
	return time.Duration(min(number*float64(unit), float64(maxTime)))
}

// decimal reads the digits, with at most one point, that text begins with.
func decimal(text string) (number float64, length int) {
	point := false
	for length < len(text) && (text[length] >= '0' && text[length] <= '9' || text[length] == '.' && !point) {
		point = point || text[length] == '.'
		length++
	}
	number, err := strconv.ParseFloat(text[:length], 64)
	if err != nil && number == 0 { // no digit; one too large is infinite, which scaled bounds
		return 0, 0
	}
	return number, length
}
