package text

import (
	"errors"
	"strconv"
	"strings"

	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/problem"
)

// RequestWords are the words that ParseRequest reads, for help texts.
const RequestWords = "N [brief] [set] [tries [R]] [all] [play M] [themes] [full] [compact] [figurines] [language L] [json]"

// errRequest is wrapped by the error for words that cannot be read.
var errRequest = errors.New("usage: mate " + RequestWords)

// Request is a user's request to analyse a position as a problem.
type Request struct {
	Options problem.Options
	Text    Options
	JSON    bool // rather than text
}

// ParseRequest reads what a user may write after "mate": the number of moves, then in any order "brief" for the keys
// and threats only, instead of all that ByLength writes, "set" for the
// set play, "tries R" for first moves with up to R refutations, 1 if there is no R, "play M" for longer play
// down to move M, "all" for ineffective defences too, "themes", "full" for all of these with a judgement,
// "compact", "figurines", "language" with its name, and "json". The error wraps errRequest.
func ParseRequest(text string) (Request, error) {
	words := wire.Fields(text)
	if len(words) == 0 {
		return Request{}, errRequest
	}
	moves, err := problem.ParseStipulation(words[0])
	if err != nil {
		return Request{}, message.Errorf("mate: %w, not %.80q; %w", err, words[0], errRequest)
	}
	request := Request{Options: problem.Options{Moves: moves}}
	figurines := false
	for words = words[1:]; len(words) > 0; words = words[1:] {
		switch words[0] {
		case "figurines":
			figurines = true
		case "tries":
			request.Options.Tries, request.Text.Tries, request.Text.EveryTry = 1, true, true
			if len(words) == 1 {
				break
			}
			if r, err := strconv.Atoi(words[1]); err == nil {
				if r < 1 {
					return Request{}, message.Errorf("mate: R must be at least 1, not %.80q; %w", words[1], errRequest)
				}
				request.Options.Tries = r
				words = words[1:]
			}
		case "play":
			if len(words) > 1 {
				request.Text.Play, err = strconv.Atoi(words[1])
			}
			if len(words) == 1 || err != nil || request.Text.Play < 1 {
				return Request{}, message.Errorf("mate: play needs a move number; %w", errRequest)
			}
			words = words[1:]
		case "language":
			if len(words) == 1 {
				return Request{}, message.Errorf("mate: the language is missing; %w", errRequest)
			}
			words = words[1:]
			if request.Text.Language, err = ParseLanguage(words[0]); err != nil {
				return Request{}, message.Errorf("mate: %w, not %.80q; %w", err, words[0], errRequest)
			}
		default:
			if !request.obey(words[0]) {
				return Request{}, message.Errorf("mate: unknown word %.80q; %w", words[0], errRequest)
			}
		}
	}
	request.byLength()
	request.Options = request.Text.Analysis(request.Options)
	if figurines {
		request.Text.Language = request.Text.Language.WithFigurines()
	}
	return request, nil
}

// byLength adds what is written by default, unless other words exclude it. After "full" and "json" nothing is brief.
func (r *Request) byLength() {
	whole := r.Text == r.Text.whole()
	if r.Text.Brief = r.Text.Brief && !whole; r.Text.Brief || r.Text.Compact || whole {
		return
	}
	tries := r.Options.Tries
	r.Text = r.Text.ByLength(r.Options.Moves, func(string) bool { return false })
	r.Options.SetPlay, r.Options.Judge = true, r.Options.Judge || r.Text.Judgement
	if r.Text.Themes {
		r.Options = WithThemes(r.Options)
	}
	if r.Options.Tries = tries; r.Text.Tries {
		r.Options.Tries = max(tries, 1)
	}
}

// obey takes a word that has no argument; ok is false if there is no such word.
func (r *Request) obey(word string) (ok bool) {
	switch word {
	case "set":
		r.Options.SetPlay, r.Text.SetPlay = true, true
	case "all":
		r.Options.AllDefences, r.Text.AllDefences = true, true
	case "themes":
		r.Options, r.Text.Themes = WithThemes(r.Options), true
	case "full", "json":
		asked := r.Text
		r.Options = WithThemes(r.Options)
		r.Text = Full(asked.Language)
		r.Text.Compact, r.Text.Brief = asked.Compact, asked.Brief
		r.Text.Play, r.Text.EveryTry = asked.Play, asked.EveryTry
		r.JSON = r.JSON || word == "json"
	case "compact":
		r.Text.Compact = true
	case "brief":
		r.Text.Brief = true
	default:
		return false
	}
	return true
}

// Answer returns the document as it was asked for. JSON leaves out the time, so that it is the same every time. The
// error is that of WriteJSON or Write.
func (r *Request) Answer(document Document) (string, error) {
	var text strings.Builder
	if r.JSON {
		report := *document.Report
		report.Elapsed = 0
		document.Report = &report
		err := WriteJSON(&text, &document, r.Text)
		return text.String(), err
	}
	options := r.Text
	options.InWords = true
	err := Write(&text, &document, options)
	return text.String(), err
}
