package httpd

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/admission"
	"shanmen/internal/platform/db"
)

const payloadName = "/_payload.json"

// servePage answers everything that is neither API nor asset.
func (s *Server) servePage(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		s.refuse(w, r, fault.NotFound())
		return
	}
	if checkText(r) != nil {
		http.Error(w, "Bad Request", http.StatusBadRequest)
		return
	}
	full := r.URL.Path
	if p, ok := strings.CutSuffix(full, payloadName); ok {
		if strings.HasSuffix(p, "/") { // "//_payload.json": one address per payload
			s.refuse(w, r, fault.NotFound())
			return
		}
		if p == "" {
			p = "/"
		}
		s.servePayload(w, r, p)
		return
	}
	if to := s.moved(full, r.URL.RawQuery); to != nil {
		s.asked(full, true)
		redirect(w, r, *to)
		return
	}
	if len(full) > 1 && strings.HasSuffix(full, "/") { // one canonical address per page
		to := url.URL{Path: "/" + strings.Trim(full, "/"), RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusMovedPermanently)
		return
	}
	if full == "/" {
		if s.redirectHome(w, r) {
			return
		}
		home := &homeWriter{ResponseWriter: w}
		defer home.mark() // a HEAD request writes nothing
		w = home
	}
	w.Header()["Content-Security-Policy"] = s.pageCSP
	l, path := locale.SplitPath(full)
	x := exchangeOf(r.Context())
	x.locale = l
	p, params := s.pages.find(path)
	if p == nil {
		s.notFound(w, r, l)
		return
	}
	x.route = p.names[l]
	public := PageRequest{Locale: l, Path: path, Params: params}
	if !p.spec.Indexable() {
		s.serveGuarded(w, x.mayTakeLong(r), p, public)
		return
	}
	if r.URL.RawQuery != "" && s.serveDraft(w, r, p, public) {
		return
	}
	s.servePublic(w, r, p, public)
	// A page from the cache is as frequent as a file, and its line costs as much as the page: metrics count it.
	x.quiet = x.answer.status == http.StatusOK || x.answer.status == http.StatusNotModified
}

// servePublic serves the document that is the same for everybody.
func (s *Server) servePublic(w http.ResponseWriter, r *http.Request, p *page, req PageRequest) {
	err := s.cfg.Pages.Serve(w, r, string(req.Locale)+" "+req.Path, func(ctx context.Context) (Document, error) {
		return s.build(ctx, p, req)
	})
	s.pageFailed(w, r, err)
}

// serveGuarded serves a page with guards, or a personal one.
func (s *Server) serveGuarded(w http.ResponseWriter, r *http.Request, p *page, req PageRequest) {
	x, q, public := exchangeOf(r.Context()), r.URL.Query(), req
	if len(p.spec.Secret) > 0 {
		w.Header().Set("Referrer-Policy", "no-referrer")
	}
	private := &privateWriter{ResponseWriter: w, listed: p.spec.Cart && !q.Has(asItIs)}
	defer private.mark() // a HEAD request writes nothing
	w = private
	req.Query, req.Sent = declared(q, p.spec.Query), r.URL.RawQuery
	pointed, to, err := s.mayOpen(r, p, &req)
	if pointed {
		s.framed(w.Header())
	}
	if admission.Refused(err) || errors.Is(err, fault.NotFound()) {
		s.pageFailed(w, r, err)
		return
	}
	if err != nil && Gone(r.Context()) {
		return
	}
	if err != nil {
		s.cfg.Log.Error("guard failed", "request", x.requestID, "error", err)
		s.serveSpecial(w, r, req.Locale, "error", failedStatus(w, err))
		return
	}
	if to != "" {
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	if p.spec.GuestData && s.sessionToken(r) == "" {
		err := s.cfg.Pages.Serve(w, r, string(req.Locale)+" "+p.spec.ID+" guest", func(ctx context.Context) (Document, error) {
			return s.build(ctx, p, PageRequest{Locale: req.Locale, Path: p.spec.Path})
		})
		s.pageFailed(w, r, err)
		return
	}
	if p.spec.Personal {
		if len(p.spec.Secret) == 0 {
			preload(w, strings.TrimSuffix(r.URL.Path, "/")+payloadName, r.URL.RawQuery)
		}
		// One document per language for any address: what path and query ask for is personal, and made-up keys cannot
		// fill the cache. The browser knows the address.
		err := s.cfg.Pages.Serve(w, r, string(req.Locale)+" "+p.spec.ID, func(ctx context.Context) (Document, error) {
			return s.skeleton(ctx, p, PageRequest{Locale: req.Locale, Path: p.spec.fixedPath()}), nil
		})
		s.pageFailed(w, r, err)
		return
	}
	s.servePublic(w, r, p, public)
}

// Defect distinguishes a real build failure, such as an unavailable database, from a missing or redirected page. During
// a defect the renderer keeps serving the cached page.
func Defect(err error) bool {
	if admission.Refused(err) {
		return true
	}
	_, refused := fault.Of(err)
	var to redirected
	return err != nil && !refused && !errors.As(err, &to)
}

// redirected is a build's result that is a redirect instead of a page.
type redirected struct{ to *Redirect }

func (e redirected) Error() string { return "redirect to " + e.to.Target }

// pageFailed answers when a page was not built: the 404 page, a redirect, or the error page.
func (s *Server) pageFailed(w http.ResponseWriter, r *http.Request, err error) {
	if err == nil || Gone(r.Context()) { // served, or the visitor has disconnected
		return
	}
	l, _ := locale.SplitPath(r.URL.Path)
	var to redirected
	switch {
	case errors.As(err, &to):
		redirect(w, r, *to.to)
	case errors.Is(err, fault.NotFound()):
		s.notFound(w, r, l)
	case admission.Refused(err):
		s.writeBusy(w, r, err)
	default:
		s.cfg.Log.Error("page failed", "request", RequestID(r.Context()), "path", r.URL.Path, "error", err)
		s.serveSpecial(w, r, l, "error", failedStatus(w, err))
	}
}

// failedStatus is the status of an error page: 503 with Retry-After while the database is unavailable or the program is
// busy, so that robots come back and do not drop the page.
func failedStatus(w http.ResponseWriter, err error) int {
	if f, refused := fault.Of(err); refused && admission.Refused(err) {
		w.Header().Set("Retry-After", strconv.Itoa(f.RetryAfter))
		return http.StatusServiceUnavailable
	}
	if !db.Unavailable(err) {
		return http.StatusInternalServerError
	}
	w.Header().Set("Retry-After", strconv.Itoa(databaseRetry))
	return http.StatusServiceUnavailable
}

// notFound answers 404 and counts the path.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request, l locale.Locale) {
	s.asked(r.URL.Path, false)
	s.serveSpecial(w, r, l, "not-found", http.StatusNotFound)
}

// serveSpecial writes the 404 or the error page: one cached document per language for any path, so that made-up
// addresses cannot fill the cache.
func (s *Server) serveSpecial(w http.ResponseWriter, r *http.Request, l locale.Locale, id string, status int) {
	p := s.pages.byID(id)
	if p == nil || s.cfg.Pages == nil {
		http.Error(w, http.StatusText(status), status)
		return
	}
	key, robot := string(l)+" "+id, id == "error" && Bot(r.UserAgent())
	if robot {
		key += " plain" // a robot would index the error text
	}
	if status == http.StatusServiceUnavailable {
		key += " unavailable"
	}
	err := s.cfg.Pages.Serve(w, r, key, func(ctx context.Context) (Document, error) {
		d := s.skeleton(ctx, p, PageRequest{Locale: l, Path: "/" + id})
		d.Status, d.Plain = status, robot
		return d, nil
	})
	if err != nil && !Gone(r.Context()) {
		s.cfg.Log.Error("page failed", "request", RequestID(r.Context()), "page", id, "error", err)
		http.Error(w, http.StatusText(status), status)
	}
}

// mayOpen asks the page's guards for a redirect. The page of staff who click on its texts is pointed, and has none.
func (s *Server) mayOpen(r *http.Request, p *page, req *PageRequest) (pointed bool, to string, err error) {
	if len(p.spec.Guards) == 0 && r.URL.RawQuery == "" {
		return false, "", nil // nothing is read, so it does not queue
	}
	x := exchangeOf(r.Context())
	defer x.giveBack()
	if err := s.enter(r.Context(), x, p.spec.ClassOf()); err != nil {
		return false, "", err
	}
	if pointed, err = s.points(r, p); err == nil && !pointed {
		to, err = s.guard(r, p, req)
	}
	return pointed, to, err
}

func (s *Server) guard(r *http.Request, p *page, req *PageRequest) (string, error) {
	if len(p.spec.Guards) == 0 {
		return "", nil
	}
	v, err := s.visitorOf(r)
	if err != nil {
		return "", err
	}
	exchangeOf(r.Context()).visitor, req.Visitor = v, v
	for _, name := range p.spec.Guards {
		way, err := s.cfg.Guards[name](r.Context(), *req)
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		if to, err := s.pages.target(way, req.Locale); to != "" || err != nil {
			return to, err
		}
	}
	return "", nil
}

func declared(q url.Values, names []string) url.Values {
	out := url.Values{}
	for _, n := range names {
		if v, ok := q[n]; ok {
			out[n] = v
		}
	}
	return out
}

func (s *Server) title(l locale.Locale, spec PageSpec) string {
	key := spec.TitleKey
	if key == "" {
		key = "common." + spec.ID
	}
	return s.cfg.Messages.T(l, key, nil)
}

func (s *Server) skeleton(ctx context.Context, p *page, req PageRequest) Document {
	noteWords(ctx, p.spec)
	return s.document(p, req, PageData{})
}

func (s *Server) document(p *page, req PageRequest, d PageData) Document {
	if d.Title == "" {
		d.Title = s.title(req.Locale, p.spec)
	}
	if d.Description == "" {
		d.Description = s.description(req.Locale, p.spec, d.Title)
	}
	if d.MetaTitle == "" {
		d.MetaTitle = d.Title
	}
	crumbs := d.Crumbs
	if crumbs == nil {
		crumbs = s.crumbs(req.Locale, p.spec, d.Title)
	}
	return Document{
		Status: http.StatusOK, ID: p.spec.ID, Locale: req.Locale, Path: req.Path, Params: req.Params,
		Data: d.Data, Meta: Meta{d.MetaTitle, d.Description}, Crumbs: crumbs, Spec: p.spec,
	}
}

// crumbs translates a page's breadcrumbs. A step's address is the page whose title key it is.
func (s *Server) crumbs(l locale.Locale, spec PageSpec, title string) []Crumb {
	out := []Crumb{}
	for _, key := range spec.Crumbs {
		c := Crumb{Label: s.cfg.Messages.T(l, key, nil)}
		for _, p := range s.pages.list {
			if p.spec.TitleKey != key && "common."+p.spec.ID != key {
				continue
			}
			if to, ok := s.pages.address(RouteName(p.spec.ID, l)); ok {
				c.Href = to
			}
		}
		out = append(out, c)
	}
	if len(out) > 0 {
		out = append(out, Crumb{Label: title})
	}
	return out
}
