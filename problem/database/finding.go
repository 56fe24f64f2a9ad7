package database

import (
	"strings"

	"alfiere/problem"
	"alfiere/problem/text"
)

// Verdicts returns the verdicts of reports, as docs/problem-json.md explains them.
func Verdicts() []string {
	names := text.VerdictNames()
	return names[:len(names)-1] // the last one is that of a line that is no report
}

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

// findings extracts what is stored beside the text.
func findings(r *text.ReportForm, p *problem.Record) *Findings {
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
	f.moves(r, p)
	board := p.Board()
	for i := range r.Keys {
		f.Duals += r.Keys[i].Duals
		for _, name := range kinds(&r.Keys[i], &board) {
			f.traits[Trait{KeyKind, name}]++
		}
	}
	for i := range r.Themes {
		f.Themes += f.note(Theme, r.Themes[i].Name)
	}
	for _, flaw := range r.Flaws {
		f.Flaws += f.judge(Flaw, flaw.Name)
	}
	for _, merit := range r.Merits {
		f.Merits += f.judge(Merit, merit.Name)
	}
	for i := range r.Warnings {
		f.note(Warning, r.Warnings[i].Name)
	}
	for i := range r.Changes {
		f.note(Change, r.Changes[i].Kind)
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

// note counts a name as a trait, and returns 1 if it is a new one.
func (f *Findings) note(kind, name string) (different int) {
	trait := Trait{kind, clip(line(name))}
	if f.traits[trait]++; f.traits[trait] == 1 {
		return 1
	}
	return 0
}

// judge is note for a flaw or a merit, which may be a trait of the key as well.
func (f *Findings) judge(kind, name string) (different int) {
	if name := judged[name]; name != "" {
		f.traits[Trait{KeyKind, name}]++
	}
	return f.note(kind, name)
}

// manNames are the names of men by their letters.
var manNames = map[byte]string{'k': "king", 'q': "queen", 'r': "rook", 'b': "bishop", 'n': "knight", 'p': "pawn"}

// kinds are the traits of a key that follow from its move.
func kinds(k *text.PhaseForm, board *[64]byte) (kinds []string) {
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
