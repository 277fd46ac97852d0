// Package subscription manages offerings that renew: a lamp by the year, flowers by the month. A subscription starts
// when its first invoice is paid. A job creates one invoice for each next term; the subscription continues when it is
// paid, and ends when it is not.
//
// The sweep (renew.go) runs each minute on every replica, with one transaction for each subscription: it creates the
// next invoice, at that day's price and with the names of the last one, sends reminders between nine in the morning and
// nine in the evening, and completes what is unpaid after the days of grace. The row's lock, UNIQUE(subscription_id,
// period) and a conditional update for reminders make each step happen once.
package subscription

import (
	"context"
	"fmt"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/offering"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/subscription/term"
)

// The statuses, with the numbers of API and column. The last two are final.
const (
	Active    int64 = 1
	Completed int64 = 2 // no longer paid, or its offering is gone
	Cancelled int64 = 3 // by the member or the office, or paid after the account was erased
)

// moves are the allowed transitions.
var moves = map[int64][]int64{Active: {Completed, Cancelled}}

// Service has the member's subscriptions and the job that renews them.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Accounts *account.Service // issues the tickets of renewal links
}

// The settings of renewals. All count days.
var (
	settingYearly    = content.Setting{Key: "renewal-days-yearly", Group: "renewal", Kind: content.KindNumber, Default: "30", Least: 1, Most: 120}        // how long before its end a yearly term's next invoice is created
	settingMonthly   = content.Setting{Key: "renewal-days-monthly", Group: "renewal", Kind: content.KindNumber, Default: "7", Least: 1, Most: 27}         // the same for a monthly term
	settingReminders = content.Setting{Key: "renewal-reminder-days", Group: "renewal", Kind: content.KindList, Default: "30,15,7,0", Least: 0, Most: 120} // before the end
	settingGrace     = content.Setting{Key: "renewal-grace-days", Group: "renewal", Kind: content.KindNumber, Default: "14", Least: 0, Most: 90}          // how long after the end a renewal can be paid
	settingCutOff    = content.Setting{Key: "renewal-form-days", Group: "renewal", Kind: content.KindNumber, Default: "3", Least: 0, Most: 60}            // how long before a term starts its names are closed
)

// Settings are the office's settings of renewals.
var Settings = []content.Setting{settingYearly, settingMonthly, settingReminders, settingGrace, settingCutOff}

type settings struct {
	yearly, monthly, grace, cutOff int
	reminders                      []int // earliest reminder first
}

func readSettings(ctx context.Context, r db.Reader) (settings, error) {
	v, err := content.ReadSettings(ctx, r, Settings...)
	days := func(s content.Setting) int { return int(v.Number(s)) }
	return settings{days(settingYearly), days(settingMonthly), days(settingGrace), days(settingCutOff), term.Days(v.Text(settingReminders))}, err
}

func (set settings) lead(every string) int {
	if every == offering.Yearly {
		return set.yearly
	}
	return set.monthly
}

// lock locks and reads a subscription until the transaction ends.
func lock(ctx context.Context, tx *db.Tx, id string) (query.Subscription, error) {
	s, err := tx.SubscriptionLock(ctx, id)
	if err != nil {
		return s, db.NotFound(fmt.Errorf("subscription: %w", err))
	}
	return s, nil
}

// end moves a locked subscription to another status: "illegal-transition" if not allowed. Its paid term continues to
// its end.
func (s *Service) end(ctx context.Context, tx *db.Tx, sub *query.Subscription, to int64, by string) error {
	if !slices.Contains(moves[sub.Status], to) {
		return fault.Invalid("illegal-transition")
	}
	sub.Status, sub.EndedBy, sub.EndedAt = to, by, clock.MillisOf(s.Clock.Now())
	err := tx.SubscriptionEnd(ctx, query.SubscriptionEndParams{Status: to, EndedBy: by, EndedAt: sub.EndedAt, ID: sub.ID})
	if err != nil {
		return fmt.Errorf("end subscription: %w", err)
	}
	return nil
}
