package content_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"shanmen/internal/offer/content"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/source"
)

// A stored value may be older than its validation, or come from another program: it is used only if it could be set
// today. A setting without a default is returned as stored.
func TestAStoredSettingThatCouldNotBeSetIsItsDefault(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *content.Service) {
		put := func(values map[string]string) {
			t.Helper()
			err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				for key, value := range values {
					if err := tx.PutSetting(ctx, query.PutSettingParams{Key: key, Value: value}); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		read := func() []any {
			t.Helper()
			r := s.DB.Read()
			site, err := content.Site(ctx, r)
			waive, err2 := content.WaiveLimit(ctx, r)
			refund, err3 := content.RefundLimit(ctx, r)
			expiry, err4 := content.Expiry(ctx, r)
			prefix, err5 := content.Prefix(ctx, r, "OR")
			orders, err6 := content.ReadOrderLimits(ctx, r)
			if err := errors.Join(err, err2, err3, err4, err5, err6); err != nil {
				t.Fatal(err)
			}
			return []any{site.UEN, site.Hold, waive, int(refund), expiry, prefix, int(orders.OpenOrders), orders.Expiry}
		}
		put(map[string]string{"hold-minutes": "90", "waive-cents": "50", "refund-limit": "20", "invoice-expiry-days": "10", "receipt-prefix": "R", "open-orders": "9"})
		if got, want := read(), []any{"", 90 * time.Minute, 50, 2000, 240 * time.Hour, "R", 9, 240 * time.Hour}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
		put(map[string]string{"paynow-uen": "12345", "hold-minutes": "5", "waive-cents": "900", "refund-limit": "many", "invoice-expiry-days": "", "receipt-prefix": "!", "open-orders": "101"})
		if got, want := read(), []any{"12345", time.Hour, 200, 50000, 168 * time.Hour, "OR", 5, 168 * time.Hour}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
}

// Settings of the office are read in one way, with their defaults and checks.
func TestSettingsAreReadInOneWay(t *testing.T) {
	t.Parallel()
	may := []string{
		"internal/offer/content/setting_read.go",
		"internal/app/demo.go", // it asks whether there is any
	}
	found := 0
	for _, path := range source.Program(t) {
		text := source.Read(t, path)
		if !bytes.Contains(text, []byte(".Settings(ctx)")) && !bytes.Contains(text, []byte(".SettingsOf(")) {
			continue
		}
		if found++; !slices.Contains(may, path) {
			t.Errorf("%s reads settings past content.ReadSettings", path)
		}
	}
	if found < len(may) {
		t.Errorf("%d files read settings, %s do", found, strings.Join(may, " and "))
	}
}
