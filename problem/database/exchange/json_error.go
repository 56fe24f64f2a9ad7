package exchange

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"

	"alfiere/internal/message"
)

// What a value of JSON can be.
var (
	errText   = errors.New("a text")
	errNumber = errors.New("a number")
	errList   = errors.New("a list")
	errObject = errors.New("an object")
	errBool   = errors.New("true or false")
)

// wanted are the values that a field can hold, by kinds of Go.
var wanted = map[reflect.Kind]error{
	reflect.String: errText, reflect.Slice: errList, reflect.Struct: errObject, reflect.Map: errObject, reflect.Pointer: errObject,
	reflect.Bool: errBool, reflect.Int: errNumber, reflect.Int64: errNumber, reflect.Float64: errNumber,
}

// given are the values as the library names them.
var given = map[string]error{"string": errText, "number": errNumber, "array": errList, "object": errObject, "bool": errBool}

// plainJSON says in plain words what is wrong with a line of JSON, of which field, and at which column if that
// is known.
func plainJSON(err error) (column int, plain error) {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return int(max(syntax.Offset, 1)), message.Errorf("this is no JSON: %w", syntax)
	}
	kind, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return 0, err
	}
	value, _, _ := strings.Cut(kind.Value, " ") // as in "number 1.5"
	is, must := given[value], wanted[kind.Type.Kind()]
	if is == must && is == errNumber {
		return 0, message.Errorf("the field %s must be a whole number within bounds", fieldName(kind, err))
	}
	if is == nil || must == nil {
		return 0, message.Errorf("the field %s has a value that it cannot have", fieldName(kind, err))
	}
	return 0, message.Errorf("the field %s must be %w, not %w", fieldName(kind, err), must, is)
}

// fieldName is the name of the field that has the wrong value. In front of an error of a part of a line is its name.
func fieldName(kind *json.UnmarshalTypeError, err error) string {
	part, _, nested := strings.Cut(err.Error(), ": json: ")
	switch {
	case !nested:
		return kind.Field
	case kind.Field == "":
		return part
	}
	return part + "." + kind.Field
}
