package ssr

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// ErrNoBuild means that the folder contains no web build.
var ErrNoBuild = errors.New("the web build is missing: run make build")

const (
	manifestFile = ".vite/manifest.json"
	buildFile    = ".vite/build.json"
	scriptFile   = "ssr.js"
	officeFile   = "admin.html"
	entrySource  = "src/entry-client.tsx"
	// Vite writes this key, which no chunk refers to, for a single common style sheet.
	wholeStyle = "style.css"
)

// chunk is an entry of Vite's manifest.
type chunk struct {
	File    string   `json:"file"`
	IsEntry bool     `json:"isEntry"`
	Imports []string `json:"imports"`
	CSS     []string `json:"css"`
}

type manifest map[string]chunk

func readManifest(dist fs.FS) (manifest, []byte, error) {
	raw, err := fs.ReadFile(dist, manifestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, ErrNoBuild
	} else if err != nil {
		return nil, nil, fmt.Errorf("ssr: read the web build: %w", err)
	}
	var m manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, nil, fmt.Errorf("ssr: %s: %w", manifestFile, err)
	}
	if m[entrySource].File == "" {
		return nil, nil, fmt.Errorf("ssr: %s has no entry %s", manifestFile, entrySource)
	}
	return m, raw, nil
}

// readBuildTime returns the time of a web build, and the source of that information.
func readBuildTime(dist fs.FS) (time.Time, []byte, error) {
	raw, err := fs.ReadFile(dist, buildFile)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil, ErrNoBuild
	} else if err != nil {
		return time.Time{}, nil, fmt.Errorf("ssr: read the web build: %w", err)
	}
	var b struct{ Timestamp int64 }
	if err := json.Unmarshal(raw, &b); err != nil || b.Timestamp <= 0 {
		return time.Time{}, nil, fmt.Errorf("ssr: %s does not say when the build is of: %w", buildFile, err)
	}
	return time.UnixMilli(b.Timestamp), raw, nil
}

// pageSource is the front end's folder of route components.
func pageSource(route string) string { return "src/routes/" + route + ".tsx" }

// graph lists the script and style files that the sources load, in order: a source before its imports.
func (m manifest) graph(sources ...string) (scripts, styles []string) {
	seen := map[string]bool{}
	var walk func(key string)
	walk = func(key string) {
		c, ok := m[key]
		if !ok || seen[key] {
			return
		}
		seen[key] = true
		if strings.HasSuffix(c.File, ".js") {
			scripts = append(scripts, c.File)
		} else if strings.HasSuffix(c.File, ".css") {
			styles = append(styles, c.File)
		}
		for _, i := range c.Imports {
			walk(i)
		}
		for _, f := range c.CSS {
			if !slices.Contains(styles, f) {
				styles = append(styles, f)
			}
		}
	}
	for _, s := range sources {
		walk(s)
	}
	return scripts, styles
}

// routes lists the routes with their own chunk.
func (m manifest) routes() []string {
	var ids []string
	for key := range m {
		if id, ok := strings.CutPrefix(key, "src/routes/"); ok && strings.HasSuffix(id, ".tsx") {
			ids = append(ids, strings.TrimSuffix(id, ".tsx"))
		}
	}
	slices.Sort(ids)
	return ids
}

// fonts lists the built WOFF2 files whose names start with prefix.
func fonts(dist fs.FS, prefix string) ([]string, error) {
	files, err := fs.Glob(dist, "assets/"+prefix+"*.woff2")
	if err != nil {
		return nil, fmt.Errorf("ssr: list fonts: %w", err)
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(path.Base(a), path.Base(b)) })
	return files, nil
}
