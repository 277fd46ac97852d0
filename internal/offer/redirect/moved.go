package redirect

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/redirect/address"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// mostSteps is how many redirects are followed in a row.
const mostSteps = 10

// Follow resolves a plain path of this site through the redirects in the database; without a redirect it is the path
// itself.
func Follow(ctx context.Context, r db.Reader, path string) (string, error) {
	for range mostSteps {
		target, err := Away(ctx, r, path)
		if err != nil {
			return "", err
		}
		next := Entry{Target: target}.leads()
		if target == "" || next == "" {
			return path, nil
		}
		path = next
	}
	return path, nil
}

// Away is the next target of a plain path, internal or external; "" without a redirect.
func Away(ctx context.Context, r db.Reader, path string) (string, error) {
	target, err := r.RedirectOf(ctx, address.Of(path))
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("redirect of %s: %w", path, err)
	}
	return target, nil
}

// Moved redirects a page's former address to its current one, and removes any redirect from the current one. Renew
// loads it into memory after the commit. Faults: "redirect-many".
func (s *Service) Moved(ctx context.Context, tx *db.Tx, from, to string, now time.Time) error {
	if err := content.Changed(ctx, tx, content.TagRedirects); err != nil { // others who change the list wait
		return err
	}
	rows, err := tx.Redirects(ctx)
	if err != nil {
		return fmt.Errorf("redirects: %w", err)
	}
	if rows, err = free(ctx, tx, rows, to); err != nil {
		return err
	}
	if _, there := find(rows, address.Of(from)); !there && len(rows) >= MostEntries {
		return fault.Invalid("redirect-many").With("max", MostEntries)
	}
	e := Entry{Path: address.Of(from), Target: to, Status: http.StatusMovedPermanently, Active: true}
	if err := s.write(ctx, tx, entries(rows), e, now); err != nil {
		return err
	}
	return note(ctx, tx, "redirect.send", nil, &e)
}

// Free deletes the redirect at the address of a page that is about to be published. Memory is updated at the next poll
// of the content version.
func (s *Service) Free(ctx context.Context, tx *db.Tx, path string) error {
	if err := content.Changed(ctx, tx, content.TagRedirects); err != nil { // others who change the list wait
		return err
	}
	rows, err := tx.Redirects(ctx)
	if err != nil {
		return fmt.Errorf("redirects: %w", err)
	}
	_, err = free(ctx, tx, rows, path)
	return err
}

// free deletes the entry of a path and returns the resulting list.
func free(ctx context.Context, tx *db.Tx, rows []query.Redirect, path string) ([]query.Redirect, error) {
	gone, there := find(rows, address.Of(path))
	if !there {
		return rows, nil
	}
	if err := tx.DropRedirect(ctx, gone.Path); err != nil {
		return nil, fmt.Errorf("redirect: %w", err)
	}
	was := entryOf(gone)
	return dropped(rows, gone.Path), note(ctx, tx, "redirect.take-away", &was, nil)
}

func dropped(rows []query.Redirect, path string) (out []query.Redirect) {
	for _, r := range rows {
		if r.Path != path {
			out = append(out, r)
		}
	}
	return out
}
