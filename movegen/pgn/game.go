package pgn

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"unicode/utf8"

	"alfiere/internal/datafile"
	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/gametree"
)

// Game is a game with its tags, variations and comments.
type Game struct {
	// Tags have no effect once the game is read: its start is in Tree and its result in
	// Result. Layout.Append makes FEN, SetUp and Result fit them.
	Tags   Tags
	Tree   *gametree.Tree
	Result movegen.Result

	// Closing is a comment of its own before the result, such as why the game ended. A
	// Reader joins such a comment to that of the last move and leaves this empty.
	Closing string

	Line   int      // of the file it was read from, counted from 1; 0 without a file
	Faults []*Error // at most maxFaults of them
}

// NewGame returns a game with a tree and without tags. Its result is that of the last
// position of the main line, if it is mate or stalemate.
func NewGame(t *gametree.Tree) *Game {
	g := &Game{Tree: t}
	p := t.Position(t.Last())
	if !p.HasLegalMove() {
		g.Result = movegen.Drawn
		if p.InCheck() {
			g.Result = movegen.WinFor(p.Side().Other())
		}
	}
	return g
}

// Limits of a Reader. Anything longer is an error in the game.
const (
	MaxTag     = 4 << 10  // bytes of a tag
	maxTags    = 10_000   // tags of a game
	maxComment = 64 << 10 // bytes of a comment
	maxNesting = 64       // variations within variations
	maxFaults  = 16       // errors reported of one game
)

// Tag is a tag pair, such as [White "Anderssen"].
type Tag struct{ Name, Value string }

// Tags are the tag pairs of a game in their order.
type Tags []Tag

// roster holds the seven tags that every game has, in the order of the standard.
var roster = [...]Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"},
	{"Black", "?"}, {"Result", "*"}}

// Get returns the value of the first tag of that name, "" if there is none.
func (t Tags) Get(name string) string {
	if i := t.index(name); i >= 0 {
		return t[i].Value
	}
	return ""
}

// Set changes the value of the first tag of that name, or adds one at the end.
func (t *Tags) Set(name, value string) {
	if i := t.index(name); i >= 0 {
		(*t)[i].Value = value
		return
	}
	*t = append(*t, Tag{name, value})
}

func (t Tags) index(name string) int {
	return slices.IndexFunc(t, func(tag Tag) bool { return tag.Name == name })
}

// The errors in a game; errors.Is finds them in an *Error, as it finds a
// *notation.MoveError or *movegen.FENError wrapped with ErrMove or ErrStart.
var (
	ErrTag       = errors.New("not a tag pair")
	errTagLength = errors.New("the tag is longer than 4 KiB")
	errTags      = errors.New("the game has more than 10,000 tags")
	ErrComment   = errors.New("the comment does not end, or is longer than 64 KiB")
	ErrMove      = errors.New("not a move")
	ErrNesting   = errors.New("variations are nested deeper than 64 levels")
	errVariation = errors.New("a variation that begins or ends where none can")
	errGlyph     = errors.New("a numeric glyph is $0 to $255")
	ErrStart     = errors.New("the starting position is wrong")
	ErrStray     = errors.New("this text is in no game")
	errVariant   = errors.New("the game is of another kind of chess")
)

// badMove is an ErrMove with the text of its reason, which quotes the move.
type badMove struct{ error }

// Message is Error for every language.
func (e badMove) Message() error { return e.error }

// Unwrap returns the sentinel and the reason.
func (e badMove) Unwrap() []error { return []error{ErrMove, e.error} }

// Error is an error in a game, with its place.
type Error struct {
	Line   int    // from 1
	Column int    // byte of the line, from 1
	Game   int    // number of the game, from 1
	Text   string // the text there, cut to a few bytes
	Err    error  // wraps a sentinel of this package
}

// Error names line, column, game, reason and the text found.
func (e *Error) Error() string { return e.Message().Error() }

// Message is Error for every language.
func (e *Error) Message() error {
	return message.Errorf("pgn: line %d, column %d (game %d): %v", e.Line, e.Column, e.Game, e.Reason())
}

// Reason is the message without the place.
func (e *Error) Reason() error {
	if _, named := errors.AsType[badMove](e.Err); e.Text != "" && !named {
		return message.Errorf("%v: %q", e.Err, e.Text)
	}
	return e.Err
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// ErrNoGame is wrapped by errors about a stream that should hold games but has none.
var ErrNoGame = errors.New("no game found")

// NoGame returns an error that wraps ErrNoGame and says what the stream looks like, if Next
// has come to the end of it without finding a game; else nil.
func (r *Reader) NoGame() error {
	if r.game > 0 || r.unread || !r.done {
		return nil
	}
	kind := cmp.Or(r.Foreign(), "it is text without moves or tags")
	return message.Errorf("%w: %v", ErrNoGame, errors.New(kind))
}

// isBinary reports whether a stream that begins like this is a program, an archive or the like,
// in which games are not wanted, although a program may hold some.
func isBinary(head []byte) bool {
	return bytes.IndexByte(head, 0) >= 0 && datafile.Signature(head) != ""
}

// Foreign says what the stream looks like if it is certainly no text of games, even if a mark in it was read as a
// result; otherwise it is empty.
func (r *Reader) Foreign() string {
	head := r.head
	text := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case len(head) == 0:
		return datafile.ErrEmpty.Error()
	case len(text) == 0:
		return datafile.ErrBlank.Error()
	}
	if what := datafile.Signature(head); what != "" {
		return what
	}
	first, _, _ := bytes.Cut(text, []byte{' '})
	switch {
	case bytes.ContainsFunc(head, func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != 0x1b && c != 0x1a
	}):
		return datafile.ErrNoText.Error()
	case bytes.Count(first, []byte{'/'}) == 7 && len(first) < 80:
		return "it holds positions (FEN or EPD)"
	case !utf8.Valid(head[:max(0, len(head)-utf8.UTFMax)]) && letters(head) < len(head)/2:
		return datafile.ErrNoText.Error()
	}
	return ""
}

// letters counts letters, digits and blanks of ASCII.
func letters(text []byte) (n int) {
	for _, b := range text {
		if isLetter(b) || b == ' ' || b >= '0' && b <= '9' {
			n++
		}
	}
	return n
}
