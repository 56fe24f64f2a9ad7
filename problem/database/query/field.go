package query

import (
	"slices"
	"strings"

	"alfiere/problem"
	"alfiere/problem/database"
	"alfiere/problem/theme"
)

// kind is the kind of conditions that a field allows.
type kind uint8

// The kinds of fields.
const (
	Number  kind = iota // compared with a number or another field: pieces <= 8, year 1950..1960
	Text                // has words (author:loyd), or is exactly this (source = "Die Schwalbe")
	Equal               // is exactly this, by : or =: stipulation:#2
	Flag                // is so or not: miniature
	Feature             // is one of a list; a problem may have several: theme:grimshaw
	Board               // rows of a board: position:"8/8/…"
	Play                // has these moves: variation:"1...Bd4 2.Qe4"
	Date                // compared with a year, a month or a day: added >= 2024-05
	Other               // is related to another problem: matrix:17
)

// Field is a row of the table of fields.
type Field struct {
	Name   string   // as a query writes it
	Also   []string // other names
	Kind   kind
	Help   string   // what it is, in some words
	Values []string // what there is, of a Feature

	called map[string]string // Values by what else they are called
	column column
	part   database.Part // of a Play
}

// column says where the database has a field: p is the table of problems, r that of reports.
// All texts are parts of the SQL and none comes from a query.
type column struct {
	value  string                   // of a Number or a Flag, or a text of the problem's own by which problems are sorted
	join   string                   // of a text that is sorted by and is not the problem's own: the table, and
	joined string                   // the value there, instead of value
	report bool                     // value is the report's; without a report there is none
	words  string                   // of a Text: the columns with its words
	whole  string                   // the condition that the text is exactly this, with a ? for it
	key    func(text string) string // turns the text into the value of the ?; nil: the text itself
	has    string                   // the condition that there is any
	groups string                   // of a field with several values: the tables that hold them, as g.value and g.problem
}

// Fields returns the table of fields.
func Fields() []*Field { return slices.Clone(fields) }

// fields is the table.
var fields = slices.Concat(problemFields, menFields(), originFields, analysisFields, boardFields)

var problemFields = []*Field{
	{Name: "stipulation", Also: []string{"stip"}, Kind: Equal, Help: "the stipulation; #2 alone is enough",
		column: column{value: "p.stipulation", whole: "p.stipulation = ?"}},
	{Name: "moves", Kind: Number, Help: "the number in #2; 0 in other stipulations", column: column{value: "p.n"}},
	{Name: "id", Kind: Number, Help: "the number of the problem in the collection", column: column{value: "p.id"}},
	{Name: "twin", Kind: Flag, Help: "one of several twins of a diagram",
		column: column{value: "(p.twin_of IS NOT NULL OR p.twin_label <> '')"}},
	{Name: "added", Kind: Date, Help: "when the problem came into the collection", column: column{value: "p.added"}},
	{Name: "changed", Kind: Date, Help: "when its text or diagram was changed last", column: column{value: "p.changed"}},
}

// menFields are the fields of the men of the diagram.
func menFields() []*Field {
	fields := []*Field{
		{Name: "pieces", Also: []string{"men"}, Kind: Number, Help: "men of both colours, including the kings",
			column: column{value: "p.men"}},
		{Name: "white", Kind: Number, Help: "White's men", column: column{value: "p.white"}},
		{Name: "black", Kind: Number, Help: "Black's men", column: column{value: "p.black"}},
		{Name: "miniature", Kind: Flag, Help: "at most seven men", column: column{value: "p.men <= 7"}},
		{Name: "meredith", Kind: Flag, Help: "eight to twelve men", column: column{value: "p.men BETWEEN 8 AND 12"}},
	}
	for _, color := range []string{"White", "Black"} {
		for i, man := range []string{"king", "queens", "rooks", "bishops", "knights", "pawns"} {
			f := &Field{Name: strings.ToLower(color[:1]) + "KQRBNP"[i:i+1], Kind: Number, Help: color + "'s " + man}
			if man == "knights" {
				f.Also = []string{f.Name[:1] + "S"}
			}
			f.column.value = "p." + f.Name
			fields = append(fields, f)
		}
	}
	return fields
}

var originFields = []*Field{
	{Name: "author", Kind: Text, Help: "any of the authors", column: column{
		words: "author", has: "p.id IN (SELECT problem FROM problem_author)", key: database.NameKey,
		whole: "p.id IN (SELECT pa.problem FROM problem_author pa JOIN author a ON a.id = pa.author WHERE a.key = ?)",
		join: "LEFT JOIN problem_author lead ON lead.problem = p.id AND lead.place = 0 LEFT JOIN author ON author.id = " +
			"lead.author",
		joined: "author.name",
		groups: "(SELECT a.name value, pa.problem FROM problem_author pa JOIN author a ON a.id = pa.author)"}},
	{Name: "source", Kind: Text, Help: "where it was published, with issue and number", column: column{
		words: "source", has: "p.source IS NOT NULL", whole: "ifnull(p.source IN (SELECT id FROM source WHERE key = ?), 0)",
		key:    database.Fold,
		join:   "LEFT JOIN source ON source.id = p.source",
		joined: "source.name",
		groups: "(SELECT s.name value, o.id problem FROM problem o JOIN source s ON s.id = o.source)"}},
	{Name: "title", Kind: Text, Help: "title and dedication", column: column{
		words: "title", has: "p.title <> ''", whole: "p.title = ? COLLATE NOCASE", value: "nullif(p.title, '')"}},
	{Name: "award", Kind: Text, Help: "distinctions and their tourneys", column: column{
		words: "award", has: "p.id IN (SELECT problem FROM award)", whole: "p.id IN (SELECT problem FROM award WHERE text " +
			"= ? COLLATE NOCASE)",
		groups: "(SELECT DISTINCT text value, problem FROM award WHERE text <> '')"}},
	awardFlag("prize", database.Prize),
	awardFlag("mention", database.Mention),
	awardFlag("commended", database.Commended),
	{Name: "comment", Kind: Text, Help: "comments", column: column{words: "comments", has: "p.comments <> ''"}},
	{Name: "keyword", Kind: Text, Help: "keywords from the source", column: column{
		words: "keywords", has: "p.keywords <> ''", whole: traitCondition(database.Keyword), key: strings.ToLower,
		groups: traitGroups(database.Keyword)}},
	{Name: "reference", Kind: Text, Help: "the number or name that its source gives the problem", column: column{
		words: "reference", has: "p.reference <> ''", whole: "p.reference = ? COLLATE NOCASE",
		value: "nullif(p.reference, '')"}},
	{Name: "text", Kind: Text, Help: "any of these texts; a word alone, or \"…\", is enough",
		column: column{words: "title author source award comments keywords reference"}},
	{Name: "year", Kind: Number, Help: "year of publication", column: column{value: "nullif(p.year, 0)"}},
	{Name: "decade", Kind: Number, Help: "first year of the decade: 1950",
		column: column{value: "nullif(p.year, 0) / 10 * 10"}},
}

// awardFlag is the field of one kind of awards, in whatever language these are.
func awardFlag(name, rank string) *Field {
	return &Field{Name: name, Kind: Flag, Help: "an award of this kind, recognised in several languages",
		column: column{value: "p.id IN (SELECT problem FROM award WHERE rank = '" + rank + "')"}}
}

var analysisFields = []*Field{
	{Name: "analysed", Also: []string{"analyzed"}, Kind: Flag, Help: "the collection has an analysis of it",
		column: column{value: "1", report: true}},
	verdictFlag("sound", "sound", "exactly one key, or the intended ones, and no shorter mate", "correct", "C+"),
	verdictFlag("cooked", "cooked", "more keys than intended", "cook"),
	verdictFlag("short", "short", "a mate in fewer moves", "short solution"),
	verdictFlag("no solution", "none", "no key", "unsolvable"),
	verdictFlag("undecided", "undecided", "the analysis stopped before a verdict"),
	{Name: "verdict", Kind: Feature, Help: "the verdict of the analysis", Values: database.Verdicts(), column: column{
		whole: "p.id IN (SELECT problem FROM report WHERE verdict = ?)", has: "p.id IN (SELECT problem FROM report)",
		groups: "(SELECT verdict value, problem FROM report)"}},
	themeField(),
	reportNumber("themes", "themes", "different themes"),
	traitField("key", database.KeyKind, "properties of the key", database.KeyKinds()),
	{Name: "key move", Kind: Play, Help: "a key; key:Bf1-h3, key:B or key:f1- is enough",
		part: database.KeyPart},
	{Name: "threat", Kind: Play, Help: "a threat of the key", part: database.ThreatPart},
	{Name: "variation", Kind: Play, Help: "a defence to the key and its answer",
		part: database.VariationPart},
	{Name: "set play", Kind: Play, Help: "a defence in the diagram and its answer",
		part: database.SetPart},
	{Name: "try", Kind: Play, Help: "a try and its refutation", part: database.TryPart},
	reportNumber("keys", "keys", "first moves that solve the problem"),
	reportNumber("variations", "variations", "effective defences after the key"),
	reportNumber("threats", "threats", "threats of the key"),
	reportNumber("tries", "tries", "first moves with exactly one refutation"),
	reportNumber("set mates", "set_mates", "defences in set play with an answer"),
	reportNumber("duals", "duals", "variations with several answers"),
	reportNumber("phases", "phases", "phases in the table: actual play, set play and tries that share something"),
	reportNumber("mates", "mates", "different mates after the key"),
	reportNumber("flights", "flights", "moves of the king to be mated after the key"),
	reportNumber("vacated", "vacated", "variations with a mate on the square that the defence just left"),
	reportNumber("double refutations", "doubly", "first moves of a #2 with exactly two refutations"),
	reportNumber("nodes", "nodes", "moves that the analysis made or tested"),
	reportNumber("flaws", "flaws", "flaws of the key"),
	traitField("flaw", database.Flaw, "a flaw of the key", kindNames(problem.ChecksKing, problem.GivesFlight-1)),
	reportNumber("merits", "merits", "merits of the key"),
	traitField("merit", database.Merit, "a merit of the key", kindNames(problem.GivesFlight, problem.ExposesKing)),
	traitField("warning", database.Warning, "an oddity of the diagram",
		kindNames(problem.PromotedPiece, problem.NoLastMove)),
	traitField("picture", database.Picture, "a mate of this kind", []string{"pure", "model", "ideal"}),
	traitField("change", database.Change, "changes of this kind between the phases",
		[]string{"changed", "transferred", "added", "removed"}),
}

func verdictFlag(name, verdict, help string, also ...string) *Field {
	return &Field{Name: name, Also: also, Kind: Flag, Help: help,
		column: column{value: "r.verdict = '" + verdict + "'", report: true}}
}

func reportNumber(name, value, help string) *Field {
	return &Field{Name: name, Kind: Number, Help: help, column: column{value: "r." + value, report: true}}
}

// traitField is the field of a kind of traits.
func traitField(name, kind, help string, values []string) *Field {
	return &Field{Name: name, Kind: Feature, Help: help, Values: values, column: column{
		whole: traitCondition(kind), groups: traitGroups(kind),
		has: "p.id IN (SELECT pt.problem FROM problem_trait pt JOIN trait t ON t.id = pt.trait WHERE t.kind = '" +
			kind + "')"}}
}

func traitCondition(kind string) string {
	return "p.id IN (SELECT pt.problem FROM problem_trait pt JOIN trait t ON t.id = pt.trait WHERE t.kind = '" +
		kind + "' AND t.name = ?)"
}

func traitGroups(kind string) string {
	return "(SELECT t.name value, pt.problem FROM trait t CROSS JOIN problem_trait pt " +
		"ON pt.trait = t.id WHERE t.kind = '" + kind + "')"
}

var boardFields = []*Field{
	{Name: "position", Kind: Board, Help: "the diagram matches this position or pattern of eight rows"},
	{Name: "like", Kind: Board, Help: "as position, also mirrored, rotated or with colours swapped"},
	{Name: "anywhere", Kind: Board, Help: "part of the diagram matches this pattern of one to eight rows"},
	{Name: "matrix", Kind: Other,
		Help: "king to be mated, men beside it, key and mates are those of the problem of this number, or an image of them"},
}

// kindNames are the names of kinds from the first to the last.
func kindNames[K interface {
	~uint8
	String() string
}](first, last K) (names []string) {
	for k := first; k <= last; k++ {
		names = append(names, k.String())
	}
	return names
}

// themeField is the field of themes.
func themeField() *Field {
	f := traitField("theme", database.Theme, "a named idea, such as Grimshaw", nil)
	for _, t := range theme.Themes() {
		f.Values = append(f.Values, t.Name)
	}
	f.called = theme.OtherNames()
	return f
}

// Sortable reports whether problems can be sorted by the field.
func (f *Field) Sortable() bool {
	return (f.column.value != "" || f.column.joined != "") && f.Kind != Flag
}

// Countable reports whether problems can be counted for each value of the field.
func (f *Field) Countable() bool {
	return f.column.groups != "" || f.Kind == Number || f.Kind == Equal && f.column.value != ""
}

// Form is how a condition on the field is written, as an example.
func (f *Field) Form() string {
	switch f.Kind {
	case Number:
		return f.Name + " >= 3"
	case Text:
		return f.Name + `:"…"`
	case Equal:
		return f.Name + " = …"
	case Feature:
		return f.Name + ":" + quoteIfNeeded(f.Values[0])
	case Board:
		return f.Name + ":ROWS"
	case Play:
		return f.Name + ":MOVES"
	case Date:
		return f.Name + " >= 2024-05"
	case Other:
		return f.Name + ":17"
	}
	return f.Name
}

// FieldOf returns the field of a name as queries may write it. The error is an *Error.
func FieldOf(name string) (*Field, error) {
	if f := fieldOf(name); f != nil {
		return f, nil
	}
	s := scanner{name}
	return nil, s.unknown(0, name, namesOfFields(), "there is no field %q", clip(name))
}

// namesOfFields are all names of all fields.
func namesOfFields() (names []string) {
	for _, f := range fields {
		names = append(append(names, f.Name), f.Also...)
	}
	return names
}

// fieldOf returns the field of a name, nil if there is none.
func fieldOf(name string) *Field {
	name = fold(name)
	for _, f := range fields {
		if fold(f.Name) == name || slices.ContainsFunc(f.Also, func(also string) bool { return fold(also) == name }) {
			return f
		}
	}
	return nil
}

// valueOf returns the value of a Feature as the table writes it; ok is false if there is none of that name.
func (f *Field) valueOf(name string) (value string, ok bool) {
	name = fold(name)
	for _, value := range f.Values {
		if fold(value) == name {
			return value, true
		}
	}
	for called, value := range f.called {
		if fold(called) == name {
			return value, true
		}
	}
	return "", false
}

// fold returns a name without what people write differently: capital letters, accents, blanks and hyphens.
func fold(name string) string { return strings.ReplaceAll(database.Fold(name), " ", "") }
