package syzygy

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"alfiere/movegen"
)

// sampleFolder has the tables of three and four men, and what an independent reader says of
// 1,460 positions in them.
const sampleFolder = "../../../shared/data/syzygy"

// openSamples opens them, or skips the test where they are not.
func openSamples(t testing.TB) *Tables {
	t.Helper()
	return openSound(t, sharedTables(t))
}

// openSound opens the tables of a folder, and expects none to be faulty when the test ends.
func openSound(t testing.TB, folder string) *Tables {
	t.Helper()
	tables, err := Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, fault := range tables.Faults() {
			t.Error(fault)
		}
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
	})
	return tables
}

func TestTheProbesOfAnotherReaderAgree(t *testing.T) {
	tables := openSamples(t)
	list, err := os.Open(sampleFolder + "/probes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	count := 0
	for lines := bufio.NewScanner(list); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		fields := strings.Split(lines.Text(), "\t")
		p, err := movegen.ParseFEN(fields[0])
		if err != nil {
			t.Fatal(err)
		}
		wdl, _ := strconv.Atoi(fields[1])
		dtz, _ := strconv.Atoi(fields[2])
		if got, ok := tables.WDL(&p); !ok || int(got) != wdl {
			t.Errorf("%s: value %d, %t; the other says %d", fields[0], got, ok, wdl)
		}
		if got, ok := tables.DTZ(&p); !ok || got != dtz {
			t.Errorf("%s: distance %d, %t; the other says %d", fields[0], got, ok, dtz)
		}
		count++
	}
	if count < 1460 {
		t.Errorf("%d positions only", count)
	}
}
