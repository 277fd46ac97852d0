package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
)

// Refusal is the body of every response that is not 200.
type Refusal struct {
	status     int
	Code       string         `json:"code" doc:"A stable kebab-case word"`
	Title      string         `json:"title" doc:"Message in the visitor's language"`
	Type       int            `json:"type,omitempty" doc:"44062: an item of the cart changed"`
	Params     map[string]any `json:"params,omitempty" doc:"Values in the message; with the code it can be translated"`
	Errors     []RefusedField `json:"errors,omitempty"`
	RetryAfter int            `json:"retryAfter,omitempty" doc:"Seconds to wait"`
}

// RefusedField is one wrong value in the request.
type RefusedField struct {
	Field  string         `json:"field" doc:"Path in the request: items[0].form.people[1].name"`
	Code   string         `json:"code"`
	Title  string         `json:"title"`
	Params map[string]any `json:"params,omitempty" doc:"Values in the message"`
}

// Error implements error.
func (r *Refusal) Error() string { return r.Code }

var statusOf = map[fault.Kind]int{
	fault.KindInvalid: 400, fault.KindLogin: 401, fault.KindForbidden: 403,
	fault.KindNotFound: 404, fault.KindUnavailable: 503, fault.KindChanged: 500,
}

// statusGone is logged if the visitor disconnected before the answer: nginx's 499, which is not counted as a server
// error.
const statusGone = 499

// databaseRetry is the Retry-After, in seconds, while the database is unavailable.
const databaseRetry = 5

// refusal converts the error that ends a call. What is not a fault is a defect: logged, and answered without its text.
func (s *Server) refusal(ctx context.Context, err error) *Refusal {
	x := exchangeOf(ctx)
	x.end()
	if x.stopped { // whatever error the upload's reader returned
		if x.w != nil {
			x.w.Header().Set("Connection", "close")
		}
		s.cfg.Log.Warn("an upload was ended: the program stops", "request", x.requestID)
		err = stopping()
	}
	f, refused := fault.Of(err)
	var done *Refusal
	switch {
	case errors.As(err, &done):
		return done
	case refused:
		x.busy = admission.Refused(err)
	case Gone(ctx) && (errors.Is(err, context.Canceled) || !db.Unsure(err)):
		return &Refusal{status: statusGone, Code: "internal"}
	case db.Unsure(err):
		s.cfg.Log.Error("nobody knows whether this was committed", "request", x.requestID, "error", err)
		return s.away(x, "unsure")
	case db.Unavailable(err):
		s.cfg.Log.Error("database unavailable", "request", x.requestID, "error", err)
		return s.away(x, "unavailable")
	default:
		if err != nil { // nil: a panic, logged where it was recovered
			s.cfg.Log.Error("request failed", "request", x.requestID, "error", err)
		}
		f = &fault.Error{Code: "internal"}
	}
	if f.Cause != nil && !Gone(ctx) {
		s.cfg.Log.Error(f.Code, "request", x.requestID, "error", f.Cause)
	}
	if f.Kind == fault.KindInvalid && f.RetryAfter > 0 {
		s.limited(f.Code)
	}
	if f.Kind == fault.KindUnavailable && x.w != nil {
		x.w.Header().Set("Retry-After", strconv.Itoa(f.RetryAfter))
	}
	status, ok := statusOf[f.Kind]
	if !ok {
		status = http.StatusInternalServerError
	}
	t := func(code string, params map[string]any) string {
		return s.cfg.Messages.T(x.language(), "fault."+code, params)
	}
	out := &Refusal{status: status, Code: f.Code, Title: t(f.Code, f.Params), Type: f.Type, RetryAfter: f.RetryAfter, Params: f.Params}
	for _, w := range f.Fields[:min(len(f.Fields), fault.MaxFields)] {
		out.Errors = append(out.Errors, RefusedField{shortened(w.Path), w.Code, t(w.Code, w.Params), w.Params})
	}
	return out
}

// away is the answer while the database is unavailable: retry in some seconds.
func (s *Server) away(x *exchange, code string) *Refusal {
	if x.w != nil {
		x.w.Header().Set("Retry-After", strconv.Itoa(databaseRetry))
	}
	return &Refusal{
		status: http.StatusServiceUnavailable, Code: code, Title: s.cfg.Messages.T(x.language(), "fault."+code, nil), RetryAfter: databaseRetry,
	}
}

// shortened limits a field path, because the visitor chooses the keys in it.
func shortened(path string) string {
	const most = 300
	if len(path) <= most {
		return path
	}
	return strings.ToValidUTF8(path[:most], "") + "…"
}

// refuse writes err in the API's error format.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	s.write(w, s.refusal(r.Context(), err))
}

func (s *Server) write(w http.ResponseWriter, out *Refusal) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Del("Etag")
	h.Del("Content-Length")
	h.Del("Content-Encoding")
	w.WriteHeader(out.status)
	_ = json.NewEncoder(w).Encode(out)
}

// invalid converts huma's validation errors to a fault with fields; nil if there are none.
func invalid(errs []error) error {
	if len(errs) == 0 {
		return nil
	}
	f := fault.Invalid("invalid-request")
	for _, e := range errs {
		var d *huma.ErrorDetail
		if !errors.As(e, &d) {
			continue
		}
		if len(f.Fields) == fault.MaxFields {
			break
		}
		if w := fieldOf(d); w.Path != "" { // otherwise the whole body
			f.Fields = append(f.Fields, w)
		}
	}
	if len(f.Fields) > 0 {
		f.Code = "invalid-fields"
	}
	return f
}

var quoted = regexp.MustCompile(`property (\S+) to be present`)

// fieldOf converts huma's location and message to our path and code.
func fieldOf(d *huma.ErrorDetail) fault.Field {
	where, path, _ := strings.Cut(d.Location, ".")
	if rest, ok := strings.CutPrefix(where, "body"); ok { // also "body[0]"
		path = strings.TrimPrefix(rest+"."+path, ".")
		path = strings.TrimSuffix(path, ".")
	}
	code := "invalid-value"
	var params map[string]any
	if m := quoted.FindStringSubmatch(d.Message); m != nil {
		code = "required"
		if path != "" {
			path += "."
		}
		path += m[1]
	} else if strings.Contains(d.Message, "unexpected property") {
		code = "unknown-field"
	} else if strings.HasPrefix(d.Message, "expected value to be one of") {
		code = "not-a-choice"
	} else if strings.HasPrefix(d.Message, "expected string to be RFC 3339") {
		code = "bad-date-time"
	} else if n, ok := strings.CutPrefix(d.Message, "expected number >= "); ok {
		code, params = "number-least", map[string]any{"min": n}
	} else if n, ok := strings.CutPrefix(d.Message, "expected number <= "); ok {
		code, params = "number-most", map[string]any{"max": n}
	} else if n, ok := strings.CutPrefix(d.Message, "expected length >= "); ok {
		code, params = "too-short", map[string]any{"min": n}
	} else if n, ok := strings.CutPrefix(d.Message, "expected length <= "); ok {
		code, params = "too-long", map[string]any{"max": n}
	} else if n, ok := strings.CutPrefix(d.Message, "expected array length <= "); ok {
		code, params = "list-too-long", map[string]any{"max": n}
	}
	return fault.Field{Path: path, Code: code, Params: params}
}

// Title is the message of a code in the visitor's language.
func Title(ctx context.Context, code string, params map[string]any) string {
	x := exchangeOf(ctx)
	if x.server == nil {
		return code
	}
	return x.server.cfg.Messages.T(x.language(), "fault."+code, params)
}

// Messages gives a handler access to all messages.
func (s *Server) Messages() *locale.Messages { return s.cfg.Messages }
