package webtest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// program names the browser to use. Tests in a browser are slow, so they run only if it is set.
const program = "ALFIERE_CHROMIUM"

// errNotAsked is the reason for skipping a test.
var errNotAsked = errors.New("set " + program + " to the name or path of Chromium to run the tests in a browser")

// begun is whether Run has a browser to end.
var started atomic.Bool

// shared is the browser of this test binary, begun when the first test asks for it.
var shared = sync.OnceValues(begin)

// process is a running browser.
type process struct {
	ctx context.Context
	end context.CancelFunc
}

// find returns the path of the browser, or errNotAsked.
func find() (string, error) {
	name := os.Getenv(program)
	if name == "" {
		return "", errNotAsked
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", program, err)
	}
	return path, nil
}

// Need skips the test unless the environment names a browser.
func Need(t testing.TB) {
	t.Helper()
	need(t)
}

// need returns the browser, or skips the test if the environment names none.
func need(t testing.TB) *process {
	t.Helper()
	started.Store(true)
	browser, err := shared()
	if errors.Is(err, errNotAsked) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return browser
}

// begin starts a browser.
func begin() (*process, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck, chromedp.DisableGPU,
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("lang", "en")}
	for _, name := range []string{"hide-scrollbars", "mute-audio", "disable-extensions", "disable-background-networking",
		"disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(name, true))
	}
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endBrowser := chromedp.NewContext(allocator)
	p := &process{ctx: ctx, end: func() { endBrowser(); endAllocator() }}
	if err := chromedp.Do(ctx); err != nil {
		p.end()
		return nil, err
	}
	return p, nil
}

// Run runs the tests of a package, for its TestMain, and then ends the browser. Four parallel tests run
// at a time, however many processors there are, since they mostly wait.
func Run(m *testing.M) int {
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	code := m.Run()
	if started.Load() {
		if p, err := shared(); err == nil {
			p.end()
		}
	}
	return code
}
