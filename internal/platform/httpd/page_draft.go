package httpd

import (
	"context"
	"net/http"
	"slices"
	"strings"
)

// Draft opens the draft that a page is asked for with: of the record by id, for a visitor of the office, or by the token
// of a link; neither: the page as visitors see it, for the office to point at its sentences. lay puts it over what a page reads. fault.NotFound: there is none, or it is not the visitor's to see.
type Draft func(ctx context.Context, v Visitor, record, token string) (lay func(context.Context) context.Context, err error)

// The parameters by which a public page is shown with a draft over it.
const (
	draftOf   = "draft" // id of a record
	draftLook = "look"  // token of a link
	asItIs    = "point" // no draft: the office frames what visitors see
)

// serveDraft shows a public page as it will be, to whoever may see it, and is false where none is asked for. Nothing of it
// is kept, listed, or shown within a page of others; the office alone may frame what it shows to its own people.
func (s *Server) serveDraft(w http.ResponseWriter, r *http.Request, p *page, req PageRequest) bool {
	record, token := r.URL.Query().Get(draftOf), r.URL.Query().Get(draftLook)
	if s.cfg.Draft == nil || !p.spec.Indexable() || record == "" && token == "" && !r.URL.Query().Has(asItIs) {
		return false
	}
	private := &privateWriter{ResponseWriter: w}
	defer private.mark() // a HEAD writes nothing
	h := w.Header()
	h.Set("Referrer-Policy", "no-referrer")
	v, err := s.visitorOf(r)
	if err != nil {
		s.pageFailed(private, r, err)
		return true
	}
	lay, err := s.cfg.Draft(r.Context(), v, record, token)
	if err != nil {
		s.pageFailed(private, r, err)
		return true
	}
	if token == "" {
		s.framed(h)
	}
	s.pageFailed(private, r, s.cfg.Pages.ServeOnce(private, r, lay, func(ctx context.Context) (Document, error) {
		return s.build(ctx, p, req)
	}))
	return true
}

// framed lets our own pages frame an answer.
func (s *Server) framed(h http.Header) {
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", strings.Replace(s.cfg.CSP, "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
}

// sendsMembersOn is the guard of the pages by which one logs in. It keeps nothing from anybody.
const sendsMembersOn = "authenticated-redirect-profile"

// Pointable tells whether the office may frame a page to point at its sentences: a public one, or one of the visitor's
// own without a secret in its address and without a condition that the office's people do not meet.
func (s *Server) Pointable(p PageSpec) bool {
	return p.Indexable() || p.Path != "" && p.Personal && len(p.Secret) == 0 && !strings.Contains(p.Path, ":") &&
		!slices.ContainsFunc(p.Guards, func(g string) bool { return g != sendsMembersOn })
}

// points tells whether somebody of the office asks for a page of their own to point at: it is shown without
// its guard. fault.NotFound: somebody else asks for it so.
func (s *Server) points(r *http.Request, p *page) (bool, error) {
	q := r.URL.Query()
	if s.cfg.Draft == nil || !p.spec.Personal || !q.Has(asItIs) || q.Has(draftLook) || !s.Pointable(p.spec) {
		return false, nil
	}
	v, err := s.visitorOf(r)
	if err != nil {
		return false, err
	}
	if _, err := s.cfg.Draft(r.Context(), v, "", ""); err != nil {
		return false, err
	}
	return true, nil
}
