package editing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// everyPage means all addresses.
const everyPage = "*"

// concerned are the plain addresses of the pages that publishing the changed fields marks (content.Changed), so that the
// office can name them before. TestCacheTagsAreExact compares them with what is marked.
func (w *work) concerned(ctx context.Context, tx *db.Tx, changed []string) ([]string, error) {
	out := []string{}
	if w.kind.private {
		return out, nil
	}
	if w.kind.Base != "" {
		out = append(out, w.shownAt())
	}
	if w.kind.concerns != nil {
		more, err := w.kind.concerns(ctx, tx, w, changed)
		if err != nil {
			return nil, err
		}
		if slices.Contains(more, everyPage) {
			return []string{everyPage}, nil
		}
		out = append(out, more...)
	}
	return unique(out), nil
}

// shownAt is the plain address of the main page that shows a record.
func (w *work) shownAt() string {
	at, _, _ := strings.Cut(w.kind.address(w.record.Key), "#")
	return cmp.Or(at, w.kind.seenAt, "/")
}

// titlesAt returns the titles of the pages at addresses. The home page and the lists have no record, so the office's
// screen names them itself.
func titlesAt(ctx context.Context, tx *db.Tx, addresses []string) ([]PageTitle, error) {
	var out []PageTitle
	for _, address := range addresses {
		space, key, ok := strings.Cut(targetOf(address), ":")
		if !ok {
			continue
		}
		for _, kind := range kindsIn(space) {
			r, err := tx.RecordByKey(ctx, query.RecordByKeyParams{Kind: kind.Name, Key: key})
			if errors.Is(err, db.ErrNoRows) {
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("title at %s: %w", address, err)
			}
			out = append(out, PageTitle{Address: address, Title: locale.Text{EN: r.TitleEn, ZH: r.TitleZh}})
			break
		}
	}
	return out, nil
}

// unique removes duplicates.
func unique(all []string) []string {
	out := []string{}
	for _, one := range all {
		if !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}
