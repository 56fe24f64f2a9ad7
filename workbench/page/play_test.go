package page_test

import (
	"net/url"
	"strings"
	"testing"

	"alfiere/internal/testing/webtest"
)

// player is the page "Play" in a tab.
type player struct {
	*testing.T
	tab *webtest.Tab
}

// says waits for a text in an element.
func (p *player) says(selector, part string) {
	p.Helper()
	p.tab.WaitText(selector, part)
}

// square returns the middle of a square.
func (p *player) square(name string) webtest.Point {
	return p.tab.At(`chess-board [data-square="` + name + `"][role=gridcell]`)
}

// moves waits until a number of moves are played.
func (p *player) moves(count string) {
	p.Helper()
	p.tab.Wait(`document.documentElement.dataset.moves === "` + count + `"`)
}

// on checks that an expression on the page is true.
func (p *player) on(question string) {
	p.Helper()
	p.tab.Wait(question)
}

// click clicks at a place that the board, which stays visible on a phone, does not cover.
func (p *player) click(selector string) {
	p.Helper()
	p.on("document.querySelector(`" + selector + "`)")
	p.tab.Eval("document.querySelector(`"+selector+"`).scrollIntoView({block: 'end', behavior: 'instant'})", nil)
	p.tab.Click(selector)
}

// tabTo opens a tab of the page.
func (p *player) tabTo(name string) { p.click("#tab-" + name) }

// TestPlaying performs every action of the page once: by touch on a phone, by mouse and keyboard on a desktop.
func TestPlaying(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &player{t, open(t, "#play?nodes=1000&side=white", size.width, size.height)}
			p.says(".play-verdict", "Your move")
			p.playing(name)
			p.looking(name)
			p.texts(name)
			p.files(name)
		})
	}
}

// playing plays some moves against the program.
func (p *player) playing(name string) {
	// Move by hand; the program answers.
	p.tab.Drag(p.square("e2"), p.square("e4"))
	p.moves("2")
	// An illegal move shows its reason, by hand and by keyboard.
	p.tab.Drag(p.square("g1"), p.square("g4"))
	p.says(".play-says", "The knight on g1 cannot go to g4.")
	p.on(`document.querySelectorAll("chess-board .mark.fault").length === 2`)
	p.tab.Type(".typed", "Ke3")
	p.tab.Press("Enter")
	p.says(".play-says", "cannot go to e3")
	p.tab.Type(".typed", "Nc3")
	p.tab.Press("Enter")
	p.moves("4")
	p.tab.Shot("play-game-" + name)
	// A reload loses nothing.
	p.tab.Reload()
	p.moves("4")
	p.on(`document.querySelectorAll(".movelist .move").length === 4`)
	// Hint, take back, steps.
	p.click(".do-hint")
	p.says(".play-says", "Alfiere would play")
	p.on(`document.querySelector("chess-board .arrow.good")`)
	p.click(".do-back")
	p.moves("2")
	p.click(".step-previous")
	p.says(".play-verdict", "After move 1, e4")
	p.click(".step-next")
	p.says(".play-verdict", "Your move")
	p.click(".step-turn")
	p.on(`document.querySelector("chess-board").orientation === "black"`)
	p.click(".step-turn")
	// The draw offer is declined; resign, and start a new game with other choices.
	p.click(".do-draw")
	p.says(".play-says", "declines")
	p.click(".do-resign")
	p.says(".play-verdict", "Black wins. Resignation.")
	p.click(".do-new")
	p.tab.Type("#start", "8/P6k/8/8/8/8/8/K w")
	p.click(".new-game [type=submit]")
	p.says(".new-game .fault", "8")
	p.tab.Eval(`document.querySelector("#start").value = "8/P5k1/8/8/8/8/8/K7 w - - 0 1"`, nil)
	p.tab.Eval(`document.querySelector("#clock").value = "3+2"`, nil)
	p.tab.Shot("play-new-" + name)
	p.click(".new-game [type=submit]")
	p.moves("0")
	p.tab.Drag(p.square("a7"), p.square("a8"))
	p.tab.Shot("play-promote-" + name)
	p.on(`document.querySelector("dialog.promotions[open]")`)
	p.click(".promotion[data-piece=r]")
	p.moves("2")
	p.on(`document.querySelector(".player-clock:not([hidden])") && /^[0-3]:\d\d/.test(document.querySelector(".player-clock").textContent)`)
	p.says(".movelist", "a8=R")
	// Taking back costs no time.
	p.click(".do-back")
	p.moves("0")
	p.on(`[...document.querySelectorAll(".player-clock")].every((clock) => clock.textContent === "3:00")`)
	// The game that the new one has replaced.
	p.click(".do-before")
	p.moves("2")
	p.says(".movelist", "e4")
}

// TestLinesStayWhileResultsCome focuses a line of a search that goes on. Its row is written anew, not replaced.
func TestLinesStayWhileResultsCome(t *testing.T) {
	t.Parallel()
	p := &player{t, open(t, "#play?side=both&nodes=1000000000", 1440, 900)}
	p.tabTo("think")
	p.click(".think button")
	p.on(`document.querySelectorAll(".think-lines button").length === 3`)
	p.tab.Eval(`(() => {
		window.line = document.querySelector(".think-lines button");
		line.focus();
		window.status = document.querySelector(".think-status").textContent;
	})()`, nil)
	p.on(`document.querySelector(".think-status").textContent !== window.status`)
	p.on(`document.activeElement === line && line.textContent !== "" && line.title !== ""`)
	p.click(".think button")
}

// looking analyses a game: graph, thinking, letters, council.
func (p *player) looking(name string) {
	p.tab.Eval(`location.hash = "#play?nodes=1000&side=both&moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7"`, nil)
	p.moves("7")
	p.says(".play-verdict", "White wins. Checkmate.")
	p.click(".do-judge")
	p.says(".tallies", "Black: 1 blunder")
	p.on(`document.querySelectorAll(".graph-dot.blunder").length === 1`)
	p.click(".graph-field")
	p.on(`document.querySelector(".movelist [aria-current]").dataset.ply === "4" || document.querySelector(".movelist [aria-current]").dataset.ply === "3"`)
	p.click(`.movelist [data-ply="6"]`)
	p.says(".graph-said", "better was")
	p.tab.Shot("play-graph-" + name)
	p.tab.Reload()
	p.says(".tallies", "Black: 1 blunder")
	p.says(".graph-said", "better was")
	// In another language it is there, too, with the moves in that language.
	var better string
	p.tab.Eval(`document.querySelector(".graph-said").textContent`, &better)
	p.click(`button[lang="it"]`)
	p.says(".tallies", "Nero: 1 ")
	p.says(".graph-said", "Cf6??")
	p.on(`document.querySelectorAll(".graph-dot.blunder").length === 1 && document.querySelector(".graph-dot.blunder").title === "Cf6??"`)
	p.on(`!/[QBNK]/.test(document.querySelector(".graph-said").textContent)`)
	p.tab.Shot("play-graph-it-" + name)
	p.click(`button[lang="en"]`)
	p.says(".graph-said", better)
	p.click(`.movelist [data-ply="6"]`)

	p.tabTo("think")
	p.click(".think button")
	p.on(`document.querySelectorAll(".think-lines li").length === 3`)
	p.on(`document.querySelector("chess-board .arrow.good")`)
	p.tab.Shot("play-think-" + name)
	p.click(".think button")

	p.tabTo("why")
	p.on(`document.querySelectorAll(".why-men tbody tr").length > 20`)
	p.says(".why-sentence", "the safer king")
	p.tinted()
	p.tab.Shot("play-why-" + name)
	var all, less string
	p.tab.Eval(`document.querySelector(".why-scores b").textContent`, &all)
	p.click(`[data-letter=a]`)
	p.on(`document.querySelectorAll(".why-sums tbody tr").length === 8`)
	p.tab.Eval(`document.querySelector(".why-scores b").textContent`, &less)
	if all == less {
		p.Errorf("without a letter the score is the same, %s", all)
	}
	p.click(`[data-letter=a]`)
	p.terms()

	p.tabTo("council")
	p.tab.Eval(`[...document.querySelectorAll(".council select")].at(-1).value = "2000"`, nil)
	p.click(".council-ask")
	p.says(".council .strip", "The council plays")
	p.on(`[...document.querySelectorAll("chess-board .arrow path")].every((path) => path.getBoundingClientRect().width > 0) && document.querySelectorAll(".proposals .member-face .letter-chip").length === 28`)
	p.on(`document.querySelectorAll(".proposals tbody tr").length === 7 && document.querySelectorAll(".votes li").length === document.querySelectorAll("chess-board .arrow").length`)
	p.tab.Shot("play-council-" + name)
	p.members()
}

// tinted checks that the board is tinted at once, only where men stand out, and that the switch and
// other tabs take the tint away.
func (p *player) tinted() {
	const tints = `document.querySelectorAll("chess-board .tint").length`
	p.on(tints + ` > 0 && document.querySelectorAll(".why-notable button").length === Math.min(4, ` + tints + `)`)
	p.on(tints + " === [...document.querySelectorAll(`.why-men tr[data-square]`)].filter((row) => /^[a-h]/.test(row.dataset.square) && " +
		"Math.abs(Number(row.querySelector(`.bar-whole`).title.replace(`−`, `-`))) >= 30).length")
	p.on(`[...document.querySelectorAll(".why-men .better, .why-men .worse")].every((cell) => Math.abs(Number((cell.textContent || cell.parentElement.title).replace("−", "-"))) >= 30)`)
	p.on(`document.querySelectorAll(".why-men .letter-head").length === 9 && document.querySelector(".why-men .letter-head").textContent === "mmaterial"`)
	p.click(".why-notable button")
	p.on(`document.querySelector("chess-board .mark.ring")`)
	p.click(".why input[type=checkbox]")
	p.on(tints + ` === 0`)
	p.click(".why input[type=checkbox]")
	p.on(tints + ` > 0`)
	p.tabTo("game")
	p.on(tints + ` === 0`)
	p.tabTo("why")
	p.on(tints + ` > 0`)
}

// members puts a council together by its letters, by mouse, touch and keyboard.
func (p *player) members() {
	const own = `[...document.querySelectorAll(".member-faces li")].map((li) => li.textContent).join(" ")`
	p.on(own + ` === "mpar mbxp mbkc mxar mkcp mcar mbxk"`)
	p.on(`document.querySelector(".council-who").selectedOptions[0].textContent.startsWith("seven members")`)
	p.click(".council-members summary")
	p.click(".member-row [data-letter=n]")
	p.on(own + `.startsWith("mparn mbxp") && document.querySelector(".council-who").value === ""`)
	p.on(`document.activeElement.dataset.letter === "n"`)
	p.tab.Press("Space")
	p.on(own + `.startsWith("mpar mbxp") && document.querySelector(".council-who").value === "balanced7"`)
	for range 5 {
		p.click(".member-remove")
	}
	p.click(".member-add")
	p.on(own + ` === "mcar mbxk mbxkcparn"`)
	p.tab.Eval(`[...document.querySelectorAll(".council select")].at(-1).value = "2000"`, nil)
	p.click(".council-ask")
	p.says(".council .strip", "The council plays")
	p.on(`document.querySelectorAll(".proposals tbody tr").length === 3`)
}

// terms checks that the tables of letters and of men have the same sum, with the rest of letter n
// and without that letter.
func (p *player) terms() {
	const sums = `(() => {
		const value = (cell) => Number(cell.dataset.raw);
		const rows = (table) => [...document.querySelectorAll("." + table + " tbody tr")].map((row) =>
			({ sign: row.classList.contains("of-white") ? 1 : -1, values: [...row.querySelectorAll(".number")].map(value) }));
		const add = (values) => values.reduce((sum, value) => sum + value, 0);
		const letters = add(rows("why-sums").map(({ values }) => values.at(-1)));
		return letters === add(rows("why-men").map(({ sign, values }) => sign * add(values)));
	})()`
	p.on(`document.querySelectorAll(".why-sums tbody tr").length === 9`)
	p.says(".why-sums tbody tr:last-child", "learned")
	p.says(".why > .wide + .hint", "belong to no single man")
	p.on(sums)
	p.click(`[data-letter=n]`)
	p.on(`document.querySelectorAll(".why-sums tbody tr").length === 8`)
	p.on(`!document.querySelector(".why").textContent.includes("belong to no single man")`)
	p.on(sums)
	p.click(`[data-letter=n]`)
}

// texts reads, writes and converts.
func (p *player) texts(name string) {
	const game = "[Event \"Test\"]\n\n1. e4 e5 (1... c5 2. Nf3 {open} (2. c3) 2... d6) 2. Nf3 {a comment} Nc6 3. Bb5 *\n"
	p.tabTo("text")
	p.tab.Eval("document.querySelector('.text textarea').value = "+jsString(game), nil)
	p.click(".text-read")
	p.says(".text-status", "9 moves.")
	p.click(".text-moves")
	p.on(`document.querySelectorAll(".movelist .move").length === 9 && document.querySelectorAll(".tree-branches").length === 2`)
	p.click(`.movelist [data-node="7"]`)
	p.says(".movelist [aria-current]", "d6")
	p.on(`document.querySelector("chess-board").man("d6") === "p"`)
	p.tab.Shot("play-tree-" + name)
	p.tabTo("text")
	// Through the tree notations and back to PGN only comments are lost.
	for _, form := range []string{"text", "numeric", "table", "pgn"} {
		p.tab.Eval(`document.querySelector(".text-form").value = "`+form+`"`, nil)
		p.tab.Eval(`document.querySelector(".text-status").textContent = ""`, nil)
		p.click(".text-convert")
		p.says(".text-status", "9 moves.")
	}
	var text string
	p.tab.Eval(`document.querySelector(".text textarea").value`, &text)
	if !strings.Contains(text, "1. e4 e5 (1... c5 2. Nf3 (2. c3) 2... d6) 2. Nf3 Nc6 3. Bb5 *") {
		p.Errorf("the tree came back as\n%s", text)
	}
	p.click(".text-annotate")
	p.on(`document.querySelector(".text textarea").value.includes("[%eval")`)
	p.on(`document.querySelector(".graph path.graph-white")`)
	p.tab.Eval(`document.querySelector(".text textarea").value = "1. e4 e5 2. Qxf7 *"`, nil)
	p.click(".text-read")
	p.says(".text-status", "Line 1, column")
	p.moves("4") // the display does not change
	p.click(".text-whole")
	p.moves("2")
	p.says(".text-status", "2 moves.")
	p.click(".do-before")
	p.moves("4")
	p.tab.Eval(`document.querySelector(".text-status").textContent = ""`, nil)
	p.click(".text-write")
	p.says(".text-status", "moves.") // with its variations
	var whole string
	p.tab.Eval(`document.querySelector(".text-status").innerText`, &whole)
	// A single position and an outline go back to their full source.
	for _, form := range []string{"board", "fen", "show", "pgn"} {
		p.tab.Eval(`document.querySelector(".text-form").value = "`+form+`"`, nil)
		p.tab.Eval(`document.querySelector(".text-status").textContent = ""`, nil)
		p.click(".text-convert")
		p.says(".text-status", whole)
	}
	p.on(`document.querySelector(".text textarea").value.includes("1... c5")`)
}

func jsString(text string) string {
	return "`" + strings.ReplaceAll(text, "`", "") + "`"
}

// TestTabsOfPlayingHaveNoSeriousFault checks the accessibility of every tab, full of answers, in both
// languages and themes.
func TestTabsOfPlayingHaveNoSeriousFault(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := &player{t, open(t, "#play?nodes=1000&side=both&moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7&at=5", size.width, size.height)}
			p.moves("7")
			p.click(".switches button[lang=it]")
			p.says(".play-verdict", "Dopo la mossa 3")
			p.tab.Media("prefers-color-scheme", "dark")
			p.click(".do-judge")
			p.says(".tallies", "Nero: 1 errore grave")
			p.tabTo("think")
			p.click(".think button")
			p.on(`document.querySelectorAll(".think-lines li").length === 3`)
			p.tabTo("why")
			p.on(`document.querySelector(".why-men tbody tr")`)
			p.click(".why summary")
			p.click(".why [data-letter=a]")
			p.on(`document.querySelectorAll(".why-men thead .letter-head").length === 8`)
			p.tabTo("council")
			p.tab.Eval(`[...document.querySelectorAll(".council select")].at(-1).value = "2000"`, nil)
			p.click(".council-ask")
			p.says(".council .strip", "Il consiglio gioca")
			p.click(".council-members summary")
			p.tabTo("text")
			p.click(".text-annotate")
			p.says(".text-status", "mosse.")
			p.tabTo("game")
			p.on(`document.querySelector(".tree-branches")`)
			for i, tab := range []string{"council", "text", "why", "think", "game"} {
				p.tab.Media("prefers-color-scheme", []string{"dark", "light"}[i%2])
				p.tabTo(tab)
				var wide bool
				if p.tab.Eval("document.documentElement.scrollWidth > innerWidth", &wide); wide {
					p.Errorf("%s is wider than the window", tab)
				}
				p.tab.Shot("play-it-" + tab + "-" + name)
				p.tab.Axe(tab)
			}
		})
	}
}

// TestWhyInWords opens positions whose evaluation the panel says in a sentence, in both languages.
func TestWhyInWords(t *testing.T) {
	t.Parallel()
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, test := range []struct{ fen, language, starts, has string }{
		{start, "en", "The position is level", ""},
		{strings.Replace(start, "PPPPPPPP", "PPPP1PPP", 1), "en", "The position is level: Black has more material",
			", but White has more active pieces"},
		{strings.Replace(start, "rnbqkbnr", "r1bqkbnr", 1), "it", "Il Bianco sta molto meglio: più materiale", ""},
		{"r4rk1/1b3ppp/p3p3/1p1pP3/3N4/8/PP3PPP/R4RK1 w - - 0 1", "en", "Black is slightly better: more material",
			"White's Nd4 is strong"},
	} {
		tab := open(t, "#play?side=both&tab=why&nodes=500&start="+url.QueryEscape(test.fen), 1440, 900)
		p := &player{t, tab}
		p.click(`button[lang="` + test.language + `"]`)
		p.says(".why-sentence", test.starts)
		p.says(".why-sentence", test.has)
		if test.fen == start {
			p.on(`document.querySelectorAll("chess-board .tint").length === 0`)
		}
	}
}
