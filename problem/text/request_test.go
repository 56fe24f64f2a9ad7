package text

import (
	"errors"
	"testing"

	"alfiere/problem"
)

func TestTheWordsOfARequestAreRead(t *testing.T) {
	italian, err := ParseLanguage("it")
	if err != nil {
		t.Fatal(err)
	}
	everything := problem.Options{Moves: 2, Play: 2, CookedPlay: 2, SetPlay: true, Tries: 1, AllDefences: true, Judge: true}
	full := Full(Language{})
	none := problem.Options{}
	type text = Options
	tests := []struct {
		text    string
		options problem.Options
		wording text
		json    bool
	}{
		{"2", problem.Options{Moves: 2, Play: 2, CookedPlay: 2}, text{}, false},
		{" 3\tset ", problem.Options{Moves: 3, Play: 3, CookedPlay: 2, SetPlay: true}, text{SetPlay: true}, false},
		{"32 tries 2 set", problem.Options{Moves: 32, Play: 2, CookedPlay: 2, SetPlay: true, Tries: 2}, text{SetPlay: true, Tries: true}, false},
		{"2 tries", problem.Options{Moves: 2, Play: 2, CookedPlay: 2, Tries: 1}, text{Tries: true}, false},
		{"32 play 4 set", problem.Options{Moves: 32, Play: 4, CookedPlay: 4, SetPlay: true}, text{Play: 4, SetPlay: true}, false},
		{"2 play", none, text{}, false},
		{"2 play 0", none, text{}, false},
		{"2 play x", none, text{}, false},
		{"2 tries set", problem.Options{Moves: 2, Play: 2, CookedPlay: 2, Tries: 1, SetPlay: true}, text{Tries: true, SetPlay: true}, false},
		{"2 all compact", problem.Options{Moves: 2, AllDefences: true}, text{AllDefences: true, Compact: true}, false},
		{"2 figurines language it", problem.Options{Moves: 2, Play: 2, CookedPlay: 2}, text{Language: italian.WithFigurines()}, false},
		{"2 themes", everything, text{Themes: true}, false},
		{"2 full", everything, full, false},
		{"2 json", everything, full, true},
		{"", none, text{}, false},
		{"0", none, text{}, false},
		{"33", none, text{}, false},
		{"2 tries 0", none, text{}, false},
		{"2 tries x", none, text{}, false},
		{"2 language", none, text{}, false},
		{"2 language klingon", none, text{}, false},
		{"2 3", none, text{}, false},
	}
	for _, test := range tests {
		test.options.ShortPlay = test.options != none // wherever anything is written
		got, err := ParseRequest(test.text)
		want, good := Request{Options: test.options, Text: test.wording, JSON: test.json}, test.options != none
		if got != want || good != (err == nil) || !good && !errors.Is(err, errRequest) {
			t.Errorf("%q: %+v, %v", test.text, got, err)
		}
	}
}
