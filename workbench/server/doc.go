// Package server serves the workbench over HTTP: requests and streams of events
// (docs/web-api.md), and the files of the page. It decides who may ask, how much, and for how
// long. Package api answers the requests.
//
// The server must not trust other programs on this machine, nor web pages that the user visits:
// such a page may send requests to 127.0.0.1, also under a name of its own that resolves to
// 127.0.0.1. So every request must name us as its host and come from our own page (access.go).
// It listens on loopback addresses only.
package server
