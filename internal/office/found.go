package office

import (
	"cmp"
	"slices"

	"shanmen/internal/keyset"
	"shanmen/internal/lookup"
)

// foundPage is the part of what was found that follows a key, the newest first, and where the next begins.
func foundPage(hits []lookup.Hit, after keyset.Key, limit int) (page []lookup.Hit, next string) {
	slices.SortFunc(hits, func(a, b lookup.Hit) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID)) })
	if after.ID != "" {
		n, there := slices.BinarySearchFunc(hits, after, func(h lookup.Hit, k keyset.Key) int {
			return cmp.Or(cmp.Compare(k.At, h.At), cmp.Compare(k.ID, h.ID))
		})
		if there {
			n++
		}
		hits = hits[n:]
	}
	if len(hits) > limit {
		last := hits[limit-1]
		return hits[:limit], keyset.Key{At: last.At, ID: last.ID}.String()
	}
	return hits, ""
}
