// Package tournament is the subcommand match: engines are described in words or in a file,
// openings are read, games recorded, tables printed. Package arena plays the games.
package tournament
