package content

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
)

// Policies are the pages under /misc that the program expects: those members agree to, and the introduction of the FAQ.
var Policies = []string{"privacy-policy", "service-policy", "term-and-condition", faqPage}

// Written lists which of the pages linked from everywhere are published.
type Written struct {
	AboutUs bool // at least one about-us page
	keys    []string
}

// Has tells whether a policy is written.
func (w Written) Has(policy string) bool { return slices.Contains(w.keys, policy) }

// OnSite reads which pages are published. Its cache tag is that of the site, because every page links to them
// (onEveryPage).
func OnSite(ctx context.Context, r db.Reader) (w Written, err error) {
	uses.Note(ctx, TagSite)
	rows, err := r.ContentOnSite(ctx)
	if err != nil {
		return w, fmt.Errorf("pages on the site: %w", err)
	}
	for _, row := range rows {
		w.AboutUs = w.AboutUs || row.Kind == KindAboutUs
		w.keys = append(w.keys, row.Key)
	}
	return w, nil
}
