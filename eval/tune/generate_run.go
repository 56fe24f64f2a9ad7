package tune

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"time"
)

// GenerateRun plays the games that an archive lacks.
type GenerateRun struct {
	Generator  generator
	Archive    string     // file; if it exists, the run that began it is resumed
	Source     string     // archive whose games are left at each position; empty: new games are played
	Games      uint64     // that the archive shall hold in the end; 0: all of Source
	Provenance Provenance // of the games; its Seed is the Generator's
	Log        io.Writer  // hears what stays, in lines for people
	Progress   progress   // shows how far it is; may be nil
}

// progress is a status line for a waiting person; it is overwritten repeatedly, with the
// time left when so much of a whole is done.
type progress interface {
	ShowPart(done, whole int64, format string, values ...any)
	Clear()
}

// Fingerprint distinguishes files of openings.
func Fingerprint(text []byte) uint64 {
	digest := fnv.New64a()
	digest.Write(text)
	return digest.Sum64()
}

// Run plays until the archive holds all games. If ctx ends before, the error wraps its
// cause, and the archive is whole; else it is one of openArchive, the players or the disk.
func (r *GenerateRun) Run(ctx context.Context) error {
	p := r.Provenance
	p.Seed = r.Generator.Seed
	var source *sourceGames
	if r.Source != "" {
		var err error
		if source, err = openGames(r.Source); err != nil {
			return err
		}
		defer source.Close()
		p.Openings = Fingerprint(source.Provenance().header())
		r.Generator.Branch = source.next
		if r.Games == 0 {
			whole, err := load(r.Source, func(*game) {})
			if err != nil {
				return err
			}
			r.Games = uint64(whole.Games)
		}
	}
	archive, dropped, err := openArchive(r.Archive, p)
	if err != nil {
		return err
	}
	if dropped > 0 {
		fmt.Fprintf(r.Log, "%d bytes of a game that was cut off are dropped\n", dropped)
	}
	if n := archive.Games(); n > 0 {
		fmt.Fprintf(r.Log, "going on after %d games, %d positions\n", n, archive.Positions())
	}
	if source != nil {
		if err := source.skip(archive.Games()); err != nil {
			return errors.Join(err, archive.Close())
		}
	}
	progress := generateProgress{line: r.Progress, archive: archive, goal: r.Games, begun: time.Now(),
		games: archive.Games(), positions: archive.Positions()}
	err = r.Generator.Run(ctx, archive.Games(), r.Games, func(g *game) error {
		if err := archive.Append(g); err != nil {
			return err
		}
		progress.count(g)
		return nil
	})
	progress.sum(r.Log)
	return errors.Join(err, archive.Close())
}

// generateProgress reports how the games get on.
type generateProgress struct {
	line      progress // nil shows nothing
	archive   *archive
	goal      uint64
	begun     time.Time
	games     uint64 // in the archive when the run began
	positions int
	plies     int
	results   [3]int
}

// count takes a game that has been played.
func (p *generateProgress) count(g *game) {
	p.plies += g.Plies
	p.results[g.Result]++
	if p.line != nil {
		p.line.ShowPart(int64(p.archive.Games()-p.games), int64(p.goal-p.games), "%s", p.state())
	}
}

// state is half a line: the time left follows it.
func (p *generateProgress) state() string {
	games, seconds := float64(p.archive.Games()-p.games), time.Since(p.begun).Seconds()
	return fmt.Sprintf("%d of %d games, %d positions, %.2f games/s", p.archive.Games(), p.goal, p.archive.Positions(),
		games/seconds)
}

// sum reports at the end what was played.
func (p *generateProgress) sum(w io.Writer) {
	if p.line != nil {
		p.line.Clear()
	}
	games, seconds := float64(p.archive.Games()-p.games), time.Since(p.begun).Seconds()
	if games == 0 {
		return
	}
	fmt.Fprintf(w, "%s\n%.0f positions/s, %.0f half-moves a game, +%d =%d -%d for White\n", p.state(),
		float64(p.archive.Positions()-p.positions)/seconds, float64(p.plies)/games, p.results[whiteWon], p.results[draw],
		p.results[blackWon])
}
