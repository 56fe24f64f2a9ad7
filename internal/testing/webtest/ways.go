package webtest

import (
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/input"
)

// Way is a way in which a reader uses a page.
type Way string

// The ways.
const (
	ByMouse Way = "mouse"
	ByTouch Way = "touch"
	ByKeys  Way = "keys"
)

// Deed is something that a reader does on a page.
type Deed struct {
	Name string
	// Do has the steps, separated by "; ": "@e2" is a square of the board, "=text" is typed over the old one, "+Enter"
	// is pressed, "~selector=value" chooses from a list, "!script" is the test's own, and any other is the selector of
	// a control, which is clicked, tapped, or reached by Tab and pressed; a closed menu around it is opened first, in
	// the same way.
	Do string
	// Keys has the steps by the keyboard, if they are others. "-selector" is only reached by Tab.
	Keys string
	// Seen is true only afterwards.
	Seen string
	// Undo takes it back, if it has to be.
	Undo string
}

// Perform does deeds in a way, and checks what is seen after each.
func (tab *Tab) Perform(way Way, deeds []Deed) {
	tab.t.Helper()
	for _, deed := range deeds {
		tab.doing = deed.Name + ": "
		tab.see("!(" + deed.Seen + ")")
		steps := deed.Do
		if way == ByKeys && deed.Keys != "" {
			steps = deed.Keys
		}
		for step := range strings.SplitSeq(steps, "; ") {
			tab.step(way, step)
		}
		tab.see(deed.Seen)
		if deed.Undo != "" {
			tab.Eval("void ("+deed.Undo+")", nil)
			tab.see("!(" + deed.Seen + ")")
		}
	}
	tab.doing = ""
}

// see is Wait for a page that stays: it asks only once.
func (tab *Tab) see(expression string) {
	tab.t.Helper()
	var is bool
	if tab.Eval(`new Promise((resolve) => {
		const end = performance.now() + `+fmt.Sprint(patience.Milliseconds()/2)+`;
		const look = () => (`+expression+`) ? resolve(true) : performance.now() < end ? setTimeout(look, 20) : resolve(false);
		look();
	})`, &is); !is {
		tab.Wait(expression)
	}
}

// step does a step of a deed.
func (tab *Tab) step(way Way, step string) {
	tab.t.Helper()
	rest := step[1:]
	switch step[0] {
	case '@':
		tab.square(way, rest)
	case '=':
		tab.Eval("void document.activeElement.select?.()", nil)
		tab.Insert(rest)
	case '+':
		tab.Press(strings.Fields(rest)...)
	case '!':
		tab.Eval("void "+rest, nil)
	case '~':
		tab.choose(way, rest)
	case '-':
		tab.Reach(rest)
	default:
		tab.Wait("document.querySelector(" + quote(step) + ")")
		for range 2 { // a menu may be in a menu
			var menu string
			if tab.Eval("("+closed+")("+quote(step)+")", &menu); menu != "" {
				tab.step(way, menu+" > .opener")
			}
		}
		if way != ByKeys {
			tab.Wait("(" + bared + ")(document.querySelector(" + quote(step) + "))")
			tab.Click(step)
			return
		}
		tab.Reach(step)
		var key string
		tab.Eval(`((control) => control.matches("[type=checkbox], [type=radio]") ? "Space" :
			control.matches("input:not([type=file]), textarea, select, [tabindex]:not(button)") ?
			"" : "Enter")(document.activeElement)`, &key)
		if key != "" {
			tab.Press(key)
		}
	}
}

// choose chooses a value of a list. A phone shows the list outside the page, where a test has no hands.
func (tab *Tab) choose(way Way, step string) {
	tab.t.Helper()
	at := strings.LastIndex(step, "=")
	list, value := step[:at], step[at+1:]
	tab.step(way, list)
	var keys []string
	tab.Eval(`((list, value, phone) => {
		if (document.activeElement !== list) return ["no focus"];
		const options = [...list.options].filter(({disabled}) => !disabled);
		const by = options.findIndex((option) => option.value === value) - options.indexOf(list.selectedOptions[0]);
		if (!phone) return Array(Math.abs(by)).fill(by > 0 ? "ArrowDown" : "ArrowUp");
		list.value = value;
		list.dispatchEvent(new Event("input", {bubbles: true}));
		list.dispatchEvent(new Event("change", {bubbles: true}));
		return [];
	})(`+fmt.Sprintf("document.querySelector(%s), %s, %t", quote(list), quote(value), tab.phone && way != ByKeys)+")", &keys)
	if way != ByKeys && !tab.phone {
		keys = append(keys, "Enter") // which closes it
	}
	tab.Press(keys...)
}

// closed is a JavaScript function that returns the selector of the closed menu around a control whose opener is
// visible, "" if there is none.
const closed = `(selector) => {
	const control = document.querySelector(selector);
	for (let menu = control.closest(".menu"); menu && !control.checkVisibility(); menu = menu.parentElement.closest(".menu")) {
		if (menu.firstElementChild.checkVisibility()) return menu.className.replace("menu ", ".");
	}
	return "";
}`

// bared is a JavaScript function that scrolls an element out from behind what stays where it is, as a phone's
// board, and reports whether nothing lies over its middle.
const bared = `(element) => {
	const covered = () => {
		const {left, top, width, height} = element.getBoundingClientRect();
		const hit = document.elementFromPoint(left + width / 2, top + height / 2);
		return !element.contains(hit) && !hit?.closest("label")?.contains(element);
	};
	for (const block of ["center", "end"]) {
		if (covered()) element.scrollIntoView({block, inline: "center", behavior: "instant"});
	}
	return !covered();
}`

// Reach brings the focus to an element, and checks that the Tab key leads there: back from it, and to it again. A
// control that comes or goes meanwhile, such as one that stops an analysis, is not the element's fault: another attempt
// follows.
func (tab *Tab) Reach(selector string) {
	tab.t.Helper()
	tab.Wait("document.querySelector(" + quote(selector) + ")?.checkVisibility()")
	at := "nothing"
	for attempt := 0; attempt < 10 && at != ""; attempt++ {
		tab.Eval("document.querySelector("+quote(selector)+").focus()", nil)
		tab.Press("Shift+Tab", "Tab")
		tab.Eval(`(({activeElement}, selector) => activeElement === document.querySelector(selector) ?
			"" : activeElement.outerHTML.slice(0, 200))(document, `+quote(selector)+")", &at)
	}
	if at != "" {
		tab.t.Fatalf("%sTab leads not to %s, but to %s", tab.doing, selector, at)
	}
}

// square clicks or taps a square of the board, or goes there by the arrow keys and presses Space.
func (tab *Tab) square(way Way, name string) {
	tab.t.Helper()
	cell := `chess-board [data-square="` + name + `"][role=gridcell]`
	switch way {
	case ByMouse:
		tab.Mouse(input.MouseButtonLeft, 0, tab.At(cell))
	case ByTouch:
		tab.Tap(tab.At(cell), 0)
	case ByKeys:
		var is bool
		if tab.Eval(`document.activeElement.matches("chess-board [role=gridcell]")`, &is); !is {
			tab.Reach(`chess-board [role=gridcell][tabindex="0"]`)
		}
		var keys []string
		tab.Eval(`((board, square) => {
			const turned = board.orientation === "black" ? -1 : 1;
			const [right, up] = [0, 1].map((i) => turned * (square.charCodeAt(i) - board.cursor.charCodeAt(i)));
			return [...Array(Math.abs(right)).fill(right > 0 ? "ArrowRight" : "ArrowLeft"),
				...Array(Math.abs(up)).fill(up > 0 ? "ArrowUp" : "ArrowDown"), "Space"];
		})(document.activeElement.closest("chess-board"), `+quote(name)+")", &keys)
		tab.Press(keys...)
	}
}
