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
	routes  map[string]code          // of routes with a chunk
	plain   code                     // of other routes
	styles  string                   // without the scripts
	csp     string
	office  string // the policy of the office's entry
	buildID string
	built   time.Time
}

// code is the styles and scripts of a route.
type code struct{ styles, scripts string }

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
	sheets, scripts, err := assets(m, &styles, "")
	if err != nil {
		return nil, err
	}
	s.styles, s.plain = sheets, code{sheets, scripts}
	for _, id := range m.routes() {
		sheets, scripts, err := assets(m, &styles, pageSource(id))
		if err != nil {
			return nil, err
		}
		s.routes[id] = code{sheets, scripts}
	}
	office, err := fs.ReadFile(dist, officeFile)
	if err != nil {
		return nil, fmt.Errorf("ssr: read the office's entry: %w", err)
	}
	s.csp = policy([]string{sourceHash(firstScript), sourceHash(secretScript)}, styles.hashes)
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

// assets inlines the style sheets, which saves a round trip, and names the scripts, which load after the first paint.
func assets(m manifest, styles *styleSet, page string) (sheets, scripts string, err error) {
	files, cssFiles := m.graph(wholeStyle, entrySource, page)
	for _, f := range cssFiles {
		css, err := styles.read(f)
		if err != nil {
			return "", "", err
		}
		sheets += `<style>` + css + `</style>`
	}
	var b strings.Builder
	entry := m[entrySource].File
	for _, f := range files {
		if f != entry {
			b.WriteString(`<link rel="modulepreload" fetchpriority="low" href="/` + f + `">`)
		}
	}
	b.WriteString(`<script type="module" fetchpriority="low" src="/` + entry + `"></script>`)
	return sheets, b.String(), nil
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
