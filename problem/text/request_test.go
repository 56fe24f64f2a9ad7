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
	usual := text{SetPlay: true, Tries: true, Themes: true, Judgement: true}
	asked, longer := usual, usual
	asked.everyTry, longer.Tries, longer.onRequest = true, false, true
	tests := []struct {
		text    string
		options problem.Options
		wording text
		json    bool
	}{
		{"2 brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2}, text{Brief: true}, false},
		{" 3\tset  brief", problem.Options{Moves: 3, Play: 2, CookedPlay: 2, SetPlay: true}, text{Brief: true, SetPlay: true}, false},
		{"32 tries 2 set brief", problem.Options{Moves: 32, Play: 2, CookedPlay: 2, SetPlay: true, Tries: 2}, text{Brief: true, SetPlay: true, Tries: true}, false},
		{"2 tries brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2, Tries: 1}, text{Brief: true, Tries: true}, false},
		{"32 play 4 set brief", problem.Options{Moves: 32, Play: 2, CookedPlay: 2, SetPlay: true}, text{Brief: true, Play: 4, SetPlay: true}, false},
		{"2 play", none, text{}, false},
		{"2 play 0", none, text{}, false},
		{"2 play x", none, text{}, false},
		{"2 tries set brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2, Tries: 1, SetPlay: true}, text{Brief: true, Tries: true, SetPlay: true}, false},
		{"2 all compact", problem.Options{Moves: 2, AllDefences: true}, text{AllDefences: true, Compact: true}, false},
		{"2 figurines language it brief", problem.Options{Moves: 2, Play: 2, CookedPlay: 2}, text{Brief: true, Language: italian.WithFigurines()}, false},
		{"2 themes brief", everything, text{Brief: true, Themes: true}, false},
		{"2", everything, usual, false},
		{"2 set tries themes", everything, asked, false},
		{"3", problem.Options{Moves: 3, Play: 3, CookedPlay: 2, SetPlay: true, AllDefences: true, Judge: true}, longer, false},
		{"3 tries", problem.Options{Moves: 3, Play: 3, CookedPlay: 2, SetPlay: true, AllDefences: true, Judge: true, Tries: 1}, asked, false},
		{"5", problem.Options{Moves: 5, Play: 2, CookedPlay: 2, SetPlay: true}, text{SetPlay: true, onRequest: true}, false},
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
