package theme

import "alfiere/movegen"

// Themes of changed functions: moves of the attacker that are first move of one phase, threat of another and mate of a
// third. Those of the attacker are A, B, C, defences a and b.

func functionThemes() []*Theme {
	return []*Theme{
		{"reversal", Phases, reversal},
		{"threat reversal", Phases, between(threatReversal)},
		{"Erokhin", Phases, between(erokhin)},
		{"Jurasevic", Phases, eitherWay(jurasevic)},
		{"Shedey", Phases, eitherWay(shedey)},
		{"Kiss", Phases, eitherWay(kiss)},
		{"Rice", Phases, inTurn(rice)},
		{"Ukrainian", Phases, inTurn(ukrainian)},
		{"Ceriani", Phases, inTurn(ceriani)},
		{"Reeves", Phases, inTurn(reeves)},
		{"Chepizhny", Phases, threePhases(chepizhny)},
	}
}

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

// threatReversal: the try A threatens B, the key B threatens A.
func threatReversal(before, after *answers) showing {
	if before.first == 0 || before.threat != after.first || after.threat != before.first {
		return nil
	}
	return showing{before.onlyThreat(), after.onlyThreat()}
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

// jurasevic: the try A threatens B and answers a defence with C; the key B threatens C
// and answers the same defence with A.
func jurasevic(before, after *answers) showing {
	for i, d := range before.defences {
		if before.first != 0 && before.threat != 0 && before.threat == after.first &&
			before.mates[i] == after.threat && after.mate(d) == before.first {
			return showing{before.onlyThreat(), before.line(d), after.onlyThreat(), after.line(d)}
		}
	}
	return nil
}

// shedey: a try threatens A and answers two defences with B and C; the key threatens B and answers them with C and A.
func shedey(before, after *answers) showing {
	a, b := before.threat, after.threat
	if a == 0 || b == 0 {
		return nil
	}
	if x, y, ok := turned(before, after, a, b); ok {
		return showing{before.onlyThreat(), before.line(x), before.line(y), after.onlyThreat(), after.line(x), after.line(y)}
	}
	return nil
}

// kiss: after the try A two defences are answered by B and C, after the key B by C and A.
func kiss(before, after *answers) showing {
	if before.first == 0 {
		return nil
	}
	if x, y, ok := turned(before, after, before.first, after.first); ok {
		return showing{before.line(x), before.line(y), after.line(x), after.line(y)}
	}
	return nil
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

// turned finds defences x and y that are answered by b and some c in the earlier phase,
// and by c and a in the later one.
func turned(before, after *answers, a, b movegen.Move) (x, y movegen.Move, ok bool) {
	if a == b {
		return x, y, false
	}
	for i, x := range before.defences {
		c := after.mate(x)
		if before.mates[i] != b || c == 0 || c == a || c == b {
			continue
		}
		for j, y := range before.defences {
			if before.mates[j] == c && after.mate(y) == a {
				return x, y, true
			}
		}
	}
	return x, y, false
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

// rice: in three phases two defences are answered by A and B, B and C, C and A.
func rice(p, q, r *answers) showing {
	for i, x := range p.defences {
		a, b, c := p.mates[i], q.mate(x), r.mate(x)
		if b == 0 || c == 0 || a == b || b == c || a == c {
			continue
		}
		for j, y := range p.defences {
			if p.mates[j] == b && q.mate(y) == c && r.mate(y) == a {
				return showing{p.line(x), p.line(y), q.line(x), q.line(y), r.line(x), r.line(y)}
			}
		}
	}
	return nil
}

// ukrainian: three phases threaten A, B and C; after the same defence the mates are B, C and A.
func ukrainian(p, q, r *answers) showing {
	if p.threat == 0 || q.threat == 0 || r.threat == 0 || p.threat == q.threat || q.threat == r.threat ||
		p.threat == r.threat {
		return nil
	}
	return cycled(p, q, r, [3]movegen.Move{p.threat, q.threat, r.threat})
}

// ceriani: three phases begin with A, B and C; after the same defence the mates are B, C and A.
func ceriani(p, q, r *answers) showing {
	if p.first == 0 {
		return nil
	}
	return cycled(p, q, r, [3]movegen.Move{p.first, q.first, r.first})
}

// cycled returns the lines of a defence that is answered in each phase by the move of the next one.
func cycled(p, q, r *answers, moves [3]movegen.Move) showing {
	for i, d := range p.defences {
		if p.mates[i] == moves[1] && q.mate(d) == moves[2] && r.mate(d) == moves[0] {
			var lines showing
			for _, ph := range [...]*answers{p, q, r} {
				if ph.threat != 0 {
					lines = append(lines, ph.onlyThreat())
				}
				lines = append(lines, ph.line(d))
			}
			return lines
		}
	}
	return nil
}

// reeves: the first moves A, B and C of three phases threaten B, C and A.
func reeves(p, q, r *answers) showing {
	if p.first == 0 || p.threat != q.first || q.threat != r.first || r.threat != p.first {
		return nil
	}
	return showing{p.onlyThreat(), q.onlyThreat(), r.onlyThreat()}
}

// chepizhny: in three phases one defence has three different mates, and one and the same
// fourth mate answers three different defences.
func chepizhny(p, q, r *answers) showing {
	for i, x := range p.defences {
		a, b, c := p.mates[i], q.mate(x), r.mate(x)
		if b == 0 || c == 0 || a == b || b == c || a == c {
			continue
		}
		for j, u := range p.defences {
			m := p.mates[j]
			if u == x || m == a || m == b || m == c {
				continue
			}
			for k, v := range q.defences {
				if v == u || v == x || q.mates[k] != m {
					continue
				}
				for l, w := range r.defences {
					if w != u && w != v && w != x && r.mates[l] == m {
						return showing{p.line(x), p.line(u), q.line(x), q.line(v), r.line(x), r.line(w)}
					}
				}
			}
		}
	}
	return nil
}
