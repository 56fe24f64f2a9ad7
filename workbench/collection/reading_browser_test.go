package collection

import (
	"context"
	"fmt"
	"testing"
	"time"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/api"
	"alfiere/workbench/page"
	"alfiere/workbench/server"
)

// TestTheProblemPageReadsPopeyeAndOlive reads files and the clipboard with the reader of the workbench's server,
// which is that of the import.
func TestTheProblemPageReadsPopeyeAndOlive(t *testing.T) {
	service, err := api.New(2, 16)
	if err != nil {
		t.Fatal(err)
	}
	service.Reader = ReadProblems
	server, err := server.Listen(server.Settings{Listen: "127.0.0.1:0", Tell: func(text string) { t.Log(text) }}, service, page.Files())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-ended:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Error("the server does not end")
		}
	})
	tab := webtest.Open(t, server.URL()+"#problem?position=6k1/8/8/8/8/8/8/K1RR4&n=2", 1440, 900)
	tab.WaitText("#verdict", "Cooked")
	for name, text := range map[string]string{
		"b.inp":  "beginproblem\nauthor J. Cumpe\nstipulation #2\npieces white kd5 qf2 sf1 pg3\n  black kh1 bh2 sf3\nendproblem\n",
		"c.olv":  "---\nalgebraic:\n  white: [Kd5, Qf2, Sf1, Pg3]\n  black: [Kh1, Bh2, Sf3]\nstipulation: '#2'\n",
		"":       "BeginProblem\nStip #2 Piec White Kd5 Qf2 Sf1 Pg3 Black Kh1 Bh2 Sf3\nEndProblem",
		"d.json": `{"problem":1,"fen":"8/8/8/3K4/8/5nP1/5Q1b/5N1k w - -","stipulation":"#2"}`,
	} {
		tab.Eval(fmt.Sprintf(`(() => {
			const data = new DataTransfer();
			if (%[1]q === "") {
				data.setData("text/plain", %[2]q);
				document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
			} else {
				data.items.add(new File([%[2]q], %[1]q));
				document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
			}
		})()`, name, text), nil)
		tab.WaitText("#verdict", "Sound: one key, 1.Kd6!")
		tab.Click(".undo")
		tab.WaitText("#verdict", "Cooked")
	}
	// Twins are read together. An entry that is not a directed mate is refused with its place.
	tab.Eval(`document.querySelector("#position-text").focus()`, nil)
	tab.Type("#position-text", "begin stip #2 piec white kd5 qf2 sf1 pg3 black kh1 bh2 sf3\ntwin move d5 d6\nend")
	tab.WaitText("#verdict", "Kd6")
	tab.Wait(`document.querySelectorAll(".twins button[aria-pressed]").length === 2`)
	tab.Type("#position-text", "begin\nstip h#2\npiec white kd5 black kh1\nend")
	tab.WaitText("#position-fault", "line 2, column 6: ")
	tab.Wait(`document.querySelectorAll(".twins button[aria-pressed]").length === 2`)
}
