package conformance_test

import (
	"context"
	"fmt"
	"os"

	"alfiere/protocol/client/conformance"
)

func ExampleParse() {
	cases, err := conformance.Parse("mine.txt", `
protocol uci

case stop
why    The user waits for the move.
source UCI 2006, stop: as soon as possible
send   go infinite
pause  200
send   stop
expect 300 ^bestmove
check  bestmove
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s (%s): %s\n", cases[0].ID, cases[0].Place, cases[0].Why)
	// Output: uci.stop (mine.txt:4): The user waits for the move.
}

// A whole run against an engine, with the report on standard output.
func ExampleEngine_RunAll() {
	cases, err := conformance.Suite()
	if err != nil {
		fmt.Println(err)
		return
	}
	engine := conformance.Engine{Command: []string{"./my-engine", "--quiet"}, Scale: 2}
	report := conformance.Report{W: os.Stdout}
	if err := engine.RunAll(context.Background(), cases, 1, report.Add); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Close(), report.Failed())
}
