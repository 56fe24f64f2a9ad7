package format

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"alfiere/internal/message"
)

// errJSON goes with a place. What the library says besides is of the state of its parser, in English.
var errJSON = errors.New("invalid JSON")

// What a value of JSON can be.
var (
	errJSONText   = errors.New("a text")
	errJSONNumber = errors.New("a number")
	errJSONList   = errors.New("a list")
	errJSONObject = errors.New("an object")
	errJSONBool   = errors.New("true or false")
)

// wanted are the values that a field can hold, by kinds of Go.
var wanted = map[reflect.Kind]error{
	reflect.String: errJSONText, reflect.Slice: errJSONList, reflect.Bool: errJSONBool,
	reflect.Struct: errJSONObject, reflect.Map: errJSONObject, reflect.Pointer: errJSONObject,
	reflect.Int: errJSONNumber, reflect.Int64: errJSONNumber, reflect.Float64: errJSONNumber,
}

// given are the values as the library names them.
var given = map[string]error{"string": errJSONText, "number": errJSONNumber, "array": errJSONList,
	"object": errJSONObject, "bool": errJSONBool}

// plainJSON describes in plain words the error in a line of JSON, its field, and at which column if that is known.
func plainJSON(err error) (column int, plain error) {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return int(max(syntax.Offset, 1)), errJSON
	}
	kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return 0, err
	}
	value, _, _ := strings.Cut(kind.Value, " ") // as in "number 1.5"
	is, must := given[value], wanted[kind.Type.Kind()]
	if is == must && is == errJSONNumber {
		return 0, message.Errorf("the field %s must be a whole number within range", fieldName(kind, err))
	}
	if is == nil || must == nil {
		return 0, message.Errorf("the field %s has an invalid value", fieldName(kind, err))
	}
	return 0, message.Errorf("the field %s must be %w, not %w", fieldName(kind, err), must, is)
}

// fieldName is the name of the field that has the wrong value. In front of an error of a part of a line is its name.
func fieldName(kind *json.UnmarshalTypeError, err error) string {
	kind.Field = strings.TrimPrefix(strings.TrimPrefix(kind.Field, "Line."), "Record.")
	part, _, nested := strings.Cut(err.Error(), ": json: ")
	switch {
	case !nested:
		return kind.Field
	case kind.Field == "":
		return part
	}
	return part + "." + kind.Field
}
