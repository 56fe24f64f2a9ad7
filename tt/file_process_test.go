package tt

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"alfiere/internal/testing/effort"
	"alfiere/internal/testing/must"
	"alfiere/movegen"
)

// Other processes of these tests are the test program itself, with this in its
// environment: the path of a file to write to until it is killed.
const victimVariable = "ALFIERE_HASH_VICTIM"

const victimKeys = 3000

func TestMain(m *testing.M) {
	if path := os.Getenv(victimVariable); path != "" {
		beVictim(path)
		return
	}
	os.Exit(m.Run())
}

// beVictim makes the file if there is none and writes to it, telling when it begins. It
// ends with its input, so that it never outlives a test.
func beVictim(path string) {
	if err := CreateFile(path, 1, testFingerprint); err != nil && !errors.Is(err, fs.ErrExist) {
		panic(err)
	}
	f, err := OpenFile(path, testFingerprint)
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString("writing\n")
	for range 2 {
		go func() {
			for {
				key := keyOf(rand.Uint64N(victimKeys))
				f.Store(key, entryOf(key, int16(rand.Uint32())))
				if entry, found := f.Probe(key); found && entry != entryOf(key, entry.Eval) {
					_, _ = os.Stdout.WriteString("wrong\n")
				}
			}
		}()
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// victim is another process.
type victim struct {
	command *exec.Cmd
	input   io.Closer
	output  *bufio.Reader
}

func startVictim(t *testing.T, path string) *victim {
	t.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), victimVariable+"="+path)
	command.Stderr = os.Stderr
	input := must.Get(command.StdinPipe())(t)
	output := must.Get(command.StdoutPipe())(t)
	must.Do(t, command.Start())
	return &victim{command, input, bufio.NewReader(output)}
}

func (v *victim) awaitWriting(t *testing.T) {
	t.Helper()
	if line, err := v.output.ReadString('\n'); line != "writing\n" {
		t.Errorf("the other process says %q, %v", line, err)
	}
}

// kill ends the process in the hardest way and fails if it has complained.
func (v *victim) kill(t *testing.T) {
	t.Helper()
	_ = v.command.Process.Kill()
	rest, _ := io.ReadAll(v.output)
	for line := range strings.Lines(string(rest)) {
		if line != "writing\n" {
			t.Errorf("the other process says %q", line)
		}
	}
	_ = v.input.Close()
	_ = v.command.Wait() // killed is what it says
}

func needProcesses(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skipf("%s has no processes", runtime.GOOS)
	}
}

// A process that is killed in mid-write leaves a file that opens, in which every entry
// that is found is one that was written. ALFIERE_LONG=1 kills 1,000.
func TestAKilledWriterLeavesNoWrongEntry(t *testing.T) {
	needProcesses(t)
	rounds := effort.Of(1000, 20, 5)
	path := filepath.Join(t.TempDir(), "games.hash")
	rng := rand.New(rand.NewPCG(1, 5))
	found, damaged := 0, int64(0)
	for range rounds {
		v := startVictim(t, path)
		v.awaitWriting(t)
		time.Sleep(time.Duration(rng.IntN(10_000)) * time.Microsecond)
		v.kill(t)
		f, err := OpenFile(path, testFingerprint)
		if err != nil {
			t.Fatalf("the file does not open any more: %v", err)
		}
		found += verify(t, f, victimKeys)
		census := must.Get(f.Count())(t)
		if census.Damaged > 2 { // at most the two in flight; later writes may heal them
			damaged += census.Damaged
		}
		must.Do(t, f.Close())
		if t.Failed() {
			return
		}
	}
	if found < 100*rounds {
		t.Errorf("only %d entries in %d rounds: the writers were killed before they wrote", found, rounds)
	}
	if damaged > int64(2*rounds) {
		t.Errorf("%d damaged entries: more than those in flight", damaged)
	}
	t.Logf("%d writers killed, %d entries found, %d damaged", rounds, found, damaged)
}

// A process that is killed while it makes the file leaves a whole one or none.
func TestAKilledCreatorLeavesAWholeFileOrNone(t *testing.T) {
	needProcesses(t)
	rounds := effort.Of(1000, 20, 5)
	folder := t.TempDir()
	path := filepath.Join(folder, "games.hash")
	rng := rand.New(rand.NewPCG(1, 6))
	made := 0
	for range rounds {
		v := startVictim(t, path)
		time.Sleep(time.Duration(rng.IntN(20_000)) * time.Microsecond)
		v.kill(t)
		f, err := OpenFile(path, testFingerprint)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Fatalf("half a file: %v", err)
		}
		made++
		verify(t, f, victimKeys)
		must.Do(t, errors.Join(f.Close(), os.Remove(path)))
	}
	t.Logf("%d of %d creators were killed after the file had its name", made, rounds)
}

// Two other processes and two goroutines of this one write to the same few buckets.
func TestProcessesShareAFile(t *testing.T) {
	needProcesses(t)
	path := createFile(t)
	f := openFile(t, path)
	for range 2 {
		v := startVictim(t, path)
		defer v.kill(t)
		v.awaitWriting(t)
	}
	foreign := 0
	end := time.Now().Add(5 * time.Minute)
	for i := 0; (i < 10_000 || foreign == 0) && time.Now().Before(end) && !t.Failed(); i++ {
		key := keyOf(rand.Uint64N(victimKeys))
		mine := entryOf(key, int16(rand.Uint32()))
		f.Store(key, mine)
		if entry, found := f.Probe(key); found {
			if entry != entryOf(key, entry.Eval) {
				t.Errorf("%+v was never written", entry)
			} else if entry != mine {
				foreign++
			}
		}
	}
	if foreign == 0 {
		t.Error("no entry of the other processes was seen: nothing was shared")
	}
}

func TestGoroutinesShareAFile(t *testing.T) {
	f := openFile(t, createFile(t))
	done := make(chan bool)
	for range 4 {
		go func() {
			ok := true
			for range effort.Of(20_000, 4_000, 4_000) {
				key := movegen.Key(rand.Uint64N(64)<<58 | rand.Uint64N(8))
				f.Store(key, entryOf(key, int16(rand.Uint32())))
				entry, found := f.Probe(key)
				ok = ok && (!found || entry == entryOf(key, entry.Eval))
			}
			done <- ok
		}()
	}
	for range 4 {
		if !<-done {
			t.Error("an entry was found that was never written")
		}
	}
	if f.Err() != nil {
		t.Error(f.Err())
	}
}
