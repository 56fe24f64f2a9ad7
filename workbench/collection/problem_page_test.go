package collection

import (
	"slices"
	"testing"

	"alfiere/internal/testing/must"
	"alfiere/internal/testing/webtest"
	"alfiere/problem"
	"alfiere/workbench/page"
)

// TestAProblemIsAddedWithItsOrigin adds a problem of the problem page to the collection, and opens it there again.
func TestAProblemIsAddedWithItsOrigin(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	address := webtest.Serve(t, page.Files(), Methods(d.db)...)
	tab := webtest.Open(t, address+"#problem?position=6k1/8/8/8/8/8/8/K1RR4+w&n=2&solutions=2"+
		"&author=Ann+Author+%26+B.+Other&source=The+Paper,+5/1999&award=1st+Prize,+Cup&title=Two", 1440, 900)
	tab.WaitText("#verdict", "Sound: 2 solutions")
	tab.Click(".share .store")
	tab.WaitText(".share [role=status]", "Added to the collection")
	p := must.Get(d.db.Get(1))(t)
	if !slices.Equal(p.Authors, []string{"Ann Author", "B. Other"}) || p.Title != "Two" || p.Solutions != 2 ||
		p.Source != (problem.Source{Name: "The Paper", Month: 5, Year: 1999}) ||
		!slices.Equal(p.Awards, []problem.Award{{Text: "1st Prize", Tourney: "Cup"}}) {
		t.Errorf("added is %+v", p)
	}
	tab.Navigate("about:blank")
	tab.Navigate(address + "#problem?position=6k1/8/8/8/8/8/8/K1RR4+w&n=2&from=1")
	tab.WaitText(".origin", "Ann Author & B. Other · The Paper, 5/1999 · 1st Prize, Cup · Two")
	tab.WaitText("#verdict", "Sound: 2 solutions")
}
