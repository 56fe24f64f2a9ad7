package theme

// The reference implementation of themes of White's men in tries.

// refShut asks what would be if the man of White on x were transparent for another on its
// way along one line.
type refShut struct {
	white   bool // White's colour: who tries
	x, home int  // who shuts, and where the man that is shut out stood in the diagram
	at      int  // where that man stands
}

// through reports whether the man that is shut out attacks s through x.
func (o refShut) through(b *refBoard, s int) bool {
	if o.at < 0 || !b.has(o.x, o.white) || !b.has(o.at, o.white) || !contains(path(o.at, s), o.x) {
		return false
	}
	// The line is that from home through x, and may be looked along in both directions.
	df, dr, _ := direction(o.home, o.x)
	hf, hr, _ := direction(o.at, o.x)
	same := df == hf && dr == hr || df == -hf && dr == -hr
	return same && b.without(o.x).attacks(o.at, s)
}

// hits reports whether White attacks s.
func (o refShut) hits(b *refBoard, s int) bool {
	return len(b.attackers(s, o.white)) > 0 || o.through(b, s)
}

// steps visits the boards after the moves of a side until one of them is what is looked for:
// castling and captures en passant are left out.
func (b *refBoard) steps(white bool, visit func(next *refBoard, from, to int) bool) bool {
	for from := range b {
		for to := range b {
			king := b.kind(from) == 'k'
			if !b.has(from, white) || b.has(to, white) || king && !b.attacks(from, to) || !king && !b.reaches(from, to) {
				continue
			}
			men := string(b[from])
			if b.kind(from) == 'p' && (to/8 == 0 || to/8 == 7) {
				if men = "qrbn"; white {
					men = "QRBN"
				}
			}
			for _, man := range []byte(men) {
				if visit(b.without(from).with(to, man), from, to) {
					return true
				}
			}
		}
	}
	return false
}

// mated reports whether the other side, to move, is mated.
func (o refShut) mated(b *refBoard) bool {
	if !o.hits(b, b.king(!o.white)) {
		return false
	}
	return !b.steps(!o.white, func(next *refBoard, from, to int) bool { return o.safe(next, to) })
}

// safe reports whether the other side's king is unattacked when a man of it has gone to
// the square to.
func (o refShut) safe(next *refBoard, to int) bool {
	if to == o.at || to == o.x {
		o.at = -1
	}
	return !o.hits(next, next.king(!o.white))
}

// refutedBecauseOf reports whether the try's one refutation would not be one if the man on home
// could look through the square of the man that tries.
func (s *refStudy) refutedBecauseOf(ph *refPhase, home int) bool {
	p := s.report.Position.After(ph.Move)
	p.Make(ph.Refutations[0])
	b := refOf(&p)
	o := refShut{white: s.white, x: int(ph.Move.To()), home: home, at: home}
	if !b.has(o.x, s.white) || !b.has(home, s.white) {
		return false
	}
	if !o.safe(&b, -1) {
		return true
	}
	for to := range b {
		if contains(path(home, to), o.x) && b.without(o.x).attacks(home, to) && !b.has(to, s.white) {
			next, moved := b.after(home, to), o
			moved.at = to
			if !next.inCheck(s.white) && moved.mated(next) {
				return true
			}
		}
	}
	return b.steps(s.white, func(next *refBoard, from, to int) bool {
		moved := o
		if from == home {
			moved.at = to
		}
		return from != o.x && !next.inCheck(s.white) && moved.mated(next)
	})
}

func (s *refStudy) whiteGrimshaw() bool {
	for _, a := range s.tries {
		for _, b := range s.tries {
			x, rook, bishop := int(a.Move.To()), int(a.Move.From()), int(b.Move.From())
			if len(a.Refutations) == 1 && len(b.Refutations) == 1 && int(b.Move.To()) == x && s.diagram[x] == 0 &&
				s.diagram.kind(rook) == 'r' && s.diagram.kind(bishop) == 'b' &&
				s.refutedBecauseOf(a, bishop) && s.refutedBecauseOf(b, rook) {
				return true
			}
		}
	}
	return false
}
