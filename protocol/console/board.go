package console

// show prints the board.
func (a *adapter) show() {
	position := a.position()
	a.out.Print("\n" + a.look.Draw(&position) + "\n")
}
