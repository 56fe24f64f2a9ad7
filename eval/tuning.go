package eval

// parameter is a number of the evaluation that a build with the tag tuning lets users change.
// Without the tag the numbers are constants.
type parameter struct {
	Name              string
	Default, Min, Max int

	value *int
}

// Set changes the number for all evaluators; none may be at work.
func (p *parameter) Set(number int) {
	*p.value = number
	forgetScores()
}
