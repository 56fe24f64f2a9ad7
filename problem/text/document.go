// Package text writes analysed problems for composers: as text, plain, compact or in full; as JSON, one object a line
// (docs/problem-json.md); and their diagrams as SVG and for LaTeX. Piece letters and words come in several languages.
//
// All renderers read a Document: a problem.Report, the themes found in it, and the problem's author and source. The
// package neither solves nor parses; package problem/format reads files of problems. The command line, the console and
// the protocols use it.
package text

import (
	"errors"
	"fmt"
	"io"
	"slices"
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

	Themes   []theme.Found
	Elements bool // Recognise looks for elements, too, in the play of tries

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

// Recognise finds the themes of the report, and what the play of tries shows that the table of phases lists.
func (d *Document) Recognise() {
	d.Themes = theme.Recognise(d.Report)
	if table := newPhaseTable(d.Report, d); table != nil && len(d.Report.Tries) > 0 {
		var tries []movegen.Move
		for _, row := range table.rows {
			tries = append(tries, row.Move)
		}
		d.Themes = theme.WithTries(d.Themes, d.Report, tries, d.Elements)
	}
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
	Others   string // what else was asked for that changes an answer; only in JSON

	DiagramOnly  bool // in LaTeX and HTML: without the solution
	SolutionOnly bool // in LaTeX and HTML: without the diagram, below the first line of the captions
	Compact      bool // no diagram, and each phase on a line
	Brief        bool // of each phase only the first move and the threats
	SetPlay      bool
	Tries        bool
	AllDefences  bool // the ineffective ones too
	Themes       bool
	mainThemes   bool // of the themes only those that are no elements
	AllThemes    bool // the elements in the play of tries too
	Judgement    bool // flaws, changes between phases, pictures, economy, warnings, statistics

	// Play is the last move down to which longer play is written. 0 writes all of it, but only down to move 2 in cooked
	// problems and, without Judgement, in problems of five or more moves.
	Play int

	KeepTries   bool // men that tries need are not superfluous
	QuietTries  bool // leave out tries that give check
	HidePartial bool // leave out defences that only separate threats: all mates after them are threats
	HideLone    bool // write a threat that fewer than two defences allow as a variation
	HideDuals   bool // leave out variations with duals
	Ungrouped   bool // every defence on its own line
	InWords     bool // hints name the words of a Request, not flags
	NoHints     bool // no hints that name flags; pages never have them

	EveryTry  bool // tries were asked for, so that the trivial ones are written despite Judgement
	onRequest bool // ByLength has left something out, which the last line names
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

// ParseThemes reads which themes are written: "true", "main" (those that are no elements), "all" (elements of tries
// too) or "false".
func (o *Options) ParseThemes(word string) error {
	if !slices.Contains([]string{"true", "main", "all", "false"}, word) {
		return errors.New("must be empty, main (no elements such as self-blocks) or all (also those in tries)")
	}
	o.Themes, o.mainThemes, o.AllThemes = word != "false", word == "main", word == "all"
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

// From longMoves moves on, and after several keys, play is shown down to the move briefPlay
// unless more is asked for: all of it fills pages.
const (
	longMoves = 5
	briefPlay = 2
)

// Analysis returns the options of the analysis with the play that these options write, and
// that themes and judgement look at: what is written decides nothing of what is found.
func (o *Options) Analysis(analysis problem.Options) problem.Options {
	analysis.Play, analysis.CookedPlay = o.depth(analysis.Moves, 0), o.depth(analysis.Moves, 1)
	analysis.ShortPlay, analysis.AllDefences = true, analysis.AllDefences || o.HideLone
	if o.Compact {
		analysis.Play, analysis.CookedPlay = 0, 0
	}
	if o.Brief {
		analysis.Play, analysis.CookedPlay = min(analysis.Play, briefPlay), min(analysis.CookedPlay, briefPlay)
	}
	if o.Themes || o.Judgement {
		analysis.Play = analysis.Moves
	}
	return analysis
}

// ByLength returns o with all that is written by default for a mate in this number of moves. Mates in two have
// everything. Longer ones lack tries, and those of longMoves and more also themes and judgement, because both need
// the whole play. What said reports stays as it is: "set", "tries" or "themes".
func (o Options) ByLength(moves int, said func(name string) bool) Options {
	o.SetPlay = o.SetPlay || !said("set")
	o.Themes = o.Themes || moves < longMoves && !said("themes")
	o.Judgement = o.Judgement || moves < longMoves
	o.Tries = o.Tries || moves <= briefPlay && !said("tries")
	o.onRequest = !o.Judgement || !o.Tries && !said("tries")
	return o
}

// depth returns the move down to which the play of a problem with this many cooks is written.
func (o *Options) depth(moves, cooks int) int {
	switch {
	case o.Play > 0:
		return min(o.Play, moves)
	case cooks > 0, moves >= longMoves && !o.Judgement:
		return min(briefPlay, moves)
	}
	return moves
}

// cut returns the report without the play and the tries that are not written. What it keeps it shares with the report.
func (o *Options) cut(r *problem.Report) *problem.Report {
	depth := o.depth(r.Moves, r.Surplus())
	if depth >= r.Moves && !o.QuietTries && !o.HideLone && len(r.Short) == 0 {
		return r
	}
	short := *r
	short.Keys, short.Tries = o.cutPhases(r.Keys, depth), o.cutPhases(r.Tries, depth)
	short.Set, short.PostKey = o.cutPhase(r.Set, depth), o.cutPhase(r.PostKey, depth)
	short.Short = slices.Clone(r.Short)
	for i := range short.Short {
		s := &short.Short[i]
		s.Play = o.cutPhase(s.Play, o.depth(r.Moves, 1))
	}
	if o.QuietTries {
		short.Tries = slices.DeleteFunc(slices.Clone(short.Tries), func(try problem.Phase) bool {
			return try.Kind == problem.Check
		})
	}
	return &short
}

// cutPhases returns the phases as they are written, with play down to the given move.
func (o *Options) cutPhases(phases []problem.Phase, depth int) []problem.Phase {
	phases = cutPhases(phases, depth)
	for i := range phases {
		if o.HideLone {
			phases[i] = phases[i].WithoutLoneThreats()
		}
	}
	return phases
}

// cutPhase does it for one phase, if there is one.
func (o *Options) cutPhase(phase *problem.Phase, depth int) *problem.Phase {
	if phase == nil {
		return nil
	}
	return &o.cutPhases([]problem.Phase{*phase}, depth)[0]
}

// cutPhases returns a copy of the phases with play down to the given move.
func cutPhases(phases []problem.Phase, depth int) []problem.Phase {
	if phases == nil {
		return nil
	}
	short := slices.Clone(phases)
	for i := range short {
		ph := &short[i]
		ph.Threats.Play = cutPlay(ph.Threats.Play, depth)
		ph.Variations = slices.Clone(ph.Variations)
		for k := range ph.Variations {
			mates := &ph.Variations[k].Mates
			mates.Play = cutPlay(mates.Play, depth)
		}
	}
	return short
}

// cutPlay returns what follows the second move of a phase.
func cutPlay(play []problem.Phase, depth int) []problem.Phase {
	if depth <= briefPlay {
		return nil
	}
	return cutPhases(play, depth-1)
}
