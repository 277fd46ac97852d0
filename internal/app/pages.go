package app

import "shanmen/internal/platform/httpd"

// pageTable is every page of the public site, a file for each area: the browser's own table is written from it
// (`make generate`). Guards are checked in the order given. Crumbs are the way to the page; its own title follows.
func (a *App) pageTable() {
	a.publicPages()
	a.lampPages()
	a.orderPages()
	a.loginPages()
	a.profilePages()
	a.errorPages()
}

// Crumbs that many pages have.
const (
	home    = "common.home"
	profile = "common.profile"
)

// publicPage is a page with what all pages have.
func publicPage(p httpd.PageSpec) httpd.PageSpec {
	if p.Layout == "" {
		p.Layout = "default"
	}
	p.Namespaces = append([]string{"common", "message"}, p.Namespaces...)
	return p
}

// personalPage is a page whose data is the visitor's own.
func personalPage(p httpd.PageSpec) httpd.PageSpec {
	p.Personal = true
	return publicPage(p)
}

// neededPage tells of paths that no redirect may take: the pages of carts, payments and accounts, and what is no page.
func (a *App) neededPage(path string) bool {
	p, ok := a.HTTP.Match(path)
	return ok && p.Personal || a.HTTP.Answers(path)
}
