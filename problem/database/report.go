package database

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"time"

	"alfiere/problem/text"
)

// Report is what an analysis said of a problem.
type Report struct {
	JSON     []byte        // a line as `alfiere mate --json` writes it, see docs/problem-json.md
	Program  string        // name and version of the analyser; as the JSON has it if empty
	Analysed time.Time     // to the second; now if zero
	Limit    time.Duration // to the millisecond; 0 for none
}

// MaxReport is the length of a report's JSON in bytes; a longer one is ErrReport.
const MaxReport = 16 << 20

// Findings are what is drawn out of a report, for queries and tables.
type Findings struct {
	Verdict   string // sound, cooked, short, none, illegal, undecided
	Complete  bool   // no limit ended the analysis
	BlockKind string // what the key does to the set play, as in "mutate"
	KeyType   string // of the first key: threat, block, check; empty if there is none
	KeyMove   string // the first key in coordinates
	KeySAN    string // the same in English letters

	Keys, Short           int // first moves that mate in time, and sooner
	Variations, Threats   int // of the first key
	Duals                 int // of all keys
	Tries                 int
	SetMates, Unprovided  int // replies in the diagram with a mate, and without
	Themes, Flaws, Merits int // names of them
	Program               string
	Analysed              time.Time
	Limit                 time.Duration
	Nodes                 uint64
	Seconds               float64

	traits map[Trait]int
}

// StoreReport stores a report in the place of the one before, and returns the verdict of that,
// empty if there was none. The error wraps ErrNotFound, ErrReport if it is none or one of
// another problem, or is Batch's.
func (db *DB) StoreReport(problem int64, r Report) (before string, err error) {
	err = db.Batch(func(t *Tx) error {
		before, err = t.StoreReport(problem, r)
		return err
	})
	return before, err
}

// StoreReport is DB.StoreReport within a change. Nothing is changed after an ErrReport.
func (t *Tx) StoreReport(problem int64, r Report) (before string, err error) {
	p, err := t.Get(problem)
	if err != nil {
		return "", err
	}
	f, err := newFindings(&p, &r)
	if err != nil {
		return "", fmt.Errorf("problem %d: %w", problem, err)
	}
	body, err := t.db.deflate(r.JSON)
	if err != nil {
		return "", err
	}
	if err = t.row("SELECT ifnull((SELECT verdict FROM report WHERE problem = ?), '')", problem).Scan(&before); err != nil {
		return "", err
	}
	if err = t.takeReport(problem); err != nil {
		return "", err
	}
	_, err = t.exec(`INSERT INTO report (problem, verdict, complete, block_kind, key_type, key_move, key_san, keys, short,
		variations, threats, duals, tries, set_mates, unprovided, themes, flaws, merits, program, analysed, time_limit, nodes, seconds)
		VALUES (?,?,?,?,?,?,?,?,?, ?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		problem, f.Verdict, f.Complete, f.BlockKind, f.KeyType, f.KeyMove, f.KeySAN, f.Keys, f.Short,
		f.Variations, f.Threats, f.Duals, f.Tries, f.SetMates, f.Unprovided, f.Themes, f.Flaws, f.Merits,
		f.Program, f.Analysed.Unix(), f.Limit.Milliseconds(), int64(f.Nodes), f.Seconds)
	if err == nil {
		_, err = t.exec("INSERT INTO report_text (problem, length, body) VALUES (?, ?, ?)", problem, len(r.JSON), body)
	}
	if err == nil {
		err = t.putTraits(problem, f.traits)
	}
	return before, err
}

// Verdict returns what the report of a problem says, and whether no limit ended the analysis;
// the verdict is empty if there is no report. The error is the database's.
func (t *Tx) Verdict(problem int64) (verdict string, complete bool, err error) {
	err = t.row("SELECT ifnull(max(verdict), ''), ifnull(max(complete), 0) FROM report WHERE problem = ?", problem).Scan(&verdict, &complete)
	return verdict, complete, err
}

// HasReport reports whether a problem has a report. The error is the database's.
func (t *Tx) HasReport(problem int64) (has bool, err error) {
	err = t.row("SELECT EXISTS (SELECT 1 FROM report WHERE problem = ?)", problem).Scan(&has)
	return has, err
}

// takeReport takes out the report of a problem, if it has one.
func (t *Tx) takeReport(problem int64) error {
	for _, text := range [...]string{
		"DELETE FROM report WHERE problem = ?",
		"DELETE FROM report_text WHERE problem = ?",
		"DELETE FROM problem_trait WHERE problem = ? AND trait IN (SELECT id FROM trait WHERE kind <> 'keyword')",
	} {
		if _, err := t.exec(text, problem); err != nil {
			return err
		}
	}
	return nil
}

// Findings returns what is drawn out of the report of a problem. The error wraps ErrNotFound if
// there is none, or is the database's.
func (db *DB) Findings(problem int64) (f Findings, err error) {
	var analysed, limit, nodes int64
	err = db.reader.QueryRow(`SELECT verdict, complete, block_kind, key_type, key_move, key_san, keys, short, variations, threats,
		duals, tries, set_mates, unprovided, themes, flaws, merits, program, analysed, time_limit, nodes, seconds
		FROM report WHERE problem = ?`, problem).Scan(&f.Verdict, &f.Complete, &f.BlockKind, &f.KeyType, &f.KeyMove, &f.KeySAN,
		&f.Keys, &f.Short, &f.Variations, &f.Threats, &f.Duals, &f.Tries, &f.SetMates, &f.Unprovided, &f.Themes, &f.Flaws, &f.Merits,
		&f.Program, &analysed, &limit, &nodes, &f.Seconds)
	f.Analysed, f.Limit, f.Nodes = unix(analysed), time.Duration(limit)*time.Millisecond, uint64(nodes)
	if err != nil {
		return Findings{}, db.explain(notFound(problem, err))
	}
	return f, nil
}

// Report returns the report of a problem as it was stored. The error wraps ErrNotFound if there
// is none, or is the database's.
func (db *DB) Report(problem int64) (r Report, err error) {
	var analysed, limit int64
	var length int
	var body []byte
	err = db.reader.QueryRow(`SELECT r.program, r.analysed, r.time_limit, t.length, t.body
		FROM report r JOIN report_text t ON t.problem = r.problem WHERE r.problem = ?`, problem).
		Scan(&r.Program, &analysed, &limit, &length, &body)
	if err == nil {
		r.Analysed, r.Limit = unix(analysed), time.Duration(limit)*time.Millisecond
		r.JSON, err = inflate(body, length)
	}
	if err != nil {
		return Report{}, db.explain(notFound(problem, err))
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
	if length < 0 || length > MaxReport {
		return nil, fmt.Errorf("%w: a report of %d bytes", errCorrupt, length)
	}
	r := flate.NewReader(bytes.NewReader(body))
	text, err := io.ReadAll(io.LimitReader(r, int64(length)+1))
	if err != nil || len(text) != length {
		return nil, fmt.Errorf("%w: a report is torn", errCorrupt)
	}
	return text, nil
}

// newFindings draws out of a report what is stored beside it, and completes the report.
func newFindings(p *Problem, r *Report) (*Findings, error) {
	if len(r.JSON) > MaxReport {
		return nil, fmt.Errorf("%w: it has %d bytes, and %d may be", ErrReport, len(r.JSON), MaxReport)
	}
	form, err := text.Decode(r.JSON)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", ErrReport, err)
	}
	switch {
	case !isVerdict(form.Verdict):
		return nil, fmt.Errorf("%w: the verdict %q", ErrReport, clip(form.Verdict))
	case form.Stipulation != p.Stipulation:
		return nil, fmt.Errorf("%w of this problem: the stipulation is %s", ErrReport, clip(form.Stipulation))
	case !sameDiagram(form.FEN, p.FEN):
		return nil, fmt.Errorf("%w of this problem: the position is %s", ErrReport, clip(form.FEN))
	}
	if r.Program == "" {
		r.Program = line(form.Program)
	}
	if r.Analysed.IsZero() {
		r.Analysed = now()
	}
	f := findings(form, p)
	f.Program, f.Analysed, f.Limit = r.Program, r.Analysed, r.Limit
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
	p, _, err := composed.ParseFEN(a)
	return err == nil && strings.HasPrefix(p.EPD(), y[0]+" ")
}
