// Package api answers the requests of the workbench: they have names, and bodies and answers in
// JSON (docs/web-api.md). The web server receives them over HTTP, the pocket page in a WebAssembly
// worker. Both call Service.Do and so answer alike.
//
// It uses neither HTTP nor databases, so that it stays small as WebAssembly. Methods that need a
// server (the collection, the laboratory) are added as further rows of the table.
package api
