package webtest

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Point is a point of the window, in pixels.
type Point struct{ X, Y float64 }

// Shift is the modifier of keys and mouse.
const Shift = int64(chromedp.ModifierShift)

// Ctrl is the modifier of keys and mouse.
const Ctrl = int64(chromedp.ModifierCtrl)

// At returns the middle of the first element of a selector, scrolled into view.
func (tab *Tab) At(selector string) Point {
	tab.t.Helper()
	tab.Wait("document.querySelector(" + quote(selector) + ")")
	var at Point
	tab.Eval("("+place+")("+quote(selector)+")", &at)
	return at
}

// place is a JavaScript function that scrolls an element into view and returns its middle.
const place = `(selector) => {
	const element = document.querySelector(selector);
	if (!element) return {X: -1, Y: -1};
	const inside = ({left, top, right, bottom}) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
	if (!inside(element.getBoundingClientRect())) {
		element.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
	}
	const {left, top, width, height} = element.getBoundingClientRect();
	return {X: left + width / 2, Y: top + height / 2};
}`

// Click clicks on the first element of a selector, or taps it on a phone. On a slow machine the element may move before
// it is hit, and a tap may last as long as a long one, which clicks nothing: what has not heard of it is clicked again.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	at := tab.still(selector)
	tab.Eval(`void ((control) => {
		window.clicking = control;
		window.clicked = !control.matches("button:enabled, a, summary, label");
		control.addEventListener("click", () => { window.clicked = true; }, { capture: true, once: true });
	})(document.querySelector(`+quote(selector)+"))", nil)
	for range 3 {
		if tab.touch {
			tab.Tap(at, 60*time.Millisecond) // as long as a real tap
		} else {
			tab.Mouse(input.MouseButtonLeft, 0, at, at)
		}
		if tab.clicked() {
			return
		}
		at = tab.still(selector)
	}
}

// clicked reports whether the control that was clicked last has heard of it, or has gone, with its page or alone. It
// waits long, because a second click may hit something else after a first that comes late.
func (tab *Tab) clicked() bool {
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	heard, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`(async () => {
		const waits = () => window.clicked === false && window.clicking.isConnected;
		for (let i = 0; i < 100 && waits(); i++) {
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		return !waits();
	})()`, chromedp.EvalAwaitPromise))
	return heard || err != nil
}

// still returns the place of an element once it no longer moves: an element that was just scrolled or
// drawn can be hit only when it is on the screen.
func (tab *Tab) still(selector string) Point {
	tab.t.Helper()
	tab.Wait("document.querySelector(" + quote(selector) + ")")
	var at Point
	tab.Eval(`(async (place, selector) => {
		const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
		let at = place(selector);
		for (let i = 0; i < 20; i++) {
			await drawn();
			const now = place(selector);
			if (now.X === at.X && now.Y === at.Y && now.X >= 0) return now;
			at = now;
		}
		return at;
	})(`+place+", "+quote(selector)+")", &at)
	return at
}

// Mouse presses a button at the first point, moves to the others in turn and releases it at the last.
// Modifiers are the sum of Shift and Ctrl.
func (tab *Tab) Mouse(button input.MouseButton, modifiers int64, points ...Point) {
	tab.t.Helper()
	held := map[input.MouseButton]int64{input.MouseButtonLeft: 1, input.MouseButtonRight: 2}[button]
	e := input.DispatchMouseEventParams{Type: chromedp.MouseMoved, X: points[0].X, Y: points[0].Y, Modifiers: modifiers}
	tab.mouse(e)
	e.Type, e.Button, e.Buttons, e.ClickCount = chromedp.MousePressed, button, held, 1
	tab.mouse(e)
	e.Type, e.ClickCount = chromedp.MouseMoved, 0
	for _, p := range points[1:] {
		e.X, e.Y = p.X, p.Y
		tab.mouse(e)
	}
	e.Type, e.Buttons, e.ClickCount = chromedp.MouseReleased, 0, 1
	tab.mouse(e)
}

// Drag drags by the left button, or a finger on a phone.
func (tab *Tab) Drag(from, to Point) {
	tab.t.Helper()
	middle := Point{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
	if tab.touch {
		tab.Finger(0, from, middle, to)
		return
	}
	tab.Mouse(input.MouseButtonLeft, 0, from, middle, to)
}

// Wheel turns the wheel at a point, down by a number of pixels.
func (tab *Tab) Wheel(at Point, down float64) {
	tab.t.Helper()
	const sideways = 1e-6 // practically zero, but the browser needs both
	tab.mouse(input.DispatchMouseEventParams{Type: chromedp.MouseWheel, X: at.X, Y: at.Y, DeltaX: sideways, DeltaY: down})
}

func (tab *Tab) mouse(p input.DispatchMouseEventParams) {
	tab.t.Helper()
	call(tab, input.DispatchMouseEvent, p)
}

// Tap puts a finger on a point for a duration.
func (tab *Tab) Tap(at Point, rest time.Duration) {
	tab.t.Helper()
	tab.Finger(rest, at)
}

// Finger puts a finger on the first point, rests, moves to the others in turn and lifts it. On a slow machine a finger
// that should move at once may rest long enough for a long press: then it begins again.
func (tab *Tab) Finger(rest time.Duration, points ...Point) {
	tab.t.Helper()
	started := time.Now()
	for i, p := range points {
		kind := input.DispatchTouchEventTypeTouchMove
		if i == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		tab.finger(kind, &input.TouchPoint{X: p.X, Y: p.Y})
		if i == 0 {
			time.Sleep(rest)
		} else if rest == 0 && i == 1 && time.Since(started) > 400*time.Millisecond {
			tab.finger(input.DispatchTouchEventTypeTouchCancel)
			tab.Finger(rest, points...)
			return
		}
	}
	tab.finger(input.DispatchTouchEventTypeTouchEnd)
}

// Fingers puts fingers on the first list of points, moves them to the next lists in turn, where more
// fingers may come down, and lifts all.
func (tab *Tab) Fingers(steps ...[]Point) {
	tab.t.Helper()
	for i, step := range steps {
		kind, points := input.DispatchTouchEventTypeTouchMove, []*input.TouchPoint{}
		if i == 0 || len(step) > len(steps[i-1]) {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		for id, p := range step {
			number := float64(id)
			points = append(points, &input.TouchPoint{X: p.X, Y: p.Y, ID: &number})
		}
		tab.finger(kind, points...)
	}
	tab.finger(input.DispatchTouchEventTypeTouchEnd)
}

func (tab *Tab) finger(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	tab.t.Helper()
	if points == nil {
		points = []*input.TouchPoint{}
	}
	call(tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
}

// Press presses keys one after the other, as "k", "K" (with Shift), "Delete", "ArrowLeft", "Ctrl+z".
func (tab *Tab) Press(keys ...string) {
	tab.t.Helper()
	named := map[string]string{
		"Delete": kb.Delete, "Backspace": kb.Backspace, "Enter": kb.Enter, "Escape": kb.Escape, "Tab": kb.Tab,
		"ArrowLeft": kb.ArrowLeft, "ArrowRight": kb.ArrowRight, "ArrowUp": kb.ArrowUp, "ArrowDown": kb.ArrowDown,
		"Home": kb.Home, "End": kb.End, "PageUp": kb.PageUp, "PageDown": kb.PageDown, "Space": " "}
	for _, key := range keys {
		var modifiers int64
		for prefix, bit := range map[string]int64{"Ctrl+": Ctrl, "Shift+": Shift} {
			if rest, has := strings.CutPrefix(key, prefix); has {
				key = rest
				modifiers |= bit
			}
		}
		if name, has := named[key]; has {
			key = name
		}
		for _, r := range key {
			tab.key(r, modifiers)
		}
	}
}

// key presses and releases a key. The text is part of the key press, so that a page that prevents the
// key's action also prevents its text.
func (tab *Tab) key(r rune, modifiers int64) {
	tab.t.Helper()
	known, has := kb.Keys[r]
	if !has {
		tab.t.Fatalf("no key %q", r)
	}
	if known.Shift {
		modifiers |= Shift
	}
	p := input.DispatchKeyEventParams{Type: kb.KeyDown, Key: known.Key, Code: known.Code, Modifiers: modifiers,
		WindowsVirtualKeyCode: known.Windows, NativeVirtualKeyCode: known.Native}
	if known.Print && modifiers&Ctrl == 0 {
		p.Text, p.UnmodifiedText = known.Text, known.Unmodified
	}
	call(tab, input.DispatchKeyEvent, p)
	p.Type, p.Text, p.UnmodifiedText = kb.KeyUp, "", ""
	call(tab, input.DispatchKeyEvent, p)
}

// Type puts the focus into a field, empties it and types a text.
func (tab *Tab) Type(selector, text string) {
	tab.t.Helper()
	tab.Wait("document.querySelector(" + quote(selector) + ")")
	tab.Eval("(() => { const field = document.querySelector("+quote(selector)+
		"); field.focus(); field.select?.(); })()", nil)
	if text == "" {
		tab.Press("Delete")
		return
	}
	tab.Insert(text)
}

// Insert types a text where the focus is.
func (tab *Tab) Insert(text string) {
	tab.t.Helper()
	call(tab, input.InsertText, input.InsertTextParams{Text: text})
}

// Set puts a text into a field at once, as if it were typed.
func (tab *Tab) Set(selector, text string) {
	tab.t.Helper()
	tab.Eval(fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.focus();
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
	})()`, selector, text), nil)
}

// Shots is Shot in both languages and both themes.
func (tab *Tab) Shots(name string) {
	if os.Getenv("ALFIERE_SCREENSHOTS") == "" {
		return
	}
	tab.Shot(name + "-en-light")
	tab.Media("prefers-color-scheme", "dark")
	tab.Shot(name + "-en-dark")
	tab.Click(`button[lang="it"]`)
	tab.Wait(`document.documentElement.lang === "it"`)
	time.Sleep(time.Second)
	tab.Shot(name + "-it-dark")
	tab.Media("prefers-color-scheme", "light")
	tab.Shot(name + "-it-light")
	tab.Click(`button[lang="en"]`)
	tab.Wait(`document.documentElement.lang === "en"`)
	time.Sleep(500 * time.Millisecond)
}
