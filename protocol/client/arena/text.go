package arena

import (
	"fmt"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/protocol/client"
)

// String returns the rule in the form of Set, empty if the rule is off.
func (r *Resign) String() string {
	if r == nil || r.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", r.Score, r.Moves)
}

// Set reads SCORE/MOVES. With String it makes a Resign a flag.Value.
func (r *Resign) Set(text string) error { return readNumbers(text, (*int)(&r.Score), &r.Moves) }

// String returns the rule in the form of Set, empty if the rule is off.
func (d *draw) String() string {
	if d == nil || d.Moves == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d/%d", d.Score, d.Moves, d.After)
}

// Set reads SCORE/MOVES/AFTER. With String it makes a Draw a flag.Value.
func (d *draw) Set(text string) error {
	return readNumbers(text, (*int)(&d.Score), &d.Moves, &d.After)
}

// readNumbers reads whole numbers separated by slashes: a score, moves above 0, and a
// number that may be 0. If one is wrong none is stored.
func readNumbers(text string, to ...*int) error {
	parts := strings.Split(text, "/")
	if len(parts) != len(to) {
		return message.Errorf("expected %d numbers separated by slashes", len(to))
	}
	numbers := make([]int, len(to))
	for i, part := range parts {
		var err error
		numbers[i], err = strconv.Atoi(part)
		if n := numbers[i]; err != nil || n < 0 || n == 0 && i == 1 || n > int(client.MateBound) {
			return message.Errorf("%q is not a valid number", part)
		}
	}
	for i := range to {
		*to[i] = numbers[i]
	}
	return nil
}

// ParseSPRT reads a test as ELO0,ELO1[,ALPHA,BETA]; the default error probabilities are 0.05 each.
// logistic selects logistic instead of normalised Elo. An empty text means no test: nil.
func ParseSPRT(text string, logistic bool) (*SPRT, error) {
	if text == "" {
		return nil, nil
	}
	test := SPRT{Alpha: 0.05, Beta: 0.05, Logistic: logistic}
	parts := strings.Split(text, ",")
	if len(parts) != 2 && len(parts) != 4 {
		return nil, message.Errorf("%q: expected two or four numbers", text)
	}
	to := [...]*float64{&test.Elo0, &test.Elo1, &test.Alpha, &test.Beta}
	for i, part := range parts {
		number, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return nil, message.Errorf("%q is not a number", part)
		}
		*to[i] = number
	}
	return &test, test.Validate()
}

// ParseVariant reads the name of a variant: chess960 reports whether it is fischerandom and not
// normal chess.
func ParseVariant(name string) (chess960 bool, err error) {
	switch name {
	case "normal":
		return false, nil
	case "fischerandom":
		return true, nil
	}
	return false, fmt.Errorf("--variant must be normal or fischerandom, not %q", name)
}
