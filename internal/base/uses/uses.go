// Package uses collects the cache tags of a page while it is built: code that reads data for a page notes the tags of
// what it reads. A change that names one of these tags (content.Changed) invalidates the page.
package uses

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
)

// Note records that the page being built has read what the tags name. Outside a build it does nothing.
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

// Until records when something that a build has read changes by time, such as an opening. The zero time means never.
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

// Noted has the tags and times of a build.
type Noted struct {
	mu    sync.Mutex
	tags  map[string]bool
	until time.Time
}

type notedKey struct{}

// Collect returns a context in which Note and Until record.
func Collect(ctx context.Context) (context.Context, *Noted) {
	n := &Noted{tags: map[string]bool{}}
	return context.WithValue(ctx, notedKey{}, n), n
}

// Tags returns the tags noted so far, sorted.
func (n *Noted) Tags() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Sorted(maps.Keys(n.tags))
}

// Until returns the earliest time noted; zero: none.
func (n *Noted) Until() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.until
}

const words = "words:"

// Words is the cache tag of a message or its namespace: cart.title and cart are both words:cart.
func Words(key string) string {
	namespace, _, _ := strings.Cut(key, ".")
	return words + namespace
}

// AreWords returns whether a tag is one of Words.
func AreWords(tag string) bool { return strings.HasPrefix(tag, words) }
