package server

import (
	"alfiere/workbench/api"
	"encoding/json"
	"errors"
	"net/http"
)

// apiPath is the path before the version and the names of requests.
const apiPath = "/api/"

// refuse answers with a fault.
func refuse(w http.ResponseWriter, status int, message string) {
	code := api.BadRequest
	switch status {
	case http.StatusServiceUnavailable:
		code = api.Busy
		w.Header().Set("Retry-After", "10")
	case http.StatusNotFound:
		code = api.NotFound
	}
	writeJSON(w, status, &api.Fault{Code: code, Message: message})
}

// statusOf returns the HTTP status of a code.
func statusOf(code api.Code) int {
	switch code {
	case api.BadRequest:
		return http.StatusBadRequest
	case api.NotFound:
		return http.StatusNotFound
	case api.Conflict:
		return http.StatusConflict
	case api.Busy, api.Ending:
		return http.StatusServiceUnavailable
	case api.Cancelled:
		return http.StatusRequestTimeout
	}
	return http.StatusInternalServerError
}

// writeJSON answers with a value as JSON.
func writeJSON(w http.ResponseWriter, status int, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		status = http.StatusInternalServerError
		text, _ = json.Marshal(&api.Fault{Code: api.Internal, Message: err.Error()})
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n'))
}

// faultOf returns an error of the service as a fault.
func faultOf(err error) *api.Fault {
	var fault *api.Fault
	if errors.As(err, &fault) {
		return fault
	}
	return &api.Fault{Code: api.Internal, Message: err.Error()}
}
