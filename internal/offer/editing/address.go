package editing

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/redirect"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

type addressIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Key string `json:"key" maxLength:"100" doc:"Last part of the page's address: lower-case letters, digits and hyphens"`
	}
}

// Address changes a record's address at once, in both languages, and redirects the former one. Faults: "key-shape",
// "key-taken", "required" at the field key; "record-fixed" for a record without an address of its own.
func (s *Service) Address(ctx context.Context, in *addressIn) (*Added, error) {
	key := strings.ToLower(strings.TrimSpace(in.Body.Key))
	refused := func(code string) error { return fault.At("key", code) }
	switch {
	case key == "":
		return nil, refused("required")
	case !keyShape.MatchString(key):
		return nil, refused("key-shape")
	}
	out, err := s.change(ctx, in.ID, func(ctx context.Context, tx *db.Tx, w *work) error {
		if w.kind.rename == nil || w.record.TakenAt > 0 {
			return fault.Invalid("record-fixed")
		}
		was := w.record.Key
		if key == was {
			return nil
		}
		if taken, err := keyTaken(ctx, tx, w.kind, key); err != nil || taken {
			return errors.Join(err, refusedIf(taken, refused("key-taken")))
		}
		err := tx.RecordKey(ctx, query.RecordKeyParams{Key: key, ChangedID: w.who, ChangedAt: clock.MillisOf(w.now), ID: w.record.ID})
		if db.IsUnique(err) { // a concurrent request took the key
			return refused("key-taken")
		}
		if err != nil {
			return fmt.Errorf("key of record: %w", err)
		}
		from, to := w.kind.address(was), w.kind.address(key)
		if err := w.kind.rename(ctx, tx, was, key); err != nil {
			return err
		}
		if err := tx.RefMove(ctx, query.RefMoveParams{Now: targetOf(to), Was: targetOf(from)}); err != nil {
			return fmt.Errorf("refs of %s: %w", from, err)
		}
		if err := tx.RefForget(ctx, targetOf(from)); err != nil {
			return fmt.Errorf("refs of %s: %w", from, err)
		}
		if w.everOnSite() { // otherwise it was never published and needs no redirect
			if err := s.OldAddresses.Moved(ctx, tx, from, to, w.now); err != nil {
				return err
			}
		}
		w.record.Key, w.record.ChangedID, w.record.ChangedAt = key, w.who, clock.MillisOf(w.now)
		return w.note(ctx, tx, "record.address", map[string]any{"was": from, "now": to})
	})
	if err != nil {
		return nil, err
	}
	return out, s.OldAddresses.Renew(ctx)
}

func refusedIf(yes bool, err error) error {
	if yes {
		return err
	}
	return nil
}

// keyTaken returns whether another record has the key, even one that was removed.
func keyTaken(ctx context.Context, tx *db.Tx, kind *Kind, key string) (bool, error) {
	for _, k := range kindsIn(kind.space) {
		switch _, err := tx.RecordByKey(ctx, query.RecordByKeyParams{Kind: k.Name, Key: key}); {
		case err == nil:
			return true, nil
		case !errors.Is(err, db.ErrNoRows):
			return false, fmt.Errorf("record by key: %w", err)
		}
	}
	return false, nil
}

// followed resolves the redirects of one of the site's addresses: drafts and versions keep the links with which they
// were written.
func followed(ctx context.Context, r db.Reader, address string) (string, error) {
	p := ownPath(address)
	if t := targetOf(p); t == "" || strings.HasPrefix(t, pictureTarget) { // pictures have no redirects
		return address, nil
	}
	return redirect.Follow(ctx, r, p)
}
