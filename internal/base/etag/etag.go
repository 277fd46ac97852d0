// Package etag compares entity tags of HTTP.
package etag

import "strings"

// Matches returns whether an If-None-Match header contains the tag, by the weak comparison of RFC 9110: a proxy that
// compresses makes a tag weak. The tag must contain no comma.
func Matches(header, tag string) bool {
	if header == tag {
		return true
	}
	for len(header) > 0 {
		var part string
		part, header, _ = strings.Cut(header, ",")
		part = strings.TrimSpace(part)
		if part == "*" || strings.TrimPrefix(part, "W/") == tag {
			return true
		}
	}
	return false
}
