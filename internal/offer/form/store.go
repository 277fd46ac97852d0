package form

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Load reads the version that an entry was written with, or returns fault.NotFound.
func Load(ctx context.Context, r db.Reader, key string, version int64) (Definition, error) {
	raw, err := r.FormVersion(ctx, query.FormVersionParams{Key: key, Version: version})
	return stored(key, raw, err)
}

// Latest reads the version for new entries, or returns fault.NotFound.
func Latest(ctx context.Context, r db.Reader, key string) (Definition, error) {
	uses.Note(ctx, tag(key))
	raw, err := r.FormLatest(ctx, key)
	return stored(key, raw, err)
}

// LatestVersion is the number of that version, 0 without one.
func LatestVersion(ctx context.Context, r db.Reader, key string) (int64, error) {
	return r.FormLatestVersion(ctx, key)
}

// Put stores a definition as a new version. An existing version is refused by the database: db.IsUnique.
func Put(ctx context.Context, tx *db.Tx, d Definition, now time.Time) error {
	if err := d.Check(); err != nil {
		return err
	}
	raw, err := json.Marshal(d)
	if err != nil {
		return err
	}
	err = tx.FormPut(ctx, query.FormPutParams{Key: d.Key, Version: d.Version, Definition: string(raw), CreatedAt: clock.MillisOf(now)})
	if err != nil {
		return fmt.Errorf("store form %s: %w", d.Key, err)
	}
	return content.Changed(ctx, tx, tag(d.Key))
}

// Renew stores a definition as the next version of its key, unless the newest is equal.
func Renew(ctx context.Context, tx *db.Tx, d Definition, now time.Time) error {
	newest, err := Latest(ctx, tx.Queries, d.Key)
	if err != nil && !errors.Is(err, fault.NotFound()) {
		return err
	}
	d.Version = newest.Version
	was, err := json.Marshal(newest)
	if err != nil {
		return err
	}
	is, err := json.Marshal(d)
	if err != nil || bytes.Equal(was, is) {
		return err
	}
	d.Version++
	return Put(ctx, tx, d, now)
}

// Newest lists the forms for new entries, by key.
func Newest(ctx context.Context, r db.Reader) ([]Definition, error) {
	rows, err := r.FormsNewest(ctx)
	if err != nil {
		return nil, fmt.Errorf("forms: %w", err)
	}
	return all(rows)
}

// Versions lists all versions of a form, newest first.
func Versions(ctx context.Context, r db.Reader, key string) ([]Definition, error) {
	rows, err := r.FormVersions(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("versions of form %s: %w", key, err)
	}
	return all(rows)
}

func all(rows []string) ([]Definition, error) {
	out := make([]Definition, len(rows))
	for i, raw := range rows {
		if err := json.Unmarshal([]byte(raw), &out[i]); err != nil {
			return nil, fmt.Errorf("form: %w", err)
		}
	}
	return out, nil
}

// tag is the form's cache tag.
func tag(key string) string { return "form:" + key }

func stored(key, raw string, err error) (Definition, error) {
	if err != nil {
		return Definition{}, db.NotFound(fmt.Errorf("load form %s: %w", key, err))
	}
	var d Definition // checked when stored; a newer version of the program may know more attributes
	if err := json.Unmarshal([]byte(raw), &d); err != nil {
		return Definition{}, fmt.Errorf("load form %s: %w", key, err)
	}
	return d, nil
}
