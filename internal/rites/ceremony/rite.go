package ceremony

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/picture"
)

// Rite is one past or future time when the names of a paid item are read before the altar.
type Rite struct {
	Title locale.Text    `json:"title"`
	Place locale.Text    `json:"place"`
	At    time.Time      `json:"at" doc:"Start of its session"`
	Lunar string         `json:"lunar,omitempty" doc:"Lunar date: 十月初一"`
	Done  *time.Time     `json:"done,omitempty" doc:"When it was marked as done"`
	Photo *picture.Photo `json:"photo,omitempty" doc:"Photograph of the altar"`
}

// RitesOf lists the rites of everything a member has paid for, by the ids of item and subscription, newest first.
// Missed ones are left out.
func RitesOf(ctx context.Context, r db.Reader, now time.Time, userID string, l locale.Locale) (map[string][]Rite, error) {
	rows, err := r.RitesOfUser(ctx, &userID)
	if err != nil {
		return nil, fmt.Errorf("rites of a member: %w", err)
	}
	return rites(ctx, r, now, rows, l)
}

// RitesOfGuest lists the rites of paid orders without an account, by their mobile number (E.164).
func RitesOfGuest(ctx context.Context, r db.Reader, now time.Time, mobile string, l locale.Locale) (map[string][]Rite, error) {
	found, err := r.RitesOfGuest(ctx, mobile)
	if err != nil {
		return nil, fmt.Errorf("rites of a number: %w", err)
	}
	rows := make([]query.RitesOfUserRow, len(found))
	for i, one := range found {
		rows[i] = query.RitesOfUserRow(one)
	}
	return rites(ctx, r, now, rows, l)
}

// RitesOfOrder lists the rites of one order, by the ids of its items.
func RitesOfOrder(ctx context.Context, r db.Reader, now time.Time, invoiceID string, l locale.Locale) (map[string][]Rite, error) {
	found, err := r.RitesOfOrder(ctx, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("rites of an order: %w", err)
	}
	rows := make([]query.RitesOfUserRow, len(found))
	for i, one := range found {
		rows[i] = query.RitesOfUserRow(one)
	}
	return rites(ctx, r, now, rows, l)
}

func rites(ctx context.Context, r db.Reader, now time.Time, rows []query.RitesOfUserRow, l locale.Locale) (map[string][]Rite, error) {
	out := map[string][]Rite{}
	for _, row := range rows {
		one := Rite{Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, Place: locale.Text{EN: row.PlaceEn, ZH: row.PlaceZh}, At: row.StartsAt.Time().UTC(), Done: row.DoneAt.Moment()}
		if row.State != Done && !one.At.After(now) {
			continue
		}
		if moon, ok := lunar.FromSolar(lunar.DayOf(one.At)); ok {
			one.Lunar = moon.ChineseDay()
		}
		if row.PhotoID != "" {
			var err error
			if one.Photo, err = picture.Find(ctx, r, l, row.PhotoID); err != nil {
				return nil, err
			}
		}
		out[row.ItemID] = append(out[row.ItemID], one)
		if row.SubscriptionID != "" && row.SubscriptionID != row.ItemID {
			out[row.SubscriptionID] = append(out[row.SubscriptionID], one)
		}
	}
	return out, nil
}
