package workbench

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"alfiere/internal/testing/webtest"
	"alfiere/workbench/collection"
	"alfiere/workbench/page"
)

// TestEveryDeedInEveryWay does what can be done on the pages by the keyboard alone, which the other tests seldom use;
// with ALFIERE_LONG also by mouse and touch.
func TestEveryDeedInEveryWay(t *testing.T) {
	ways := []webtest.Way{webtest.ByKeys}
	if os.Getenv("ALFIERE_LONG") != "" {
		ways = append(ways, webtest.ByMouse, webtest.ByTouch)
	}
	for _, size := range sizes {
		for _, way := range ways {
			t.Run(size.name+"/"+string(way), func(t *testing.T) {
				t.Parallel()
				service, _ := showLaboratory(t, map[string]string{"match.pgn": games(5), "match.job": `{"command":"alfiere-lab x","state":"done"}`})
				methods := append(labMethods(service), collection.Methods(newCollection(t, 0))...)
				tab := webtest.OpenBy(t, way, webtest.Serve(t, page.Files(), methods...)+"#collection", size.width, size.height)
				tab.Media("prefers-reduced-motion", "reduce") // which also draws less
				phone := size.name == "phone"
				ready(tab, "collection")
				tab.Eval(`location.hash = "#problem"`, nil)
				tab.Perform(way, firstDeeds)
				tab.Eval(`location.hash = "#collection"`, nil)
				tab.Wait(`document.documentElement.dataset.ready === "collection"`)
				tab.Perform(way, collectionDeeds)
				tab.Eval(`location.hash = "`+problemLink+`"`, nil)
				tab.Perform(way, problemDeeds)
				tab.Reload()
				ready(tab, "problem")
				tab.Perform(way, reloadDeeds)
				if phone {
					tab.Perform(way, foldedDeeds)
				}
				tab.Perform(way, solutionDeeds)
				tab.Perform(way, frameDeeds)
				to := func(name string) {
					if phone {
						tab.Perform(way, []webtest.Deed{{Name: "the pages", Do: ".bar .menu", Seen: `shown(".bar nav a")`}})
					}
					tab.Perform(way, []webtest.Deed{{Name: "the page " + name, Do: ".bar nav a[href^='#" + name + "']", Seen: `document.documentElement.dataset.ready === "` + name + `"`}})
				}
				to("play")
				plays(tab, way, phone)
				tab.Eval("delete window.picked", nil)
				to("laboratory")
				tab.Perform(way, laboratoryDeeds)
			})
		}
	}
}

// ready waits until a page is open, and catches what leaves it: files by their names, links, prints, choices of files.
func ready(tab *webtest.Tab, name string) {
	tab.Wait(`document.documentElement.dataset.ready === "` + name + `"`)
	tab.Eval(`(() => {
		window.named = [];
		HTMLAnchorElement.prototype.click = function () { window.named.push(this.download); };
		Object.defineProperty(navigator, "clipboard", {configurable: true, value: {writeText: async (text) => { window.copied = text; }}});
		window.print = () => { window.printed = true; };
		document.addEventListener("click", (event) => {
			if (event.target.matches("[type=file]")) {
				event.preventDefault();
				window.picked = true;
			}
		}, true);
		window.$ = (selector) => document.querySelector(selector);
		window.many = (selector) => document.querySelectorAll(selector).length;
		window.said = (selector, part) => shown(selector) && document.querySelector(selector).innerText.includes(part);
		window.shown = (selector) => document.querySelector(selector)?.checkVisibility() ?? false;
		window.pressed = (selector) => document.querySelector(selector)?.ariaPressed === "true";
		window.man = (square) => document.querySelector("chess-board").man(square);
	})()`, nil)
}

// plays does the deeds of the page "Play".
func plays(tab *webtest.Tab, way webtest.Way, phone bool) {
	game := func(link, moves string) {
		tab.Eval(`document.documentElement.dataset.moves = "", location.hash = "#play?nodes=1000&`+link+`"`, nil)
		tab.Wait(`document.documentElement.dataset.moves === "` + moves + `"`)
	}
	game("side=both&start=8/P5k1/8/8/8/8/8/K7+w+-+-+0+1", "0")
	tab.Perform(way, promotionDeeds)
	colours(tab, way)
	tab.Eval(`(() => {
		const gate = new Promise((resolve) => (window.letThrough = resolve));
		const real = window.fetch;
		window.fetch = async (url, options) => {
			if (String(url).endsWith("/search")) await gate;
			return real(url, options);
		};
	})()`, nil)
	game("side=white&moves=", "0")
	tab.Perform(way, gameDeeds)
	game("side=both&moves=e2e4,e7e5,d1h5,b8c6,f1c4,g8f6,h5f7", "7")
	tab.Perform(way, studyDeeds)
	if !phone {
		tab.Perform(way, endDeeds)
	}
}

// colours draws arrows in four colours: by modifiers of the mouse, by drawing again with a finger, by "m" and "M".
func colours(tab *webtest.Tab, way webtest.Way) {
	const alt = 1
	from, to := tab.At(`chess-board [data-square="c3"][role=gridcell]`), tab.At(`chess-board [data-square="f6"][role=gridcell]`)
	for i, colour := range []string{"blue", "red", "green", "yellow"} {
		switch way {
		case webtest.ByMouse:
			tab.Mouse(input.MouseButtonRight, []int64{0, webtest.Shift, alt, alt + webtest.Shift}[i], from, to)
		case webtest.ByTouch:
			tab.Finger(700*time.Millisecond, from, to)
		case webtest.ByKeys:
			if i == 0 {
				tab.Perform(way, []webtest.Deed{{Name: "pick up", Do: "@g7", Seen: `$("chess-board").picked === "g7"`}})
				tab.Press("ArrowUp", "m")
			} else {
				tab.Press("M")
			}
		}
		tab.Wait(`[...document.querySelectorAll("chess-board .arrow.drawn")].map((arrow) => arrow.classList[2] ?? "blue").join() === "` + colour + `"`)
	}
}

const problemLink = "#problem?position=8/8/2K5/8/4nP2/4Q1b1/4N1k1/8+w&n=2"

// undo takes an edit of the problem back.
const undo = `$(".undo").click()`

// firstDeeds are those of a first visitor.
var firstDeeds = []webtest.Deed{
	{Name: "another example", Do: ".welcome .example", Seen: `said(".origin", "Frank Healey")`},
	{Name: "an empty board", Do: ".welcome .empty", Seen: `$("chess-board").men.size === 0 && !shown(".welcome")`,
		Undo: undo + `, $(".welcome").hidden = false`},
	{Name: "no more of that", Do: ".welcome .close", Seen: `!shown(".welcome")`},
}

// problemDeeds are those with the board of the page "Problem".
var problemDeeds = []webtest.Deed{
	{Name: "turn the board", Do: ".turn", Seen: `$("chess-board").orientation === "black"`, Undo: `$(".turn").click()`},
	{Name: "mirror", Do: `[data-how="mirror"]`, Seen: `man("f6") === "K"`, Undo: undo},
	{Name: "rotate", Do: `[data-how="rotate"]`, Seen: `man("c6") !== "K"`, Undo: undo},
	{Name: "up", Do: `[data-how="up"]`, Seen: `man("c7") === "K"`, Undo: undo},
	{Name: "swap", Do: `[data-how="swap"]`, Seen: `man("c6") !== "K"`, Undo: undo},
	{Name: "flight map", Do: `[data-map="flights"]`, Seen: `said(".map-legend", "Flights")`, Undo: `$('[data-map="flights"]').click()`},
	{Name: "guard map", Do: `[data-map="guards"]`, Seen: `many(".map.guard") > 9`, Undo: `$('[data-map="guards"]').click()`},
	{Name: "close the menu", Do: `[data-how="mirror"]; .whole > .opener`, Keys: `[data-how="mirror"]; +Escape`, Seen: `man("f6") === "K" && !shown(".whole > .items")`, Undo: undo},
	{Name: "clear", Do: ".tools > .clear", Seen: `$("chess-board").men.size === 0`, Undo: undo},
	{Name: "a man of the tray", Do: `chess-tray [data-brush="Q"]; @a8`, Keys: `-chess-tray [tabindex="0"]; +ArrowRight ArrowRight Enter; @a8`, Seen: `man("a8") === "Q"`, Undo: undo},
	{Name: "the eraser", Do: `chess-tray [data-brush="erase"]; @g3`, Keys: `-chess-tray [tabindex="0"]; +End Enter; @g3`, Seen: `man("g3") === ""`, Undo: undo},
	{Name: "the hand", Do: `chess-tray [data-brush=""]; @c6; @b7`, Keys: `-chess-tray [tabindex="0"]; +Home Enter; @c6; @b7`, Seen: `man("b7") === "K"`, Undo: undo},
	{Name: "redo", Do: ".redo", Seen: `man("b7") === "K"`},
	{Name: "undo", Do: ".undo", Seen: `man("b7") === ""`},
	{Name: "redo by key", Do: ".redo", Keys: "+Ctrl+y", Seen: `man("b7") === "K"`},
	{Name: "undo by key", Do: ".undo", Keys: "+Ctrl+z", Seen: `man("b7") === ""`},
	{Name: "stipulation", Do: "~.stipulation=3", Seen: `location.hash.includes("n=3")`, Undo: undo},
	{Name: "author", Do: `.origin [name="author"]; =A. Author; +Enter`,
		Seen: `said(".origin", "A. Author")`, Undo: undo},
	{Name: "title", Do: `.origin [name="title"]; =Title; +Enter`,
		Seen: `location.hash.includes("title=Title")`, Undo: undo},
	{Name: "before the reload", Do: `[data-how="mirror"]`, Seen: `man("f6") === "K"`},
}

// reloadDeeds follow them after a reload.
var reloadDeeds = []webtest.Deed{
	{Name: "undo after a reload", Do: ".undo", Seen: `man("c6") === "K"`},
	{Name: "redo after a reload", Do: ".redo", Seen: `man("f6") === "K"`},
}

// foldedDeeds unfold what only a phone folds.
var foldedDeeds = []webtest.Deed{{Name: "unfold", Do: ".more", Seen: `shown("#position-text")`}}

// solutionDeeds are those with the solution.
var solutionDeeds = []webtest.Deed{
	{Name: "text", Do: "#position-text; =8/8/8/3K4/8/5nP1/5Q1b/5N1k w #2; +Enter", Seen: `said("#verdict", "Kd6")`},
	{Name: "the key is made", Do: ".after input", Seen: `location.hash.includes("after=key")`, Undo: undo},
	{Name: "solutions", Do: ".intended input; =2; +Enter", Seen: `location.hash.includes("solutions=2")`, Undo: undo},
	{Name: "side", Do: "~.rights select=b", Seen: `location.hash.includes("+b")`, Undo: undo},
	{Name: "the key on the board", Do: "[role=treeitem].key", Keys: `-[role=treeitem][tabindex="0"]; +Enter`, Seen: `$(".walk [data-at]")?.dataset.at === "1/1"`},
	{Name: "a line on the board", Do: `[data-moves="d5d6 h2g1 f2f3"]`, Keys: `-[role=treeitem][tabindex="0"]; +ArrowDown ArrowDown`, Seen: `$(".walk [data-at]").dataset.at === "3/3"`},
	{Name: "back in the line", Do: ".walk button:nth-of-type(2)", Seen: `$(".walk [data-at]").dataset.at === "2/3"`},
	{Name: "on in the line", Do: ".walk button:nth-of-type(3)", Seen: `$(".walk [data-at]").dataset.at === "3/3"`},
	{Name: "to its start", Do: ".walk button:nth-of-type(1)", Seen: `$(".walk [data-at]").dataset.at === "1/3"`},
	{Name: "leave the line", Do: ".walk .leave", Seen: `!shown(".walk")`},
	{Name: "figurines", Do: ".figurines input", Seen: `said("#verdict", "♔d6")`, Undo: `$(".figurines input").click()`},
	{Name: "copy the link", Do: ".share .copy", Seen: `window.copied?.includes("position")`},
	{Name: "add to the collection", Do: ".share .store", Seen: `said(".share [role=status]", "in the collection")`},
	{Name: "export a picture", Do: `.export [data-form="svg"]`, Seen: `named.includes("problem.svg")`},
	{Name: "export a document", Do: `.export [data-form="html"]`, Seen: `named.includes("problem.html")`},
	{Name: "print", Do: ".export .print; +Escape", Seen: `window.printed`},
	{Name: "keep a version", Do: ".kept input; =queen; .kept .keep", Seen: `said(".versions", "queen")`},
	{Name: "compare with it", Do: ".version .tools button:nth-of-type(1)", Seen: `said("#strip", "Compared with queen")`},
	{Name: "no longer", Do: "#strip button", Seen: `!said("#strip", "Compared with queen")`},
	{Name: "rename it", Do: ".version .tools button:nth-of-type(2); =rook; +Enter", Seen: `said(".versions", "rook")`},
	{Name: "two side by side", Do: ".side-by-side", Seen: `shown("dialog .beside-pair")`},
	{Name: "another one of them", Do: "~dialog select=1", Seen: `$("dialog select").value === "1"`},
	{Name: "close it", Do: "dialog .title button", Keys: "+Escape", Seen: `!$("dialog")`},
	{Name: "mirror before", Do: `[data-how="mirror"]; .whole > .opener`, Keys: `[data-how="mirror"]; +Escape`, Seen: `man("e5") === "K" && !shown(".whole > .items")`},
	{Name: "open the version", Do: ".version .diagram", Seen: `man("d5") === "K"`},
	{Name: "delete it", Do: ".version .tools button:nth-of-type(3)", Seen: `!$(".version")`},
	{Name: "phases", Do: "#tab-phases", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `$("#tab-phases").ariaSelected === "true"`},
	{Name: "themes", Do: "#tab-themes", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `shown("#panel .theme")`},
	{Name: "a definition", Do: "#panel details summary", Seen: `$("#panel details").open`},
	{Name: "a line of a theme", Do: "#panel .theme li button", Seen: `shown(".walk")`},
	{Name: "leave by key", Do: ".walk .leave", Keys: "+Escape", Seen: `!shown(".walk")`},
	{Name: "notes", Do: "#tab-notes", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `said("#panel", "Statistics")`},
	{Name: "try this", Do: "#tab-neighbours", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `shown(".goal")`},
	{Name: "aim", Do: "~.goal select=repair", Seen: `said("#panel", "nothing to repair")`, Undo: `$(".goal select").value = "", $(".goal select").dispatchEvent(new Event("change"))`},
	{Name: "scope", Do: "~.goal select + select=whole", Seen: `said(".neighbours", "mirrored")`, Undo: `$(".goal select + select").value = "", $(".goal select + select").dispatchEvent(new Event("change"))`},
	{Name: "lines to keep", Do: `[data-of="keep"] summary`, Seen: `shown('[data-of="keep"] label')`},
	{Name: "a line to keep", Do: `[data-of="keep"] label:first-child input`, Seen: `said('[data-of="keep"] summary', "(1)")`},
	{Name: "close the lines", Do: `[data-of="keep"] summary`, Seen: `!$('[data-of="keep"]').open`},
	{Name: "lock squares", Do: `[data-of="lock"] summary; .pick-squares`, Seen: `pressed(".pick-squares")`},
	{Name: "a locked square", Do: "@f2", Seen: `$('.goal [name="lock"]').value === "f2" && many("chess-board .mark.lock") === 1`},
	{Name: "unlocked", Do: "@f2", Seen: `$('.goal [name="lock"]').value === ""`},
	{Name: "no more locks", Do: ".pick-squares", Keys: "+Escape", Seen: `!pressed(".pick-squares")`},
	{Name: "take what was found", Do: ".neighbours .card .diagram", Seen: `!location.hash.includes("8/8/8/3K4/8/5nP1/5Q1b/5N1k")`},
	{Name: "more tries", Do: "#position-text; =8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w #2; +Enter; #tab-solution", Keys: `-#position-text; =8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w #2; +Enter; -[role=tab][tabindex="0"]; +ArrowRight`, Seen: `shown("#panel .item.more")`},
	{Name: "all tries", Do: "#panel .item.more", Keys: `-[role=treeitem][tabindex="0"]; +End Enter`, Seen: `!$("#panel .item.more")`},
}

// frameDeeds are those of the frame of all pages.
var frameDeeds = []webtest.Deed{
	{Name: "appearance", Do: "[aria-label=Appearance]", Seen: `shown("dialog.look")`},
	{Name: "theme", Do: "dialog [value=light]", Keys: "-dialog [value=auto]; +ArrowRight", Seen: `document.documentElement.dataset.theme === "light"`, Undo: `$("dialog [value=auto]").click()`},
	{Name: "board", Do: "dialog [value=green]", Keys: "-dialog [value=paper]; +ArrowLeft", Seen: `$("main chess-board").dataset.board === "green"`, Undo: `$("dialog [value=paper]").click()`},
	{Name: "men", Do: "dialog [value=staunton]", Keys: "-dialog [value=diagram]; +ArrowRight", Seen: `$("dialog [value=staunton]").checked`, Undo: `$("dialog [value=diagram]").click()`},
	{Name: "sound", Do: "dialog [type=checkbox]", Seen: `localStorage.getItem("alfiere.look").includes("on")`, Undo: `$("dialog [type=checkbox]").click()`},
	{Name: "close the appearance", Do: "dialog .title button", Keys: "+Escape", Seen: `!$("dialog")`},
	{Name: "keys", Do: ".switches > .quiet:last-child", Keys: "+?", Seen: `shown("dialog.keys")`},
	{Name: "close the keys", Do: "dialog.keys .title button", Seen: `!$("dialog")`},
	{Name: "Italian", Do: "button[lang=it]", Seen: `document.documentElement.lang === "it" && document.documentElement.dataset.ready`},
	{Name: "English", Do: "button[lang=en]", Seen: `document.documentElement.lang === "en" && document.documentElement.dataset.ready`},
}

// promotionDeeds are those with a pawn on a7, on the page "Play".
var promotionDeeds = []webtest.Deed{
	{Name: "promote", Do: "@a7; @a8; .promotion[data-piece=n]", Keys: "@a7; @a8; +ArrowDown Enter", Seen: `said(".movelist", "a8=N")`},
	{Name: "take back", Do: ".do-back", Seen: `document.documentElement.dataset.moves === "0"`},
	{Name: "open the choice", Do: "@a7; @a8", Seen: `shown("dialog.promotions")`},
	{Name: "cancel it", Do: "@e4", Keys: "+Escape", Seen: `!$("dialog")`},
	{Name: "type a move", Do: ".typed; =Kb2; +Enter", Seen: `said(".movelist", "Kb2")`},
	{Name: "a comment", Do: ".edit-comment; =good; .edit-save", Seen: `said(".movelist", "good")`},
	{Name: "another move", Do: `.step-previous; @a1; @b1`, Seen: `said(".tree-branches", "Kb1")`},
	{Name: "the main line", Do: `.edit-raise`, Seen: `said(".tree-branches", "Kb2")`},
	{Name: "choose a move", Do: ".tree-branches .move", Seen: `$(".tree-branches .move").ariaCurrent === "step"`},
	{Name: "delete it", Do: ".edit-remove", Seen: `!$(".tree-branches")`},
	{Name: "the game before", Do: ".do-before", Seen: `said(".movelist", "Kb2")`},
}

// gameDeeds are those in a game against the program, which waits until letThrough.
var gameDeeds = []webtest.Deed{
	{Name: "move", Do: "@e2; @e4", Seen: `document.documentElement.dataset.moves === "1"`},
	{Name: "premove", Do: "@g1; @f3", Seen: `many("chess-board .mark.premove") === 2`},
	{Name: "no premove", Do: "@h5", Keys: "+Escape", Seen: `many("chess-board .mark.premove") === 0`},
	{Name: "another premove", Do: "@d2; @d4", Seen: `many("chess-board .mark.premove") === 2`},
	{Name: "it is played", Do: "!letThrough()", Seen: `document.documentElement.dataset.moves === "4"`},
	{Name: "hint", Do: ".do-hint", Seen: `said(".play-says", "would play")`},
	{Name: "turn", Do: ".step-turn", Seen: `$("chess-board").orientation === "black"`, Undo: `$(".step-turn").click()`},
	{Name: "offer a draw", Do: ".do-draw", Seen: `said(".play-says", "declines")`},
	{Name: "resign", Do: ".do-resign", Seen: `said(".play-verdict", "Resignation")`},
	{Name: "go on", Do: ".play-goon", Seen: `said(".play-verdict", "Your move")`},
	{Name: "new game", Do: ".do-new", Seen: `shown(".new-game")`},
	{Name: "its sides", Do: ".new-game [value=both]", Keys: "-.new-game [value=white]; +ArrowUp", Seen: `$(".new-game [value=both]").checked`},
	{Name: "its level", Do: "~#level=0", Seen: `$("#level").value === "0"`},
	{Name: "its clock", Do: "~#clock=3+2", Seen: `$("#clock").value === "3+2"`},
	{Name: "its position", Do: ".from-board", Seen: `$("#start").value !== ""`},
	{Name: "begin", Do: ".new-game [type=submit]", Seen: `!$("dialog") && document.documentElement.dataset.moves === "0"`},
}

// studyDeeds are those with a game that has been played.
var studyDeeds = []webtest.Deed{
	{Name: "judge", Do: ".do-judge", Seen: `said(".tallies", "Black: 1 blunder")`},
	{Name: "learn", Do: ".do-learn", Seen: `shown(".learn-task")`},
	{Name: "a hint", Do: ".learn-hint", Seen: `said(".learn-says", "starts on")`},
	{Name: "the solution", Do: ".learn-solution", Seen: `$("chess-board .arrow.good") && !$(".learn-solution")`},
	{Name: "the next mistake", Do: ".learn-next", Seen: `!said(".learn-task", "1/")`},
	{Name: "learn no more", Do: ".learn-close", Seen: `!$(".learn")`},
	{Name: "a move of the list", Do: `.movelist [data-ply="6"]`, Seen: `said(".play-verdict", "After move 3, Nf6")`},
	{Name: "next position", Do: ".step-next", Seen: `said(".play-verdict", "Checkmate")`},
	{Name: "previous position", Do: ".step-previous", Seen: `said(".play-verdict", "After move 3, Nf6")`},
	{Name: "the graph", Do: ".graph-field", Keys: "-.graph-field; +ArrowLeft", Seen: `!said(".play-verdict", "After move 3, Nf6")`},
	{Name: "another one", Do: `.movelist [data-ply="2"]`, Seen: `said(".play-verdict", "After move 1, e5")`},
	{Name: "think", Do: "#tab-think; .think button", Keys: `-[role=tab][tabindex="0"]; +ArrowRight; .think button`, Seen: `many(".think-lines button") === 3`},
	{Name: "one line", Do: "~.think select=1", Seen: `many(".think-lines button") === 1`},
	{Name: "its move", Do: ".think-lines button", Seen: `!said(".play-verdict", "After move 1, e5")`},
	{Name: "think no more", Do: ".think button[aria-pressed]", Seen: `!pressed(".think button")`},
	{Name: "a weak king", Do: `#tab-game; .movelist [data-ply="6"]`,
		Keys: `-[role=tab][tabindex="0"]; +ArrowLeft; .movelist [data-ply="6"]`,
		Seen: `said(".play-verdict", "After move 3, Nf6")`},
	{Name: "why", Do: "#tab-why", Keys: `-[role=tab][tabindex="0"]; +ArrowRight; +ArrowRight`,
		Seen: `many(".why-sums tbody tr") === 9`},
	{Name: "a letter", Do: "[data-letter=a]", Seen: `many(".why-sums tbody tr") === 8`, Undo: `$("[data-letter=a]").click()`},
	{Name: "no tints", Do: ".why input", Seen: `many("chess-board .tint") === 0`, Undo: `$(".why input").click()`},
	{Name: "a man", Do: ".why-notable button", Keys: "-.why-notable button", Seen: `many("chess-board .mark.ring") === 1`},
	{Name: "all men", Do: ".why summary", Seen: `shown(".why-men tbody tr")`},
	{Name: "council", Do: "#tab-council", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `shown(".council-ask")`},
	{Name: "its positions", Do: "~.council-nodes=2000", Seen: `$(".council-nodes").value === "2000"`},
	{Name: "its members", Do: ".council-members summary", Seen: `shown(".member-row")`},
	{Name: "a letter of one", Do: ".member-row [data-letter=n]", Seen: `pressed(".member-row [data-letter=n]")`},
	{Name: "one less", Do: ".member-remove", Seen: `many(".member-row") === 6`},
	{Name: "one more", Do: ".member-add", Seen: `many(".member-row") === 7`},
	{Name: "another council", Do: "~.council-who=balanced7", Seen: `$(".council-who").value === "balanced7"`},
	{Name: "ask it", Do: ".council-ask", Seen: `said(".council .strip", "The council plays")`},
	{Name: "play its move", Do: ".votes button", Seen: `!$(".votes button")`},
	{Name: "text", Do: "#tab-text", Keys: `-[role=tab][tabindex="0"]; +ArrowRight`, Seen: `shown(".text textarea")`},
	{Name: "write", Do: ".text-write", Seen: `said(".text-status", "moves.")`},
	{Name: "its moves", Do: ".text-moves", Seen: `shown(".movelist")`},
}

// endDeeds follow them on a desk; a phone has no room for the buttons.
var endDeeds = []webtest.Deed{
	{Name: "first position", Do: ".step-first", Keys: "+Home", Seen: `said(".play-verdict", "Before the first move")`},
	{Name: "last position", Do: ".step-last", Keys: "+End", Seen: `!said(".play-verdict", "Before the first move")`},
}

// collectionDeeds are those of the page "Collection", which is empty.
var collectionDeeds = []webtest.Deed{
	{Name: "choose files", Do: ".drop-zone .choose", Seen: `window.picked`, Undo: `window.picked = false`},
	{Name: "choose other files", Do: "#import-files", Keys: "#import-files; +Enter", Seen: `window.picked`},
	{Name: "close", Do: "#collection-side .closer", Seen: `$("#collection-side").hidden`},
	{Name: "classics", Do: ".drop-zone .classics", Seen: `said(".collection-count", "20 problems")`},
	{Name: "import", Do: `!$("#collection-side .row button + button").click(); [data-tab="import"]; #import-text; =8/8/8/8/8/k2K4/7Q/8 w - - dm 2;; #collection-side .primary`, Seen: `said("#collection-side", "1 added")`},
	{Name: "close", Do: "#collection-side .closer", Seen: `$("#collection-side").hidden`},
	{Name: "the latest first", Do: `~#collection-sort=id desc`, Seen: `$(".collection-grid li")?.dataset.id === "21"`},
	{Name: "the latest one", Do: `.collection-grid li button`, Seen: `shown(".collection-details .tools")`},
	{Name: "delete it", Do: ".collection-details .tools button:nth-of-type(4)",
		Seen: `said(".collection-details [role=status]", "for good")`},
	{Name: "no", Do: ".collection-details [role=status] button:nth-of-type(2)",
		Seen: `!$(".collection-details [role=status] button")`},
	{Name: "yes", Do: ".collection-details .tools button:nth-of-type(4); .collection-details [role=status] button",
		Seen: `said(".collection-count", "20 problems")`},
	{Name: "close", Do: "#collection-side .closer", Seen: `$("#collection-side").hidden`},
	{Name: "examples", Do: ".collection-examples summary", Seen: `many(".collection-examples li") === 10 && shown(".collection-examples li")`},
	{Name: "an example", Do: ".collection-examples li:nth-child(10) button", Seen: `said(".collection-count", "values")`, Undo: `history.back()`},
	{Name: "no examples", Do: ".collection-examples summary", Seen: `!shown(".collection-examples li")`},
	{Name: "form", Do: ".collection-form summary", Seen: `document.activeElement.id === "form-author"`},
	{Name: "author", Do: "#form-author; =Cumpe", Seen: `$(".collection-count").innerText === "1 problem"`},
	{Name: "find", Do: "~#form-stipulation=#2; .collection-query .primary", Seen: `location.hash.includes("%232")`},
	{Name: "copy the link", Do: ".collection-helps .share", Seen: `window.copied === location.href`},
	{Name: "close the form", Do: ".collection-form summary", Seen: `!shown("#form-author")`},
	{Name: "details", Do: ".collection-grid li button", Seen: `shown(".collection-solution .key")`},
	{Name: "its key", Do: ".collection-solution .key", Keys: `-.collection-solution [role=treeitem][tabindex="0"]; +Enter`, Seen: `shown(".collection-solution .walk")`},
	{Name: "leave it", Do: ".collection-solution .leave", Seen: `!shown(".collection-solution .walk")`},
	{Name: "edit", Do: ".collection-details .tools button", Seen: `shown(".collection-edit")`},
	{Name: "a title", Do: ".collection-edit [name=title]; =Minor; .collection-edit .primary", Seen: `said(".collection-details [role=status]", "Saved")`},
	{Name: "undo", Do: ".collection-details [role=status] button", Seen: `said(".collection-details [role=status]", "undone")`},
	{Name: "two solutions", Do: ".collection-details .tools button; .collection-edit [name=solutions]; =2; .collection-edit .primary", Seen: `$(".collection-details a.primary")?.hash.includes("solutions=2")`, Undo: `$(".collection-details [role=status] button").click()`},
	{Name: "copy the position", Do: ".collection-details .tools button:nth-of-type(3)", Seen: `window.copied.startsWith("8/8/8/3K4")`},
	{Name: "solve", Do: `[data-tab="solve"]`, Seen: `$(".solve chess-board[movable]")`},
	{Name: "a wrong move", Do: "@f2; @h2", Seen: `said(".solve-said", "1.Qxh2")`},
	{Name: "give up", Do: ".solve .give", Seen: `said(".solve-said", "Here is the solution") && shown(".solve .key")`},
	{Name: "no score", Do: ".solve .hint .link", Seen: `said(".solve-score", "Given up 0")`},
	{Name: "export", Do: `[data-tab="export"]`, Seen: `shown("#sheet-many")`},
	{Name: "a format", Do: "~#export-format=epd", Seen: `$("#export-format").value === "epd"`},
	{Name: "save", Do: "#collection-side .primary", Seen: `named.includes("problems.epd")`},
	{Name: "diagrams on a page", Do: "~#sheet-many=12", Seen: `$("#sheet-many").value === "12"`},
	{Name: "no keys", Do: "~#sheet-end=nothing", Seen: `$("#sheet-end").value === "nothing"`},
	{Name: "print the sheet", Do: ".sheet-form .print", Seen: `said(".sheet-form [role=status]", "1 diagram on 1 page")`},
	{Name: "analysis", Do: `[data-tab="analysis"]; #collection-side .primary`, Seen: `/\d problems? analysed/.test($("#collection-side").innerText)`},
	{Name: "statistics", Do: `[data-tab="statistics"]`, Seen: `shown("#collection-side .bar-row")`},
	{Name: "its fields", Do: "#collection-side details summary", Seen: `shown("#collection-side .statistics-fields input")`},
	{Name: "a bar", Do: "#collection-side .bar-row", Seen: `shown("#collection-side .link")`},
	{Name: "the query before", Do: "#collection-side .link", Seen: `$("#collection-query").value === 'author:"Cumpe*" #2'`},
	{Name: "open the problem", Do: "#collection-side .closer; .collection-grid li button; .collection-details a.primary", Seen: `document.documentElement.dataset.ready === "problem"`},
}

// laboratoryDeeds are those of the page "Laboratory", which has a match of five games.
var laboratoryDeeds = []webtest.Deed{
	{Name: "the experiment", Do: `[data-name="match"]`, Seen: `location.hash.includes("name=match") && shown(".laboratory-job")`},
	{Name: "copy the command", Do: ".laboratory-job .copy", Seen: `window.copied === "alfiere-lab x"`},
	{Name: "its games", Do: ".laboratory-part:has(.laboratory-games) summary", Seen: `many(".laboratory-games li") === 5`},
	{Name: "a game on the board", Do: `.laboratory-games [data-game="2"]`, Seen: `document.documentElement.dataset.ready === "play" && document.documentElement.dataset.moves === "1"`},
	{Name: "back to the games", Do: "!history.back()", Seen: `document.activeElement.dataset.game === "2"`},
}
