package problemtext

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"alfiere/movegen"
	"alfiere/movegen/notation"
	"alfiere/search/problem"
)

// JSONVersion is the version of the JSON form. It is raised when a field changes its
// meaning or goes; fields may be added without.
const JSONVersion = 1

// WriteJSON writes the problem as one line of JSON, described in
// docs/problem-json.md; the error is w's. Of the options SetPlay, Tries, AllDefences
// and Themes count: what they leave out is null, and AllDefences adds the ineffective
// defences. Moves are in UCI coordinates, SAN has English letters.
func WriteJSON(w io.Writer, d *Document, o Options) error {
	return writeLine(w, jsonOf(d, &o))
}

// WriteJSONError writes the line of JSON that stands for an input that could not be
// read; line counts from 1, column is 0 if it is not known. The error is w's.
func WriteJSONError(w io.Writer, line, column int, reason string) error {
	return writeLine(w, jsonFault{JSONVersion, line, column, reason})
}

// writeLine writes the value in one call, so that a reader of the stream never sees
// half a line.
func writeLine(w io.Writer, value any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return err
	}
	_, err := w.Write(line.Bytes())
	return err
}

type jsonFault struct {
	Version int    `json:"version"`
	Line    int    `json:"line"`
	Column  int    `json:"column,omitempty"`
	Error   string `json:"error"`
}

// The types below are the JSON form, field by field.
type (
	jsonProblem struct {
		Version     int             `json:"version"`
		ID          string          `json:"id,omitempty"`
		Title       string          `json:"title,omitempty"`
		Author      string          `json:"author,omitempty"`
		Source      string          `json:"source,omitempty"`
		FEN         string          `json:"fen"`
		Stipulation string          `json:"stipulation"`
		Verdict     string          `json:"verdict"`
		Complete    bool            `json:"complete"`
		Proven      *jsonProven     `json:"proven"`
		BlockKind   string          `json:"block_kind,omitempty"`
		Keys        []jsonPhase     `json:"keys"`
		Short       []string        `json:"short"`
		Set         []jsonVariation `json:"set"`
		Unprovided  []string        `json:"unprovided,omitempty"`
		Tries       []jsonPhase     `json:"tries"`
		Changes     []jsonChange    `json:"changes,omitempty"`
		Pictures    []jsonPicture   `json:"pictures,omitempty"`
		Superfluous []string        `json:"superfluous,omitempty"`
		Themes      []jsonTheme     `json:"themes"`
		Flaws       []jsonFlaw      `json:"flaws"`
		Merits      []jsonFlaw      `json:"merits,omitempty"`
		Warnings    []jsonWarning   `json:"warnings"`
		Nodes       uint64          `json:"nodes"`
		Seconds     float64         `json:"seconds"`
	}
	jsonProven struct {
		Without    int `json:"without"`
		In         int `json:"in"`
		Refuted    int `json:"refuted"`
		FirstMoves int `json:"first_moves"`
	}
	jsonPhase struct {
		Move        string          `json:"move"`
		SAN         string          `json:"san"`
		Type        string          `json:"type"`
		Threats     []string        `json:"threats"`
		ThreatPlay  []jsonPhase     `json:"threat_play,omitempty"`
		Variations  []jsonVariation `json:"variations"`
		Refutations []string        `json:"refutations,omitempty"`
		Duals       int             `json:"duals"`
	}
	jsonVariation struct {
		Defence   string      `json:"defence"`
		SAN       string      `json:"san"`
		Mates     []string    `json:"mates"`
		In        int         `json:"in,omitempty"`
		Play      []jsonPhase `json:"play,omitempty"`
		Effective *bool       `json:"effective,omitempty"`
	}
	jsonChange struct {
		Kind         string   `json:"kind"`
		From         string   `json:"from"`
		To           string   `json:"to"`
		Defence      string   `json:"defence"`
		Other        string   `json:"other,omitempty"`
		Mates        []string `json:"mates,omitempty"`
		ChangedMates []string `json:"changed_mates,omitempty"`
	}
	jsonPicture struct {
		Line        []string `json:"line"`
		Pure        bool     `json:"pure"`
		Economical  bool     `json:"economical"`
		Model       bool     `json:"model"`
		Ideal       bool     `json:"ideal"`
		Pins        []string `json:"pins,omitempty"`
		DoubleCheck bool     `json:"double_check,omitempty"`
	}
	jsonTheme struct {
		Name  string     `json:"name"`
		Moves []string   `json:"moves"`
		Lines [][]string `json:"lines"`
	}
	jsonFlaw struct {
		Key     string   `json:"key"`
		Name    string   `json:"name"`
		Squares []string `json:"squares"`
	}
	jsonWarning struct {
		Name       string   `json:"name"`
		Color      string   `json:"color,omitempty"`
		Squares    []string `json:"squares"`
		Impossible bool     `json:"impossible"`
		Need       int      `json:"need,omitempty"`
		Have       int      `json:"have,omitempty"`
		Text       string   `json:"text,omitempty"`
	}
)

// verdictCodes are the verdicts as the JSON form names them.
var verdictCodes = [...]string{
	problem.Undecided:     "undecided",
	problem.Sound:         "sound",
	problem.Cooked:        "cooked",
	problem.ShortSolution: "short",
	problem.NoSolution:    "none",
}

func jsonOf(d *Document, o *Options) *jsonProblem {
	j := &jsonProblem{
		Version: JSONVersion, ID: d.ID, Title: d.Title, Author: d.Author, Source: d.Source,
		Keys: []jsonPhase{}, Short: []string{}, Set: []jsonVariation{}, Tries: []jsonPhase{},
		Themes: []jsonTheme{}, Flaws: []jsonFlaw{}, Warnings: []jsonWarning{},
	}
	if d.Report == nil {
		j.illegal(d.Illegal)
		return j
	}
	r := o.cut(d.Report)
	j.FEN, j.Stipulation = r.Position.FEN(), stipulation(r.Moves)
	j.Verdict, j.Complete = verdictCodes[r.Verdict], r.Complete
	if !r.Complete {
		proven := jsonProven(r.Progress)
		j.Proven = &proven
	}
	j.Nodes, j.Seconds = r.Nodes, float64(r.Elapsed)/float64(time.Second)
	for _, s := range r.Short {
		j.Short = append(j.Short, uci(s.Move))
	}
	j.play(r, o)
	j.judgement(r)
	j.themes(d, o)
	return j
}

func stipulation(moves int) string { return "#" + strconv.Itoa(moves) }

// illegal fills in what is known of a position that cannot be solved.
func (j *jsonProblem) illegal(illegal *Illegal) {
	j.FEN, j.Stipulation, j.Verdict, j.Complete = illegal.FEN, stipulation(illegal.Moves), "illegal", true
	for _, fault := range illegal.Faults {
		j.Warnings = append(j.Warnings, jsonWarning{
			Name: fault.Code.String(), Squares: squareNames(fault.Squares), Impossible: true, Text: fault.Error()})
	}
}

// play fills in the phases.
func (j *jsonProblem) play(r *problem.Report, o *Options) {
	for i := range r.Keys {
		j.Keys = append(j.Keys, phaseOf(r.Position, &r.Keys[i], o))
	}
	for i := range r.Tries {
		j.Tries = append(j.Tries, phaseOf(r.Position, &r.Tries[i], o))
	}
	if r.Set != nil {
		passed := r.Position
		passed.MakeNull()
		j.Set = variationsOf(passed, r.Set.Variations, o)
		j.Unprovided = moveList(r.Set.Refutations)
	}
	if !o.SetPlay {
		j.Set, j.Unprovided = nil, nil
	}
	if !o.Tries {
		j.Tries = nil
	}
}

// judgement fills in what the report says beyond the play.
func (j *jsonProblem) judgement(r *problem.Report) {
	if r.BlockKind != problem.NoBlock {
		j.BlockKind = r.BlockKind.String()
	}
	for i := range r.Keys {
		for _, flaw := range r.Keys[i].Flaws {
			list := &j.Flaws
			if flaw.Kind.IsMerit() {
				list = &j.Merits
			}
			*list = append(*list, jsonFlaw{uci(r.Keys[i].Move), flaw.Kind.String(), squareNames(flaw.Squares)})
		}
	}
	for _, c := range r.Changes {
		change := jsonChange{Kind: c.Kind.String(), From: uci(c.From), To: uci(c.To), Defence: uci(c.Defence),
			Mates: moveList(c.Before), ChangedMates: moveList(c.New)}
		if c.Other != c.Defence {
			change.Other = uci(c.Other)
		}
		j.Changes = append(j.Changes, change)
	}
	for _, p := range r.Pictures {
		j.Pictures = append(j.Pictures, jsonPicture{moveList(p.Line), p.Pure, p.Economical, p.Model, p.Ideal,
			squareNames(p.Pins), p.Double})
	}
	if r.Economy != nil {
		j.Superfluous = squareNames(r.Economy.Superfluous)
	}
	for _, w := range r.Warnings {
		j.Warnings = append(j.Warnings, jsonWarning{Name: w.Kind.String(), Color: w.Color.String(),
			Squares: squareNames(w.Squares), Impossible: w.Kind.IsImpossible(), Need: w.Need, Have: w.Have})
	}
}

// themes fills in the themes. Their moves are those of all their lines, each once.
func (j *jsonProblem) themes(d *Document, o *Options) {
	if !o.Themes {
		j.Themes = nil
		return
	}
	for _, found := range d.Themes {
		t := jsonTheme{Name: found.Theme.Name, Moves: []string{}}
		seen := map[movegen.Move]bool{movegen.NoMove: true}
		for _, line := range found.Lines {
			t.Lines = append(t.Lines, moveList(line))
			for _, m := range line {
				if !seen[m] {
					seen[m] = true
					t.Moves = append(t.Moves, uci(m))
				}
			}
		}
		j.Themes = append(j.Themes, t)
	}
}

// phaseOf converts a phase that begins in p.
func phaseOf(p movegen.Position, phase *problem.Phase, o *Options) jsonPhase {
	after := p.After(phase.Move)
	j := jsonPhase{
		Move: uci(phase.Move), SAN: notation.SAN(&p, phase.Move, notation.English), Type: phase.Kind.String(),
		Threats: moveList(phase.Threats.Moves), Variations: variationsOf(after, phase.Variations, o),
		Refutations: moveList(phase.Refutations), Duals: phase.Duals(),
	}
	if phase.Threats.Play != nil {
		after.MakeNull()
		j.ThreatPlay = playOf(after, &phase.Threats, o)
	}
	return j
}

// variationsOf converts variations whose defences are played in p.
func variationsOf(p movegen.Position, variations []problem.Variation, o *Options) []jsonVariation {
	list := make([]jsonVariation, 0, len(variations))
	for i := range variations {
		v := &variations[i]
		if !v.Effective && !o.AllDefences {
			continue
		}
		san := notation.SAN(&p, v.Defence, notation.English)
		j := jsonVariation{Defence: uci(v.Defence), SAN: san, Mates: moveList(v.Mates.Moves)}
		if v.Mates.In > 1 {
			j.In = v.Mates.In
			j.Play = playOf(p.After(v.Defence), &v.Mates, o)
		}
		if o.AllDefences {
			j.Effective = &v.Effective
		}
		list = append(list, j)
	}
	return list
}

// playOf converts what follows mates in more than one.
func playOf(p movegen.Position, mates *problem.Mates, o *Options) []jsonPhase {
	list := make([]jsonPhase, len(mates.Play))
	for i := range mates.Play {
		list[i] = phaseOf(p, &mates.Play[i], o)
	}
	return list
}

func moveList(moves []movegen.Move) []string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = uci(m)
	}
	return names
}

func uci(m movegen.Move) string { return notation.UCI(m, false) }
