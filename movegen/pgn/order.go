package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Order is a list of criteria for sorting games: the first, then the second for games
// that are equal by the first, and so on.
type Order []criterion

type criterion struct {
	name     string // date, elo, eco, plies or a tag
	backward bool
}

// value is the value of a criterion for a game.
type value struct {
	text   string
	number int
	known  bool
}

// OrderKey holds the values of an Order for a game.
type OrderKey []value

// valueOf returns the value of a criterion for a game.
func valueOf(name string, g *GameFacts) value {
	switch name {
	case "date":
		return textValue(dateKey(g))
	case "elo":
		return meanElo(g)
	case "eco":
		return textValue(g.code())
	case "plies":
		return value{number: len(g.Moves), known: true}
	}
	return textValue(g.tag(name))
}

// errOrder is wrapped where a text is no Order.
var errOrder = errors.New("expected tag names, date, elo, eco or plies, separated by commas and with - " +
	"before those that go backward")

// ParseOrder reads "date,White" or "-elo,Event,Round": date, elo (the mean of both
// players'), eco and plies, or names of tags, which begin with a capital letter. A minus
// reverses a criterion.
func ParseOrder(text string) (Order, error) {
	var order Order
	for word := range strings.SplitSeq(text, ",") {
		name, backward := strings.CutPrefix(strings.TrimSpace(word), "-")
		switch name {
		case "date", "elo", "eco", "plies":
		default:
			if !isSortableTag(name) {
				return nil, fmt.Errorf("%q: %w", word, errOrder)
			}
		}
		order = append(order, criterion{name, backward})
	}
	return order, nil
}

// isSortableTag reports whether a name can be that of a tag and begins with a capital letter.
func isSortableTag(name string) bool {
	if name == "" || name[0] < 'A' || name[0] > 'Z' {
		return false
	}
	return strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}

// Key returns the values of the order for a game.
func (o Order) Key(g *GameFacts) OrderKey {
	key := make(OrderKey, len(o))
	for i, c := range o {
		key[i] = valueOf(c.name, g)
	}
	return key
}

// Compare returns a negative number if the game of a precedes that of b, 0 if they are
// equal. Games with unknown values come last in both directions. Numbers in texts are
// compared by value, so that round 9 precedes round 10; case does not count.
func (o Order) Compare(a, b OrderKey) int {
	for i, c := range o {
		switch {
		case a[i].known != b[i].known && a[i].known:
			return -1
		case a[i].known != b[i].known:
			return 1
		}
		n := cmp.Or(cmp.Compare(a[i].number, b[i].number), compareNaturally(a[i].text, b[i].text))
		if c.backward {
			n = -n
		}
		if n != 0 {
			return n
		}
	}
	return 0
}

func textValue(text string) value { return value{text: text, known: text != ""} }

// dateKey returns the date; an unknown part precedes all known values.
func dateKey(g *GameFacts) string {
	date := cmp.Or(g.tag("Date"), g.tag("UTCDate"))
	return strings.ReplaceAll(date, "?", "0")
}

// meanElo is the sum of both ratings, known if both are.
func meanElo(g *GameFacts) value {
	white, wrong := strconv.Atoi(g.tag("WhiteElo"))
	black, alsoWrong := strconv.Atoi(g.tag("BlackElo"))
	return value{number: white + black, known: wrong == nil && alsoWrong == nil}
}

// compareNaturally compares texts by letters and the numbers in them.
func compareNaturally(a, b string) int {
	for a != "" && b != "" {
		x, restA := chunk(a)
		y, restB := chunk(b)
		if n := compareChunks(x, y); n != 0 {
			return n
		}
		a, b = restA, restB
	}
	return cmp.Compare(len(a), len(b))
}

// chunk cuts off a number or the text before the next one.
func chunk(text string) (first, rest string) {
	i := 1
	for i < len(text) && isDigit(text[i]) == isDigit(text[0]) {
		i++
	}
	return text[:i], text[i:]
}

func compareChunks(a, b string) int {
	if isDigit(a[0]) && isDigit(b[0]) {
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}
	return cmp.Compare(strings.ToLower(a), strings.ToLower(b))
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
