package office

import (
	"context"

	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/lookup"
)

// found is a page of a search, the newest first.
type found struct {
	hits  []lookup.Hit
	next  string
	total int64
	more  bool
}

type findIn struct {
	keyset.Ask
	Q string `query:"q" minLength:"1" maxLength:"100" required:"true" doc:"A Chinese character, or two letters or digits, at least"`
}

func (in *findIn) find(ctx context.Context, r db.Reader, kind lookup.Kind) (out found, err error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return found{}, err
	}
	if !lookup.LongEnough(in.Q) {
		return found{}, nil
	}
	search, _, err := lookup.For(ctx, r, kind, in.Q)
	if err != nil {
		return found{}, err
	}
	if in.Total() {
		if out.total, out.more, err = search.Total(ctx, r); err != nil {
			return found{}, err
		}
	}
	if !in.Rows() {
		return out, nil
	}
	if out.hits, err = search.Newest(ctx, r, after, in.Limit+1); err != nil {
		return found{}, err
	}
	if int64(len(out.hits)) > in.Limit {
		out.hits = out.hits[:in.Limit]
		last := out.hits[len(out.hits)-1]
		out.next = keyset.Key{At: last.At, ID: last.ID}.String()
	}
	return out, nil
}
