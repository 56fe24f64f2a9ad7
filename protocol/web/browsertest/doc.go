// Package browsertest is for tests: it opens pages of the workbench in a headless Chromium and
// does there what hands do. A test binary has one browser, and every Tab a profile of its own;
// whatever the page writes to its console as an error, or the content security policy refuses,
// fails the test.
//
// Where no Chromium is installed the tests skip, and say so. Variables of the environment:
// ALFIERE_SCREENSHOTS is a folder for what Tab.Shot takes, ALFIERE_AXE the path of axe.min.js
// of axe-core, ALFIERE_CHROMIUM that of the browser.
package browsertest
