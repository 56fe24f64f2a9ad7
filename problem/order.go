package problem

import "alfiere/movegen"

// checksFirst moves the checks to the front of the list: they leave the defender
// the fewest replies.
func (f *frame) checksFirst() {
	info := f.position.CheckInfo()
	moves := f.list.Moves()
	front := 0
	for i, m := range moves {
		if f.position.GivesCheck(m, &info) {
			moves[front], moves[i] = m, moves[front]
			front++
		}
	}
}

// killersFirst moves the killers to the front of the list, where they are legal.
func (f *frame) killersFirst() {
	moves := f.list.Moves()
	front := 0
	for _, killer := range f.killers {
		for i, m := range moves {
			if m == killer {
				copy(moves[front+1:i+1], moves[front:i])
				moves[front] = m
				front++
				break
			}
		}
	}
}

// remember notes a move that decided a node.
func (f *frame) remember(m movegen.Move) {
	if m != f.killers[0] {
		f.killers[0], f.killers[1] = m, f.killers[0]
	}
}
