// Package tournament is the subcommand match: engines are described in words or in a file,
// openings are read, games recorded, tables printed. What plays is package arena.
package tournament
