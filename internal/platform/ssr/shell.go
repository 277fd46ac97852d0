package ssr

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/locale"
)

// fontPrefixes are the fonts that a page preloads, by language. Chinese pages preload none: their single file is large,
// and Han characters do not move when it arrives.
var fontPrefixes = map[locale.Locale]string{locale.EN: "source-serif"}

// shell is the constant part of every document, built once from the web build.
type shell struct {
	head    map[locale.Locale]string // font preloads
	sheet   sheet                    // of every page
	routes  map[string]code          // of routes with a chunk
	plain   code                     // of other routes
	csp     string
	office  string // the policy of the office's entry
	buildID string
	built   time.Time
}

// code is the scripts of a route, and the styles that only it has. early preloads the scripts.
type code struct{ styles, scripts, early string }

func newShell(dist fs.FS, script []byte) (*shell, error) {
	m, raw, err := readManifest(dist)
	if err != nil {
		return nil, err
	}
	s := &shell{head: map[locale.Locale]string{}, routes: map[string]code{}}
	for l, prefix := range fontPrefixes {
		files, err := fonts(dist, prefix)
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			s.head[l] += `<link rel="preload" as="font" type="font/woff2" crossorigin href="/` + f + `">`
		}
	}
	styles := styleSet{dist: dist, text: map[string]string{}}
	if s.sheet, err = commonSheet(m, &styles); err != nil {
		return nil, err
	}
	if s.plain, err = assets(m, &styles, s.sheet, ""); err != nil {
		return nil, err
	}
	for _, id := range m.routes() {
		if s.routes[id], err = assets(m, &styles, s.sheet, pageSource(id)); err != nil {
			return nil, err
		}
	}
	office, err := fs.ReadFile(dist, officeFile)
	if err != nil {
		return nil, fmt.Errorf("ssr: read the office's entry: %w", err)
	}
	s.csp = policy([]string{sourceHash(firstScript), sourceHash(secretScript), sourceHash(lostScript)}, styles.hashes)
	s.office = policy(inlineScripts(office), styles.hashes)
	sum := sha256.New()
	built, dated, err := readBuildTime(dist)
	if err != nil {
		return nil, err
	}
	s.built = built
	for _, part := range [][]byte{raw, script, dated} {
		sum.Write(part)
	}
	s.buildID = hex.EncodeToString(sum.Sum(nil))[:16]
	return s, nil
}

// assets names the scripts of a page, which load after the first paint, and inlines the styles that only it has.
func assets(m manifest, styles *styleSet, common sheet, page string) (code, error) {
	files, cssFiles := m.graph(wholeStyle, entrySource, page)
	var own, preloads strings.Builder
	for _, f := range cssFiles {
		if f == common.file {
			continue
		}
		css, err := styles.read(f)
		if err != nil {
			return code{}, err
		}
		own.WriteString(`<style>` + css + `</style>`)
	}
	entry := m[entrySource].File
	for _, f := range files {
		if f != entry {
			preloads.WriteString(`<link rel="modulepreload" fetchpriority="low" href="/` + f + `">`)
		}
	}
	return code{
		styles:  own.String(),
		scripts: preloads.String() + `<script type="module" fetchpriority="low" src="/` + entry + `"></script>`,
		early:   `<link rel="modulepreload" fetchpriority="low" href="/` + entry + `">` + preloads.String(),
	}, nil
}

// styleSet reads each style sheet once and collects the hashes for the CSP.
type styleSet struct {
	dist   fs.FS
	text   map[string]string
	hashes []string
}

func (s *styleSet) read(file string) (string, error) {
	if css, ok := s.text[file]; ok {
		return css, nil
	}
	raw, err := fs.ReadFile(s.dist, file)
	if err != nil {
		return "", fmt.Errorf("ssr: read a style sheet: %w", err)
	}
	// The HTML parser converts CRLF to LF before the browser hashes the text.
	css := strings.ReplaceAll(string(raw), "\r\n", "\n")
	if strings.Contains(strings.ToLower(css), "</style") {
		return "", fmt.Errorf("ssr: %s cannot stand inside a style element", file)
	}
	s.text[file] = css
	s.hashes = append(s.hashes, sourceHash(css))
	return css, nil
}

// sourceHash formats the hash of an inline script or style for the CSP.
func sourceHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// inlineScripts are the hashes of the classic scripts within a document.
func inlineScripts(html []byte) (hashes []string) {
	for _, m := range inlineScript.FindAllSubmatch(html, -1) {
		hashes = append(hashes, sourceHash(string(m[1])))
	}
	return hashes
}

// policy allows the own origin, and the scripts and style sheets within the document. The payload is data, which policies
// do not cover.
func policy(scripts, styles []string) string {
	slices.Sort(styles)
	return "default-src 'self'; script-src " + strings.Join(append([]string{"'self'"}, scripts...), " ") +
		"; style-src " + strings.Join(append([]string{"'self'"}, styles...), " ") +
		"; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
}
