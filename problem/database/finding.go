package database

import (
	"slices"
	"strings"
)

// The fields of a report's JSON that are drawn out.
type (
	reportText struct {
		Version     int          `json:"version"`
		Program     string       `json:"program"`
		Error       string       `json:"error"`
		FEN         string       `json:"fen"`
		Stipulation string       `json:"stipulation"`
		Verdict     string       `json:"verdict"`
		Complete    bool         `json:"complete"`
		BlockKind   string       `json:"block_kind"`
		Keys        []phaseText  `json:"keys"`
		Short       []string     `json:"short"`
		Set         []struct{}   `json:"set"`
		Unprovided  []string     `json:"unprovided"`
		Tries       []struct{}   `json:"tries"`
		Changes     []changeText `json:"changes"`
		Pictures    []struct {
			Pure, Model, Ideal bool
		} `json:"pictures"`
		Themes   []named `json:"themes"`
		Flaws    []named `json:"flaws"`
		Merits   []named `json:"merits"`
		Warnings []named `json:"warnings"`
		Nodes    uint64  `json:"nodes"`
		Seconds  float64 `json:"seconds"`
	}
	phaseText struct {
		Move       string     `json:"move"`
		SAN        string     `json:"san"`
		Type       string     `json:"type"`
		Threats    []string   `json:"threats"`
		Variations []struct{} `json:"variations"`
		Duals      int        `json:"duals"`
	}
	changeText struct {
		Kind string `json:"kind"`
	}
	named struct {
		Name string `json:"name"`
	}
)

// Verdicts returns the verdicts of reports, as docs/problem-json.md explains them.
func Verdicts() []string {
	return []string{"sound", "cooked", "short", "none", "illegal", "undecided"}
}

func isVerdict(word string) bool { return slices.Contains(Verdicts(), word) }

// KeyKinds returns the names of the traits of keys: what the key is as a move, who makes it,
// and what it does. A problem with several keys has those of all of them.
func KeyKinds() []string {
	return []string{
		"capture", "castling", "promotion", "underpromotion", "en passant", "double step",
		"king", "queen", "rook", "bishop", "knight", "pawn",
		"check", "threat", "block",
		"gives flight", "takes flight", "pin", "unpin", "sacrifice", "allows check", "idle man", "saves man", "unprovided",
	}
}

// judged are the traits of keys that the report calls flaws and merits.
var judged = map[string]string{
	"takes flights": "takes flight", "pins": "pin", "brings in an idle man": "idle man", "saves a man": "saves man",
	"gives flights": "gives flight", "offers the man": "sacrifice", "unpins": "unpin", "allows checks": "allows check",
	"unprovided check": "unprovided", "unprovided flight": "unprovided", "unprovided capture": "unprovided",
}

// findings draws out what is stored beside the text.
func (r *reportText) findings(p *Problem) *Findings {
	f := &Findings{
		Verdict: r.Verdict, Complete: r.Complete, BlockKind: clip(line(r.BlockKind)),
		Keys: len(r.Keys), Short: len(r.Short), Tries: len(r.Tries), SetMates: len(r.Set), Unprovided: len(r.Unprovided),
		Nodes: min(r.Nodes, 1<<62), Seconds: r.Seconds, traits: map[Trait]int{},
	}
	if len(r.Keys) > 0 {
		first := &r.Keys[0]
		f.KeyType, f.KeyMove, f.KeySAN = clip(line(first.Type)), clip(line(first.Move)), clip(line(first.SAN))
		f.Variations, f.Threats = len(first.Variations), len(first.Threats)
	}
	board := p.Board()
	for i := range r.Keys {
		f.Duals += r.Keys[i].Duals
		for _, name := range r.Keys[i].kinds(&board) {
			f.traits[Trait{KeyKind, name}]++
		}
	}
	f.Themes, f.Flaws, f.Merits = f.note(Theme, r.Themes), f.note(Flaw, r.Flaws), f.note(Merit, r.Merits)
	f.note(Warning, r.Warnings)
	for _, list := range [...][]named{r.Flaws, r.Merits} {
		for _, found := range list {
			if kind := judged[found.Name]; kind != "" {
				f.traits[Trait{KeyKind, kind}]++
			}
		}
	}
	for _, c := range r.Changes {
		f.note(Change, []named{{Name: c.Kind}})
	}
	for _, picture := range r.Pictures {
		for name, is := range map[string]bool{"pure": picture.Pure, "model": picture.Model, "ideal": picture.Ideal} {
			if is {
				f.traits[Trait{Picture, name}]++
			}
		}
	}
	return f
}

// note counts names as traits, and returns how many different ones there are.
func (f *Findings) note(kind string, found []named) (different int) {
	for _, name := range found {
		trait := Trait{kind, clip(line(name.Name))}
		if f.traits[trait]++; f.traits[trait] == 1 {
			different++
		}
	}
	return different
}

// manNames are the names of men by their letters.
var manNames = map[byte]string{'k': "king", 'q': "queen", 'r': "rook", 'b': "bishop", 'n': "knight", 'p': "pawn"}

// kinds are the traits of a key that its move tells.
func (k *phaseText) kinds(board *[64]byte) (kinds []string) {
	if k.Type == "check" || k.Type == "threat" || k.Type == "block" {
		kinds = append(kinds, k.Type)
	}
	from, ok1 := squareIndex(k.Move, 0)
	to, ok2 := squareIndex(k.Move, 2)
	if !ok1 || !ok2 || board[from] == '.' {
		return kinds
	}
	man := board[from] | 0x20
	kinds = append(kinds, manNames[man])
	files, ranks := distance(from&7, to&7), distance(from>>3, to>>3)
	switch {
	case man == 'k' && (files > 1 || strings.HasPrefix(k.SAN, "O-O")):
		return append(kinds, "castling")
	case board[to] != '.':
		kinds = append(kinds, "capture")
	case man == 'p' && files == 1:
		kinds = append(kinds, "capture", "en passant")
	case man == 'p' && ranks == 2:
		kinds = append(kinds, "double step")
	}
	if len(k.Move) == 5 {
		kinds = append(kinds, "promotion")
		if k.Move[4] != 'q' {
			kinds = append(kinds, "underpromotion")
		}
	}
	return kinds
}

// squareIndex reads a square of a move, counted from a8.
func squareIndex(move string, at int) (index int, ok bool) {
	if len(move) < at+2 || move[at] < 'a' || move[at] > 'h' || move[at+1] < '1' || move[at+1] > '8' {
		return 0, false
	}
	return int('8'-move[at+1])<<3 | int(move[at]-'a'), true
}

func distance(a, b int) int { return max(a-b, b-a) }
