package protocol

import (
	"fmt"

	"alfiere/search"
)

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
