package council

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alfiere/eval"
	"alfiere/internal/message"
	"alfiere/internal/wire"
	"alfiere/search"
)

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
// The suffix "*2" on any word but an engine gives each member's search two threads. A text without
// words means no council. The error names the invalid word and its place.
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
	return text
}

// parseSeats reads one word of a council's text.
func parseSeats(word string) ([]Seat, error) {
	if isEngine(word) {
		engine, err := ParseEngine(word)
		if err != nil {
			return nil, err
		}
		return []Seat{{Knowledge: eval.All, Engine: engine.String()}}, nil
	}
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
		seats[i].Threads = threads
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
