package content

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/base/uses"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

// Values are settings as they are stored, by key.
type Values map[string]string

// ReadSettings reads some settings in one statement, or all.
func ReadSettings(ctx context.Context, r db.Reader, some ...Setting) (Values, error) {
	var rows []query.Setting
	var err error
	switch len(some) {
	case 0:
		rows, err = r.Settings(ctx)
	case 1:
		var value string
		if value, err = r.Setting(ctx, some[0].Key); errors.Is(err, db.ErrNoRows) {
			return Values{}, nil
		}
		rows = []query.Setting{{Key: some[0].Key, Value: value}}
	default:
		asked := map[string]bool{}
		for _, s := range some {
			asked[s.Key] = true
		}
		keys, _ := json.Marshal(asked) // texts alone: cannot fail
		rows, err = r.SettingsOf(ctx, string(keys))
	}
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	v := Values{}
	for _, row := range rows {
		v[row.Key] = row.Value
	}
	return v, nil
}

// Text is the effective value: the stored one if it passes the current validation, else the default. A setting without
// a default is returned as stored, so that the doctor can report what is wrong with it.
func (v Values) Text(s Setting) string {
	stored := v[s.Key]
	if s.Default == "" {
		return stored
	}
	if clean, wrong := s.clean(stored); wrong == nil {
		return cmp.Or(clean, s.Default)
	}
	return s.Default
}

// Number is what holds of a number.
func (v Values) Number(s Setting) int64 {
	n, _ := strconv.ParseInt(v.Text(s), 10, 64) // checked
	return n
}

func days(n int64) time.Duration { return time.Duration(n) * 24 * time.Hour }

// WaiveLimit is how many cents of an order may be let go when its transfer came in short.
func WaiveLimit(ctx context.Context, r db.Reader) (int, error) {
	v, err := ReadSettings(ctx, r, settingWaive)
	return int(v.Number(settingWaive)), err
}

// RefundLimit is above what, of one order, a refund needs a second person; 0: never.
func RefundLimit(ctx context.Context, r db.Reader) (money.Cents, error) {
	v, err := ReadSettings(ctx, r, settingRefundLimit)
	return money.Cents(v.Number(settingRefundLimit) * 100), err
}

// BlindCount tells whether a clerk counts the box without being told what should be in it.
func BlindCount(ctx context.Context, r db.Reader) (bool, error) {
	v, err := ReadSettings(ctx, r, settingBlindCount)
	return v.Text(settingBlindCount) == on, err
}

// Zodiac is from when on a birth has the year's sign.
func Zodiac(ctx context.Context, r db.Reader) (lunar.Boundary, error) {
	uses.Note(ctx, TagSite)
	v, err := ReadSettings(ctx, r, settingZodiac)
	return lunar.Boundary(v.Text(settingZodiac)), err
}

// Expiry is how long an unpaid invoice lives.
func Expiry(ctx context.Context, r db.Reader) (time.Duration, error) {
	v, err := ReadSettings(ctx, r, settingExpiry)
	return days(v.Number(settingExpiry)), err
}

// Prefix is what numbers of invoices ("INV") or official receipts ("OR") begin with now.
func Prefix(ctx context.Context, r db.Reader, series string) (string, error) {
	s := settingInvoicePrefix
	if series != s.Default {
		s = settingReceiptPrefix
	}
	v, err := ReadSettings(ctx, r, s)
	return v.Text(s), err
}
