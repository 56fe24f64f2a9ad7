package page_test

import (
	"fmt"
	"testing"
)

// TestControlsAroundTheBoard uses the menus, the folded tries and the figurines in both sizes.
func TestControlsAroundTheBoard(t *testing.T) {
	t.Parallel()
	for name, size := range sizes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &desk{open(t, linkOf("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5 w - - 0 1", "n=2"), size.width, size.height), t, name}
			d.wants("1.Qd1!")
			d.Wait(`document.querySelectorAll("#panel .item").length > 10`)
			for _, step := range []func(){d.choosing, d.choosingByKeys, d.folding, d.figurines, d.calm} {
				step()
			}
		})
	}
}

// choosing opens the menu of the board by mouse or finger, uses it twice, and closes it by a click.
func (d *desk) choosing() {
	d.Click(".whole > .opener")
	d.Wait(`document.querySelector(".whole > .opener").ariaExpanded === "true"`)
	d.Shot("board-menu-" + d.name)
	d.Axe("the menu of the board")
	d.Click(`.whole button[data-how="right"]`)
	d.Click(`.whole button[data-how="up"]`)
	d.board("5n2/5K2/8/5kp1/8/4Q2P/3B4/8")
	d.Click(`.whole button[data-how="up"]`)
	d.WaitText(".whole > .items", "A man would leave the board.")
	d.Click(map[string]string{"phone": ".whole > .opener", "desk": "#tab-solution"}[d.name]) // a phone's menu covers the tabs
	d.Wait(`!document.querySelector(".whole > .items").checkVisibility()`)
	d.Click(".undo")
	d.Wait(`!document.querySelector(".whole > .items").textContent.includes("leave")`)
	d.Click(".undo")
	d.wants("1.Qd1!")
	d.Click(".redo")
	d.Click(".undo")
	d.wants("1.Qd1!")
}

// choosingByKeys does the same by the keyboard, and so with the menu for sharing.
func (d *desk) choosingByKeys() {
	d.Eval(`document.querySelector(".whole > .opener").focus()`, nil)
	d.Press("ArrowDown", "ArrowDown", "Enter")
	d.board("8/3n4/3K4/8/2pk4/8/1P2Q3/5B2")
	d.Press("Enter", "Escape")
	d.board("8/4n3/4K3/8/4kp2/8/3Q2P1/2B5")
	d.Wait(`document.activeElement.matches(".whole > .opener") && document.activeElement.ariaExpanded === "false"`)
	d.Press("Tab") // to Clear
	d.Wait(`document.activeElement.matches(".clear")`)
	menu := map[string]string{"phone": ".share", "desk": ".export"}[d.name]
	d.Eval(fmt.Sprintf(`document.querySelector("%s > .opener").focus()`, menu), nil)
	d.Press("Enter", "End")
	d.Wait(`document.activeElement.matches(".print")`)
	d.Shot("share-menu-" + d.name)
	d.Press("Escape")
	d.Wait(`!document.querySelector(".print").checkVisibility()`)
}

// folding shows the sixth try, by click and by key.
func (d *desk) folding() {
	const shown = `[...document.querySelectorAll("#panel .item.try")].filter((item) => item.checkVisibility()).length`
	d.Wait(shown + " === 5")
	d.Click("#panel .item.more")
	d.Wait(shown + ` === 6 && document.activeElement.matches(".item.try") && !document.querySelector("#panel .item.more")`)
	d.Click("#tab-themes")
	d.Click("#tab-solution")
	d.Wait(shown + " === 5")
	d.Eval(`document.querySelector("#panel [role=treeitem]").focus()`, nil)
	d.Press("End", "Enter")
	d.Wait(shown + " === 6")
}

// figurines writes the moves with figurines, in all parts and after a reload, and with letters again.
func (d *desk) figurines() {
	d.Click(".figurines input")
	d.wants("1.♕d1!")
	d.WaitText("#panel", "1…♘e7~")
	d.Reload()
	d.wants("1.♕d1!")
	d.Click("#tab-themes")
	d.WaitText("#panel", "1.♕d1! ♘e7~ (f5,g6,c8,g8) 2.♕d5#")
	d.Click("#tab-solution")
	d.Eval(`document.querySelector(".figurines input").focus()`, nil)
	d.Press("Space")
	d.wants("1.Qd1!")
}

// calm checks the tone: unfinished positions are not wrong.
func (d *desk) calm() {
	d.Click(".tools > .clear")
	d.wants("Place the kings")
	d.Wait(`document.querySelector("#verdict").matches(".calm")`)
	d.Shot("empty-" + d.name)
	d.read("8/8/8/3K4/8/5nP1/5Q1b/5N2 w - - 0 1")
	d.wants("Black has no king")
	d.Wait(`document.querySelector("#verdict").matches(".calm")`)
	d.read("8/8/8/3K4/8/5nP1/5Q1b/5N1P w - - 0 1")
	d.Wait(`document.querySelector("#verdict").matches(".fault")`)
	d.Axe("an unfinished position")
}
