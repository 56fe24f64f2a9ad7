package text

import (
	"alfiere/movegen"
	"alfiere/problem"
)

// judgement fills in what the report says beyond the play.
func (j *ReportForm) judgement(r *problem.Report, o *Options, d *Document) {
	if r.BlockKind != problem.NoBlock {
		j.BlockKind = r.BlockKind.String()
	}
	if !o.Judgement {
		return
	}
	for i := range r.Keys {
		key := r.Keys[i].Move
		for _, flaw := range r.Keys[i].Flaws {
			list := &j.Flaws
			if flaw.Kind.IsMerit() {
				list = &j.Merits
			}
			*list = append(*list, jsonFlaw{uci(key), san(&r.Position, key), flaw.Kind.String(), squareNames(flaw.Squares)})
		}
	}
	for i := range r.Changes {
		j.Changes = append(j.Changes, changeOf(&r.Position, &r.Position, &r.Changes[i]))
	}
	for i := range r.Pictures {
		p := &r.Pictures[i]
		picture := jsonPicture{Pure: p.Pure, Economical: p.Economical, Model: p.Model, Ideal: p.Ideal,
			Pins: squareNames(p.Pins), DoubleCheck: p.Double}
		picture.Line, picture.LineSAN = lineOf(r.Position, p.Line)
		j.Pictures = append(j.Pictures, picture)
	}
	j.economy(r, o, d)
	for _, w := range r.Warnings {
		j.Warnings = append(j.Warnings, jsonWarning{Name: w.Kind.String(), Color: w.Color.String(),
			Squares: squareNames(w.Squares), Impossible: w.Kind.IsImpossible(), Need: w.Need, Have: w.Have})
	}
}

// EconomyInterrupted is the economy in the JSON form if not every man was removed in turn.
const EconomyInterrupted = "interrupted"

// What else is known of the men that a problem could do without, as the JSON form names it.
const (
	economyFinished = "finished" // each man was removed in turn
	economyUntested = "untested" // the problem is not sound, or not known to be
)

// economy fills in the men that the problem could do without.
func (j *ReportForm) economy(r *problem.Report, o *Options, d *Document) {
	state := economyUntested
	if r.Economy != nil {
		state = economyFinished
		if r.Economy.Tested != r.Position.Occupied()&^r.Position.ByType(movegen.King) {
			state = EconomyInterrupted
		}
		men, lost := o.superfluous(r, d)
		j.Superfluous, j.LostTries = squareNames(men), []jsonLoss{}
		for _, l := range lost {
			loss := jsonLoss{Man: l.Man.String()}
			loss.Tries, loss.TriesSAN = movesOf(&r.Position, l.Tries)
			j.LostTries = append(j.LostTries, loss)
		}
	}
	j.Economy = &state
}

// changeOf converts a difference between two phases, each of its diagram.
func changeOf(before, after *movegen.Position, c *problem.Change) jsonChange {
	j := jsonChange{Kind: c.Kind.String(), From: uci(c.From), FromSAN: san(before, c.From), To: uci(c.To),
		ToSAN: san(after, c.To), Defence: uci(c.Defence)}
	from, to := afterMove(*before, c.From), afterMove(*after, c.To)
	if c.Kind == problem.Added { // the only kind whose defence may be none in the first phase
		j.DefenceSAN = san(&to, c.Defence)
	} else {
		j.DefenceSAN = san(&from, c.Defence)
	}
	if c.Kind == problem.Transferred {
		j.Other, j.OtherSAN = uci(c.Other), san(&to, c.Other)
	}
	j.Mates, j.MatesSAN = repliesOf(&from, c.Defence, c.Before)
	j.ChangedMates, j.ChangedMatesSAN = repliesOf(&to, c.Other, c.New)
	return j
}

// repliesOf converts the mates after a defence in p, which need not be one if there are none.
func repliesOf(p *movegen.Position, defence movegen.Move, mates []movegen.Move) (coordinates, sans []string) {
	if len(mates) == 0 {
		return []string{}, []string{}
	}
	after := p.After(defence)
	return movesOf(&after, mates)
}

// themes fills in the themes. Their moves are those of all their lines, each once.
func (j *ReportForm) themes(d *Document) {
	for _, found := range d.Themes {
		t := ThemeForm{Name: found.Theme.Name, Moves: []string{}, MovesSAN: []string{}}
		seen := map[string]bool{uci(movegen.NoMove): true}
		for _, line := range found.Lines {
			coordinates, sans := lineOf(d.Report.Position, line)
			t.Lines, t.LinesSAN = append(t.Lines, coordinates), append(t.LinesSAN, sans)
			for i, name := range coordinates {
				if !seen[name] {
					seen[name] = true
					t.Moves, t.MovesSAN = append(t.Moves, name), append(t.MovesSAN, sans[i])
				}
			}
		}
		j.Themes = append(j.Themes, t)
	}
}
