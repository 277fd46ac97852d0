package httpd

import (
	"context"
	"errors"
	"slices"
	"strings"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
)

// build builds the document of a public page.
func (s *Server) build(ctx context.Context, p *page, req PageRequest) (Document, error) {
	ctx = db.Brief(context.WithValue(ctx, exchangeKey{}, &exchange{server: s, locale: req.Locale}))
	noteWords(ctx, p.spec)
	d, err := p.fn(ctx, req)
	if err != nil {
		return Document{}, err
	}
	if d.Redirect != nil {
		return Document{}, redirected{d.Redirect}
	}
	return s.document(p, req, d), nil
}

// noteWords notes the cache tags of the messages in a page's document.
func noteWords(ctx context.Context, spec PageSpec) {
	uses.Note(ctx, uses.Words("meta"), uses.Words("common"))
	if spec.TitleKey != "" {
		uses.Note(ctx, uses.Words(spec.TitleKey))
	}
	for _, key := range slices.Concat(spec.Crumbs, spec.Borrows) {
		uses.Note(ctx, uses.Words(key))
	}
	for _, namespace := range spec.Namespaces {
		uses.Note(ctx, uses.Words(namespace))
	}
}

// PageWords lists the key prefixes of the messages that the page at a plain path may show, nil without a page.
func (s *Server) PageWords(path string) []string {
	p, _ := s.pages.find(path)
	if p == nil {
		return nil
	}
	out := slices.Concat([]string{"common", "meta"}, p.spec.Namespaces, p.spec.Borrowed())
	for _, key := range append([]string{p.spec.TitleKey}, p.spec.Crumbs...) {
		if part, _, ok := strings.Cut(key, "."); ok {
			out = append(out, part)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Public builds a public page's document for other uses, such as share pictures. path is plain, without /zh.
// fault.NotFound for a missing or personal page, or a redirected address.
func (s *Server) Public(ctx context.Context, l locale.Locale, path string) (Document, error) {
	p, params := s.pages.find(path)
	if p == nil || !p.spec.Indexable() {
		return Document{}, fault.NotFound()
	}
	if s.moved(l.Path(path), "") != nil {
		return Document{}, fault.NotFound()
	}
	d, err := s.build(ctx, p, PageRequest{Locale: l, Path: path, Params: params})
	var elsewhere redirected
	if errors.As(err, &elsewhere) {
		return Document{}, fault.NotFound()
	}
	return d, err
}

// Indexable returns whether search engines may index the page: it has an address and is not personal.
func (s PageSpec) Indexable() bool { return s.Path != "" && !s.Personal && len(s.Guards) == 0 }

// description is the default description for search engines.
func (s *Server) description(l locale.Locale, spec PageSpec, title string) string {
	return s.cfg.Messages.T(l, "meta."+spec.ID, map[string]any{"title": title})
}
