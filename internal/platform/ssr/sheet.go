package ssr

import (
	"bytes"
	"fmt"
	"net/http"
	"path"
	"strings"
)

// sheet is the style sheet of every page. A first page contains it, which saves a round trip before anything is painted;
// the browser then fetches the file into its cache and says so by a cookie (web/src/site/shell/keep-styles.ts), and
// later pages only link the file.
type sheet struct {
	file    string // path of the build
	element []byte // contains the text
	link    []byte // replaces element
	cookie  string // name=value of a browser that has the file
}

// lostScript runs before the link. If the file does not arrive, because the browser has dropped it from its cache and is
// offline or asks another build, the cookie is deleted and the page is loaded again with its styles; not if the cookie stays, which would never end.
const lostScript = `addEventListener("error",function(e){if(e.target.id=="styles"){document.cookie="styles=;path=/;max-age=0";` +
	`document.cookie.indexOf("styles="+e.target.href.split("/").pop())<0&&location.reload()}},true)`

func commonSheet(m manifest, styles *styleSet) (sheet, error) {
	_, files := m.graph(wholeStyle, entrySource)
	if len(files) != 1 {
		return sheet{}, fmt.Errorf("ssr: the web build has %d style sheets for every page, not one", len(files))
	}
	css, err := styles.read(files[0])
	if err != nil {
		return sheet{}, err
	}
	name := path.Base(files[0]) // contains the hash of the content
	return sheet{
		file:    files[0],
		element: []byte(`<style data-file="` + name + `">` + css + `</style>`),
		link:    []byte(`<script>` + lostScript + `</script><link id="styles" rel="stylesheet" href="/` + files[0] + `">`),
		cookie:  "styles=" + name,
	}, nil
}

// kept returns whether the browser says that it has the file of this build.
func (s sheet) kept(r *http.Request) bool {
	for _, line := range r.Header["Cookie"] {
		for line != "" {
			var pair string
			if pair, line, _ = strings.Cut(line, ";"); strings.TrimSpace(pair) == s.cookie {
				return true
			}
		}
	}
	return false
}

// lightControl is the Cache-Control of a page without its styles: a shared cache must not give it to a first visitor.
var lightControl = []string{"private, max-age=0, must-revalidate"}

// serveForm answers with the page without its styles if the browser has them, otherwise with the whole page; also if the
// browser already has the whole page and only asks whether it is current.
func (s *Site) serveForm(w http.ResponseWriter, r *http.Request, e *entry) {
	control := e.cacheControl
	form := e.variants
	if !e.data && s.shell.sheet.kept(r) && (e.status != http.StatusOK || form.known(r, form.of(r)) == nil) {
		form = s.light(e)
		if !e.failed {
			control = lightControl
		}
	}
	s.packer.want(form)
	form.write(w, r, e.status, e.contentType, control)
}

// light is the page with a link in place of the style sheet. It is made at the first request for it.
func (s *Site) light(e *entry) *variants {
	e.lighten.Do(func() {
		e.light = newVariants(bytes.Replace(e.text(), s.shell.sheet.element, s.shell.sheet.link, 1), true)
		s.cache.grow(e, e.light.size)
	})
	return e.light
}
