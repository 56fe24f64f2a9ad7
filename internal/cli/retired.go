package cli

// retired lists the names that version 3.0 removed, sorted. Both programs share it. A row applies only where a program
// has no command or flag of that name; a flag without a command was one of several commands. Instead completes the
// sentence "NAME was removed in 3.0: ".
var retired = []struct{ Name, Instead string }{
	{"--priority", "programs at a broker share its workers equally"},
	{"batches", "use alfiere-lab status; Ctrl-C in a program ends its tasks"},
	{"book check", "use book dump, which reports the first error of a book"},
	{"broker --metrics", "set http: 127.0.0.1:8222 in the file of --config, and run prometheus-nats-exporter"},
	{"conformance", "use fastchess --compliance ENGINE"},
	{"man", "the archives of a release have the manual pages in the folder man1"},
	{"pgn duplicates", "use pgn-extract -D"},
	{"pgn filter", "use pgn-extract, as in pgn-extract -TpAnderssen -Tr1-0 FILE"},
	{"pgn sample", "use pgn-extract --selectonly NUMBERS"},
	{"pgn sort", "use pgn-extract -#1, and cat in the order of alfiere pgn list FILE | sort -k2,2"},
	{"pgn split", "use pgn-extract -#1000 or -E3"},
	{"pgn statistics", "use alfiere match --recount FILE"},
	{"problems export --per-page", "write HTML with --form html and print it in a browser"},
	{"tune", "use alfiere-lab tune"},
	{"web --cert", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"web --key", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"web --names", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"web --password-file", "web serves this machine only; use ssh -L 8564:127.0.0.1:8564 HOST on another machine"},
	{"worker --metrics", "use alfiere-lab status --json"},
}

// Retired returns what to use instead of a subcommand or flag that was removed. The path is without the program's name,
// as in "pgn filter" or "mate --pdf".
func Retired(path string) (instead string, ok bool) {
	for _, row := range retired {
		if row.Name == path {
			return row.Instead, true
		}
	}
	return "", false
}

// retiredError returns the usage error for a name that was removed, or nil.
func retiredError(path string) error {
	if instead, ok := Retired(path); ok {
		return Usagef("%s was removed in 3.0: %s", path, instead)
	}
	return nil
}
