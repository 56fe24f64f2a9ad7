// Package server is the workbench over HTTP: requests and streams of events (docs/web-api.md),
// and the files of the page. It decides who may ask, how much, and for how long; what is
// asked is package api's business.
//
// A program on this machine is as dangerous to the server as a web page that the user visits
// elsewhere: such a page may send requests to 127.0.0.1, also under a name of its own that it
// lets mean 127.0.0.1. So every request must name us as its host and come from our own page
// (access.go), and whoever is beyond this machine needs a password.
package server
