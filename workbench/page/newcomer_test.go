package page_test

import "testing"

// TestAGameOfOthers opens a game with players and result by a link. It has no buttons of a game in play, and the
// reader's own game, which was on the board, comes back.
func TestAGameOfOthers(t *testing.T) {
	t.Parallel()
	p := &player{t, open(t, "#play?nodes=1000&side=white", 1440, 900)}
	p.says(".play-verdict", "Your move")
	p.tab.Drag(p.square("e2"), p.square("e4"))
	p.moves("2")
	for _, moves := range []string{"d2d4,d7d5", "c2c4,c7c5"} {
		p.tab.Eval(`location.hash = "#play?side=both&at=0&white=Ada&black=Bob&result=0-1&moves=`+moves+`"`, nil)
		p.says(".game-head", "Ada – Bob")
		p.says(".game-head", "0–1")
		p.says(".player-top", "Bob")
		p.on(`document.querySelector(".do-new") && !document.querySelector(":is(.do-back, .do-draw, .do-resign)")`)
		p.on(`!location.hash.includes("Ada")`)
	}
	p.tab.Eval(`location.hash = "#play?side=both&result=9-9&moves=b2b3&white=" + "<".repeat(999)`, nil)
	p.on(`document.querySelector(".game-head").innerText.startsWith("<".repeat(80) + " – ?")`)
	p.on(`!document.querySelector(".game-head .chip") && document.querySelector(".do-back")`)
	p.on(`document.querySelector("chess-board").getBoundingClientRect().right < innerWidth / 2`)
	p.click(".do-before")
	p.moves("2")
	p.says(".movelist", "e4")
	p.on(`document.querySelector(".do-back") && document.querySelector(".game-head").hidden`)
}

// TestAMenuOverTheBoardTakesTheTap closes the fields for the author by a tap on the board, which changes nothing there,
// and reads a position, after which a tap places no man.
func TestAMenuOverTheBoardTakesTheTap(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, linkOf(cumpe, "n=2"), size.width, size.height), t, "menu-" + name}
			d.wants("Kd6")
			d.Click(`chess-tray button[data-brush="Q"]`)
			d.Click(".origin > .opener")
			d.Wait(`document.querySelector(".origin.open")`)
			d.square("a8")
			d.Wait(`!document.querySelector(".origin.open")`)
			d.square("a8")
			d.board("Q7/8/8/3K4/8/5nP1/5Q1b/5N1k")
			d.Click(".origin > .opener")
			d.Click(".origin-done")
			d.Wait(`!document.querySelector(".origin.open")`)
			d.Eval(`(() => {
				const clipboardData = new DataTransfer();
				clipboardData.setData("text/plain", "8/8/8/3K4/8/5nP1/5Q1b/5N1k #2");
				const paste = new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true});
				document.body.dispatchEvent(paste);
			})()`, nil)
			d.wants("Kd6")
			d.Wait(`document.querySelector('chess-tray [aria-pressed="true"]').dataset.brush === ""`)
		})
	}
}

// TestAFirstVisitInAnotherLanguage changes the language before anything else.
func TestAFirstVisitInAnotherLanguage(t *testing.T) {
	t.Parallel()
	d := &desk{open(t, "#problem", 1440, 900), t, "language"}
	d.wants("1.Qb4!")
	d.Click(`button[lang="it"]`)
	d.WaitText(".welcome", "problema di matto")
	d.Wait(`document.querySelector(".welcome").checkVisibility()`)
}

// TestACookIsNoGain removes a man that stops cooks, and puts it back.
func TestACookIsNoGain(t *testing.T) {
	t.Parallel()
	d := &desk{open(t, linkOf(cumpe, "n=2"), 1440, 900), t, "cook"}
	d.wants("Kd6")
	d.Click(`chess-tray button[data-brush="erase"]`)
	d.square("h2")
	d.WaitText("#verdict", "Cooked")
	d.Wait(`document.querySelector(".strip .gained .chip.warn[data-kind=key]")`)
	d.Press("Ctrl+z")
	d.WaitText("#verdict", "Sound")
	d.Wait(`document.querySelector(".strip .lost .chip.good[data-kind=key]")`)
}
