package format

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"alfiere/internal/wire"
	"alfiere/movegen"
	"alfiere/problem"
	"alfiere/problem/format/forsyth"
	"alfiere/problem/theme"
)

// errQuotes is returned for an entry of Olive's whose stipulation is empty.
var errQuotes = errors.New("the stipulation is missing; # starts a comment in YAML, so quote it: '#2'")

// oliveField is how a collection of Olive's may begin if not by --- or %YAML.
var oliveField = wire.Pattern(`^[a-z][a-z-]+:$`)

// isOlive reports whether a collection of Olive's begins with the word.
func isOlive(word string) bool {
	if forsyth.IsColor(word) {
		return false // of a list of men
	}
	return word == "---" || strings.HasPrefix(word, "%YAML") || oliveField().MatchString(word)
}

// readOlive returns a function that reads the problem of the next entry, or the next twin of one.
func readOlive(source *bufio.Reader, _ forsyth.Conventions) func() (Problem, error) {
	return newOliveReader(source).problem
}

// problem returns the problem of the next entry, or the next twin of one, as Reader.Read does.
func (r *oliveReader) problem() (Problem, error) {
	if len(r.twins) > 0 {
		next := r.twins[0]
		r.twins = r.twins[1:]
		return next.problem, next.err
	}
	entry, err := r.Read()
	if err != nil {
		return Problem{}, err
	}
	d, err := oliveProblem(entry)
	d.problem.Entry = entry
	if err != nil {
		return d.problem, err
	}
	if twins := entry.Field("twins"); !twins.IsEmpty() {
		r.twins = d.oliveTwins(twins)
		others := r.twins[1:]
		r.twins[0].problem.others = &others
		return r.problem()
	}
	p, err := d.finish()
	p.Entry = entry
	return p, err
}

// oliveTwins makes the twins of a diagram. They are written like "Move a1 b2" by their labels;
// if there is one for a, the diagram itself is no problem.
func (d *draft) oliveTwins(v oliveValue) (twins []readProblem) {
	var changes []oliveValue
	for label := 'a'; label <= 'z'; label++ {
		if change := v.Field(string(label)); !change.IsEmpty() {
			changes = append(changes, change)
		}
	}
	if len(changes) == 0 {
		return []readProblem{{problem: d.problem, err: fault(v, errTwin)}}
	}
	p := popeyeWords("")
	p.beginTwins(d, !v.Field("a").IsEmpty())
	f := p.family
	if f.zero == "" {
		f.diagram.problem.Twin.Label = f.label()
		diagram, err := f.diagram.finish()
		twins = append(twins, readProblem{problem: diagram, err: err})
	}
	for _, change := range changes {
		p = popeyeWords(change.Text)
		p.family, p.number = f, change.Line
		twin, err := p.readTwin()
		if err == nil && p.words != nil {
			f.broken, err = true, p.fault(errTwin) // a word that ends a twin in Popeye's input
		}
		if _, illegal := errors.AsType[*forsyth.IllegalError](err); !illegal {
			err = replaced(change, err)
		}
		twins = append(twins, readProblem{problem: twin, err: err})
	}
	for i := range twins {
		p := &twins[i].problem
		p.Entry, p.HasTwins, p.Twin.More = d.problem.Entry, true, i < len(twins)-1
	}
	return twins
}

// oliveProblem drafts the problem of an entry.
func oliveProblem(entry *oliveEntry) (*draft, error) {
	d := &draft{problem: Problem{Statement: forsyth.Statement{Line: entry.Line()}}, enPassant: movegen.NoSquare}
	d.describe(entry)
	d.problem.Solutions = oliveSolutions(entry)
	if err := d.oliveMoves(entry.Field("stipulation")); err != nil {
		return d, err
	}
	for c, color := range vocabularies[0].colors {
		for _, man := range entry.Field("algebraic").Field(color).List() {
			if err := d.oliveMan(movegen.Color(c), man); err != nil {
				return d, err
			}
		}
	}
	for _, field := range [...]string{"options", "conditions"} {
		for _, option := range entry.Field(field).List() {
			if err := d.oliveOption(option); err != nil {
				return d, err
			}
		}
	}
	return d, nil
}

// oliveSolutions returns the number of intended solutions, the first one in texts such as 3 or 2.1.1; 0 if it has none.
func oliveSolutions(entry *oliveEntry) (n int) {
	first, _, _ := strings.Cut(entry.Field("intended-solutions").Text, ".")
	n, _ = strconv.Atoi(first)
	return max(n, 0)
}

// fault is an error about a value of an entry.
func fault(v oliveValue, reason error) *forsyth.Error {
	return &forsyth.Error{Line: max(v.Line, 1), Column: max(v.Column, 1), Text: forsyth.Clip(v.Text), Err: reason}
}

// oliveMoves reads the stipulation.
func (d *draft) oliveMoves(v oliveValue) error {
	if v.Text == "" {
		if v.Line == 0 {
			v.Line = d.problem.Line
		}
		return fault(v, errQuotes)
	}
	p := popeyeWords(v.Text)
	err := p.stipulation(d)
	if err == nil && p.next() == nil {
		err = problem.ErrUnsupported
	}
	return replaced(v, err)
}

// oliveMan puts a man on the board, who is written like "Kd6".
func (d *draft) oliveMan(color movegen.Color, v oliveValue) error {
	p := popeyeWords(v.Text)
	man, squares := forsyth.CutSquares(v.Text)
	switch {
	case len(squares) != 1 || strings.ContainsAny(man, separators):
		return fault(v, forsyth.ErrMan)
	case color > movegen.Black:
		return fault(v, problem.ErrUnsupported)
	case d.board[squares[0]] != movegen.NoPiece:
		taken := fault(v, forsyth.ErrOccupied)
		taken.Squares = squares[0].Bitboard()
		return taken
	}
	t, err := p.man(man)
	if err != nil {
		return replaced(v, err)
	}
	d.board[squares[0]] = movegen.MakePiece(color, t)
	return nil
}

// oliveOption reads an option of Popeye's; all that is none is a condition.
func (d *draft) oliveOption(v oliveValue) error {
	p := popeyeWords(v.Text)
	if err := p.options(d); err != nil {
		return replaced(v, err)
	}
	if p.again {
		return fault(v, problem.ErrUnsupported)
	}
	return nil
}

// popeyeWords reads a text of a single line in Popeye's language.
func popeyeWords(text string) *popeye {
	return &popeye{source: bufio.NewReader(bytes.NewReader(nil)), words: &vocabularies[0],
		text: strings.ReplaceAll(text, "\n", " ")}
}

// replaced gives a fault in a value the value's place.
func replaced(v oliveValue, err error) error {
	if inner, ok := errors.AsType[*forsyth.Error](err); ok {
		err = inner.Err
	}
	if err == nil {
		return nil
	}
	return fault(v, err)
}

// describe reads who composed the problem and where it was published.
func (d *draft) describe(entry *oliveEntry) {
	var authors []string
	for _, author := range entry.Field("authors").List() {
		// "Family, Given", as lists are sorted, becomes a name as people write it.
		family, given, both := strings.Cut(oneLine(author.Text), ", ")
		if both {
			family = given + " " + family
		}
		authors = append(authors, family)
	}
	d.problem.Author = strings.Join(authors, " & ")
	source, date := entry.Field("source"), entry.Field("date")
	facts := []string{source.Text}
	number := []oliveValue{entry.Field("source-id")}
	if source.Text == "" {
		date = source.Field("date")
		facts = []string{source.Field("name").Text, source.Field("volume").Text, source.Field("round").Text}
		number = []oliveValue{source.Field("issue"), source.Field("problemid")}
	}
	facts = append(facts, joinedFields("/", number...))
	when := date.Text
	if when == "" {
		when = joinedFields("/", date.Field("day"), date.Field("month"), date.Field("year"))
	}
	award := entry.Field("award")
	facts = append(facts, when, award.Text+award.Field("distinction").Text)
	if distinction := entry.Field("distinction").Text; !slices.Contains(facts, distinction) {
		facts = append(facts, distinction)
	}
	facts = slices.DeleteFunc(facts, func(fact string) bool { return fact == "" })
	d.problem.Source = oneLine(strings.Join(facts, ", "))
	if id := entry.Field("id"); id.Text != "" {
		d.problem.ID = oneLine(id.Text)
	} else if ids := entry.Field("foreignids").List(); len(ids) > 0 {
		d.problem.ID = strings.TrimPrefix(oneLine(joinedFields(" ", ids[0].Field("domain"), ids[0].Field("problemid"))),
			ownDomain+" ")
	}
}

// joinedFields joins the texts of the values that have one.
func joinedFields(separator string, values ...oliveValue) string {
	var texts []string
	for _, v := range values {
		if v.Text != "" {
			texts = append(texts, v.Text)
		}
	}
	return strings.Join(texts, separator)
}

// oneLine makes a text fit for a caption.
func oneLine(text string) string {
	const maxRunes = 500
	runes := []rune(strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r)
	}), " "))
	return string(runes[:min(len(runes), maxRunes)])
}

// oliveKeywords are Olive's words for themes that mean the same in both programs.
var oliveKeywords = map[string]string{
	"star flights": "King star flight", "Y flights": "King Y-flight",
	"black knight wheel": "BS wheel", "white knight wheel": "WS wheel",
	"pickaninny": "Pickaninny", "albino": "Albino", "allumwandlung": "Allumwandlung",
	"corner-to-corner": "Corner to corner", "four corners": "Four corners",
	"switchback": "Switchback", "rundlauf": "Rundlauf", "platzwechsel": "Platzwechsel", "excelsior": "Excelsior",
	"Rovno": "Rovno", "Umnov": "Umnov", "Keller paradox": "Keller paradox", "Pelle": "Pelle move",
	"self-block": "Selfblock", "self-pin": "Selfpinning", "cross-check": "Cross-checks",
	"battery": "Battery play", "indirect battery": "Indirect battery", "half-battery": "Half-battery",
	"half-pin": "Half-pin", "third-pin": "Third-pin", "en passant": "En passant", "castling": "Castling",
	"model mate": "Model mates", "ideal mate": "Ideal mates", "echo": "Echo mates",
	"chameleon echo": "Chameleon echo mates",
	"Grimshaw":       "Grimshaw", "pawn Grimshaw": "Grimshaw", "white Grimshaw": "Grimshaw", "Novotny": "Novotny",
	"Nietvelt":   "Nietvelt",
	"Schiffmann": "Schiffmann", "Goethart": "Goethart", "Barulin": "Barulin (A)", "Levman": "Levman",
	"Somov B1": "Somov (B1)", "Somov B2": "B2", "Isaev": "Isaev", "Stocchi": "Stocchi", "magnet": "Loshinski magnet",
	"black correction": "Black correction", "white correction": "White correction",
	"dual avoidance": "Dual avoidance", "focal": "Focal",
	"full Fleck": "Fleck", "Karlström-Fleck": "Karlstrom-Fleck", "Barnes": "Barnes", "Rudenko": "Rudenko",
	"Urania":         "Urania",
	"complete block": "Block", "mutate": "Mutate", "changed mates": "Changed mates",
	"transferred mates": "Transferred mates",
	"reciprocal change": "Reciprocal", "Lacny": "Lacny", "Ruchlis": "Rukhlis", "ideal Ruchlis": "Ideal Rukhlis",
	"Zagoruiko": "Zagoruiko", "le Grand": "Le Grand", "pseudo le Grand": "Pseudo Le Grand", "Dombrovskis": "Dombrovskis",
	"Hannelius": "Hannelius", "Vladimirov": "Vladimirov", "Banny": "Banny", "reversal": "Reversal",
	"threat reversal": "Threat reversal", "Erokhin": "Erokhin", "Jurasevic": "Jurasevic cycle", "Shedey": "Shedey cycle",
	"Kiss": "Kiss cycle", "Rice": "Rice cycle", "Ukrainian": "Ukrainian",
	"Bristol": "Bristol", "Turton": "Turton doubling", "Zepler": "Zepler doubling", "Indian": "Indian",
	"Herlin": "Herlin maneuver", "Plachutta": "Plachutta", "Wurzburg-Plachutta": "Wurzburg-Plachutta",
}

// keywords are Olive's words for the themes, each once, in their order.
func keywords(found []theme.Found) (words []string) {
	for _, f := range found {
		word := oliveKeywords[f.Theme.Name]
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}
