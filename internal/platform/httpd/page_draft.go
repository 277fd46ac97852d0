package httpd

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"shanmen/internal/platform/admission"
)

// Draft opens the draft that a page is requested with: by record id for staff, or by the token of a preview link; with
// neither, the published page, for staff to click on its texts. lay applies the draft to what a page reads.
// fault.NotFound: no draft, or not visible to the visitor.
type Draft func(ctx context.Context, v Visitor, record, token string) (lay func(context.Context) context.Context, err error)

// The query parameters that preview a public page.
const (
	draftOf   = "draft" // id of a record
	draftLook = "look"  // token of a preview link
	asItIs    = "point" // no draft: the office frames the published page
)

// serveDraft serves a preview of a public page to a visitor who may see it; false if none is requested. A preview is
// not cached, indexed, or framed by other sites; only the office may frame it, for staff.
func (s *Server) serveDraft(w http.ResponseWriter, r *http.Request, p *page, req PageRequest) bool {
	if s.cfg.Draft == nil || !p.spec.Indexable() {
		return false
	}
	q := r.URL.Query()
	record, token := q.Get(draftOf), q.Get(draftLook)
	if record == "" && token == "" && !q.Has(asItIs) {
		return false
	}
	r = exchangeOf(r.Context()).mayTakeLong(r)
	private := &privateWriter{ResponseWriter: w}
	defer private.mark() // a HEAD request writes nothing
	h := w.Header()
	h.Set("Referrer-Policy", "no-referrer")
	lay, err := s.openDraft(r, record, token)
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

func (s *Server) openDraft(r *http.Request, record, token string) (lay func(context.Context) context.Context, err error) {
	x := exchangeOf(r.Context())
	defer x.giveBack()
	if err := s.enter(r.Context(), x, admission.Reading); err != nil {
		return nil, err
	}
	v, err := s.visitorOf(r)
	if err != nil {
		return nil, err
	}
	return s.cfg.Draft(r.Context(), v, record, token)
}

// framed lets our own pages frame the response.
func (s *Server) framed(h http.Header) {
	h.Set("X-Frame-Options", "SAMEORIGIN")
	h.Set("Content-Security-Policy", strings.Replace(s.cfg.CSP, "frame-ancestors 'none'", "frame-ancestors 'self'", 1))
}

// sendsMembersOn is the guard of the login pages. It hides nothing.
const sendsMembersOn = "authenticated-redirect-profile"

// Pointable returns whether the office may frame a page to click on its texts: a public one, or a personal one without
// a secret in its address and without a guard that staff fail.
func (s *Server) Pointable(p PageSpec) bool {
	return p.Indexable() || p.Path != "" && p.Personal && len(p.Secret) == 0 && !strings.Contains(p.Path, ":") &&
		!slices.ContainsFunc(p.Guards, func(g string) bool { return g != sendsMembersOn })
}

// points returns whether staff request one of their own pages to click on: it is shown without its guard.
// fault.NotFound: the visitor is not staff.
func (s *Server) points(r *http.Request, p *page) (bool, error) {
	if s.cfg.Draft == nil || !p.spec.Personal || r.URL.RawQuery == "" {
		return false, nil
	}
	q := r.URL.Query()
	if !q.Has(asItIs) || q.Has(draftLook) || !s.Pointable(p.spec) {
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
