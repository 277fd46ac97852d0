package httpd

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
)

// Access is the right that a call needs. The zero Access is no right: registering such a call
// panics, so that none is forgotten.
type Access struct {
	kind    accessKind
	Roles   []string
	pending bool
}

type accessKind int

const (
	accessOpen accessKind = iota + 1
	accessUser
	accessMember
	accessStaff
)

// The rights. Staff takes the roles that may call; an administrator always may.
var (
	Open   = Access{kind: accessOpen}   // guests too
	User   = Access{kind: accessUser}   // whoever is logged in
	Member = Access{kind: accessMember} // logged in, with a member record
)

// Staff is the right of the office's roles.
func Staff(roles ...string) Access { return Access{kind: accessStaff, Roles: roles} }

// OrPending is the same right, given also to staff who must set up a second factor before they have
// any other: the calls that do so.
func (a Access) OrPending() Access {
	a.pending = true
	return a
}

// String names the right in tables and tests.
func (a Access) String() string {
	switch a.kind {
	case accessOpen:
		return "open"
	case accessUser:
		return "user"
	case accessMember:
		return "member"
	case accessStaff:
		return "staff:" + strings.Join(a.Roles, ",")
	}
	return "none"
}

func (a Access) check(v Visitor) error {
	switch {
	case a.kind == accessOpen, a.pending && v.PendingID != "":
		return nil
	case v.PendingID != "":
		return &fault.Error{Kind: fault.KindForbidden, Code: "second-factor-needed"}
	case !v.LoggedIn():
		return fault.Login("not-logged-in")
	case a.kind == accessMember && v.MemberID == "", a.kind == accessStaff && !v.Has(a.Roles...):
		return fault.Forbidden()
	}
	return nil
}

// Call describes one route of the API.
type Call struct {
	Method, Path string
	Access       Access
	Summary      string
	area         string
	MaxBody      int64 // bytes; 0 means 16 KiB
	Multipart    bool  // the handler reads the body itself
	Once         bool  // an act of money: it is refused without an Idempotency-Key
	Secret       bool  // the body holds a password: its stored hash is keyed, so nobody can guess the password from it
	Shared       bool  // the same for everybody: without parameters but the language it is kept beside the pages
	Patient      bool  // its reads may take minutes (db.Patient): reports and exports
	Dear         bool  // a read that takes long to make: a visitor has few of them in hand
	Tagged       bool  // asked for again and again: the browser keeps the answer, and is told when it still holds (ETag)
}

const defaultMaxBody = 16 << 10

var operationWords = regexp.MustCompile(`[^a-zA-Z0-9]+`)

func operationID(c Call) string {
	return strings.ToLower(c.Method) + operationWords.ReplaceAllString(strings.TrimSuffix(strings.TrimPrefix(c.Path, "/api"), "}"), "-")
}

// API registers a JSON call. In is a struct with parameters (tags path, query and header) and a Body; Out is the answer's
// body. fn's errors are faults, or defects.
func API[In, Out any](s *Server, c Call, fn func(context.Context, *In) (*Out, error)) {
	c.area = s.area
	s.handle(&operation{call: c, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](), run: func(ctx context.Context, in any) (any, error) {
		return fn(ctx, in.(*In))
	}})
}

func (s *Server) handle(o *operation) {
	s.register(o.call, o.describe)
	s.mux.HandleFunc(o.call.Method+" "+o.call.Path, s.serve(o))
}

// answer writes out as JSON. A tagged answer has a tag of all that it says, and no body where the browser has just that.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, c Call, out any) {
	var body bytes.Buffer
	if err := huma.DefaultJSONFormat.Marshal(&body, out); err != nil {
		s.refuse(w, r, fmt.Errorf("write the answer: %w", err))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Cache-Control", "private, no-store")
	if c.Tagged {
		tag := etag(body.Bytes())
		h.Set("Etag", tag)
		h.Set("Cache-Control", "private, no-cache")
		if named(r.Header.Values("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	_, _ = w.Write(body.Bytes()) // the visitor may have gone
}

// Raw registers a call that writes its own answer: pictures, PDFs. fn writes nothing when it
// returns an error. It is in the contract when it has a summary.
func Raw(s *Server, c Call, fn func(w http.ResponseWriter, r *http.Request) error) {
	c.area = s.area
	s.register(c, func(api *huma.OpenAPI) {
		if c.Summary != "" {
			api.AddOperation(rawOperation(c))
		}
	})
	s.mux.HandleFunc(c.Method+" "+c.Path, func(w http.ResponseWriter, r *http.Request) {
		if c.Method == http.MethodGet { // a picture, a feed: a page waits for it
			r = r.WithContext(db.Brief(r.Context()))
		}
		r, err := s.admit(r, c)
		defer exchangeOf(r.Context()).end()
		exchangeOf(r.Context()).endDecoding()
		if err == nil {
			err = fn(w, r)
		}
		if err != nil {
			s.refuse(w, r, err)
		}
	})
}

var pathParameter = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

// operationOf is what the contract says of every call: its name, its area, and whether it asks for a login.
func operationOf(c Call) *huma.Operation {
	op := &huma.Operation{OperationID: operationID(c), Method: c.Method, Path: c.Path, Summary: c.Summary}
	if c.area != "" {
		op.Tags = []string{c.area}
	}
	if c.Access.kind != accessOpen {
		op.Security = []map[string][]string{{session: {}}}
	}
	return op
}

// rawOperation says of a call what can be known without its types.
func rawOperation(c Call) *huma.Operation {
	op := operationOf(c)
	op.Responses = map[string]*huma.Response{"200": {Description: "OK"}}
	text := &huma.Schema{Type: huma.TypeString}
	for _, m := range pathParameter.FindAllStringSubmatch(c.Path, -1) {
		op.Parameters = append(op.Parameters, &huma.Param{Name: m[1], In: "path", Required: true, Schema: text})
	}
	if c.Multipart {
		file := &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
			"multipart/form-data": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"file": file}, Required: []string{"file"}}},
		}}
	}
	return op
}

func (s *Server) register(c Call, describe func(*huma.OpenAPI)) {
	if c.Access.kind == 0 {
		panic("httpd: " + c.Method + " " + c.Path + " has no declared right")
	}
	s.calls = append(s.calls, c)
	s.describe = append(s.describe, describe)
}

// admit loads the visitor, asks for the right, and checks the body before anything reads it: who may
// not call learns nothing of what the call wants.
func (s *Server) admit(r *http.Request, c Call) (*http.Request, error) {
	x := exchangeOf(r.Context())
	if c.Patient {
		r = r.WithContext(db.LongRead(r.Context()))
	}
	v, err := s.visitorOf(r)
	if err != nil {
		return r, err
	}
	x.visitor = v
	if err := c.Access.check(v); err != nil {
		return r, err
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		if err := checkText(r); err != nil {
			return r, err
		}
		return r, s.awaitTurn(r, x, c)
	}
	if err := checkText(r); err != nil {
		return r, err
	}
	if c.Once && r.Header.Get("Idempotency-Key") == "" {
		return r, fault.Invalid("idempotency-key-needed")
	}
	body, err := takeBody(r, x, c)
	if err != nil {
		return r, err
	}
	// Whoever waits for a turn has no slot for decoding yet: a hundred calls of one visitor would keep all slots from everybody.
	if err := s.awaitTurn(r, x, c); err != nil || c.Multipart {
		return r, err
	}
	return r, checkBody(r, x, c, body)
}

// ByID is the input of a call that is about one thing.
type ByID struct {
	ID string `path:"id" maxLength:"64"`
}
