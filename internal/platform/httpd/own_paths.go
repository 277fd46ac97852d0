package httpd

import "strings"

// ownPaths tells which paths may belong to a call or a file. ServeMux needs longer to find that it has no pattern for a
// page's path than the page needs, so it is asked for these only.
type ownPaths struct {
	whole map[string]bool
	under []string // what comes before a pattern's first parameter or final slash
}

func (o *ownPaths) add(pattern string) {
	_, path, found := strings.Cut(pattern, " ")
	if !found {
		path = pattern
	}
	start, _, several := strings.Cut(path, "{")
	if !several && !strings.HasSuffix(path, "/") {
		if o.whole == nil {
			o.whole = map[string]bool{}
		}
		o.whole[path] = true
		return
	}
	start = strings.TrimSuffix(start, "/") // ServeMux redirects /admin to /admin/
	for _, known := range o.under {
		if strings.HasPrefix(start, known) {
			return
		}
	}
	o.under = append(o.under, start)
}

// has may be true for a path without a pattern, and is never false for one with a pattern.
func (o *ownPaths) has(path string) bool {
	if isAPI(path) || o.whole[path] {
		return true
	}
	for _, start := range o.under {
		if strings.HasPrefix(path, start) {
			return true
		}
	}
	return false
}
