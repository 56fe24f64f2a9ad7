package doctest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"alfiere/internal/testing/must"
)

// notRun are beginnings of lines that are not run, and why. Their subcommands and flags are checked all the same.
var notRun = []struct{ prefix, why string }{
	{"go run ./cmd/alfiere", "the tests run these programs"},
	{"go build ", "the tests run these programs"},
	{"go run github.com/mgechev/revive", ".ci/run does"},
	{"go test ", "these are the tests, rewrite their files, or take minutes"},
	{"GOAMD64=v3 go ", "takes minutes, or is no line of its own"},
	{"go doc ", "prints comments"},
	{"go list ", "prints imports"},
	{".ci/", "this is a part of it"},
	{"tar xf ", "needs a release; .ci/run unpacks one"},
	{"xboard ", "needs XBoard; .ci/run plays under it"},
	{"cutechess-cli ", "needs cutechess"},
	{"man ", "needs man"},
	{"xattr ", "needs macOS"},
	{"alfiere completion fish | source", "needs fish"},
	{"alfiere mate --json", "the name of an output"},
	{"alfiere analyse --json", "the name of an output"},
	{"alfiere-lab problems export --form", "the name of a flag"},
	{"alfiere-lab experiment reproduce ", "takes minutes; a test of the laboratory makes less"},
	{"alfiere-lab broker --config ", "needs three machines; a test of natsnet runs a cluster"},
}

// notation finds lines that show how to write a command: they have parts to fill in, or to choose from.
var notation = regexp.MustCompile(`…|\[[A-Za-z-]|[A-Za-z]\|[A-Za-z-]| (?:N|DEPTH|DIR|FOLDERS?|FILE|FEN|PART|SUBCOMMAND|OTHER)\b`)

// server finds lines that run until they are stopped.
var server = regexp.MustCompile(`^alfiere-lab (?:broker|worker|web)\b(?: --?[a-gi-z]|$| &)`)

// otherEngines are programs that the pages name. Alfiere, which speaks both protocols, takes their places.
var otherEngines = []string{"ethereal", "stockfish", "ethereal-chess", "phalanx"}

// replacement is a change of lines.
type replacement struct {
	pattern *regexp.Regexp
	with    string
}

// replacements make a line short, and have it run on one machine without a screen. They are made when they are needed:
// each process that a test starts would compile them.
var replacements = sync.OnceValue(func() []replacement {
	return []replacement{
		{regexp.MustCompile(`(match.*) tc=\S+(.*) -rounds \d+`), "$1 nodes=20$2 -rounds 1"},
		{regexp.MustCompile(`(match|tournament|divide)(.*) --games \d+`), "$1$2 --games 2"},
		{regexp.MustCompile(`(tournament --player nodes=\d+ --player nodes=\d+) --pgn`), "$1 --games 2 --pgn"},
		{regexp.MustCompile(`(name=base.* )--sprt`), "$1--each nodes=20 --sprt"},
		{regexp.MustCompile(`--rounds \d+`), "--rounds 1"},
		{regexp.MustCompile(`--pairs \d+`), "--pairs 1 --nodes 20"},
		{regexp.MustCompile(`--((?:judge-)?nodes) \d+`), "--$1 20"},
		{regexp.MustCompile(`(tune generate .*)--games \d+`), "$1--nodes 9 --games 12"},
		{regexp.MustCompile(`(tune generate .*)--branches`), "$1--nodes 9 --branches"},
		{regexp.MustCompile(`\bnodes=\d+`), "nodes=20"},
		{regexp.MustCompile(`--tc \S+`), "--tc 60+1 --depth 1"},
		{regexp.MustCompile(`\bgo movetime \d+`), "go movetime 50"},
		{regexp.MustCompile(`'st 1\b`), "'st 0.05"},
		{regexp.MustCompile(`--epochs \d+`), "--epochs 1"},
		{regexp.MustCompile(`--checkpoint`), "--epochs 1 --checkpoint"},
		{regexp.MustCompile(`(experiment [a-z-]+|proposals search) --store`), "$1 --nodes 20 --hash 1 --store"},
		{regexp.MustCompile(`--sets all --nodes`), "--sets mbxp --nodes"},
		{regexp.MustCompile(`(--criteria union\S*) --sizes`), "$1 --among 'm mx mk mpar' --sizes"},
		{regexp.MustCompile(`--sizes 2[-,]\S+`), "--sizes 2"},
		{regexp.MustCompile(`alfiere bench`), "alfiere bench --depth 4"},
		{regexp.MustCompile(`annotate --new`), "annotate --new --nodes 20"},
		{regexp.MustCompile(`--threads 8( --hash \d+)?`), "--threads 2"},
		{regexp.MustCompile(`/tables`), "tables"},
		{regexp.MustCompile(`--json FEN`), "--json startpos"},
		{regexp.MustCompile(`problems.db 17`), "problems.db 1"},
		{regexp.MustCompile(` --open\b`), ""},
		{regexp.MustCompile(`--watch \d+`), "--wait 60"},
		{regexp.MustCompile(`^curl `), "curl -sf "},
		{regexp.MustCompile(`(?:terra\.example|somewhere|127\.0\.0\.1|0\.0\.0\.0)?:(?:4222|8564)\b`), "127.0.0.1:PORT"},
		{regexp.MustCompile(`(alfiere-lab (?:broker|web)\b)( --collection.*| &|)$`), "$1 --listen 127.0.0.1:PORT$2"},
		{regexp.MustCompile(`(alfiere-lab (?:worker|engine))( --threads 2 --hash 128 &|)$`),
			"$1 --broker nats://127.0.0.1:PORT$2"},
	}
})

func replaced(line string) string {
	for _, r := range replacements() {
		line = r.pattern.ReplaceAllString(line, r.with)
	}
	return line
}

// before has the lines that make files for a page.
var before = map[string][]string{
	"docs/knowledge.md": {"alfiere-lab tune generate --out g2500.alf --games 12"},
	"docs/notations.md": {"alfiere tree convert --to text --out tree.txt game.pgn"},
	"docs/laboratory.md": {
		"alfiere-lab proposals search --store mars.db --create --sets mbxp --nodes 20 suite.epd",
		"alfiere-lab proposals export mars.db --out mars.jsonl.gz", "alfiere-lab proposals export mars.db --out venus.jsonl",
	},
	"docs/problems-database.md": {
		"alfiere-lab problems import old.db problems.epd", "alfiere-lab problems export --form pgn --out old.pgn old.db",
	},
	"docs/problems-query.md": {
		"alfiere-lab problems import problems.db problems.epd", "alfiere-lab problems analyse problems.db",
	},
	"docs/tuning.md": {
		"alfiere-lab tune generate --out g2500.alf --games 12", "alfiere-lab tune generate --out g1000.alf --games 6",
	},
	"docs/web-api.md": {"alfiere-lab web"},
}

const (
	backRank    = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n"
	noStalemate = "k7/8/1K6/8/8/8/2Q5/8 w - - am Qc7; id \"no stalemate\";\n"
)

// opera is the game of docs/analyse.md.
const opera = "[White \"Paul Morphy\"]\n[Black \"Duke of Brunswick and Count Isouard\"]\n[Result \"1-0\"]\n\n" +
	"1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5\n" +
	"11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0\n"

// fixtures writes the files that the pages read.
func fixtures(t *testing.T, folder string) {
	t.Helper()
	example := Root + "/cmd/alfiere/testdata/example"
	for to, from := range map[string]string{".": example, "tables": Root + "/tt/syzygy/testdata"} {
		must.Do(t, os.CopyFS(filepath.Join(folder, to), os.DirFS(from)))
	}
	games := must.Get(os.ReadFile(example + "/games.pgn"))(t)
	game, _, _ := strings.Cut(string(games), "\n\n[")
	const problem, other = "8/8/8/3K4/8/5nP1/5Q1b/5N1k w - - #2\n", "8/8/B5b1/8/3N4/7r/p7/k1K4n w - - #2\n"
	for names, text := range map[string]string{
		"suite.epd balanced.epd": backRank + noStalemate,
		"heldout.epd":            noStalemate,
		"problems.epd problems.txt 2024.epd 2025.epd": problem + other,
		"more.epd":             problem + "7k/8/4K3/8/8/8/8/RR6 w - - #2\n",
		"positions.epd":        "8/8/8/8/8/4k3/8/KR6 w - -\n",
		"more.pgn puzzles.pgn": string(games),
		"game.pgn":             game + "\n",
		"opera.pgn":            opera,
		"lab.token":            "secret\n",
		"alfiere-new alfiere-old my-engine": "#!/bin/sh\ncommand -v alfiere >/dev/null || exec alfiere-lab engine\n" +
			"exec alfiere \"$@\"\n",
		"engines.txt": "cmd=./alfiere-new\ncmd=./alfiere-old\n",
		"eval/weight_table.go book/builtin/eco.bin experiments/x": "",
		"eco/a.tsv a.tsv b.tsv":                                   "eco\tname\tpgn\nC20\tKing's Pawn Game\t1. e4 e5\n",
		"new.txt":                                                 "! King\ne2e4 e7e5\n",
		"engines.json": `[{"name": "new", "cmd": "./alfiere-new", "options": {"Hash": 1}},
			{"name": "Phalanx", "cmd": "phalanx -p-", "proto": "xboard"}]`,
	} {
		for name := range strings.FieldsSeq(names) {
			write(t, folder, name, text)
		}
	}
	for to, from := range map[string]string{"alfiere": "alfiere-new", "my.bin": "mine.bin", "book.bin": "mine.bin"} {
		must.Do(t, os.Link(filepath.Join(folder, from), filepath.Join(folder, to)))
	}
}
