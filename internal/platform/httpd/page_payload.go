package httpd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"shanmen/internal/base/etag"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
)

type payload struct {
	Route    string            `json:"route"`
	Params   map[string]string `json:"params"`
	Data     any               `json:"data"`
	Meta     *Meta             `json:"meta,omitempty"`
	Crumbs   []Crumb           `json:"crumbs,omitempty"`
	Redirect *Redirect         `json:"redirect,omitempty"`
}

// servePayload uses the page's own handler with a JSON writer, so that client navigation and full load cannot differ.
func (s *Server) servePayload(w http.ResponseWriter, r *http.Request, full string) {
	l, path := locale.SplitPath(full)
	x := exchangeOf(r.Context())
	x.locale = l
	r = x.mayTakeLong(r)
	p, params := s.pages.find(path)
	if p != nil {
		x.route = p.names[l] + " payload"
	}
	if to := s.moved(full, r.URL.RawQuery); to != nil {
		out := payload{Params: map[string]string{}, Redirect: to}
		if p != nil {
			out.Route = p.names[l]
		}
		s.asked(full, true)
		s.writePayload(w, r, out, false)
		return
	}
	if p == nil {
		s.refuse(w, r, fault.NotFound())
		return
	}
	if p.spec.Indexable() && s.cfg.Pages != nil {
		s.servePublicPayload(w, r, p, PageRequest{Locale: l, Path: path, Params: params})
		return
	}
	if len(p.spec.Secret) > 0 {
		w.Header().Set("Referrer-Policy", "no-referrer")
	}
	req := PageRequest{Locale: l, Path: path, Params: params, Query: declared(r.URL.Query(), p.spec.Query), Sent: r.URL.RawQuery}
	out := payload{Route: p.names[l], Params: params}
	defer x.end()
	if err := s.enter(r.Context(), x, p.spec.ClassOf()); err != nil {
		s.refuse(w, r, err)
		return
	}
	pointed, err := s.points(r, p)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	to := ""
	if !pointed {
		to, err = s.guard(r, p, &req)
	}
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	if to != "" {
		out.Redirect = &Redirect{Target: to, Status: http.StatusFound}
	} else {
		if p.spec.Personal && (pointed || len(p.spec.Guards) == 0) { // the cart refuses nobody, but its data is personal
			v, err := s.visitorOf(r)
			if err != nil {
				s.refuse(w, r, err)
				return
			}
			x.visitor, req.Visitor = v, v
		}
		// Personal page data is as large as that of API reads. A page does not wait behind documents.
		err := s.queue(r.Context(), x, "page ", readsOfAVisitor, readsOfAnAddress)
		if err == nil { // it gave the slot back to wait
			err = s.enter(r.Context(), x, p.spec.ClassOf())
		}
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		d, err := p.fn(r.Context(), req)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		if out.Redirect = d.Redirect; out.Redirect == nil {
			doc := s.document(p, req, d)
			out.Data, out.Meta, out.Crumbs = doc.Data, &doc.Meta, doc.Crumbs
		}
	}
	if out.Params == nil {
		out.Params = map[string]string{}
	}
	x.end()
	s.writePayload(w, r, out, p.spec.Personal || len(p.spec.Guards) > 0)
}

// servePublicPayload answers from the data cached with the page. The query is ignored, as for the page.
func (s *Server) servePublicPayload(w http.ResponseWriter, r *http.Request, p *page, req PageRequest) {
	w.Header().Set("X-Robots-Tag", "noindex") // only the page is indexed
	err := s.cfg.Pages.ServeData(w, r, string(req.Locale)+" "+req.Path+payloadName, func(ctx context.Context) (Data, error) {
		out := payload{Route: p.names[req.Locale], Params: req.Params}
		if out.Params == nil {
			out.Params = map[string]string{}
		}
		doc, err := s.build(ctx, p, req)
		var elsewhere redirected
		switch {
		case errors.As(err, &elsewhere):
			out.Redirect = elsewhere.to
		case err != nil:
			return Data{}, err
		default:
			out.Data, out.Meta, out.Crumbs = doc.Data, &doc.Meta, doc.Crumbs
		}
		body, err := json.Marshal(out)
		return Data{JSON: body}, err
	})
	if err == nil || r.Context().Err() != nil {
		return
	}
	if errors.Is(err, fault.NotFound()) { // from a link of the site
		s.asked(strings.TrimSuffix(r.URL.Path, payloadName), false)
	}
	s.refuse(w, r, err)
}

func (s *Server) writePayload(w http.ResponseWriter, r *http.Request, out payload, private bool) {
	body, err := json.Marshal(out)
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("X-Robots-Tag", "noindex") // only the page is indexed
	if private {
		h.Set("Cache-Control", "private, no-store")
	} else {
		tag := tagOf(body)
		h.Set("Cache-Control", "public, max-age=0, must-revalidate")
		h.Set("Etag", tag)
		if etag.Matches(strings.Join(r.Header.Values("If-None-Match"), ","), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	_, _ = w.Write(body)
}

func tagOf(b []byte) string {
	sum := sha256.Sum256(b)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

func (s *Server) visitorOf(r *http.Request) (Visitor, error) {
	token := s.sessionToken(r)
	if token == "" {
		return Visitor{}, nil
	}
	return s.cfg.Visitor(r.Context(), token)
}
