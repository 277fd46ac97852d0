package httpd

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
)

// serveShared answers a call that is equal for everybody from the page cache. False for a call with parameters other
// than the language, so that visitors cannot fill the cache.
func (s *Server) serveShared(w http.ResponseWriter, r *http.Request, c Call, h http.HandlerFunc) bool {
	if s.cfg.Pages == nil || !onlyLocale(r.URL) || checkText(r) != nil {
		return false
	}
	l, path, values := LocaleOf(r.Context()), r.URL.Path, map[string]string{}
	for _, m := range pathParameter.FindAllStringSubmatch(c.Path, -1) {
		values[m[1]] = r.PathValue(m[1])
	}
	err := s.cfg.Pages.ServeData(w, r, string(l)+" "+path, func(ctx context.Context) (Data, error) {
		return s.share(ctx, l, path, values, h)
	})
	var other *answered
	switch {
	case err == nil || r.Context().Err() != nil: // answered, or the visitor has disconnected
	case errors.As(err, &other):
		maps.Copy(w.Header(), other.header)
		w.WriteHeader(other.status)
		if r.Method != http.MethodHead {
			_, _ = w.Write(other.body.Bytes())
		}
	default:
		s.refuse(w, r, err)
	}
	return true
}

func onlyLocale(u *url.URL) bool {
	if u.RawQuery == "" {
		return true
	}
	q := u.Query()
	_, named := q["locale"]
	_, known := locale.Parse(q.Get("locale"))
	return len(q) == 1 && named && known
}

// share computes the answer without the first visitor's data.
func (s *Server) share(ctx context.Context, l locale.Locale, path string, values map[string]string, h http.HandlerFunc) (Data, error) {
	out := &answered{header: http.Header{}, status: http.StatusOK}
	r := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}, Header: http.Header{}, Body: http.NoBody, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1}
	r = r.WithContext(context.WithValue(ctx, exchangeKey{}, &exchange{w: out, server: s, locale: l}))
	for name, value := range values {
		r.SetPathValue(name, value)
	}
	h(out, r)
	if out.status != http.StatusOK {
		return Data{}, out
	}
	return Data{JSON: out.body.Bytes(), Private: true}, nil
}

// answered is a response in memory. As an error it is a refusal, returned to everybody waiting for it.
type answered struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (a *answered) Header() http.Header { return a.header }

// WriteHeader implements http.ResponseWriter.
func (a *answered) WriteHeader(status int) { a.status = status }

// Write implements http.ResponseWriter.
func (a *answered) Write(b []byte) (int, error) { return a.body.Write(b) }

// Error implements error.
func (a *answered) Error() string { return "answered with " + http.StatusText(a.status) }

// Unwrap classifies the refusal: below 500 nothing exists any more, otherwise the old answer may stay.
func (a *answered) Unwrap() error {
	if a.status >= http.StatusInternalServerError {
		return nil
	}
	return fault.NotFound()
}
