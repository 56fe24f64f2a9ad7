package text

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/problem"
)

// JSONVersion is the version of the JSON form. It is raised when a field changes its
// meaning or goes; fields may be added without.
const JSONVersion = 1

// WriteJSON writes the problem as one line of JSON, described in docs/problem-json.md; the error is w's. Of the options
// Program, SetPlay, Tries, Themes, Judgement and AllDefences count: what they leave out is null, and AllDefences adds
// the ineffective defences. Moves are in UCI coordinates, SAN has English letters.
func WriteJSON(w io.Writer, d *Document, o Options) error {
	return WriteLine(w, jsonOf(d, &o))
}

// WriteJSONError writes the line of JSON that stands for an input that could not be
// read; file may be empty, line counts from 1, column is 0 if it is not known. The error is w's.
func WriteJSONError(w io.Writer, file string, line, column int, reason string) error {
	return WriteLine(w, jsonFault{JSONVersion, file, line, column, reason})
}

// WriteLine writes the value as a line of JSON in one call, so that a reader of the stream never sees half a line. The
// error is w's.
func WriteLine(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

// verdictCodes are the verdicts as the JSON form names them.
var verdictCodes = [...]string{
	problem.Undecided:     "undecided",
	problem.Sound:         "sound",
	problem.Cooked:        "cooked",
	problem.ShortSolution: "short",
	problem.NoSolution:    "none",

	problem.MissingSolution: "missing",
}

func jsonOf(d *Document, o *Options) *ReportForm {
	j := &ReportForm{
		Version: JSONVersion, Program: o.Program, File: d.File, Line: d.Line,
		Twin: d.Twin.Label, TwinChange: d.Twin.Change, TwinContinued: d.Twin.Continued,
		Caption: d.Caption, Asked: o.Asked(), Options: o.Others,
		Keys: []PhaseForm{}, Short: []string{}, ShortMates: []jsonShort{},
	}
	j.lists(o, d.Illegal != nil)
	if d.Report == nil {
		j.illegal(d.Illegal, o)
	} else {
		r := o.cut(d.Report)
		j.FEN, j.N = r.Position.FEN(), r.Moves
		j.Solutions, j.Intended = r.Solutions, coordinates(r.Named)
		j.Verdict, j.Complete = verdictCodes[r.Verdict], r.Complete
		if !r.Complete {
			far := r.Progress
			j.Proven = &jsonProven{far.Without, far.In, far.Refuted, far.FirstMoves}
		}
		j.Nodes, j.Seconds = r.Nodes, float64(r.Elapsed)/float64(time.Second)
		table := &phaseTable{}
		if o.Judgement {
			table = cmp.Or(newPhaseTable(r, d), table)
			j.Table = tableOf(r.Position, table)
		}
		j.play(r, o, table)
		j.judgement(r, o, d)
		if o.Themes {
			j.themes(d)
		}
	}
	j.Stipulation = stipulation(j.N)
	j.WhiteMen, j.BlackMen = problem.CountMen(j.FEN)
	j.Men = fmt.Sprintf("%d+%d", j.WhiteMen, j.BlackMen)
	if w := d.Passed; w != nil {
		j.Warnings = append(j.Warnings, jsonWarning{Name: w.Name(), Color: w.Color.String(),
			Squares:    w.Squares().Names(),
			Impossible: true, Text: o.Language.Passed(w)})
	}
	return j
}

func stipulation(moves int) string { return "#" + strconv.Itoa(moves) }

// Asked names what the options ask for, as the flags of the command are called.
func (o *Options) Asked() []string {
	names := []string{}
	for _, part := range [...]struct {
		name  string
		asked bool
	}{{"set", o.SetPlay}, {"tries", o.Tries}, {"themes", o.Themes}, {"judgement", o.Judgement},
		{"all-defences", o.AllDefences}} {
		if part.asked {
			names = append(names, part.name)
		}
	}
	return names
}

// lists makes the lists that were asked for; the others are null. The faults of a diagram that is no chess are reported
// without that.
func (j *ReportForm) lists(o *Options, illegal bool) {
	if o.SetPlay {
		j.Set, j.Unprovided, j.UnprovidedSAN = []VariationForm{}, []string{}, []string{}
	}
	if o.Tries {
		j.Tries = []PhaseForm{}
	}
	if o.Themes {
		j.Themes = []ThemeForm{}
	}
	if o.Judgement || illegal {
		j.Warnings = []jsonWarning{}
	}
	if o.Judgement {
		j.Table = tableOf(movegen.Position{}, &phaseTable{})
		j.Changes, j.Pictures, j.Flaws, j.Merits = []jsonChange{}, []jsonPicture{}, []jsonFlaw{}, []jsonFlaw{}
	}
}

// illegal fills in what is known of a position that cannot be solved.
func (j *ReportForm) illegal(illegal *Illegal, o *Options) {
	j.FEN, j.N, j.Verdict, j.Complete = illegal.FEN, illegal.Moves, IllegalDiagram, true
	if state := economyUntested; o.Judgement {
		j.Economy = &state
	}
	for _, fault := range illegal.Faults {
		j.Warnings = append(j.Warnings, jsonWarning{
			Name: fault.Code.String(), Squares: fault.Squares.Names(), Impossible: true, Text: fault.Error()})
	}
}

// play fills in the phases, with letters of the table.
func (j *ReportForm) play(r *problem.Report, o *Options, table *phaseTable) {
	none := &phaseTable{}
	for _, s := range r.Short {
		short := jsonShort{Move: uci(s.Move), SAN: san(&r.Position, s.Move), In: s.In}
		if s.Play != nil || s.In == 1 {
			short.Play = []PhaseForm{}
		}
		if s.Play != nil && s.In > 1 {
			short.Play = append(short.Play, phaseOf(r.Position, s.Play, o, none))
		}
		j.Short, j.ShortMates = append(j.Short, short.Move), append(j.ShortMates, short)
	}
	if r.PostKey != nil {
		j.PostKey = new(PhaseForm)
		*j.PostKey = phaseAfter(r.Position, r.PostKey, o, none)
		j.PostKey.SAN = san(&r.Position, movegen.NoMove)
	}
	for i := range r.Keys {
		j.Keys = append(j.Keys, phaseOf(r.Position, &r.Keys[i], o, table))
	}
	if o.Tries {
		for i := range r.Tries {
			j.Tries = append(j.Tries, phaseOf(r.Position, &r.Tries[i], o, table))
		}
	}
	if r.Set != nil && o.SetPlay {
		passed := r.Position
		passed.MakeNull()
		j.Set = variationsOf(passed, r.Set, o, table)
		j.Unprovided, j.UnprovidedSAN = movesOf(&passed, r.Set.Refutations)
	}
}

// phaseOf converts a phase that begins in p.
func phaseOf(p movegen.Position, phase *problem.Phase, o *Options, table *phaseTable) PhaseForm {
	j := phaseAfter(p.After(phase.Move), phase, o, table)
	j.SAN = san(&p, phase.Move)
	return j
}

// phaseAfter converts a phase whose first move has led to a position, but for the SAN of the move.
func phaseAfter(after movegen.Position, phase *problem.Phase, o *Options, table *phaseTable) PhaseForm {
	j := PhaseForm{
		Move: uci(phase.Move), Letter: table.firstName(phase.Move), Type: phase.Kind.String(), Duals: phase.Duals(),
		Threats: []string{}, ThreatsSAN: []string{}, ThreatsLetters: table.answerNames(phase.Move, phase.Threats.Moves),
		ThreatPlay: []PhaseForm{}, Variations: variationsOf(after, phase, o, table),
		RefutationsLetters: namesOf(phase.Refutations, table.defenceName), Stalemate: phase.Stalemate,
	}
	j.Refutations, j.RefutationsSAN = movesOf(&after, phase.Refutations)
	if len(phase.Threats.Moves) > 0 {
		after.MakeNull()
		j.Threats, j.ThreatsSAN = movesOf(&after, phase.Threats.Moves)
		j.ThreatPlay = playOf(after, &phase.Threats, o)
	}
	return j
}

// variationsOf converts the variations of a phase, whose defences are played in p.
func variationsOf(p movegen.Position, phase *problem.Phase, o *Options, table *phaseTable) []VariationForm {
	list := make([]VariationForm, 0, len(phase.Variations))
	for _, v := range phase.Variations {
		if !v.Effective && !o.AllDefences {
			continue
		}
		after := p.After(v.Defence)
		j := VariationForm{Defence: uci(v.Defence), SAN: san(&p, v.Defence), Play: playOf(after, &v.Mates, o),
			Letter: table.defenceName(v.Defence), MatesLetters: table.answerNames(phase.Move, v.Mates.Moves)}
		if v.Mates.In > 1 {
			j.In = v.Mates.In
		}
		j.Mates, j.MatesSAN = movesOf(&after, v.Mates.Moves)
		j.Dual, j.Partial = v.Effective && v.IsDual(), v.Separates && v.Mates.Different() > 1
		if o.AllDefences {
			j.Effective = &v.Effective
		}
		list = append(list, j)
	}
	return list
}

// playOf converts what follows mates: nothing if they end the game, nil if it is not known.
func playOf(p movegen.Position, mates *problem.Mates, o *Options) []PhaseForm {
	if mates.In > 1 && mates.Play == nil {
		return nil
	}
	list := make([]PhaseForm, len(mates.Play))
	for i := range mates.Play {
		list[i] = phaseOf(p, &mates.Play[i], o, &phaseTable{})
	}
	return list
}

// movesOf converts moves of p.
func movesOf(p *movegen.Position, moves []movegen.Move) (coordinates, sans []string) {
	coordinates, sans = make([]string, len(moves)), make([]string, len(moves))
	for i, m := range moves {
		coordinates[i], sans[i] = uci(m), san(p, m)
	}
	return coordinates, sans
}

// lineOf converts a line of play that begins in p.
func lineOf(p movegen.Position, line []movegen.Move) (coordinates, sans []string) {
	coordinates, sans = make([]string, len(line)), make([]string, len(line))
	for i, m := range line {
		coordinates[i], sans[i] = uci(m), san(&p, m)
		p = afterMove(p, m)
	}
	return coordinates, sans
}

// afterMove returns the position after a move of p; after NoMove the other side is to move.
func afterMove(p movegen.Position, m movegen.Move) movegen.Position {
	p.MakeOrPass(m)
	return p
}

func uci(m movegen.Move) string { return notation.UCI(m, false) }

func san(p *movegen.Position, m movegen.Move) string { return notation.SAN(p, m, notation.English) }

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
			*list = append(*list, jsonFlaw{uci(key), san(&r.Position, key), flaw.Kind.String(), flaw.Squares.Names()})
		}
	}
	for i := range r.Changes {
		j.Changes = append(j.Changes, changeOf(&r.Position, &r.Position, &r.Changes[i]))
	}
	for _, p := range r.Pictures {
		picture := jsonPicture{Pure: p.Pure, Economical: p.Economical, Model: p.Model, Ideal: p.Ideal,
			Pins: p.Pins.Names(), DoubleCheck: p.Double}
		picture.Line, picture.LineSAN = lineOf(r.Position, p.Line)
		j.Pictures = append(j.Pictures, picture)
	}
	j.economy(r, o, d)
	for _, w := range r.Warnings {
		j.Warnings = append(j.Warnings, jsonWarning{Name: w.Kind.String(), Color: w.Color.String(),
			Squares: w.Squares.Names(), Impossible: w.Kind.IsImpossible(), Need: w.Need, Have: w.Have})
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
		j.Superfluous, j.LostTries = men.Names(), []jsonLoss{}
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
