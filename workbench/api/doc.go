// Package api is what the workbench asks of the program: requests by name, with bodies and
// answers in JSON (docs/web-api.md). The web server carries them over HTTP, the page in the
// pocket between a page and a worker of WebAssembly; both call Service.Do and so answer alike.
//
// It knows neither HTTP nor databases, so that it stays small as WebAssembly. What only a
// server has (the collection, the laboratory) comes in as further rows of the table.
package api
