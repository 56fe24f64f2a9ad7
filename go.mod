module alfiere

go 1.26.0

require (
	github.com/notnil/chess v1.10.0
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
)
