package app

import "shanmen/internal/platform/httpd"

// pageTable lists every page of the public site, one file per area; the browser's route table is generated from it
// (`make generate`). Guards are checked in the given order. Crumbs are the breadcrumbs; the page's own title follows
// them.
func (a *App) pageTable() {
	a.publicPages()
	a.lampPages()
	a.orderPages()
	a.loginPages()
	a.profilePages()
	a.errorPages()
}

// Breadcrumbs that many pages share.
const (
	home    = "common.home"
	profile = "common.account"
)

// publicPage is a page with the defaults of all pages.
func publicPage(p httpd.PageSpec) httpd.PageSpec {
	if p.Layout == "" {
		p.Layout = "default"
	}
	p.Namespaces = append([]string{"common", "message"}, p.Namespaces...)
	return p
}

// personalPage is a page whose data belongs to one visitor.
func personalPage(p httpd.PageSpec) httpd.PageSpec {
	p.Personal = true
	return publicPage(p)
}

// neededPage returns whether a path must not be redirected: pages of carts, payments and accounts, and paths that are
// not pages.
func (a *App) neededPage(path string) bool {
	p, ok := a.HTTP.Match(path)
	return ok && p.Personal || a.HTTP.Answers(path)
}
