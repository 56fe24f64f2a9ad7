package console

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"alfiere/movegen"
	"alfiere/search"
)

// pgnReader reads one game without variations, such as record.pgn writes. Comments
// that are not its own, and glyphs, are skipped.
type pgnReader struct {
	builder
	rest string
}

// readPGN reads the first game of the text.
func readPGN(text string) (record, error) {
	r := pgnReader{builder: newBuilder(), rest: text}
	for {
		r.skip(len(r.rest) - len(strings.TrimLeft(r.rest, " \t\r\n")))
		if r.rest == "" {
			return r.record, nil
		}
		ended, err := r.item()
		if err != nil {
			return record{}, r.fault(err)
		}
		if ended {
			return r.record, nil
		}
	}
}

// skip goes on by some bytes and counts lines.
func (r *pgnReader) skip(bytes int) {
	r.line += strings.Count(r.rest[:bytes], "\n")
	r.rest = r.rest[bytes:]
}

// item reads the next tag, comment or word; ended is true behind the game's result.
func (r *pgnReader) item() (ended bool, err error) {
	switch r.rest[0] {
	case '[':
		return false, r.tag()
	case '{':
		end := strings.IndexByte(r.rest, '}')
		if end < 0 {
			return false, errUnclosed
		}
		r.comment(r.rest[1:end])
		r.skip(end + 1)
		return false, nil
	case ';', '%':
		end := strings.IndexByte(r.rest, '\n')
		if end < 0 {
			end = len(r.rest)
		}
		r.skip(end)
		return false, nil
	case '(', ')':
		return false, errVariation
	}
	end := strings.IndexAny(r.rest, " \t\r\n{}();[]")
	if end < 0 {
		end = len(r.rest)
	}
	end = max(end, 1) // a bracket in a wrong place is a word that is no move
	ended, err = r.word(r.rest[:end])
	if err == nil {
		r.skip(end)
	}
	return ended, err
}

// pgnTag is a tag pair.
var pgnTag = regexp.MustCompile(`^\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]`)

func (r *pgnReader) tag() error {
	match := pgnTag.FindStringSubmatch(r.rest)
	if match == nil {
		return errBadTag
	}
	value := tagUnescaper.Replace(match[2])
	switch match[1] {
	case "White":
		r.white = plain(value)
	case "Black":
		r.black = plain(value)
	case "Date":
		r.date = plain(value)
	case "FEN":
		if err := r.setPosition(value); err != nil {
			return err
		}
	}
	r.skip(len(match[0]))
	return nil
}

var tagUnescaper = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// word reads a result, a move number with what follows it, a glyph or a move.
func (r *pgnReader) word(word string) (ended bool, err error) {
	for _, result := range [...]movegen.Result{movegen.Ongoing, movegen.WhiteWins, movegen.BlackWins, movegen.Drawn} {
		if word == result.String() {
			r.result = result
			return true, nil
		}
	}
	if word[0] == '$' {
		return false, nil
	}
	move := withoutNumber(word)
	if strings.Trim(move, "0123456789.") == "" {
		return false, nil
	}
	return false, r.play(move, note{})
}

// The words of record.pgn's comments.
var (
	commentScore = regexp.MustCompile(`^([+-])(?:M(\d{1,3})|(\d{1,3})\.(\d\d))/(\d{1,3})$`)
	commentNodes = regexp.MustCompile(`^n=(\d{1,19})$`)
	commentTime  = regexp.MustCompile(`^(\d{1,6}\.\d\d)s$`)
)

// comment adds to the note of the last move what it says.
func (r *pgnReader) comment(text string) {
	if len(r.notes) == 0 {
		return
	}
	n := &r.notes[len(r.notes)-1]
	for word := range strings.FieldsSeq(text) {
		if word == "book" {
			n.engine, n.book = true, true
		} else if match := commentScore.FindStringSubmatch(word); match != nil {
			n.engine = true
			n.score, n.depth = parseScore(match[1:]), number(match[5])
		} else if match := commentNodes.FindStringSubmatch(word); match != nil {
			n.nodes, _ = strconv.ParseUint(match[1], 10, 64)
		} else if match := commentTime.FindStringSubmatch(word); match != nil {
			seconds, _ := strconv.ParseFloat(match[1], 64)
			n.time = time.Duration(seconds*100+0.5) * 10 * time.Millisecond
		}
	}
}

// parseScore reads sign, moves to the mate, pawns and hundredths, as scoreText writes
// them.
func parseScore(parts []string) search.Score {
	score := search.Score(100*number(parts[2]) + number(parts[3]))
	if parts[1] != "" {
		plies := 2 * number(parts[1])
		if parts[0] == "+" {
			plies = max(plies-1, 0)
		}
		score = search.MateScore - search.Score(plies)
	}
	if parts[0] == "-" {
		return -score
	}
	return score
}

// number returns the value of digits that an expression has matched; none are 0.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
