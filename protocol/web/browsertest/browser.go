package browsertest

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// errNoBrowser is why a test skips.
var errNoBrowser = errors.New("no chromium is installed (apt-get install chromium)")

// shared is the browser of this test binary, begun when the first test asks for it.
var shared = sync.OnceValues(begin)

// process is a running browser.
type process struct {
	ctx context.Context
	end context.CancelFunc
}

// begin begins a browser.
func begin() (*process, error) {
	path := os.Getenv("ALFIERE_CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path == "" {
			path, _ = exec.LookPath(name)
		}
	}
	if path == "" {
		return nil, errNoBrowser
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", true), chromedp.Flag("mute-audio", true), chromedp.Flag("disable-extensions", true),
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("lang", "en")}
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

// Run runs the tests of a package, for its TestMain, and ends the browser after them. Four run at a
// time if they say that they may, however many processors there are: most of what they do is to wait.
func Run(m *testing.M) int {
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil {
		panic(err)
	}
	code := m.Run()
	if begun.Load() {
		if p, err := shared(); err == nil {
			p.end()
		}
	}
	return code
}
