package ssr

import (
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

// fileTypes are the types of files served. Others, such as source maps, are not.
var fileTypes = map[string]struct {
	header       []string
	compressible bool
}{
	".js":          {[]string{"text/javascript; charset=utf-8"}, true},
	".css":         {[]string{"text/css; charset=utf-8"}, true},
	".html":        {[]string{"text/html; charset=utf-8"}, true},
	".svg":         {[]string{"image/svg+xml; charset=utf-8"}, true},
	".json":        {[]string{"application/json; charset=utf-8"}, true},
	".webmanifest": {[]string{"application/manifest+json; charset=utf-8"}, true},
	".txt":         {[]string{"text/plain; charset=utf-8"}, true},
	".xml":         {[]string{"application/xml; charset=utf-8"}, true},
	".ico":         {[]string{"image/x-icon"}, true},
	".wasm":        {[]string{"application/wasm"}, true},
	".woff2":       {[]string{"font/woff2"}, false},
	".png":         {[]string{"image/png"}, false},
	".jpg":         {[]string{"image/jpeg"}, false},
	".webp":        {[]string{"image/webp"}, false},
	".avif":        {[]string{"image/avif"}, false},
}

var (
	immutable = []string{"public, max-age=31536000, immutable"}
	anHour    = []string{"public, max-age=3600"}
)

// files are the built files by path, loaded at their first request.
type files struct {
	dist   fs.FS
	packer *compressor
	byName map[string]*file
}

type file struct {
	once         sync.Once
	variants     *variants
	contentType  []string
	cacheControl []string
	public       bool // has its own URL
	compressible bool
}

// newFiles lists what may be served. The list is complete, so unknown addresses cost nothing and path traversal is
// impossible.
func newFiles(dist fs.FS, packer *compressor) *files {
	f := &files{dist: dist, packer: packer, byName: map[string]*file{}}
	// an unreadable folder serves nothing
	fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := path.Base(name); name != "." && strings.HasPrefix(base, ".") {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		kind, known := fileTypes[path.Ext(name)]
		if d.IsDir() || !known || name == scriptFile {
			return nil
		}
		x := &file{contentType: kind.header, compressible: kind.compressible, cacheControl: anHour, public: true}
		switch {
		case strings.HasPrefix(name, "assets/"):
			x.cacheControl = immutable // the name contains the content's hash
		case path.Ext(name) == ".html":
			// The office's HTML, served under several addresses: not cached by browsers, because the next user may
			// differ.
			x.cacheControl, x.public = private, false
		}
		f.byName[name] = x
		return nil
	})
	return f
}

// ServeFile answers a GET or HEAD with a file of the web build by its name, such as "assets/entry-1a2b3c4d.js", or
// returns false without writing. The server bundle, the manifest, source maps and dot files are never served.
func (s *Site) ServeFile(w http.ResponseWriter, r *http.Request, name string) bool {
	x := s.files.byName[name]
	if x == nil {
		return false
	}
	x.once.Do(func() {
		if body, err := fs.ReadFile(s.files.dist, name); err == nil {
			x.variants = newVariants(body, x.compressible)
		}
	})
	if x.variants == nil {
		return false
	}
	want(s.packer.files, x.variants)
	x.variants.write(w, r, http.StatusOK, x.contentType, x.cacheControl)
	return true
}

// ServePublic is ServeFile for a request's own path: /assets/…, /art/…, /favicon.svg and the like. HTML files have no
// path of their own.
func (s *Site) ServePublic(w http.ResponseWriter, r *http.Request) bool {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if x := s.files.byName[name]; x == nil || !x.public {
		return false
	}
	return s.ServeFile(w, r, name)
}

// PublicFiles lists the paths that ServePublic serves, sorted.
func (s *Site) PublicFiles() []string {
	var out []string
	for name, x := range s.files.byName {
		if x.public {
			out = append(out, "/"+name)
		}
	}
	slices.Sort(out)
	return out
}
