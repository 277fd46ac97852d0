package site

import (
	"encoding/json"
	"net/http"

	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/httpd"
)

// ManifestPath is the path of a language's web app manifest.
func ManifestPath(l locale.Locale) string { return l.Path("/manifest.webmanifest") }

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

type webManifest struct {
	ID              string         `json:"id"`
	Lang            string         `json:"lang"`
	Dir             string         `json:"dir"`
	Name            string         `json:"name"`
	ShortName       string         `json:"short_name"`
	Description     string         `json:"description"`
	StartURL        string         `json:"start_url"`
	Scope           string         `json:"scope"`
	Display         string         `json:"display"`
	ThemeColor      string         `json:"theme_color"`
	BackgroundColor string         `json:"background_color"`
	Icons           []manifestIcon `json:"icons"`
}

// Manifest serves the web app manifest (W3C) in the language of its address. It keeps the browser's Back button, which
// is the way back from a bank's app.
func (s *Service) Manifest(w http.ResponseWriter, r *http.Request) {
	l, _ := locale.SplitPath(r.URL.Path)
	site, err := content.Site(r.Context(), s.DB.Read())
	if err != nil && httpd.Gone(r.Context()) {
		return
	}
	if err != nil {
		s.Log.Error("manifest failed", "error", err)
		httpd.Failed(w, r, err)
		return
	}
	b, err := json.Marshal(webManifest{
		ID: l.Path("/"), Lang: l.Tag(), Dir: "ltr", Name: site.Name.In(l), ShortName: site.Name.In(l), Description: s.Messages.T(l, "home.description", nil),
		StartURL: l.Path("/"), Scope: "/", Display: "minimal-ui", ThemeColor: "#35120d", BackgroundColor: "#fbf6ec",
		Icons: []manifestIcon{
			{"/favicon.svg", "any", "image/svg+xml", ""},
			{"/icon-192.png", "192x192", "image/png", ""},
			{"/icon-512.png", "512x512", "image/png", ""},
			{"/icon-maskable-512.png", "512x512", "image/png", "maskable"},
		},
	})
	if err != nil {
		httpd.Failed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/manifest+json; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=3600")
	_, _ = w.Write(b)
}
