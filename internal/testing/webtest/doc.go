// Package webtest helps tests. It checks that requests are documented, opens pages of the workbench
// in a headless Chromium, and simulates mouse, touch and keyboard. A test binary has one browser, and
// every Tab its own profile; Tab.Perform does what a table lists by any of the three. Errors in the
// console and violations of the content security policy fail the test.
//
// The tests are skipped unless the environment variable ALFIERE_CHROMIUM gives the name or path of Chromium.
// ALFIERE_SCREENSHOTS is the folder for the pictures of Tab.Shot, and ALFIERE_AXE the path of axe.min.js of axe-core.
package webtest
