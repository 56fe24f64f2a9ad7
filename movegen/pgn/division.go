package pgn

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Division says how games are divided into parts.
type Division struct{ by string }

// errDivision is wrapped by errors about a text that is no Division.
var errDivision = errors.New("expected player, eco, opening, year or the name of a tag such as Event")

// ParseDivision reads "player" (each game goes to both of its players), "eco", "opening",
// "year", or the name of a tag.
func ParseDivision(text string) (Division, error) {
	switch text {
	case "player", "eco", "opening", "year":
		return Division{text}, nil
	}
	if !isSortableTag(text) {
		return Division{}, fmt.Errorf("%q: %w", text, errDivision)
	}
	return Division{text}, nil
}

// Parts returns the names of the parts that a game belongs to, one or two. An unknown
// name is "".
func (d Division) Parts(g *GameFacts) []string {
	switch d.by {
	case "player":
		if white, black := g.tag("White"), g.tag("Black"); white != black {
			return []string{white, black}
		}
		return []string{g.tag("White")}
	case "eco":
		return []string{g.code()}
	case "opening":
		return []string{g.opening()}
	case "year":
		year, _, _ := strings.Cut(dateKey(g), ".")
		return []string{strings.TrimLeft(year, "0")}
	}
	return []string{g.tag(d.by)}
}

// maxFileName is the longest name of a file, in bytes; systems accept 255.
const maxFileName = 100

// FileNames makes file names that every system accepts, that differ even without regard
// to case, and that stay in their folder.
type FileNames struct{ taken map[string]bool }

// Name returns a name for the file of a part, without an ending, that was not returned
// before.
func (n *FileNames) Name(part string) string {
	var name strings.Builder
	for _, r := range part {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '+':
			name.WriteRune(r)
		case name.Len() > 0 && !strings.HasSuffix(name.String(), "_"):
			name.WriteByte('_')
		}
		if name.Len() >= maxFileName {
			break
		}
	}
	base := strings.Trim(name.String(), "_-")
	if base == "" {
		base = "unknown"
	}
	if isDevice(base) {
		base += "_"
	}
	if n.taken == nil {
		n.taken = map[string]bool{}
	}
	unique := base
	for i := 2; n.taken[strings.ToLower(unique)]; i++ {
		unique = fmt.Sprintf("%s_%d", base, i)
	}
	n.taken[strings.ToLower(unique)] = true
	return unique
}

// isDevice reports whether Windows reads a name as that of a device, whatever its extension.
func isDevice(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(name) == 4 && (name[:3] == "com" || name[:3] == "lpt") && isDigit(name[3])
}
