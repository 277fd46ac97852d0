package db_test

import (
	"context"
	"errors"
	"testing"

	"shanmen/internal/platform/db"
)

func TestListenersAreNotifiedOfCommitsInTheirDatabase(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB) {
		heard, stop := d.Listen("letters")
		other, stopOther := d.Listen("other")
		defer stopOther()
		told := func(c <-chan struct{}) bool {
			select {
			case <-c:
				return true
			default:
				return false
			}
		}
		write := func(fails error) {
			err := d.Write(t.Context(), func(_ context.Context, tx *db.Tx) error {
				tx.Notify("letters")
				if told(heard) {
					t.Error("a listener heard of it before the commit")
				}
				return fails
			})
			if !errors.Is(err, fails) {
				t.Fatal(err)
			}
		}
		if write(errors.New("refused")); told(heard) {
			t.Error("a listener heard of what was rolled back")
		}
		for range 2 {
			if err := d.Write(t.Context(), func(_ context.Context, tx *db.Tx) error { tx.Notify("letters"); return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if !told(heard) || told(heard) || told(other) {
			t.Error("two commits are one notice of their own topic")
		}
		stop()
		if write(nil); told(heard) {
			t.Error("who has stopped listening still hears")
		}
	})
}
