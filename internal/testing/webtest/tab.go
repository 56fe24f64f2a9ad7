package webtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alfiere/internal/testing/must"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is the time limit of all waits. It is long because the machine may be busy, and the race
// detector makes searches ten times slower.
const patience = time.Minute

// phone is the maximum width of windows that are opened as phones, with touch.
const phone = 760

// Tab is a page in its own window.
type Tab struct {
	t     testing.TB
	ctx   context.Context
	touch bool
	phone bool
	doing string // what Perform does

	mu        sync.Mutex
	errors    []string
	sent      map[network.RequestID]string // addresses of requests
	cancelled []string                     // addresses of requests that the browser shows as cancelled
}

// Open opens an address in a window of a size in pixels; narrow windows are phones, which are touched. It
// waits until the page is loaded, and closes the tab at the end of the test.
func Open(t testing.TB, url string, width, height int) *Tab {
	t.Helper()
	way := ByMouse
	if width <= phone {
		way = ByTouch
	}
	return OpenBy(t, way, url, width, height)
}

// OpenBy is Open for a reader who uses the page in a way.
func OpenBy(t testing.TB, way Way, url string, width, height int) *Tab {
	t.Helper()
	browser := need(t)
	ctx, cancel := chromedp.NewContext(browser.ctx, chromedp.WithNewBrowserContext())
	tab := newTab(t, ctx, cancel)
	tab.touch, tab.phone = way == ByTouch, width <= phone
	view := []chromedp.EmulateViewportOption{}
	if tab.phone {
		view = append(view, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2))
	} else if tab.touch {
		view = append(view, chromedp.EmulateTouch)
	}
	tab.do(chromedp.EmulateViewport(int64(width), int64(height), view...))
	tab.do(chromedp.Navigate(url))
	return tab
}

// newTab returns a tab that closes at the end of the test.
func newTab(t testing.TB, ctx context.Context, cancel func()) *Tab {
	t.Helper()
	tab := &Tab{t: t, ctx: ctx, sent: map[network.RequestID]string{}}
	t.Cleanup(func() {
		cancel()
		for _, text := range tab.Errors() {
			t.Errorf("the page complained: %s", text)
		}
	})
	must.Do(t, chromedp.Listen(ctx, tab.hear))
	return tab
}

// Beside opens an address in another tab of the same profile, in front of this one.
func (tab *Tab) Beside(url string) *Tab {
	tab.t.Helper()
	ctx, cancel := chromedp.NewContext(tab.ctx, chromedp.WithNewWindow(false))
	other := newTab(tab.t, ctx, cancel)
	other.do(chromedp.Navigate(url))
	other.Front()
	return other
}

// Front brings the tab to the front of its profile.
func (tab *Tab) Front() {
	tab.t.Helper()
	tab.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.BringToFront, cdp.Empty{})
		return err
	}))
}

// hear records the page's complaints.
func (tab *Tab) hear(event any) {
	text := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type != runtime.ConsoleAPICalledTypeError && e.Type != runtime.ConsoleAPICalledTypeAssert {
			return
		}
		for _, arg := range e.Args {
			text += fmt.Sprint(string(arg.Value), arg.Description, " ")
		}
	case *network.EventRequestWillBeSent:
		tab.mu.Lock()
		defer tab.mu.Unlock()
		tab.sent[e.RequestID] = e.Request.URL
		return
	case *network.EventLoadingFailed:
		tab.mu.Lock()
		defer tab.mu.Unlock()
		if e.Canceled {
			tab.cancelled = append(tab.cancelled, tab.sent[e.RequestID])
		}
		return
	case *log.EventEntryAdded:
		if e.Entry.Level != log.EntryLevelError {
			return
		}
		text = e.Entry.Text + " " + e.Entry.URL
	default:
		return
	}
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.errors = append(tab.errors, strings.TrimSpace(text))
}

// Errors returns and clears the page's complaints since the last call. A test that provokes a complaint calls it.
func (tab *Tab) Errors() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	taken := tab.errors
	tab.errors = nil
	return taken
}

// Cancelled returns the addresses of the requests that the browser shows as cancelled.
func (tab *Tab) Cancelled() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.cancelled)
}

// do runs actions in the page within patience.
func (tab *Tab) do(action chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, action); err != nil {
		tab.t.Fatalf("browser: %v", err)
	}
}

// call calls a method of the browser's protocol within patience.
func call[P, R any](tab *Tab, method cdp.Command[P, R], params P) R {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	return must.Get(chromedp.Call(ctx, method, params))(tab.t)
}

// Navigate goes to another address in the same profile.
func (tab *Tab) Navigate(url string) {
	tab.t.Helper()
	tab.do(chromedp.Navigate(url))
}

// Reload reloads the page until its document is complete. The load of a page that also reloads itself may never be
// reported, and Chromium may lose one that meets a change of the service worker: then the key is pressed again.
func (tab *Tab) Reload() {
	tab.t.Helper()
	for range 3 {
		ctx, cancel := context.WithTimeout(tab.ctx, patience/3)
		err := chromedp.Do(ctx, chromedp.Reload())
		late := ctx.Err()
		cancel()
		if err != nil && late == nil {
			tab.t.Fatalf("browser: %v", err)
		}
		if tab.becomes(`document.readyState === "complete"`, patience/3) {
			return
		}
	}
	tab.t.Fatal("the page cannot be reloaded")
}

// Back presses the browser's Back button.
func (tab *Tab) Back() {
	tab.t.Helper()
	tab.do(chromedp.NavigateBack())
}

// Eval evaluates a JavaScript expression, awaits it if it is a promise, and stores its result in value,
// unless that is nil.
func (tab *Tab) Eval(expression string, value any) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	if err := evaluate(ctx, expression, value); err != nil {
		tab.t.Fatalf("%s: %v", expression, err)
	}
}

func evaluate(ctx context.Context, expression string, value any) error {
	// Pass the result as a JSON string, so that undefined and null need no special case.
	wrapped := "Promise.resolve(" + expression + ").then((value) => JSON.stringify(value) ?? 'null')"
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](wrapped, chromedp.EvalAwaitPromise))
	if err != nil || value == nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), value); err != nil {
		return fmt.Errorf("is %s: %w", text, err)
	}
	return nil
}

// Is reports whether a JavaScript expression, or what it promises, is true. A page that reloads itself may never
// answer, or go away before it answers; that is a no.
func (tab *Tab) Is(expression string) bool {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience/3)
	defer cancel()
	var is bool
	err := evaluate(ctx, "Promise.resolve("+expression+").then(Boolean)", &is)
	if err != nil && ctx.Err() == nil && !left(err) {
		tab.t.Fatalf("%s: %v", expression, err)
	}
	return is
}

// left reports whether an expression failed because the page it was asked of has gone.
func left(err error) bool {
	var answer *cdproto.Error
	return errors.As(err, &answer) && slices.ContainsFunc([]string{"Inspected target navigated or closed",
		"Execution context was destroyed", "Cannot find context"},
		func(text string) bool { return strings.HasPrefix(answer.Message, text) })
}

// Wait waits until a JavaScript expression is true.
func (tab *Tab) Wait(expression string) {
	tab.t.Helper()
	if !tab.becomes(expression, patience) {
		tab.Shot("failed-" + tab.t.Name())
		tab.t.Fatalf("%sin vain waited for %s; the page complained: %q", tab.doing, expression, tab.Errors())
	}
}

func (tab *Tab) becomes(expression string, limit time.Duration) bool {
	tab.t.Helper()
	for end := time.Now().Add(limit); !tab.Is(expression); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// Text returns the visible text of the first element of a CSS selector, which must appear within patience.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	var text string
	tab.Wait("document.querySelector(" + quote(selector) + ")")
	tab.Eval("document.querySelector("+quote(selector)+").innerText", &text)
	return text
}

// WaitText waits until the element of a selector contains a text.
func (tab *Tab) WaitText(selector, part string) {
	tab.t.Helper()
	tab.Wait("(document.querySelector(" + quote(selector) + ")?.innerText ?? '').includes(" + quote(part) + ")")
}

// Media sets a media feature, such as "prefers-color-scheme" to "dark".
func (tab *Tab) Media(feature, value string) {
	tab.t.Helper()
	call(tab, emulation.SetEmulatedMedia,
		emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: feature, Value: value}}})
}

// Paper shows the page as printed, or on the screen again.
func (tab *Tab) Paper(on bool) {
	tab.t.Helper()
	media := ""
	if on {
		media = "print"
	}
	call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
}

// Shot takes a picture of the window: a file NAME.png in the folder ALFIERE_SCREENSHOTS. Without the
// variable it does nothing.
func (tab *Tab) Shot(name string) {
	tab.t.Helper()
	folder := os.Getenv("ALFIERE_SCREENSHOTS")
	if folder == "" {
		return
	}
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, "/", "-")+".png"), picture, 0o644)
	}
	if err != nil {
		tab.t.Errorf("picture %s: %v", name, err)
	}
}

// quote returns a JavaScript string.
func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string can always be written
	return string(quoted)
}
