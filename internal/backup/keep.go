package backup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/media"
)

// For how many days, weeks and months the last backup of each is kept; those of the last day are all kept.
const (
	keepDays   = 7
	keepWeeks  = 4
	keepMonths = 12
)

// abandoned is the age from which a part without a manifest counts as left by a backup that was broken off.
const abandoned = 24 * time.Hour

// kept returns the backups to keep, from names that are sorted newest first. Only days with a backup count, so that the
// last backups stay when no new ones are made.
func kept(names []string, now time.Time) map[string]bool {
	out := map[string]bool{}
	rules := []struct {
		most int
		span func(t time.Time) string
	}{
		{keepDays, func(t time.Time) string { return t.Format("2006-01-02") }},
		{keepWeeks, func(t time.Time) string { y, w := t.ISOWeek(); return fmt.Sprint(y, " ", w) }},
		{keepMonths, func(t time.Time) string { return t.Format("2006-01") }},
	}
	for _, r := range rules {
		seen := map[string]bool{}
		for _, name := range names {
			if span := r.span(TimeOf(name)); !seen[span] && len(seen) < r.most {
				seen[span] = true
				out[name] = true
			}
		}
	}
	for _, name := range names {
		if now.Sub(TimeOf(name)) < 24*time.Hour {
			out[name] = true
		}
	}
	return out
}

// prune removes what no rule keeps: manifests first, so that no backup is ever listed that lacks something.
func prune(ctx context.Context, in media.Store, now time.Time) error {
	names, err := List(ctx, in)
	if err != nil {
		return err
	}
	keep, named := kept(names, now), map[string]bool{}
	for _, name := range names {
		if !keep[name] {
			if err := in.Delete(ctx, manifestKey(name)); err != nil {
				return err
			}
			continue
		}
		m, err := Read(ctx, in, name)
		if err != nil {
			return err // what it names is not known: nothing is removed
		}
		named[databaseKey(name)] = true
		for _, f := range m.Files {
			named[fileKey(f.Key)] = true
		}
	}
	var old []string
	for _, prefix := range []string{"files/", "databases/"} {
		err := in.Each(ctx, prefix, func(s media.Stored) error {
			name := strings.TrimSuffix(strings.TrimPrefix(s.Key, "databases/"), ".db")
			if !named[s.Key] && (prefix == "files/" || now.Sub(TimeOf(name)) > abandoned) {
				old = append(old, s.Key)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	var failed error
	for _, key := range old {
		failed = errors.Join(failed, in.Delete(ctx, key))
	}
	return failed
}
