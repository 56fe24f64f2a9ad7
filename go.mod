module alfiere

go 1.26

require github.com/notnil/chess v1.10.0
