// Package database keeps a collection of chess problems in one file: an SQLite database
// with diagrams, who composed them and where they appeared, and what the analysis found.
//
// Create and Open give a DB; Batch changes it, Get, Each and the other readers read it. A
// problem is a value of plain types. Its board is also stored as text of 64 letters, from
// a8 to h1, so that GLOB finds patterns, and by a key that all mirrored and rotated
// boards share, with or without swapped colours. The schema is described in docs/problems-database.md.
//
// A change that was reported as done stays in the file, whatever happens to the process or
// the machine. An unfinished change is undone when the file is next opened. Several processes may use
// one file: readers do not wait, writers wait for each other.
package database
