package content

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
)

// Policies are the pages under /misc that the program has a place for: what members agree to, and the head of the questions.
var Policies = []string{"privacy-policy", "service-policy", "term-and-condition", faqPage}

// Written is which of the pages visitors find that the program leads to from everywhere.
type Written struct {
	AboutUs bool // at least one page about the temple
	keys    []string
}

// Has tells whether a policy is written.
func (w Written) Has(policy string) bool { return slices.Contains(w.keys, policy) }

// OnSite reads which pages visitors find. Its tag is that of the site: every page leads to them (onEveryPage).
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
