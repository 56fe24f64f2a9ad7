package protocol

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"alfiere/book"
	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/search"
	"alfiere/tt/syzygy"
)

// builtinBook is the value of the option BookFile for the book in the program itself.
const builtinBook = "<builtin>"

// bookMisses counts for how many moves in a row of a game the book has had none.
type bookMisses struct {
	count int
	ply   int // at which the book was asked last
}

// allow reports whether the book is still asked at a ply, given how many misses it may have. A ply that is not after
// the last one begins another game, or another attempt: not every GUI says so.
func (m *bookMisses) allow(ply, limit int) bool {
	if ply <= m.ply {
		m.count = 0
	}
	m.ply = ply
	return m.count < limit
}

// openBook makes the Polyglot file at path the engine's book; an empty path is none. A
// *ClampError reports a book that is cut off. On an error the old book stays.
func (c *Controller) openBook(v value) error {
	var opened *book.Book
	switch v.text {
	case "":
	case builtinBook:
		opened = book.Builtin()
	default:
		var err error
		if opened, err = book.Open(v.text); err != nil {
			return err
		}
	}
	err := c.closeBook()
	c.book, c.settings.Book, c.misses = opened, v.text, bookMisses{}
	if err == nil && opened != nil && opened.Stray() != nil {
		err = &ClampError{Option: "BookFile", Value: v.text, Reason: "used but for its end: " + opened.Stray().Error()}
	}
	return err
}

func (c *Controller) closeBook() error {
	if c.book == nil {
		return nil
	}
	return c.book.Close()
}

// BookMoves returns the book's moves in the position on the board, none without a
// book. The error is one of reading the file.
func (c *Controller) BookMoves() ([]book.Entry, error) {
	if c.book == nil {
		return nil, nil
	}
	position := c.game.Position()
	return c.book.Moves(&position)
}

// bookMove chooses the move that is played without searching, if the present job is one for the book: a move of a game,
// not analysis, pondering or a choice among certain moves; and if the book has not failed too often.
func (c *Controller) bookMove() (move movegen.Move, ok bool) {
	limits, root := &c.job.limits, &c.job.root
	if c.book == nil || !c.settings.OwnBook || c.job.full || c.job.hit != nil ||
		len(limits.Moves) > 0 || limits.Mate > 0 {
		return movegen.NoMove, false
	}
	if !c.misses.allow(2*root.FullmoveNumber()+int(root.Side()), c.settings.BookFail) {
		return movegen.NoMove, false
	}
	var err error
	if c.settings.BookBest {
		move, err = c.book.Best(root)
	} else {
		move, err = c.book.Choose(root, c.random)
	}
	if err != nil || move == movegen.NoMove {
		c.misses.count++
		return movegen.NoMove, false
	}
	c.misses.count = 0
	return move, true
}

const maxHashFileSize = 1 << 16 // megabytes

// hashFile holds the controller's hash file.
type hashFile struct {
	file     *search.HashFile // nil without one
	path     string           // of the last one, whether it is in use or not
	reported bool             // whether the user knows that writing has ended
}

// hashFileOptions returns the options of the hash file. The size comes first, because GUIs set options in this order.
func hashFileOptions() []Option {
	return []Option{
		{Name: "HashFileSize", Kind: Spin, Default: "0", Max: maxHashFileSize, apply: (*Controller).setHashFileSize},
		{Name: "HashFile", Kind: File, apply: (*Controller).openHashFile},
		number("HashDepth", 4, 1, search.MaxPly-1, func(s *Settings) *int { return &s.HashDepth }),
		number("HashMoveLimit", 40, 0, 1000, func(s *Settings) *int { return &s.HashMoveLimit }),
	}
}

// setHashFileSize sets the size of new hash files: the next lower power of two.
func (c *Controller) setHashFileSize(v value) error {
	size := 0
	for s := 1; s <= v.number; s *= 2 {
		size = s
	}
	c.settings.HashFileSize = size
	if size != v.number {
		return &ClampError{Used: size, Reason: fmt.Sprintf("the size must be a power of two, %d is used", size)}
	}
	return nil
}

// openHashFile makes the file at path the engine's hash file, from the next search on; an
// empty path uses none. If a file is refused, the old one stays.
func (c *Controller) openHashFile(v value) error {
	var opened *search.HashFile
	if v.text != "" {
		var err error
		if opened, err = search.OpenHashFile(v.text, c.settings.HashFileSize); err != nil {
			return err
		}
		c.hashFile.path = v.text
	}
	if old := c.hashFile.file; old != nil {
		c.retired = append(c.retired, old.Close)
	}
	c.hashFile.file, c.hashFile.reported, c.settings.HashFile = opened, false, v.text
	return nil
}

func (h *hashFile) close() error {
	if h.file == nil {
		return nil
	}
	return h.file.Close()
}

// fault returns, once, why nothing is written to the file any more.
func (h *hashFile) fault() error {
	if h.file == nil || h.reported {
		return nil
	}
	err := h.file.Err()
	h.reported = err != nil
	return err
}

// hashFileUse returns how the search of the present job uses the hash file. After HashMoveLimit half-moves of a game it
// does not, since later positions rarely recur; analysis returns to a position whatever its number. Results of a search
// with noise are not kept: no other game has the same noise.
func (c *Controller) hashFileUse() search.HashFileUse {
	if c.hashFile.file == nil || c.settings.Legacy.Noise > 0 {
		return search.HashFileUse{}
	}
	root, limit := &c.job.root, c.settings.HashMoveLimit
	played := 2*(root.FullmoveNumber()-1) + int(root.Side())
	if limit > 0 && played >= limit && !c.job.full {
		return search.HashFileUse{}
	}
	return search.HashFileUse{File: c.hashFile.file, Depth: c.settings.HashDepth}
}

const maxProbeLimit = 7 // pieces of the largest tables in existence

// maxFaultsReported is the number of unusable files named at a time: a folder may have a thousand.
const maxFaultsReported = 5

var (
	errNoTables = errors.New("no WDL endgame tables (.rtbw) found")
	errNoFolder = errors.New("there is no folder yet: name one, as in syzygy PATH")
)

// endgames holds the controller's endgame tables.
type endgames struct {
	tables *syzygy.Tables // nil without any
	path   string         // of the last ones, whether they are in use or not
}

// endgameOptions returns the options of the endgame tables.
func endgameOptions() []Option {
	return []Option{
		{Name: "SyzygyPath", Kind: Folder, apply: (*Controller).openEndgames},
		number("SyzygyProbeDepth", 1, 1, 100, func(s *Settings) *int { return &s.ProbeDepth }),
		number("SyzygyProbeLimit", maxProbeLimit, 0, maxProbeLimit, func(s *Settings) *int { return &s.ProbeLimit }),
		flag("Syzygy50MoveRule", true, func(s *Settings) *bool { return &s.Rule50 }),
	}
}

// openEndgames uses the tables in the folders of a path from the next search on; an empty path uses none. A path
// without a single table of values is refused, and the old tables stay. A *ClampError names unusable folders among
// usable ones. The path in use changes nothing: some GUIs send it before every game.
func (c *Controller) openEndgames(v value) error {
	if v.text == c.settings.SyzygyPath {
		return nil
	}
	var opened *syzygy.Tables
	var unused error
	if v.text != "" {
		if opened, unused = syzygy.Open(v.text); opened.MaxPieces() == 0 {
			return errors.New(inOneLine(errors.Join(unused, opened.Close()), errNoTables))
		}
		c.endgames.path, c.notice = v.text, endgamesFound(opened)
	}
	if old := c.endgames.tables; old != nil {
		c.retired = append(c.retired, func() error { return errors.Join(faults(old), old.Close()) })
	}
	c.endgames.tables, c.settings.SyzygyPath = opened, v.text
	if unused != nil {
		return &ClampError{Reason: "used but for " + inOneLine(unused, nil)}
	}
	return nil
}

// endgamesFound describes the tables found.
func endgamesFound(t *syzygy.Tables) string {
	wdl, dtz := t.Count()
	return fmt.Sprintf("found %d WDL and %d DTZ endgame tables of up to %d men", wdl, dtz, t.MaxPieces())
}

// inOneLine returns the text of joined errors, or of otherwise if there are none.
func inOneLine(err, otherwise error) string {
	return strings.ReplaceAll(cmp.Or(err, otherwise).Error(), "\n", "; ")
}

// faults returns, once, the files of t that proved unusable; nil if there are none.
func faults(t *syzygy.Tables) error {
	found := t.Faults()
	if more := len(found) - maxFaultsReported; more > 0 {
		found = append(found[:maxFaultsReported:maxFaultsReported], fmt.Errorf("and %d more endgame table files", more))
	}
	return errors.Join(found...)
}

// fault returns, once, the errors of the tables in use.
func (e *endgames) fault() error { return faults(e.tables) }

// endgameUse returns how the search of the present job uses the tables. If a mate was asked
// for, a won ending is not enough.
func (c *Controller) endgameUse() search.EndgameUse {
	if c.endgames.tables == nil || c.settings.ProbeLimit == 0 || c.job.limits.Mate > 0 {
		return search.EndgameUse{}
	}
	return search.EndgameUse{Tables: c.endgames.tables, ProbeDepth: c.settings.ProbeDepth,
		ProbeLimit: c.settings.ProbeLimit, Rule50: c.settings.Rule50}
}

// Endgames returns the endgame tables in use, which may be nil, for direct look-ups; the controller closes them.
func (c *Controller) Endgames() *syzygy.Tables { return c.endgames.tables }

// useEndgames opens the tables of a path, or switches the last ones on or off.
func (c *Controller) useEndgames(text string) error {
	return c.switchPath("SyzygyPath", text, c.settings.SyzygyPath, c.endgames.path, errNoFolder)
}

// endgameState describes the tables in use, if any.
func (c *Controller) endgameState() string {
	switch {
	case c.endgames.tables != nil:
		wdl, dtz := c.endgames.tables.Count()
		return fmt.Sprintf("on, %s, %d WDL and %d DTZ tables of up to %d men", wire.Clip(c.settings.SyzygyPath), wdl,
			dtz, c.endgames.tables.MaxPieces())
	case c.endgames.path != "":
		return "off, " + wire.Clip(c.endgames.path)
	}
	return "off: no folder"
}

// probeState returns the depth from which on tables are asked, and the greatest number of pieces.
func (c *Controller) probeState() string {
	return fmt.Sprintf("%d, with at most %d men", c.settings.ProbeDepth, c.settings.ProbeLimit)
}
