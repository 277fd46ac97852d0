package payment_test

import (
	"strings"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/testkit/source"
	"shanmen/internal/testkit/template"
)

// The clean-up of unused pictures runs often, beside years of pictures that were used.
func TestTheUploadSweepUsesAnIndex(t *testing.T) {
	t.Parallel()
	_, text, found := strings.Cut(string(source.Read(t, "internal/sales/payment/payment.sql")), "-- name: UploadsUnused :many\n")
	if !found {
		t.Fatal("payment.sql has no UploadsUnused")
	}
	text, _, _ = strings.Cut(text, ";")
	d, err := db.Open(t.Context(), template.Tables.URL(t, "sqlite", t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = d.Close() }()
	rows, err := d.SQL().QueryContext(t.Context(), `EXPLAIN QUERY PLAN `+text, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	steps := 0
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		if steps++; strings.HasPrefix(step, "SCAN ") || strings.Contains(step, "TEMP B-TREE") {
			t.Errorf("the plan says %q", step)
		}
	}
	if err := rows.Err(); err != nil || steps == 0 {
		t.Errorf("%d steps, %v", steps, err)
	}
}
