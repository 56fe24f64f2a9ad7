package theme

import (
	"cmp"
	"slices"
	"strings"

	"alfiere/movegen"
)

// Themes of changed functions: moves of the attacker that are first move of one phase, threat of another and mate of a
// third. Those of the attacker are A, B, C, defences a and b.

// reversal: after the try A a defence is answered by B; after the key B it is answered
// by A. The two moves go to different squares. It is shown once for the same three men.
func reversal(s *study) []showing {
	seen := map[[3]movegen.Square]bool{}
	return between(func(before, after *answers) showing {
		for i, d := range before.defences {
			men := [...]movegen.Square{before.Move.From(), after.Move.From(), d.From()}
			if before.first != 0 && before.mates[i] == after.first && after.mate(d) == before.first &&
				before.Move.To() != after.Move.To() && !seen[men] {
				seen[men] = true
				return showing{before.line(d), after.line(d)}
			}
		}
		return nil
	})(s)
}

// erokhin: in one phase a defence to the first move A is answered by B; another phase
// threatens B and answers the same defence with A.
func erokhin(before, after *answers) showing {
	for i, d := range before.defences {
		b, a := before.mates[i], after.mate(d)
		switch {
		case a == 0 || a == b:
		case a == before.first && b == after.threat:
			return showing{before.line(d), after.onlyThreat(), after.line(d)}
		case b == after.first && a == before.threat:
			return showing{before.onlyThreat(), before.line(d), after.line(d)}
		}
	}
	return nil
}

// isRandom reports whether the defence is one more random move of a man: another has the same mate in both phases.
func (a *answers) isRandom(defence movegen.Move, other *answers) bool {
	m := a.mate(defence)
	return slices.ContainsFunc(a.defences, func(d movegen.Move) bool {
		return d != defence && d.From() == defence.From() && a.mate(d) == m && other.mate(d) == m
	})
}

// eitherWay is between with the two phases in either order: a cycle of three has a sense.
func eitherWay(show func(before, after *answers) showing) func(*study) []showing {
	return between(func(before, after *answers) showing {
		if lines := show(before, after); lines != nil {
			return lines
		}
		return show(after, before)
	})
}

// inTurn is threePhases with the three phases in every order that a cycle can have.
func inTurn(show func(p, q, r *answers) showing) func(*study) []showing {
	return threePhases(func(p, q, r *answers) showing {
		if lines := show(p, q, r); lines != nil {
			return lines
		}
		return show(p, r, q)
	})
}

// idea is what phases show together, in the letters of composers, as in "A >B aC / B >C aA". The phases are divided by
// slashes: "A" is the first move of one, ">B" its only threat and "aC" the mate C after the defence a, all of them
// different moves; "!aC" says that another mate or none answers a, "a*" shows whatever mate answers it, and ">*" the
// threat if there is only one.
type idea struct {
	shown  []clause // in the order of the text
	sought []clause // first moves and threats, then the mates by their defences
}

// clause is a word of an idea.
type clause struct {
	phase   int
	sign    byte // '>', '!', or '*' for whatever mate, else 0
	defence byte // 0 for a first move or a threat
	move    byte
}

// denoted are the moves that letters stand for.
type denoted struct{ defences, moves [5]movegen.Move }

func newIdea(text string) (p idea) {
	for phase, words := range strings.Split(text, "/") {
		for word := range strings.FieldsSeq(words) {
			c := clause{phase: phase}
			if word[0] == '>' || word[0] == '!' {
				c.sign, word = word[0], word[1:]
			}
			if len(word) == 2 {
				c.defence, word = word[0], word[1:]
			}
			if c.move = word[0]; c.move == '*' && c.sign == 0 {
				c.sign = '*'
			}
			p.shown = append(p.shown, c)
		}
	}
	p.sought = slices.Clone(p.shown)
	slices.SortStableFunc(p.sought, func(a, b clause) int {
		return cmp.Or(cmp.Compare(a.defence, b.defence), cmp.Compare(a.sign, b.sign))
	})
	return p
}

// show returns the threats and the lines of the first defences that fit, nil if none do.
func (p *idea) show(phases *[3]*answers) (lines showing) {
	found, ok := fit(p.sought, phases, denoted{})
	if !ok {
		return nil
	}
	for _, c := range p.shown {
		switch ph := phases[c.phase]; {
		case c.sign == '>' && ph.threat != 0:
			lines = append(lines, ph.onlyThreat())
		case c.sign != '>' && c.sign != '!' && c.defence != 0:
			lines = append(lines, ph.line(found.defences[c.defence-'a']))
		}
	}
	return lines
}

// fit finds moves for the letters of the clauses that have none.
func fit(clauses []clause, phases *[3]*answers, known denoted) (found denoted, ok bool) {
	if len(clauses) == 0 {
		return known, true
	}
	c, ph := clauses[0], phases[clauses[0].phase]
	switch {
	case c.sign == '>' && c.move == '*':
		return fit(clauses[1:], phases, known)
	case c.defence == 0:
		m := ph.first
		if c.sign == '>' {
			m = ph.threat
		}
		if !assign(&known.moves, c.move-'A', m) {
			return known, false
		}
		return fit(clauses[1:], phases, known)
	}
	defences := ph.defences
	if d := known.defences[c.defence-'a']; d != 0 {
		defences = line{d}
	}
	for _, d := range defences {
		next, m := known, ph.mate(d)
		if c.sign == '*' && m == 0 || c.sign == '!' && ph.has(d, known.moves[c.move-'A']) ||
			c.sign == 0 && (!assign(&next.defences, c.defence-'a', d) || !assign(&next.moves, c.move-'A', m)) {
			continue
		}
		if found, ok = fit(clauses[1:], phases, next); ok {
			return found, true
		}
	}
	return known, false
}

// assign lets a letter stand for a move, and reports whether it may: letters stand for different moves.
func assign(letters *[5]movegen.Move, letter byte, m movegen.Move) bool {
	if i := slices.Index(letters[:], m); m == 0 || i >= 0 && i != int(letter) || i < 0 && letters[letter] != 0 {
		return false
	}
	letters[letter] = m
	return true
}

// pair returns what shows the first of the ideas that two phases fit.
func pair(texts ...string) func(before, after *answers) showing {
	show := triple(texts...)
	return func(before, after *answers) showing { return show(before, after, nil) }
}

// triple is pair of three phases.
func triple(texts ...string) func(p, q, r *answers) showing {
	var ideas []idea
	for _, text := range texts {
		ideas = append(ideas, newIdea(text))
	}
	return func(p, q, r *answers) (lines showing) {
		for i := 0; i < len(ideas) && lines == nil; i++ {
			lines = ideas[i].show(&[...]*answers{p, q, r})
		}
		return lines
	}
}
