package search

// parameter is a number of the search that a build with the tag tuning lets users change, so
// that a tuner can play games with other values. Without the tag the numbers are constants.
type parameter struct {
	Name              string
	Default, Min, Max int

	value *int
}

// Set changes the number for every engine and thread of the program: all share it. No search may be running.
func (p *parameter) Set(number int) {
	*p.value = number
	setLMRTable()
}
