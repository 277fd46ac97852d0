package media

import (
	"mime"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

const maxNameRunes = 100

// CleanName makes a file name safe for display and download: the last path segment, without control and direction
// characters, quotes, and characters that file systems forbid. It may be empty. It is never part of a storage key.
func CleanName(declared string) string {
	name := path.Base(strings.ReplaceAll(strings.ToValidUTF8(declared, ""), `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || strings.ContainsRune(`/<>:"|?*;`, r) {
			return -1
		}
		return r
	}, name)
	name = strings.Trim(name, ". ")
	if n := utf8.RuneCountInString(name); n > maxNameRunes {
		runes := []rune(name)
		ext := []rune(path.Ext(name))
		if len(ext) > 10 {
			ext = nil
		}
		name = string(runes[:maxNameRunes-len(ext)]) + string(ext)
	}
	return name
}

// disposition is a Content-Disposition value; non-ASCII names use RFC 5987.
func disposition(kind, name string) string {
	if v := mime.FormatMediaType(kind, map[string]string{"filename": name}); name != "" && v != "" {
		return v
	}
	return kind
}
