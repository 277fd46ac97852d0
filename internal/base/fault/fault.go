// Package fault is the refusal of a rule. A rule names a code; httpd translates it into the visitor's language and a
// status. Any other error is a defect: logged, and answered 500 without its text.
package fault

import (
	"errors"
	"strings"
)

// Kind decides the status of the answer.
type Kind int

// The kinds, with the status that the edge gives them.
const (
	KindInvalid     Kind = iota + 1 // 400: the request cannot be done as it stands
	KindLogin                       // 401: not logged in, or wrong credentials
	KindForbidden                   // 403: logged in, but not allowed
	KindNotFound                    // 404: no such thing, or not yours
	KindUnavailable                 // 503: what the program needs does not answer now
	KindChanged                     // 500 with a type: as the specification says that a cart item changed
)

// TypeCartItemChanged is the number that the client looks for when an item of the cart changed
// between showing and paying (the specification, section 8: docs/spec.md).
const TypeCartItemChanged = 44062

// Error is a refusal. Code is a stable kebab-case word; the sentence for it stands in the
// messages as fault.<code>. Params fill the sentence's placeholders.
type Error struct {
	Kind       Kind
	Code       string
	Type       int
	Fields     []Field
	RetryAfter int // seconds, 0 when waiting does not help
	Params     map[string]any
	Cause      error // for the log, never for the visitor
}

// Field is one wrong value. Path names it as the request does: items[0].form.people[1].name.
type Field struct {
	Path   string
	Code   string
	Params map[string]any
}

// MaxFields is how many wrong values are told at once. Who corrects so many sees the others then.
const MaxFields = 50

// Error names the code and the fields, never a value.
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

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Is makes errors.Is compare kind and code, so that tests and callers can match a refusal.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Kind == e.Kind && t.Code == e.Code
}

// Invalid refuses the request with a code, and with the fields that are wrong.
func Invalid(code string, fields ...Field) *Error {
	return &Error{Kind: KindInvalid, Code: code, Fields: fields}
}

// InvalidFields is Invalid("invalid-fields"), or nil when nothing is wrong.
func InvalidFields(fields []Field) error {
	if len(fields) == 0 {
		return nil
	}
	return Invalid("invalid-fields", fields...)
}

// At refuses one field, named as in the JSON of the request (a.0.b inside lists).
func At(path, code string) error { return InvalidFields([]Field{{Path: path, Code: code}}) }

// TooMany refuses because of a limit that a person can meet. It is a 400, because the product's
// client knows no 429. Seconds is how long to wait; as "count" it chooses between one second and several.
func TooMany(code string, seconds int) *Error {
	wait := max(seconds, 1)
	return &Error{Kind: KindInvalid, Code: code, RetryAfter: wait, Params: map[string]any{"seconds": wait, "count": wait}}
}

// InMinutes says the wait of TooMany in minutes too, rounded up; one second over a minute makes no other of it.
func (e *Error) InMinutes() *Error {
	minutes := (e.RetryAfter + 58) / 60
	return e.With("minutes", minutes).With("count", minutes)
}

// Unavailable refuses because something that the program needs does not answer now; it is worth trying again after seconds.
func Unavailable(code string, seconds int, cause error) *Error {
	return &Error{Kind: KindUnavailable, Code: code, RetryAfter: seconds, Cause: cause, Params: map[string]any{"seconds": seconds, "count": seconds}}
}

// Login says that the visitor is not logged in ("not-logged-in"), or gave wrong credentials.
func Login(code string) *Error { return &Error{Kind: KindLogin, Code: code} }

// Forbidden says that the visitor is logged in but not allowed.
func Forbidden() *Error { return &Error{Kind: KindForbidden, Code: "forbidden"} }

// NotFound says "no such thing, or not yours", which are not told apart.
func NotFound() *Error { return &Error{Kind: KindNotFound, Code: "not-found"} }

// CartItemChanged is the specification's 44062: nothing was taken, the cart shows what changed.
func CartItemChanged() *Error {
	return &Error{Kind: KindChanged, Code: "cart-item-changed", Type: TypeCartItemChanged}
}

// With adds a placeholder's value and returns the same error.
func (e *Error) With(name string, value any) *Error {
	if e.Params == nil {
		e.Params = map[string]any{}
	}
	e.Params[name] = value
	return e
}
