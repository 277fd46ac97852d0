// Package uses collects the cache tags of a page while it is built: code that reads for a page notes what it reads. A
// change that names one of these tags (content.Changed) invalidates the page.
package uses

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Note says that what is being built has read what the tags name. Outside a build it does nothing.
func Note(ctx context.Context, tags ...string) {
	n, ok := ctx.Value(notedKey{}).(*Noted)
	if !ok {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, t := range tags {
		n.tags[t] = true
	}
}

// Until says when what a build has read changes by itself, such as an opening. The zero time is never.
func Until(ctx context.Context, at time.Time) {
	n, ok := ctx.Value(notedKey{}).(*Noted)
	if !ok || at.IsZero() {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.until.IsZero() || at.Before(n.until) {
		n.until = at
	}
}

// Noted is what a build has read.
type Noted struct {
	mu    sync.Mutex
	tags  map[string]bool
	until time.Time
}

type notedKey struct{}

// Collect returns a context in which Note is remembered.
func Collect(ctx context.Context) (context.Context, *Noted) {
	n := &Noted{tags: map[string]bool{}}
	return context.WithValue(ctx, notedKey{}, n), n
}

// Tags are what was noted so far, sorted.
func (n *Noted) Tags() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.tags))
}

// Until is the first of the moments that were noted; zero: none.
func (n *Noted) Until() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.until
}

const words = "words:"

// Words is the tag of a message, or of its namespace: cart.title and cart are both words:cart.
func Words(key string) string {
	namespace, _, _ := strings.Cut(key, ".")
	return words + namespace
}

// AreWords tells whether a tag is one of Words.
func AreWords(tag string) bool { return strings.HasPrefix(tag, words) }
