package database

import (
	"bytes"
	"compress/flate"
	"io"
	"slices"
	"strings"
	"time"

	"alfiere/internal/message"
	"alfiere/problem"
	"alfiere/problem/text"
)

// Findings are extracted from a report, for queries and tables; docs/problems-query.md describes their JSON.
type Findings struct {
	Verdict    string              `json:"verdict"`              // sound, cooked, short, none, illegal, undecided
	Complete   bool                `json:"complete"`             // no limit ended the analysis
	BlockKind  string              `json:"block_kind,omitempty"` // what the key does to the set play, as in "mutate"
	KeyType    string              `json:"key_type,omitempty"`   // of the first key: threat, block, check
	KeyMove    string              `json:"key,omitempty"`        // the first key in coordinates
	KeySAN     string              `json:"key_san,omitempty"`    // the same in English letters
	Keys       int                 `json:"keys"`                 // first moves that mate in time
	Short      int                 `json:"short"`                // and sooner
	Variations int                 `json:"variations"`           // of the first key
	Threats    int                 `json:"threats"`              // of the first key
	Duals      int                 `json:"duals"`                // of all keys
	Tries      int                 `json:"tries"`
	SetMates   int                 `json:"set_mates"`        // replies in the diagram with a mate
	Unprovided int                 `json:"-"`                // and without
	Phases     int                 `json:"phases"`           // in their table; 1 if there is a key and no table
	Mates      int                 `json:"mates"`            // different ones after the first key
	Vacated    int                 `json:"vacated"`          // its variations that mate where the defence stood
	Flights    int                 `json:"flights"`          // squares of the defending king after the first key
	Named      map[string][]string `json:"traits,omitempty"` // by their kinds, if they were read
	Program    string              `json:"program"`
	Analysed   time.Time           `json:"analysed"`

	Themes, Flaws, Merits int     `json:"-"` // names of them
	Doubly                int     `json:"-"` // first moves with two refutations; -1: not known, as in longer problems
	Milliseconds          int64   `json:"-"` // of the limit; 0 for none
	Nodes                 uint64  `json:"-"`
	Seconds               float64 `json:"-"`

	traits map[Trait]int
	play   *play
	matrix []byte // see matrixKey; nil if there is none
}

// fieldColumns are the columns of what fields returns.
const fieldColumns = `verdict, complete, block_kind, key_type, key_move, key_san, keys, short, variations, threats, duals,
	tries, set_mates, unprovided, themes, flaws, merits, program, time_limit, nodes, seconds`

// fields are the findings that the table of reports has since its first version.
func (f *Findings) fields() []any {
	return []any{&f.Verdict, &f.Complete, &f.BlockKind, &f.KeyType, &f.KeyMove, &f.KeySAN, &f.Keys, &f.Short,
		&f.Variations, &f.Threats, &f.Duals, &f.Tries, &f.SetMates, &f.Unprovided, &f.Themes, &f.Flaws, &f.Merits,
		&f.Program, &f.Milliseconds, &f.Nodes, &f.Seconds}
}

// StoreReport replaces the report of a problem and returns the verdict of the old one, empty if there was none. The
// error wraps ErrNotFound, ErrReport if it is none or one of another problem, after which nothing is changed, or is
// Batch's.
func (t *Tx) StoreReport(id int64, r problem.StoredReport) (before string, err error) {
	p, err := t.Get(id)
	if err != nil {
		return "", err
	}
	f, err := newFindings(&p, &r)
	if err != nil {
		return "", message.Errorf("problem %d: %w", id, err)
	}
	body, err := t.db.deflate(r.Text)
	if err != nil {
		return "", err
	}
	if err = t.row("SELECT ifnull((SELECT verdict FROM report WHERE problem = ?), '')", id).Scan(&before); err != nil {
		return "", err
	}
	if err = t.takeReport(id); err != nil {
		return "", err
	}
	_, err = t.insert("report (problem, analysed, "+fieldColumns+")", append([]any{id, f.Analysed.Unix()}, f.fields()...)...)
	if err == nil {
		err = t.putPlay(id, f)
	}
	if err == nil {
		_, err = t.insert("report_text (problem, length, body)", id, len(r.Text), body)
	}
	if err == nil {
		err = t.putTraits(id, f.traits)
	}
	return before, err
}

// putPlay stores the moves of a report that is stored.
func (t *Tx) putPlay(id int64, f *Findings) error {
	_, err := t.exec(`UPDATE report SET phases = ?, mates = ?, vacated = ?, flights = ?, doubly = nullif(?, -1), matrix = ?
		WHERE problem = ?`, f.Phases, f.Mates, f.Vacated, f.Flights, f.Doubly, f.matrix, id)
	if err != nil || f.play == nil || f.play.text.Len() == 0 {
		return err
	}
	columns, args := playColumns(), []any{id}
	for _, name := range columns {
		args = append(args, int64(f.play.masks[name]))
	}
	_, err = t.insert("play (problem, "+strings.Join(columns, ", ")+")", args...)
	if err == nil {
		_, err = t.insert("play_text (problem, moves)", id, f.play.text.String())
	}
	return err
}

// Verdict returns what the report of a problem says, and whether no limit ended the analysis;
// the verdict is empty if there is no report. The error is the database's.
func (t *Tx) Verdict(id int64) (verdict string, complete bool, err error) {
	err = t.row("SELECT ifnull(max(verdict), ''), ifnull(max(complete), 0) FROM report WHERE problem = ?", id).
		Scan(&verdict, &complete)
	return verdict, complete, err
}

// HasReport reports whether a problem has a report. The error is the database's.
func (t *Tx) HasReport(id int64) (has bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM report WHERE problem = ?)", id).Scan(&has)
	return has, err
}

// takeReport takes out the report of a problem, if it has one.
func (t *Tx) takeReport(id int64) error {
	return t.delete(id, "report WHERE problem = ?", "report_text WHERE problem = ?", "play WHERE problem = ?",
		"play_text WHERE problem = ?",
		"problem_trait WHERE problem = ? AND trait IN (SELECT id FROM trait WHERE kind <> 'keyword')")
}

// delete takes rows about a problem out of tables.
func (t *Tx) delete(id int64, rows ...string) error {
	for _, text := range rows {
		if _, err := t.exec("DELETE FROM "+text, id); err != nil {
			return err
		}
	}
	return nil
}

// Findings returns the findings of the report of a problem. The error wraps ErrNotFound if
// there is none, or is the database's.
func (db *DB) Findings(id int64) (f Findings, err error) {
	var analysed int64
	err = db.reader.QueryRow("SELECT phases, mates, vacated, flights, ifnull(doubly, -1), analysed, "+fieldColumns+
		" FROM report WHERE problem = ?", id).
		Scan(append([]any{&f.Phases, &f.Mates, &f.Vacated, &f.Flights, &f.Doubly, &analysed}, f.fields()...)...)
	f.Analysed = unix(analysed)
	if err != nil {
		return Findings{}, db.explain(notFound(id, err))
	}
	return f, nil
}

// Report returns the report of a problem as it was stored. The error wraps ErrNotFound if there
// is none, or is the database's.
func (db *DB) Report(id int64) (r problem.StoredReport, err error) {
	var analysed int64
	var length int
	var body []byte
	err = db.reader.QueryRow(`SELECT r.program, r.analysed, r.time_limit, t.length, t.body
		FROM report r JOIN report_text t ON t.problem = r.problem WHERE r.problem = ?`, id).
		Scan(&r.Program, &analysed, &r.Milliseconds, &length, &body)
	if err == nil {
		r.Analysed = unix(analysed)
		r.Text, err = inflate(body, length)
	}
	if err != nil {
		return problem.StoredReport{}, db.explain(notFound(id, err))
	}
	return r, nil
}

// deflate compresses a text. The mutex is held: what compresses is large, and kept.
func (db *DB) deflate(text []byte) (body []byte, err error) {
	var out bytes.Buffer
	if db.press == nil {
		db.press, err = flate.NewWriter(&out, flate.BestSpeed)
	} else {
		db.press.Reset(&out)
	}
	if err == nil {
		_, err = db.press.Write(text)
	}
	if err == nil {
		err = db.press.Close()
	}
	return out.Bytes(), err
}

// inflate is the inverse of deflate; the text must have that length.
func inflate(body []byte, length int) ([]byte, error) {
	if length < 0 || length > problem.MaxReport {
		return nil, message.Errorf("%w: a report of %d bytes", errCorrupt, length)
	}
	r := flate.NewReader(bytes.NewReader(body))
	text, err := io.ReadAll(io.LimitReader(r, int64(length)+1))
	if err != nil || len(text) != length {
		return nil, message.Errorf("%w: a report is truncated", errCorrupt)
	}
	return text, nil
}

// newFindings extracts from a report what is stored beside it, and completes the report.
func newFindings(p *problem.Record, r *problem.StoredReport) (*Findings, error) {
	if len(r.Text) > problem.MaxReport {
		return nil, message.Errorf("%w: it has %d bytes; the limit is %d", ErrReport, len(r.Text), problem.MaxReport)
	}
	form, err := text.Decode(r.Text)
	if err != nil {
		return nil, message.Errorf("%w: %v", ErrReport, err)
	}
	switch {
	case !slices.Contains(Verdicts(), form.Verdict):
		return nil, message.Errorf("%w: unknown verdict %q", ErrReport, clip(form.Verdict))
	case form.Stipulation != p.Stipulation:
		return nil, message.Errorf("%w: it is for another problem, with the stipulation %s", ErrReport, clip(form.Stipulation))
	case !sameDiagram(form.FEN, p.FEN):
		return nil, message.Errorf("%w: it is for another problem, with the position %s", ErrReport, clip(form.FEN))
	}
	if r.Program == "" {
		r.Program = line(form.Program)
	}
	if r.Analysed.IsZero() {
		r.Analysed = now()
	}
	f := findings(form, p)
	f.Program, f.Analysed, f.Milliseconds = r.Program, r.Analysed, r.Milliseconds
	return f, nil
}

// sameDiagram reports whether two FENs have the same board and side: rights to castle depend
// on the convention that the analysis was asked for.
func sameDiagram(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) < 2 || len(y) < 2 || x[1] != y[1] {
		return false
	}
	if x[0] == y[0] {
		return true
	}
	p, _, err := problem.Composed.ParseFEN(a)
	return err == nil && strings.HasPrefix(p.EPD(), y[0]+" ")
}

// Extract returns the findings of a report; its problem need not be in a collection. The error wraps ErrReport.
func Extract(p *problem.Record, report []byte) (Findings, error) {
	normal := *p
	if err := normalise(&normal); err != nil {
		return Findings{}, err
	}
	f, err := newFindings(&normal, &problem.StoredReport{Text: report})
	if err != nil {
		return Findings{}, err
	}
	return *f, nil
}

// SameMatrix returns the problems of the collection with the matrix of a problem, as queries explain it, at most 20.
// The error is about p's position or stipulation, or the database's.
func (db *DB) SameMatrix(p *problem.Record, f *Findings) ([]int64, error) {
	normal := *p
	if err := normalise(&normal); err != nil {
		return nil, err
	}
	ids, err := scanIDs(db.reader.Query(`SELECT p.id FROM problem p JOIN report r ON r.problem = p.id
		WHERE r.matrix = ? AND p.symmetry <> ? ORDER BY p.id LIMIT 20`, f.matrix, symmetryKey(&normal)))
	return ids, db.explain(err)
}

// Trait is something that a problem may have, which queries ask for by its name.
type Trait struct{ Kind, Name string }

// The kinds of traits. All but Keyword come from the report.
const (
	Theme   = "theme"   // as docs/themes.md calls them
	KeyKind = "key"     // one of KeyKinds
	Flaw    = "flaw"    // as the report calls them
	Merit   = "merit"   // the same
	Warning = "warning" // the same
	Picture = "picture" // pure, model, ideal
	Change  = "change"  // changed, transferred, added, removed
	Keyword = "keyword" // of the source, in small letters
)

// keywordTraits are the traits of keywords.
func keywordTraits(keywords []string) map[Trait]int {
	if len(keywords) == 0 {
		return nil
	}
	traits := map[Trait]int{}
	for _, word := range keywords {
		traits[Trait{Keyword, strings.ToLower(word)}]++
	}
	return traits
}

// putTraits stores traits of a problem that it has not.
func (t *Tx) putTraits(problem int64, traits map[Trait]int) error {
	list := make([]Trait, 0, len(traits))
	for trait := range traits {
		list = append(list, trait)
	}
	slices.SortFunc(list, func(a, b Trait) int { return strings.Compare(a.Kind+"\n"+a.Name, b.Kind+"\n"+b.Name) })
	for _, trait := range list {
		id, err := intern(t, t.db.traits, trait, named{"SELECT id FROM trait WHERE kind = '" + trait.Kind + "' AND name = ?",
			"trait (name, kind)", trait.Name, trait.Kind})
		if err == nil {
			_, err = t.insert("problem_trait (trait, problem, count)", id, problem, traits[trait])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Traits returns what a problem has, with how often, the kinds and names by the alphabet. The error is the database's.
func (db *DB) Traits(problem int64) ([]countedTrait, error) {
	rows, err := db.reader.Query(`SELECT t.kind, t.name, pt.count FROM problem_trait pt JOIN trait t ON t.id = pt.trait
		WHERE pt.problem = ? ORDER BY t.kind, t.name`, problem)
	list, err := ScanAll(rows, err, func(t *countedTrait) []any { return []any{&t.Kind, &t.Name, &t.Count} })
	return list, db.explain(err)
}

// countedTrait is a trait and how often a problem has it.
type countedTrait struct {
	Trait
	Count int
}

// NamesOf returns the names of the traits by their kinds.
func NamesOf(traits []countedTrait) map[string][]string {
	names := map[string][]string{}
	for _, trait := range traits {
		names[trait.Kind] = append(names[trait.Kind], trait.Name)
	}
	return names
}
