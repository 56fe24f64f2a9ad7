package forsyth

import (
	"strconv"
	"strings"
)

// IsLink reports whether the text begins with the address of a page.
func IsLink(text string) bool {
	word := strings.ToLower(firstWord(text))
	return strings.Contains(word, "://") || strings.HasPrefix(word, "lichess.org/") || strings.HasPrefix(word, "www.")
}

// firstWord returns the text up to its first blank.
func firstWord(text string) string {
	word, _ := wordAt(text, 0)
	return word
}

// unlink replaces the link that a line begins with by the FEN in it, as the editors and analysis boards of
// web sites write it: in the path or in a parameter, with _ or + for blanks. The error is errLink without its line.
func unlink(line string) (string, error) {
	word, end := wordAt(line, 0)
	start := end - len(word)
	decoded := unescaped(word)
	for from := range decoded {
		if from > 0 && decoded[from-1] != '/' && decoded[from-1] != '=' {
			continue
		}
		fen, _, _ := strings.Cut(decoded[from:], "?")
		fen, _, _ = strings.Cut(fen, "&")
		fen, _, _ = strings.Cut(fen, "#")
		fen = strings.NewReplacer("_", " ", "+", " ").Replace(fen)
		board, _, _ := strings.Cut(fen, " ")
		if strings.Count(board, "/") == 7 && strings.Trim(board, "12345678/KQRBNPkqrbnp") == "" {
			indent := strings.Repeat(" ", start+min(from, len(word)))
			return indent + fen + strings.Repeat(" ", max(len(word)-from-len(fen), 0)) + line[end:], nil
		}
	}
	return "", &Error{Column: start + 1, Text: Clip(word), Err: errLink}
}

// unescaped returns a link with the characters that it writes as %2F.
func unescaped(link string) string {
	parts := strings.Split(link, "%")
	for i, part := range parts {
		switch code, err := strconv.ParseUint(part[:min(2, len(part))], 16, 7); {
		case i == 0:
		case err != nil || len(part) < 2:
			parts[i] = "%" + part
		default:
			parts[i] = string(rune(code)) + part[2:]
		}
	}
	return strings.Join(parts, "")
}

// WithoutPrefix blanks out the word "Forsyth" or "FEN" in front of a position.
func WithoutPrefix(line string) string {
	word, end := wordAt(line, 0)
	switch strings.ToLower(strings.TrimSuffix(word, ":")) {
	case "forsyth", "fen":
		return strings.Repeat(" ", end) + line[end:]
	}
	return line
}
