package app

import (
	"encoding/json"
	"slices"
	"strings"

	"shanmen/internal/platform/httpd"
)

// routesTS writes the page table as web/src/site/router/routes.gen.ts, so that links, guards and breadcrumbs agree in
// server and browser.
func routesTS(pages []httpd.PageSpec) string {
	var b strings.Builder
	b.WriteString("// Written by `shanmen routes` from internal/app/pages.go and internal/platform/httpd/bots.go: change it there.\n")
	b.WriteString("import type { components } from '../../api/schema'\nimport type { Route } from './route-type'\n\nexport const routes = [\n")
	for _, p := range pages {
		row, _ := json.Marshal(struct {
			ID       string   `json:"id"`
			Path     string   `json:"path"`
			Guard    []string `json:"guard"`
			Crumbs   []string `json:"crumbs"`
			Layout   string   `json:"layout,omitempty"`
			Cart     bool     `json:"cart,omitempty"`
			Tab      string   `json:"tab,omitempty"`
			NS       []string `json:"ns"`
			Personal bool     `json:"personal,omitempty"`
			Secret   []string `json:"secret,omitempty"`
			Scroll   bool     `json:"scroll"`
		}{p.ID, p.Path, list(p.Guards), list(p.Crumbs), strings.TrimPrefix(p.Layout, "default"), p.Cart, p.Tab, messagesOf(p), p.Personal, p.Secret, !p.KeepTop})
		b.WriteString("  " + string(row) + ",\n")
	}
	b.WriteString("] as const satisfies readonly Route[]\n")
	bots, _ := json.Marshal(httpd.Bots())
	b.WriteString("\n/** What programs say of themselves that read pages for a search, a preview or a check. */\nexport const bots = " + string(bots) + "\n")
	return b.String()
}

// messagesOf names the messages of a page: whole namespaces, and "namespace@page" for the part of one. Not "message": every
// page has it with "common", and the list is part of every page's JavaScript.
func messagesOf(p httpd.PageSpec) []string {
	out := []string{}
	for _, n := range p.Namespaces {
		if n == "message" {
			continue
		}
		if slices.ContainsFunc(p.Omits, func(key string) bool { return strings.HasPrefix(key, n+".") }) {
			n += "@" + p.ID
		}
		out = append(out, n)
	}
	for _, n := range p.Borrowed() {
		out = append(out, n+"@"+p.ID)
	}
	return out
}

func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}
