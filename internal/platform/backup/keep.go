package backup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/platform/media"
)

// The number of days, weeks and months whose last backup is kept; those of the current day are all kept.
const (
	keepDays   = 7
	keepWeeks  = 4
	keepMonths = 12
)

// abandoned is the age from which files without a file list belong to an interrupted backup.
const abandoned = 24 * time.Hour

// kept returns the backups to keep, from names sorted newest first. Only days with a backup count, so that the last
// ones are kept when no new ones are made.
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

// prune removes backups that no rule keeps: file lists first, so that no incomplete backup is ever listed. Damaged
// backups, and those of a newer version, do not count, and go when their own time is over. While an unreadable list
// exists its files are unknown, so no picture is deleted.
func prune(ctx context.Context, in media.Store, now time.Time) error {
	var sound []string
	named := map[string]bool{}
	not, err := each(ctx, in, func(m *Manifest) error {
		sound = append(sound, m.Name)
		return nil
	})
	if err != nil {
		return err
	}
	found, err := LastCheck(ctx, in)
	if err != nil {
		return err
	}
	unread := not.names()
	broken := slices.Concat(unread, found.Broken)
	keep := kept(slices.DeleteFunc(sound, func(name string) bool { return slices.Contains(broken, name) }), now)
	names, err := List(ctx, in)
	if err != nil {
		return err
	}
	turns := kept(names, now)
	whole := true
	for _, name := range names {
		if !keep[name] && !(turns[name] && slices.Contains(broken, name)) {
			if err := in.Delete(ctx, manifestKey(name)); err != nil {
				return err
			}
			continue
		}
		named[databaseKey(name)] = true
		if slices.Contains(unread, name) {
			whole = false
			continue
		}
		m, err := Read(ctx, in, name)
		if err != nil {
			return err // its files are unknown: delete nothing
		}
		for _, f := range m.Files {
			named[fileKey(f.Key)] = true
		}
	}
	var old []string
	for _, prefix := range []string{"files/", "databases/"} {
		err := in.Each(ctx, prefix, func(s media.Stored) error {
			name := strings.TrimSuffix(strings.TrimPrefix(s.Key, "databases/"), ".db")
			if !named[s.Key] && (prefix == "files/" && whole || prefix != "files/" && now.Sub(TimeOf(name)) > abandoned) {
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
