package pg_test

import (
	"context"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/mutant"
	"shanmen/internal/testkit/pg"
)

func TestTwiceRunsEveryTransactionCallbackAgain(t *testing.T) {
	url := pg.URL(t)
	made, err := db.Open(t.Context(), url) // migrations are not run again
	if err != nil {
		t.Fatal(err)
	}
	if err := made.Close(); err != nil {
		t.Fatal(err)
	}
	d, err := db.Open(t.Context(), mutant.Twice(t, url))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for range 3 {
		ran := 0
		if err := d.Write(t.Context(), func(context.Context, *db.Tx) error { ran++; return nil }); err != nil || ran != 2 {
			t.Errorf("ran %d times: %v", ran, err)
		}
	}
}
