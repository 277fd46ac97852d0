// Package fault is a rule's refusal. A rule returns a code; httpd translates it into a message in the visitor's
// language and an HTTP status. Any other error is a defect: it is logged, and answered 500 without its text.
package fault

import (
	"errors"
	"strings"
)

// Kind decides the HTTP status.
type Kind int

// The kinds, with the status that httpd answers.
const (
	KindInvalid     Kind = iota + 1 // 400: invalid request
	KindLogin                       // 401: not logged in, or wrong credentials
	KindForbidden                   // 403: logged in, but not allowed
	KindNotFound                    // 404: no such thing, or not yours
	KindUnavailable                 // 503: a dependency does not answer
	KindChanged                     // 500 with a type: the specification's answer to a changed cart item
)

// TypeCartItemChanged is the number by which clients recognise that a cart item changed between showing and paying
// (specification, section 8: docs/spec.md).
const TypeCartItemChanged = 44062

// Error is a refusal. Code is a stable kebab-case word; its message is fault.<code>. Params fill the message's
// placeholders.
type Error struct {
	Kind       Kind
	Code       string
	Type       int
	Fields     []Field
	RetryAfter int // seconds; 0 when retrying does not help
	Params     map[string]any
	Cause      error // for the log, never for the visitor
}

// Field is one wrong value. Path names it as in the request: items[0].form.people[1].name.
type Field struct {
	Path   string
	Code   string
	Params map[string]any
}

// MaxFields is how many wrong values one answer reports; the rest is reported after these are corrected.
const MaxFields = 50

// Error returns code and fields, never a value.
func (e *Error) Error() string {
	if e.Cause != nil {
		return e.Code + ": " + e.Cause.Error()
	}
	if len(e.Fields) == 0 {
		return e.Code
	}
	var b strings.Builder
	b.WriteString(e.Code)
	for _, f := range e.Fields {
		b.WriteString(" " + f.Path + ":" + f.Code)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is compare kind and code, so that tests and callers can match a refusal.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Kind == e.Kind && t.Code == e.Code
}

// Invalid refuses the request with a code and the wrong fields.
func Invalid(code string, fields ...Field) *Error {
	return &Error{Kind: KindInvalid, Code: code, Fields: fields}
}

// InvalidFields returns Invalid("invalid-fields"), or nil without fields.
func InvalidFields(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return Invalid("invalid-fields", fields...)
}

// At refuses one field, named as in the JSON of the request (a.0.b inside lists).
func At(path, code string) error { return InvalidFields([]Field{{Path: path, Code: code}}) }

// TooMany refuses because of a rate limit. It is a 400, because the product's client does not know 429. seconds is how
// long to wait; as "count" it selects singular or plural.
func TooMany(code string, seconds int) *Error {
	wait := max(seconds, 1)
	return &Error{Kind: KindInvalid, Code: code, RetryAfter: wait, Params: map[string]any{"seconds": wait, "count": wait}}
}

// InMinutes adds the wait of TooMany in minutes, rounded up except for a single second.
func (e *Error) InMinutes() *Error {
	minutes := (e.RetryAfter + 58) / 60
	return e.With("minutes", minutes).With("count", minutes)
}

// Unavailable refuses because a dependency does not answer; a retry after seconds may succeed.
func Unavailable(code string, seconds int, cause error) *Error {
	return &Error{Kind: KindUnavailable, Code: code, RetryAfter: seconds, Cause: cause, Params: map[string]any{"seconds": seconds, "count": seconds}}
}

// Login refuses because the visitor is not logged in ("not-logged-in") or gave wrong credentials.
func Login(code string) *Error { return &Error{Kind: KindLogin, Code: code} }

// Forbidden refuses because the visitor is logged in but not allowed.
func Forbidden() *Error { return &Error{Kind: KindForbidden, Code: "forbidden"} }

// NotFound means "no such thing, or not yours"; the two are not distinguished.
func NotFound() *Error { return &Error{Kind: KindNotFound, Code: "not-found"} }

// CartItemChanged is the specification's 44062: the order was not placed, and the cart shows what changed.
func CartItemChanged() *Error {
	return &Error{Kind: KindChanged, Code: "cart-item-changed", Type: TypeCartItemChanged}
}

// With sets a placeholder and returns the same error.
func (e *Error) With(name string, value any) *Error {
	if e.Params == nil {
		e.Params = map[string]any{}
	}
	e.Params[name] = value
	return e
}
