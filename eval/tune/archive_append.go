package tune

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"alfiere/movegen"
)

// archive is an archive that games are added to. No position occurs in it twice.
type archive struct {
	file  *os.File
	seen  map[movegen.Key]struct{}
	games uint64
	block []byte
}

// errOtherGames is wrapped by the error for an archive whose games come from elsewhere.
var errOtherGames = errors.New("the archive holds games of another kind")

// openArchive opens or creates an archive for the games of p. What a killed run left of its last game is cut off;
// dropped says how many bytes. The error wraps errOtherGames or is one of Reader.
func openArchive(path string, p Provenance) (a *archive, dropped int64, err error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, 0, err
	}
	a = &archive{file: file, seen: make(map[movegen.Key]struct{})}
	if dropped, err = a.resume(p); err != nil {
		return nil, 0, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
	}
	return a, dropped, nil
}

func (a *archive) resume(p Provenance) (dropped int64, err error) {
	r, err := newReader(bufio.NewReader(a.file))
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return 0, a.begin(p)
	case err != nil:
		return 0, err
	case r.Provenance() != p:
		return 0, fmt.Errorf("%w: %+v, not %+v", errOtherGames, r.Provenance(), p)
	}
	for g := new(game); ; {
		block := r.Offset()
		if err = r.Read(g); err != nil {
			break
		}
		if g.Number != a.games {
			return 0, &damageError{block, fmt.Sprintf("game %d follows where %d should", g.Number, a.games)}
		}
		a.games++
		for i := range g.Samples {
			a.seen[g.Samples[i].Position.Key()] = struct{}{}
		}
	}
	if err != io.EOF && err != io.ErrUnexpectedEOF {
		return 0, err
	}
	end, err := a.file.Seek(0, io.SeekEnd)
	if err == nil && end > r.Offset() {
		if err = a.file.Truncate(r.Offset()); err == nil {
			_, err = a.file.Seek(r.Offset(), io.SeekStart)
		}
	}
	return end - r.Offset(), err
}

func (a *archive) begin(p Provenance) error {
	if err := a.file.Truncate(0); err != nil {
		return err
	}
	if _, err := a.file.WriteAt(p.header(), 0); err != nil {
		return err
	}
	_, err := a.file.Seek(headerSize, io.SeekStart)
	return err
}

// Games returns the number of games in the archive, which is that of the next one.
func (a *archive) Games() uint64 { return a.games }

// Positions returns the number of positions in the archive.
func (a *archive) Positions() int { return len(a.seen) }

// Append writes the next game without the positions that are in the archive already; these are removed from g.
func (a *archive) Append(g *game) error {
	if g.Number != a.games {
		return fmt.Errorf("tune: game %d appended where %d should follow", g.Number, a.games)
	}
	g.Samples = slices.DeleteFunc(g.Samples, func(s sample) bool {
		_, known := a.seen[s.Position.Key()]
		a.seen[s.Position.Key()] = struct{}{}
		return known
	})
	block, err := appendBlock(a.block[:0], g)
	if err != nil {
		return err
	}
	a.block = block
	if _, err := a.file.Write(block); err != nil {
		return err
	}
	a.games++
	return nil
}

// Close brings all that was written to the disk and closes the file.
func (a *archive) Close() error { return errors.Join(a.file.Sync(), a.file.Close()) }
