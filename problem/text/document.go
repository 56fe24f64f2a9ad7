package text

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"alfiere/internal/message"
	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
	"alfiere/problem/theme"
)

// Document is a problem with everything that renderers write. Either Report or Illegal is set.
type Document struct {
	Report  *problem.Report
	Illegal *Illegal // for a position that cannot be solved

	Themes []theme.Found
	Key    movegen.Move // the intended key; NoMove if none is named

	Caption
	Number int    // on a sheet, from 1; 0 if not on a sheet
	File   string // the source file; empty for standard input and a single problem
	Line   int    // where it begins there, from 1; 0 if meaningless

	Passed *ImpossiblePassed // warning about the FEN; nil if there is none

	Notes [][2]string // names and values that pages have after the solution

	Popeye Popeye // what it says of Popeye's layout
	Twin   problem.Twin
}

// Caption is what a source says about a problem. Each text is one line, or empty if unknown.
type Caption struct {
	ID     string `json:"id,omitempty"`
	Title  string `json:"title,omitempty"`
	Author string `json:"author,omitempty"`
	Source string `json:"source,omitempty"`
	Award  string `json:"award,omitempty"`
}

// MaxCaption is how long, in bytes, each text of a caption that CaptionOf returns may be.
const MaxCaption = 8 << 10

// CaptionOf returns the caption of a problem of a collection, without its awards.
func CaptionOf(r *problem.Record) Caption {
	return Caption{ID: Clipped(r.Reference, MaxCaption), Title: Clipped(r.Title, MaxCaption),
		Author: Clipped(problem.JoinNames(r.Authors), MaxCaption), Source: Clipped(r.Source.String(), MaxCaption)}
}

// Clipped cuts a text to a number of bytes, at the beginning of a character.
func Clipped(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "")
}

// Recognise finds the themes of the report: those of the intended key, despite cooks, if one is named.
func (d *Document) Recognise() {
	if d.Key != movegen.NoMove {
		d.Themes = theme.RecogniseKey(d.Report, d.Key)
		return
	}
	d.Themes = theme.Recognise(d.Report)
}

// WithThemes returns the options with all that themes are found in, and a judgement.
func WithThemes(o problem.Options) problem.Options {
	need := theme.Options(o.Moves)
	o.SetPlay, o.AllDefences, o.Judge = true, true, true
	o.Tries = max(o.Tries, need.Tries)
	return o
}

// Illegal is a diagram that can be read but is not a legal position.
type Illegal struct {
	FEN    string // as it was given
	Moves  int    // the stipulation
	Faults []movegen.Fault
}

// Options selects what is written, and how. The zero value writes the keys with their
// play in English. What a report lacks is not written.
type Options struct {
	Language Language
	Program  string // name and version of the program; only in JSON

	DiagramOnly  bool // in LaTeX and HTML: without the solution
	SolutionOnly bool // in LaTeX and HTML: without the diagram, below the first line of the captions
	Compact      bool // no diagram, and each phase on a line
	Brief        bool // of each phase only the first move and the threats
	SetPlay      bool
	Tries        bool
	AllDefences  bool // the ineffective ones too
	Themes       bool
	mainThemes   bool // of the themes only those that are no elements
	Judgement    bool // flaws, changes between phases, pictures, economy, warnings, statistics

	// Play is the last move down to which longer play is written. 0 writes all of it, but only down to move 2 after
	// several keys and, without Judgement, in problems of five or more moves.
	Play int

	KeepTries   bool // men that tries need are not superfluous
	QuietTries  bool // leave out tries that give check
	HidePartial bool // leave out defences that only separate threats: all mates after them are threats
	HideDuals   bool // leave out variations with duals
	Ungrouped   bool // every defence on its own line
	InWords     bool // hints name the words of a Request, not flags
	NoHints     bool // no hints that name flags; pages never have them

	onRequest bool // ByLength has left something out, which the last line names
	everyTry  bool // tries were asked for, so that the trivial ones are written despite Judgement
}

// Full returns options that write everything in the given language.
func Full(l Language) Options {
	return Options{Language: l}.whole()
}

// whole returns o with everything that Full writes.
func (o Options) whole() Options {
	o.SetPlay, o.Tries, o.AllDefences, o.Themes, o.Judgement = true, true, true, true, true
	return o
}

// errThemes is returned for an unknown word of ParseThemes.
var errThemes = errors.New("must be empty (all themes) or main (no elements such as self-blocks)")

// ParseThemes reads which themes are written: "true", "main" (those that are no elements) or
// "false". The error is errThemes.
func (o *Options) ParseThemes(word string) error {
	if word != "true" && word != "main" && word != "false" {
		return errThemes
	}
	o.Themes, o.mainThemes = word != "false", word == "main"
	return nil
}

// names reports whether the theme is written.
func (o *Options) names(t *theme.Theme) bool { return o.Themes && !(o.mainThemes && t.IsElement()) }

// shows reports whether the variation is written.
func (o *Options) shows(v *problem.Variation) bool {
	switch {
	case !v.Effective && !o.AllDefences:
		return false
	case o.HideDuals && v.IsDual():
		return false
	case o.HidePartial && v.Separates:
		return false
	}
	return true
}

// Language is the piece letters and the wording of a report. The zero value is English.
type Language struct {
	letters notation.PieceLetters
	message.Language
}

// English writes a report with English letters and words.
func English() Language { return Language{letters: notation.English} }

// Italian writes a report with Italian letters and words.
func Italian() Language { return Language{notation.Italian, message.Italian} }

// ParseLanguage finds a language as notation.ParseLanguage does, whose error it
// returns. The words are English where there are none in the language.
func ParseLanguage(name string) (Language, error) {
	letters, err := notation.ParseLanguage(name)
	if strings.EqualFold(name, "it") || strings.EqualFold(name, "italian") {
		return Language{letters, message.Italian}, err
	}
	return Language{letters: letters}, err
}

// Letters returns the letters of the pieces.
func (l Language) Letters() notation.PieceLetters { return l.letters }

// WithFigurines returns the language with chessmen instead of its letters.
func (l Language) WithFigurines() Language {
	l.letters = notation.Figurine
	return l
}

// WriteSVG draws the diagram as an SVG picture that needs no font for the chessmen.
// The marked squares get a ring. The error is w's.
func WriteSVG(w io.Writer, d *Document, marks movegen.Bitboard, l Language) error {
	picture := notation.Picture{Marks: marks}
	for _, line := range d.captions(l) {
		picture.Caption = append(picture.Caption, printable(line))
	}
	return picture.WriteSVG(w, &d.Report.Position)
}

// stipulations are the formats of what is asked, by the side that mates.
var stipulations = [...]string{"White mates in %d", "Black mates in %d"}

// asked says what is asked, as in "White mates in 2 (#2)".
func asked(r *problem.Report, l message.Language) string {
	text := fmt.Sprintf("%s (#%d)", l.Sprintf(stipulations[r.Mover()], r.Moves), r.Moves)
	if r.PostKey != nil {
		text += ", " + l.Text([...]string{"White to play after the key", "Black to play after the key"}[r.Position.Side()])
	}
	return text
}

// captions are the lines below a picture: who composed the problem, and what is asked.
func (d *Document) captions(l Language) []string {
	r := d.Report
	var lines []string
	for _, fact := range [...]string{d.Author, d.Source, d.Award, d.Title, d.Twin.String()} {
		if fact != "" {
			lines = append(lines, fact)
		}
	}
	asked := asked(r, l.Language) + "   "
	return append(lines, asked+notation.PieceCount(&r.Position))
}

// printable removes what neither XML nor LaTeX accepts: control characters, invalid UTF-8 and noncharacters of Unicode.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == unicode.ReplacementChar || r&0xfffe == 0xfffe {
			return -1
		}
		return r
	}, text)
}
