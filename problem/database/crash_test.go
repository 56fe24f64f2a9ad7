package database

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/problem"
)

// workingEnv names the collection that a process of the test works on.
const workingEnv = "ALFIERE_TEST_PROBLEMDB"

func TestMain(m *testing.M) {
	if path := os.Getenv(workingEnv); path != "" {
		if err := work(path); err != nil {
			fmt.Println("failed", err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// perBatch is how many problems are added in one step.
const perBatch = 40

// work changes a collection until the process is killed, and reports what is done.
func work(path string) error {
	db, err := OpenOrCreate(path)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), uint64(os.Getpid())))
	var mine []int64
	for n := 0; ; n++ {
		name := fmt.Sprintf("%d-%d", os.Getpid(), n)
		switch {
		case n%7 == 0 || len(mine) == 0:
			err = db.Batch(func(t *Tx) error {
				for range perBatch {
					p := some(r, name)
					if _, err := t.Add(p, AddDoubles); err != nil {
						return err
					}
					mine = append(mine, p.ID)
				}
				return nil
			})
			fmt.Println("batch", name)
		case n%7 == 5:
			id := mine[len(mine)-1]
			mine = mine[:len(mine)-1]
			fmt.Println("deleting", id)
			err = db.Batch(func(t *Tx) error { return t.Delete(id) })
			fmt.Println("deleted", id)
		case n%7 == 6:
			p, failed := db.Get(mine[r.IntN(len(mine))])
			if failed != nil {
				return failed
			}
			_, err = db.StoreReport(p.ID, problem.StoredReport{Program: name,
				Text: reportOf(&p, `"verdict":"sound","themes":[{"name":"Grimshaw"}]`)})
			fmt.Println("report", p.ID)
		default:
			p, failed := db.Get(mine[r.IntN(len(mine))])
			if failed != nil {
				return failed
			}
			p.Comments = []string{name}
			err = db.Batch(func(t *Tx) error { return t.Update(&p) })
			fmt.Println("edit", p.ID, n)
		}
		if err != nil {
			return err
		}
	}
}

// some is a problem with a random board.
func some(r *rand.Rand, title string) *problem.Record {
	squares := r.Perm(64)
	board := []byte(strings.Repeat(".", 64))
	for i, man := range []byte("QRBNqrbn") {
		board[squares[i]] = man
	}
	board[squares[8]], board[squares[9]] = 'K', 'k'
	for {
		p := &problem.Record{FEN: placement(string(board)) + " w - -", Stipulation: "#2", Title: title,
			Authors: []string{"Loyd", "Author " + title}}
		if _, _, err := problem.Composed.ParseFEN(p.FEN); err == nil {
			return p
		}
		r.Shuffle(64, func(i, j int) { board[i], board[j] = board[j], board[i] })
	}
}

// promised is what a process has reported as done.
type promised struct {
	batches        []string
	edited         map[int64]int
	reported, gone map[int64]bool
	deleting       int64 // begun; nothing is known
}

// run lets a process work for some time, from its start or from its first step on, kills it,
// and returns what it has reported.
func run(t *testing.T, path string, after time.Duration, atOnce bool) (promises promised) {
	promises = promised{edited: map[int64]int{}, reported: map[int64]bool{}, gone: map[int64]bool{}}
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), workingEnv+"="+path)
	command.Stderr = os.Stderr
	pipe := must.Get(command.StdoutPipe())(t)
	must.Do(t, command.Start())
	kill := func() { command.Process.Kill() }
	if atOnce {
		time.AfterFunc(after, kill)
	}
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		var word, rest string
		var id int64
		n := 0
		fmt.Sscan(lines.Text(), &word, &rest, &n)
		fmt.Sscan(rest, &id)
		switch word {
		case "ready":
			if !atOnce {
				time.AfterFunc(after, kill)
			}
		case "batch":
			promises.batches = append(promises.batches, rest)
		case "deleting":
			promises.deleting = id
		case "deleted":
			promises.deleting, promises.gone[id] = 0, true
		case "edit":
			promises.edited[id] = n
		case "report":
			promises.reported[id] = true
		default:
			t.Errorf("the process said %s", lines.Text())
		}
	}
	command.Wait()
	return promises
}

// hold checks that a collection has what was promised.
func (promises *promised) hold(t *testing.T, db *DB) {
	t.Helper()
	lost := len(promises.gone)
	if promises.deleting != 0 {
		lost++
	}
	for _, name := range promises.batches {
		if n := number(t, db, "SELECT count(*) FROM problem WHERE title = ?", name); n > perBatch || n < perBatch-lost {
			t.Errorf("of the batch %s there are %d", name, n)
		}
	}
	for id := range promises.gone {
		if _, err := db.Get(id); err == nil {
			t.Errorf("problem %d was deleted", id)
		}
	}
	for id, n := range promises.edited {
		if promises.gone[id] || promises.deleting == id {
			continue
		}
		p, err := db.Get(id)
		var pid, at int
		if err == nil {
			fmt.Sscanf(strings.Join(p.Comments, ""), "%d-%d", &pid, &at)
		}
		if err != nil || at < n {
			t.Errorf("problem %d was edited at %d, and has %v, %v", id, n, p.Comments, err)
		}
	}
	for id := range promises.reported {
		if _, err := db.Report(id); err != nil && !promises.gone[id] && promises.deleting != id {
			t.Errorf("the report of problem %d: %v", id, err)
		}
	}
}

func TestWhatWasDoneIsThereAfterKills(t *testing.T) {
	kills := effort.Of(200, 8, 8)
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	path := filepath.Join(t.TempDir(), "problems.db")
	batches, before := 0, 0
	for i := range kills {
		own := (*DB)(nil)
		if i > 0 && i%3 == 0 { // two processes at once
			var err error
			if own, err = Open(path, ReadWrite); err != nil {
				t.Fatal(err)
			}
		}
		added := make(chan []int64)
		stop := make(chan bool)
		go func() {
			var ids []int64
			defer func() { added <- ids }()
			for n := 0; own != nil; n++ {
				select {
				case <-stop:
					return
				default:
				}
				id, err := own.Add(some(rand.New(rand.NewPCG(uint64(i), uint64(n))), "own"), AddDoubles)
				if err != nil {
					t.Errorf("beside another process: %v", err)
					return
				}
				ids = append(ids, id)
			}
		}()
		promises := run(t, path, time.Duration(r.IntN(600))*time.Millisecond, i%4 == 1)
		close(stop)
		mine := <-added
		if own != nil {
			own.Close()
		}
		db, err := OpenOrCreate(path)
		if err != nil {
			t.Fatalf("after kill %d: %v", i+1, err)
		}
		if err = db.Check(context.Background()); err != nil {
			t.Fatalf("after kill %d: %v", i+1, err)
		}
		promises.hold(t, db)
		for _, id := range mine {
			if _, err := db.Get(id); err != nil {
				t.Errorf("of this process: %v", err)
			}
		}
		if torn := number(t, db, "SELECT count(*) FROM problem p WHERE NOT EXISTS (SELECT 1 FROM problem_text WHERE rowid = p.id)"); torn > 0 {
			t.Errorf("%d problems without their words", torn)
		}
		n, err := db.Count()
		if err != nil || n+len(promises.gone)+1 < before {
			t.Errorf("after kill %d there are %d problems, %v; there were %d", i+1, n, err, before)
		}
		before = n
		batches += len(promises.batches)
		db.Close()
		if t.Failed() {
			return
		}
	}
	if batches < kills/4 {
		t.Errorf("only %d batches before %d kills", batches, kills)
	}
	t.Logf("%d batches before %d kills, %d problems", batches, kills, before)
}
