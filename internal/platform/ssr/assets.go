package ssr

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

// fileTypes are the types of files served. Others, such as source maps, are not.
var fileTypes = map[string][]string{
	".js":          {"text/javascript; charset=utf-8"},
	".css":         {"text/css; charset=utf-8"},
	".html":        {"text/html; charset=utf-8"},
	".svg":         {"image/svg+xml; charset=utf-8"},
	".json":        {"application/json; charset=utf-8"},
	".webmanifest": {"application/manifest+json; charset=utf-8"},
	".txt":         {"text/plain; charset=utf-8"},
	".xml":         {"application/xml; charset=utf-8"},
	".ico":         {"image/x-icon"},
	".wasm":        {"application/wasm"},
	".woff2":       {"font/woff2"},
	".png":         {"image/png"},
	".jpg":         {"image/jpeg"},
	".webp":        {"image/webp"},
	".avif":        {"image/avif"},
}

var (
	immutable = []string{"public, max-age=31536000, immutable"}
	anHour    = []string{"public, max-age=3600"}
)

// files are the built files by path. They are read from the program file for each request and not kept in memory.
type files struct {
	dist   fs.FS
	byName map[string]*file
}

type file struct {
	once         sync.Once
	variants     *variants
	codings      []string // "br", "gzip", or "" for the file itself
	contentType  []string
	cacheControl []string
	public       bool // has its own URL
}

// suffixes are those of the compressed forms that the build writes (internal/platform/ssr/pack).
var suffixes = map[string]string{".br": "br", ".gz": "gzip"}

// newFiles lists what may be served. The list is complete, so unknown addresses cost nothing and path traversal is
// impossible.
func newFiles(dist fs.FS) *files {
	f := &files{dist: dist, byName: map[string]*file{}}
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
		coding := suffixes[path.Ext(name)]
		if coding != "" {
			name = strings.TrimSuffix(name, path.Ext(name))
		}
		kind, known := fileTypes[path.Ext(name)]
		if d.IsDir() || !known || name == scriptFile {
			return nil
		}
		if x := f.byName[name]; x != nil {
			x.codings = append(x.codings, coding)
			return nil
		}
		x := &file{contentType: kind, codings: []string{coding}, cacheControl: anHour, public: true}
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

// load finds the codings of a file. A client without any gets the gzip form unpacked.
func (f *files) load(name string, codings []string) (*variants, error) {
	v := &variants{}
	v.queued.Store(true) // the build has compressed it
	for _, coding := range codings {
		file := name + map[string]string{"br": ".br", "gzip": ".gz"}[coding]
		body, err := fs.ReadFile(f.dist, file)
		if err != nil {
			return nil, err
		}
		if v.tag == "" {
			v.tag = tagOf(body)
		}
		r := v.represent(len(body), coding, map[string]string{"br": "-b", "gzip": "-g"}[coding])
		r.from = func(w io.Writer) error { return f.copy(w, file) }
		switch coding {
		case "br":
			v.brotli.Store(&r)
		case "gzip":
			v.gzip.Store(&r)
			// The format's last four bytes are the length of the text.
			v.identity = v.represent(int(binary.LittleEndian.Uint32(body[len(body)-4:])), "", "")
			v.identity.from = func(w io.Writer) error { return f.unpack(w, file) }
		default:
			v.identity = r
		}
	}
	return v, nil
}

// copy streams a file of the build: embedded files are read in place.
func (f *files) copy(w io.Writer, name string) error {
	file, err := f.dist.Open(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, file)
	return errors.Join(err, file.Close())
}

func (f *files) unpack(w io.Writer, name string) error {
	file, err := f.dist.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(gunzip(w, file), file.Close())
}

// ServeFile answers a GET or HEAD with a file of the web build by its name, such as "assets/entry-1a2b3c4d.js", or
// returns false without writing. The server bundle, the manifest, source maps and dot files are never served.
func (s *Site) ServeFile(w http.ResponseWriter, r *http.Request, name string) bool {
	x := s.files.byName[name]
	if x == nil {
		return false
	}
	x.once.Do(func() {
		if v, err := s.files.load(name, x.codings); err == nil {
			x.variants = v
		}
	})
	if x.variants == nil {
		return false
	}
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
