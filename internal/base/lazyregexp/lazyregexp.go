// Package lazyregexp has regular expressions that are compiled at their first use, as in Go's own internal/lazyregexp:
// a hundred of them that few requests need took a megabyte and milliseconds of each start, and the program starts itself
// for each picture.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regexp.Regexp whose pattern is constant. An invalid pattern panics at the first use.
type Regexp struct{ compiled func() *regexp.Regexp }

// New returns the expression without compiling it.
func New(pattern string) *Regexp {
	return &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
}

// The methods are those of regexp.Regexp.

func (r *Regexp) MatchString(s string) bool            { return r.compiled().MatchString(s) }
func (r *Regexp) FindString(s string) string           { return r.compiled().FindString(s) }
func (r *Regexp) FindStringIndex(s string) []int       { return r.compiled().FindStringIndex(s) }
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}
func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}
func (r *Regexp) ReplaceAllString(s, to string) string { return r.compiled().ReplaceAllString(s, to) }
func (r *Regexp) ReplaceAllStringFunc(s string, to func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, to)
}
func (r *Regexp) Split(s string, n int) []string { return r.compiled().Split(s, n) }
