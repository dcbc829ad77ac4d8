package store

import (
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// jsonError says where a line is no record, in the words of this package.
func jsonError(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		if errors.Is(syntax.Err, io.ErrUnexpectedEOF) {
			return wrong(pointer(syntax.JSONPointer), "the line ends inside a value at byte %d; a record must stand on one line", syntax.ByteOffset)
		}
		return wrong(pointer(syntax.JSONPointer), "not valid JSON at byte %d: %v", syntax.ByteOffset, syntax.Err)
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		if errors.Is(semantic.Err, json.ErrUnknownName) {
			return wrong(pointer(semantic.JSONPointer), "no such field")
		}
		reason := expected(semantic.GoType) + " is expected here, not " + given(semantic)
		return wrong(pointer(semantic.JSONPointer), "%s", reason)
	}
	return wrong("", "%v", err)
}

// expected says what a field takes.
func expected(t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t == nil:
		return "another value"
	case t.Kind() == reflect.Int64:
		return "a whole number"
	case t.Kind() == reflect.String:
		return "a string in double quotes"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Slice:
		return "a list in [ ]"
	}
	return "an object in { }"
}

// given says what stands in the place of that.
func given(e *json.SemanticError) string {
	switch kind := e.JSONKind; kind {
	case '"':
		return "a string"
	case '0':
		if value := string(e.JSONValue); value != "" && len(value) <= 40 {
			return value
		}
		return "a number"
	case '{':
		return "an object"
	case '[':
		return "a list"
	default:
		return kind.String() // true, false or null
	}
}

// pointer prints a JSON pointer as people write paths: representations.0.name.
func pointer(p jsontext.Pointer) string {
	path := strings.ReplaceAll(strings.TrimPrefix(string(p), "/"), "/", ".")
	if quoted := strconv.Quote(path); quoted != `"`+path+`"` {
		return quoted // a name with control characters must not reach a terminal
	}
	return path
}
