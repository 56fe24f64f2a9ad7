// Package council is the consulting player: members with different knowledge each propose a move for
// the same position, and a criterion chooses one of them. Threads divide the tree; a council divides
// chess knowledge, like the player "Gnupar" of a thesis (docs/consultation-results.md).
//
// A Master has the Search method of an engine, so protocols, matches and pages use it like one. Its Members are
// searches in this process, other engines in their own processes, or searches on other machines (package broker).
package council

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/eval"
	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/search"
)

// Seat describes a member of a council: a search with some of the knowledge, perhaps with noise in
// its evaluation, or another engine.
type Seat struct {
	Name      string // as shown in the ballot, without blanks: the letters, mpar~15#3 with noise, the engine's file
	Knowledge eval.Knowledge
	Noise     search.Score // largest random change of evaluations, in centipawns
	Seed      uint64       // of the noise
	Threads   int          // of this member's search; 0 and 1 mean one

	// EqualTime gives its search the nodes that its letters search in the time of a search with all letters.
	EqualTime bool

	// Engine describes another engine as in the council's text: its protocol, file and options. It is
	// empty for a search of this engine. ParseEngine reads it.
	Engine string
}

// Nodes returns the nodes of the seat's search if a search with all letters has that many.
func (s *Seat) Nodes(all uint64) uint64 {
	if !s.EqualTime || all == 0 {
		return all
	}
	return max(uint64(float64(all)*100/float64(cmp.Or(s.Knowledge, eval.All).Cost())+0.5), 1)
}

// SearchesLike reports whether the searches of two seats of this engine are the same, apart from their threads.
func (s *Seat) SearchesLike(other *Seat) bool {
	return s.Knowledge == other.Knowledge && s.Noise == other.Noise && s.Seed == other.Seed &&
		s.EqualTime == other.EqualTime
}

// MaxSeats is the largest number of members of a council.
const MaxSeats = 64

// Noise of distributions such as noise4.
const (
	usualNoise search.Score = 15
	maxNoise   search.Score = 1000
)

// ParseCouncil reads the members of a council, the master first. Each word has one of these forms:
//
//	balanced7           a distribution of the thesis, or one such as optimum4
//	noise8, noise8@40   copies with noise of 15 or 40 centipawns; the first copy has no noise
//	mpar                a search with these evaluation terms
//	mpar~15#3           the same with noise of 15 centipawns from seed 3
//	uci:stockfish       another engine; see ParseEngine
//
// The suffix "*2" on any word but an engine gives each member's search two threads, "@time" after that sets EqualTime.
// A text without words means no council. The error names the invalid word and its place.
func ParseCouncil(text string) ([]Seat, error) {
	words, err := wire.SplitWords(text)
	if err != nil {
		return nil, message.Errorf("council: %w", err)
	}
	var seats []Seat
	for i, word := range words {
		more, err := parseSeats(word)
		if err == nil && len(seats)+len(more) > MaxSeats {
			err = message.Errorf("more than %d members", MaxSeats)
		}
		if err != nil {
			return nil, message.Errorf("council: word %d, %q: %w", i+1, word, err)
		}
		seats = append(seats, more...)
	}
	nameSeats(seats)
	return seats, nil
}

// FormatCouncil returns the text of the seats for ParseCouncil, one word per seat.
func FormatCouncil(seats []Seat) string {
	words := make([]string, len(seats))
	for i := range seats {
		words[i] = quoteWord(seats[i].word())
	}
	return strings.Join(words, " ")
}

// nameSeats gives the seats distinct names. It keeps existing names that are distinct.
func nameSeats(seats []Seat) {
	taken := map[string]bool{}
	for i := range seats {
		name := seats[i].Name
		if name == "" {
			name = seats[i].label()
		}
		unique := name
		for number := 2; taken[unique]; number++ {
			unique = fmt.Sprintf("%s.%d", name, number)
		}
		taken[unique] = true
		seats[i].Name = unique
	}
}

// label returns the seat's name before it is made unique, a word without blanks.
func (s *Seat) label() string {
	if s.Engine != "" {
		if engine, err := ParseEngine(s.Engine); err == nil {
			return engine.label()
		}
		return s.Engine
	}
	single := *s
	single.Threads = 0
	return single.word()
}

// word returns the seat as a word of a council's text, unquoted.
func (s *Seat) word() string {
	if s.Engine != "" {
		return s.Engine
	}
	text := s.Knowledge.String()
	if s.Noise > 0 {
		text += fmt.Sprintf("~%d#%d", s.Noise, s.Seed)
	}
	if s.Threads > 1 {
		text += fmt.Sprintf("*%d", s.Threads)
	}
	if s.EqualTime {
		text += equalTimeSuffix
	}
	return text
}

// equalTimeSuffix is the end of a word whose members have EqualTime.
const equalTimeSuffix = "@time"

// parseSeats reads one word of a council's text.
func parseSeats(word string) ([]Seat, error) {
	if isEngine(word) {
		engine, err := ParseEngine(word)
		if err != nil {
			return nil, err
		}
		return []Seat{{Knowledge: eval.All, Engine: engine.String()}}, nil
	}
	word, equalTime := strings.CutSuffix(word, equalTimeSuffix)
	name, threads := word, 0
	if before, after, found := strings.Cut(word, "*"); found {
		n, err := strconv.Atoi(after)
		if err != nil || n < 1 || n > search.MaxThreads {
			return nil, message.Errorf("* must be followed by a number of threads, 1 to %d", search.MaxThreads)
		}
		name, threads = before, n
	}
	seats, err := expand(name)
	for i := range seats {
		seats[i].Threads, seats[i].EqualTime = threads, equalTime
		if threads == 1 {
			seats[i].Threads = 0
		}
	}
	return seats, err
}

// expand reads a distribution or a set of letters.
func expand(name string) ([]Seat, error) {
	for _, d := range distributions {
		if d.name == name {
			return d.seats()
		}
	}
	if rest, is := strings.CutPrefix(name, "noise"); is {
		return noisyCopies(rest)
	}
	for _, d := range distributions {
		if family := strings.TrimRight(d.name, "0123456789"); strings.TrimRight(name, "0123456789") == family {
			return nil, message.Errorf("no such distribution; choose one of %s", sizesOf(family))
		}
	}
	seat, err := parseSet(name)
	return []Seat{seat}, err
}

// sizesOf names the distributions of a family.
func sizesOf(family string) string {
	var names []string
	for _, d := range distributions {
		if strings.TrimRight(d.name, "0123456789") == family {
			names = append(names, d.name)
		}
	}
	return strings.Join(names, ", ")
}

// seats returns the members of a distribution.
func (d *distribution) seats() (seats []Seat, err error) {
	for set := range strings.FieldsSeq(d.sets) {
		knowledge, err := eval.ParseKnowledge(set)
		if err != nil {
			return nil, err
		}
		seats = append(seats, Seat{Knowledge: knowledge})
	}
	return seats, nil
}

// noisyCopies reads the text after "noise": the number of members and "@" with the noise.
func noisyCopies(text string) ([]Seat, error) {
	number, size, given := strings.Cut(text, "@")
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > MaxSeats {
		return nil, message.Errorf("noise must be followed by a number of members, 1 to %d", MaxSeats)
	}
	noise := usualNoise
	if given {
		if noise, err = parseNoise(size); err != nil {
			return nil, err
		}
	}
	seats := []Seat{{Knowledge: eval.All}}
	for seed := 1; seed < n; seed++ {
		seats = append(seats, Seat{Knowledge: eval.All, Noise: noise, Seed: uint64(seed)})
	}
	return seats, nil
}

func parseNoise(text string) (search.Score, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || search.Score(n) > maxNoise {
		return 0, message.Errorf("noise must be 1 to %d centipawns, not %q", maxNoise, text)
	}
	return search.Score(n), nil
}

var errSeed = errors.New("the number after # must be the seed of the noise")

// parseSet reads letters and the noise after them.
func parseSet(text string) (seat Seat, err error) {
	letters, noise, noisy := strings.Cut(text, "~")
	if seat.Knowledge, err = eval.ParseKnowledge(letters); err != nil {
		return Seat{}, err
	}
	if !noisy {
		return seat, nil
	}
	size, seed, seeded := strings.Cut(noise, "#")
	if seat.Noise, err = parseNoise(size); err != nil {
		return Seat{}, err
	}
	seat.Seed = 1
	if seeded {
		if seat.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
			return Seat{}, errSeed
		}
	}
	return seat, nil
}

// distribution is a council whose members differ by their knowledge.
type distribution struct {
	name string
	sets string // of the members, that of the master first
}

// distributions are the sixteen of the thesis, in four families: a common core for all members; pairs
// of letters spread evenly; one member with all letters among specialists; each member one step more.
//
// The optimum distributions were found by measurement: each of the 128 sets with m searched the 500
// positions of the suite open500 with 2,000 nodes. The choice used every second position. It started
// from the best set and then added or exchanged the set with which the criterion optimistic solved
// most. On those 250 positions, and on the other 250, they solve:
//
//	all letters alone  53  59
//	mxkcpa alone       62  54
//	optimum2           67  58
//	optimum3           73  60
//	optimum4           75  61
//	optimum5           77  63
//	optimum6           78  63
//	optimum7           80  63
//	optimum8           81  62
//
// Most of the gain on the positions used for the choice is chance. On the other positions a gain of
// four remains, which is less than the error of such a count. This proves no gain in strength.
var distributions = []distribution{
	{"common4", "mbcpa mcpar mkcpa mxcpa"},
	{"common5", "mcpa mbpa mpar mkpa mxpa"},
	{"common6", "mpa mcp mbp mpr mkp mxp"},
	{"common7", "mp ma mc mb mr mk mx"},

	{"balanced4", "mpar mbxp mbkc mcar"},
	{"balanced5", "mpar mbxp mbkc mxar mkcp"},
	{"balanced6", "mpar mbxp mbkc mxar mkcp mcar"},
	{"balanced7", "mpar mbxp mbkc mxar mkcp mcar mbxk"},

	{"unbalanced4", "mbxkcpar mp ma mbkcpar"},
	{"unbalanced5", "mbxkcpar mp ma mbkcpar mbxcpar"},
	{"unbalanced6", "mbxkcpar mp ma mc mbkcpar mbxcpar"},
	{"unbalanced7", "mbxkcpar mp ma mc mbkcpar mbxcpar mbxkcpa"},

	{"incremental4", "mbcpa mbcpar mbkcpar mbxkcpar"},
	{"incremental5", "mcpa mbcpa mbcpar mbkcpar mbxkcpar"},
	{"incremental6", "mpa mcpa mbcpa mbcpar mbkcpar mbxkcpar"},
	{"incremental7", "mp mpa mcpa mbcpa mbcpar mbkcpar mbxkcpar"},

	{"optimum2", "mxkcpa mbxkpr"},
	{"optimum3", "mxkcpa mbxkpr mxkcp"},
	{"optimum4", "mxkcpa mbxkpr mxkcp mbxk"},
	{"optimum5", "mxkcpa mbxkpr mxkcp mbxk mbxkca"},
	{"optimum6", "mxkcpa mbxkpr mxkcp mbxk mbxkca mcpa"},
	{"optimum7", "mxkcpa mbxkpr mxkcp mbxk mbxkca mcpa mkcr"},
	{"optimum8", "mxkcpa mbxkpr mxkcp mbxk mbxkca mcpa mkcr mbxkcpar"},
}
