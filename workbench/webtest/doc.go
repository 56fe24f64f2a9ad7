// Package webtest is for tests: it checks that requests are documented, opens pages of the
// workbench in a headless Chromium and does there what hands do. A test binary has one browser, and every Tab a
// profile of its own;
// whatever the page writes to its console as an error, or the content security policy refuses,
// fails the test.
//
// The tests are skipped unless the environment variable ALFIERE_CHROMIUM gives the name or path
// of Chromium. ALFIERE_SCREENSHOTS is the folder for the pictures of Tab.Shot, and ALFIERE_AXE
// the path of axe.min.js of axe-core.
package webtest
