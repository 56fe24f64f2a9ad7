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
	{Name: "the key is made", Do: ".after input", Seen: `location.hash.includes("after=key")`, Undo: undo},
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
	{Name: "theme", Do: ".theme", Seen: `document.documentElement.dataset.theme === "light"`, Undo: `$(".theme").click(), $(".theme").click()`},
	{Name: "keys", Do: ".switches > .quiet:last-child", Keys: "+?", Seen: `shown("dialog.keys")`},
	{Name: "close the keys", Do: "dialog.keys .title button", Seen: `!$("dialog")`},
	{Name: "Italian", Do: "button[lang=it]", Seen: `document.documentElement.lang === "it" && document.documentElement.dataset.ready`},
	{Name: "English", Do: "button[lang=en]", Seen: `document.documentElement.lang === "en" && document.documentElement.dataset.ready`},
}
