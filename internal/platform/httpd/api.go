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

	"shanmen/internal/base/etag"
	"shanmen/internal/base/fault"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
)

// Access is the right that a call needs. The zero Access is invalid: registering such a call panics, so that none is
// forgotten.
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

// The rights. Staff lists the allowed roles; administrators always may.
var (
	Open   = Access{kind: accessOpen}   // everybody, including guests
	User   = Access{kind: accessUser}   // logged in
	Member = Access{kind: accessMember} // logged in and with a member record
)

// Staff is the right of some office roles.
func Staff(roles ...string) Access { return Access{kind: accessStaff, Roles: roles} }

// OrPending extends the right to staff who must set up a second factor first, for the calls that do so.
func (a Access) OrPending() Access {
	a.pending = true
	return a
}

// String names the right for tables and tests.
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
	MaxBody      int64           // bytes; 0 means 16 KiB
	Multipart    bool            // the handler reads the body itself
	Verbatim     bool            // the body has a format of others, which the handler checks
	Once         bool            // moves money: refused without an Idempotency-Key
	Secret       bool            // contains a password: its stored hash is keyed, so that the password cannot be guessed from it
	Shared       bool            // equal for all visitors: without parameters except the language it is cached like pages
	Patient      bool            // its reads may take minutes (db.LongRead): reports and exports
	Dear         bool            // an expensive read: a visitor may run few at once
	Class        admission.Class // Unset: by its kind, see ClassOf
	Tagged       bool            // polled: answered with an ETag, so that browsers can revalidate it
}

const defaultMaxBody = 16 << 10

var operationWords = regexp.MustCompile(`[^a-zA-Z0-9]+`)

func operationID(c Call) string {
	return strings.ToLower(c.Method) + operationWords.ReplaceAllString(strings.TrimSuffix(strings.TrimPrefix(c.Path, "/api"), "}"), "-")
}

// API registers a JSON call. In is a struct of parameters (tags path, query and header) and a Body; Out is the answer's
// body. Errors of fn are faults, or defects.
func API[In, Out any](s *Server, c Call, fn func(context.Context, *In) (*Out, error)) {
	c.area = s.area
	s.handle(&operation{call: c, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](), run: func(ctx context.Context, in any) (any, error) {
		return fn(ctx, in.(*In))
	}})
}

func (s *Server) handle(o *operation) {
	s.register(o.call, o.describe)
	s.Handle(o.call.Method+" "+o.call.Path, s.serve(o))
}

// answer writes out as JSON. A tagged answer has an ETag of its content, or is 304 if the browser has the same.
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
		tag := tagOf(body.Bytes())
		h.Set("Etag", tag)
		h.Set("Cache-Control", "private, no-cache")
		if etag.Matches(strings.Join(r.Header.Values("If-None-Match"), ","), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	_, _ = w.Write(body.Bytes()) // fails if the visitor has disconnected
}

// Raw registers a call that writes its own response: pictures, PDFs. fn writes nothing when it returns an error. The
// call is in the OpenAPI if it has a summary.
func Raw(s *Server, c Call, fn func(w http.ResponseWriter, r *http.Request) error) {
	c.area = s.area
	s.register(c, func(api *huma.OpenAPI) {
		if c.Summary != "" {
			api.AddOperation(rawOperation(c))
		}
	})
	s.Handle(c.Method+" "+c.Path, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c.Method == http.MethodGet { // a picture or feed that a page waits for
			r = r.WithContext(db.Brief(r.Context()))
		}
		x := exchangeOf(r.Context())
		defer x.end() // also if it panics while it is admitted
		r, err := s.admit(r, c)
		x.endDecoding()
		if err == nil {
			err = fn(w, r)
		}
		if err != nil {
			s.refuse(w, r, err)
		}
	}))
}

var pathParameter = regexp.MustCompile(`\{([a-zA-Z]+)\}`)

// operationOf is the OpenAPI description of a call: name, tag, and whether it needs a login.
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

// rawOperation describes a call as far as possible without its types.
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

// admit loads the visitor, checks the right, and then checks the body, so that an unauthorised caller learns nothing
// about the call's input.
func (s *Server) admit(r *http.Request, c Call) (*http.Request, error) {
	x := exchangeOf(r.Context())
	if c.Patient {
		r = r.WithContext(db.LongRead(r.Context()))
	}
	if err := s.enter(r.Context(), x, c.door()); err != nil {
		return r, err
	}
	v, err := s.visitorOf(r)
	if err != nil {
		return r, err
	}
	x.visitor = v
	if err := c.Access.check(v); err != nil {
		return r, err
	}
	if err := checkText(r); err != nil {
		return r, err
	}
	if c.reads() {
		if err := s.awaitTurn(r, x, c); err != nil {
			return r, err
		}
		return s.proceed(r, x, c)
	}
	if c.Once && r.Header.Get("Idempotency-Key") == "" {
		return r, fault.Invalid("idempotency-key-needed")
	}
	x.giveBack() // the sender of a body may be slow
	body, err := takeBody(r, x, c)
	if err != nil {
		return r, err
	}
	// A caller waiting for a turn holds no slot: a hundred calls of one visitor would take all slots.
	if err := s.awaitTurn(r, x, c); err != nil {
		return r, err
	}
	if r, err = s.proceed(r, x, c); err != nil || c.Multipart {
		return r, err
	}
	return r, checkBody(r, x, c, body)
}

// ByID is the input of a call with an id in its path.
type ByID struct {
	ID string `path:"id" maxLength:"64"`
}
