package lookup

import (
	"context"

	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
)

// Page is a page of results, newest first.
type Page struct {
	Hits  []Hit
	Next  string
	Total int64
	More  bool
}

// Asked is the query and the start key.
type Asked struct {
	keyset.Ask
	Q string `query:"q" minLength:"1" maxLength:"100" required:"true" doc:"A Chinese character, or two letters or digits, at least"`
}

// Find reads the requested page.
func (in *Asked) Find(ctx context.Context, r db.Reader, kind Kind) (out Page, err error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return Page{}, err
	}
	if !LongEnough(in.Q) {
		return Page{}, nil
	}
	search, _, err := For(ctx, r, kind, in.Q)
	if err != nil {
		return Page{}, err
	}
	if in.Total() {
		if out.Total, out.More, err = search.Total(ctx, r); err != nil {
			return Page{}, err
		}
	}
	if !in.Rows() {
		return out, nil
	}
	if out.Hits, err = search.Newest(ctx, r, after, in.Limit+1); err != nil {
		return Page{}, err
	}
	if int64(len(out.Hits)) > in.Limit {
		out.Hits = out.Hits[:in.Limit]
		last := out.Hits[len(out.Hits)-1]
		out.Next = keyset.Key{At: last.At, ID: last.ID}.String()
	}
	return out, nil
}
