package ceremony

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription/term"
)

// KindFill is the outbox job that fills a list with items paid before it was created or, for a running list, with all
// whose term covers its day.
const KindFill = "ceremony-fill"

const (
	fillBatch   = 50 // items per transaction, short enough that payments do not wait
	fillBatches = 40 // batches per job, which then enqueues the next
	// The newest orders are scanned a second time: a payment that had not seen the list, and that the first scan could
	// not see, has committed by then.
	secondLook = 2 * time.Minute
	recent     = 10 * time.Minute
)

// fillJob is a part of the scan for a list.
type fillJob struct {
	CeremonyID string `json:"ceremonyId"`
	Second     bool   `json:"second,omitempty"` // the second scan of the newest orders
	At         cursor `json:"at"`
	Done       int64  `json:"done"` // rows scanned so far
}

// cursor is the progress of a fill.
type cursor struct {
	Source   int    `json:"source"`
	Subs     bool   `json:"subs,omitempty"` // of a running list: subscriptions, after the items
	At       int64  `json:"at,omitempty"`   // of a source that begins on a day: when the last order was made
	After    string `json:"after,omitempty"`
	Position int64  `json:"position,omitempty"`
}

// startFill enqueues the jobs that fill a locked list.
func (s *Service) startFill(ctx context.Context, tx *db.Tx, c query.Ceremony) error {
	sources, err := tx.Sources(ctx, c.ID)
	if err != nil {
		return fmt.Errorf("sources: %w", err)
	}
	total := int64(0)
	for _, one := range sources {
		count, which := tx.ItemsToFillCount, query.ItemsToFillCountParams{OfferingID: one.OfferingID, OrderedFrom: int64(one.OrderedFromAt), OrderedUntil: int64(one.OrderedUntil), Gathers: c.Gathers}
		if one.OrderedFromAt > 0 {
			count = func(ctx context.Context, p query.ItemsToFillCountParams) (int64, error) {
				return tx.ItemsToFillSinceCount(ctx, query.ItemsToFillSinceCountParams(p))
			}
		}
		n, err := count(ctx, which)
		if err != nil {
			return fmt.Errorf("items of an offering: %w", err)
		}
		if total += n; c.Gathers == Running {
			if n, err = tx.SubscriptionsToGatherCount(ctx, one.OfferingID); err != nil {
				return fmt.Errorf("subscriptions of an offering: %w", err)
			}
			total += n
		}
	}
	if err := tx.CeremonyFill(ctx, query.CeremonyFillParams{FillState: "filling", FillTotal: total, ID: c.ID}); err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	return s.queueFill(ctx, tx, fillJob{CeremonyID: c.ID}, s.Clock.Now())
}

func (s *Service) queueFill(ctx context.Context, tx *db.Tx, j fillJob, at time.Time) error {
	_, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindFill, Args: j, NotBefore: at})
	return err
}

// Fill is the handler of KindFill. It may run again and concurrently: existing entries are not added twice.
func (s *Service) Fill(ctx context.Context, _ string, args json.RawMessage) error {
	var j fillJob
	if err := json.Unmarshal(args, &j); err != nil {
		return outbox.Permanent(fmt.Errorf("fill: %w", err))
	}
	c, err := find(ctx, s.DB.Read(), j.CeremonyID)
	if errors.Is(err, fault.NotFound()) {
		return nil
	}
	if err != nil {
		return err
	}
	sources, err := s.DB.Read().Sources(ctx, c.ID)
	if err != nil {
		return fmt.Errorf("sources: %w", err)
	}
	for n := 0; ; n++ {
		if j.At.Source >= len(sources) {
			return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.filled(ctx, tx, j) })
		}
		if n == fillBatches {
			return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.queueFill(ctx, tx, j, s.Clock.Now()) })
		}
		if err := s.fillSome(ctx, c, sources[j.At.Source], &j); err != nil {
			return err
		}
	}
}

// filled ends a fill and enqueues the second scan if needed.
func (s *Service) filled(ctx context.Context, tx *db.Tx, j fillJob) error {
	if j.Second {
		return nil
	}
	if err := tx.CeremonyFill(ctx, query.CeremonyFillParams{FillDone: j.Done, FillTotal: j.Done, ID: j.CeremonyID}); err != nil {
		return fmt.Errorf("fill: %w", err)
	}
	second := fillJob{CeremonyID: j.CeremonyID, Second: true, At: cursor{After: recentID()}}
	return s.queueFill(ctx, tx, second, s.Clock.Now().Add(secondLook))
}

// recentID precedes the ids of the last minutes, because ids start with the machine's time.
func recentID() string {
	ms, err := strconv.ParseInt(strings.ReplaceAll(id.New()[:13], "-", ""), 16, 64)
	if err != nil {
		return "" // scan all
	}
	from := fmt.Sprintf("%012x", ms-recent.Milliseconds())
	return from[:8] + "-" + from[8:]
}

// fillSome scans one batch of a source and advances the job.
func (s *Service) fillSome(ctx context.Context, c query.Ceremony, source query.CeremonySource, j *fillJob) error {
	first := ""
	if j.Second {
		first = j.At.After
	}
	if j.At.Subs {
		subs, err := s.DB.Read().SubscriptionsToGather(ctx, query.SubscriptionsToGatherParams{OfferingID: source.OfferingID, After: j.At.After, Most: fillBatch})
		if err != nil {
			return fmt.Errorf("subscriptions: %w", err)
		}
		next := cursor{Source: j.At.Source + 1, After: first}
		if len(subs) == fillBatch {
			next = cursor{Source: j.At.Source, Subs: true, After: subs[len(subs)-1].ID}
		}
		if err := s.gatherSubscriptions(ctx, c, source, subs, j.progress(len(subs))); err != nil {
			return err
		}
		j.At, j.Done = next, j.Done+int64(len(subs))
		return nil
	}
	items, last, err := s.itemsToFill(ctx, c, source, j)
	if err != nil {
		return fmt.Errorf("items: %w", err)
	}
	next := cursor{Source: j.At.Source + 1, After: first}
	if c.Gathers == Running {
		next = cursor{Source: j.At.Source, Subs: true, After: first}
	}
	if len(items) == fillBatch {
		next = last
	}
	if err := s.gatherItems(ctx, c, source, items, j.progress(len(items))); err != nil {
		return err
	}
	j.At, j.Done = next, j.Done+int64(len(items))
	return nil
}

// itemsToFill reads a batch of a source, and where the next one begins. A second scan begins with the newest ids.
func (s *Service) itemsToFill(ctx context.Context, c query.Ceremony, source query.CeremonySource, j *fillJob) (items []query.InvoiceItem, last cursor, err error) {
	last = cursor{Source: j.At.Source}
	if j.Second || source.OrderedFromAt == 0 {
		items, err = s.DB.Read().ItemsToFill(ctx, query.ItemsToFillParams{
			OfferingID: source.OfferingID, AfterInvoice: j.At.After, AfterPosition: j.At.Position, OrderedFrom: int64(source.OrderedFromAt), OrderedUntil: int64(source.OrderedUntil),
			Gathers: c.Gathers, Most: fillBatch,
		})
	} else {
		var rows []query.ItemsToFillSinceRow
		rows, err = s.DB.Read().ItemsToFillSince(ctx, query.ItemsToFillSinceParams{
			OfferingID: source.OfferingID, AfterAt: max(int64(source.OrderedFromAt), j.At.At), AfterInvoice: j.At.After, AfterPosition: j.At.Position, OrderedUntil: int64(source.OrderedUntil),
			Gathers: c.Gathers, Most: fillBatch,
		})
		for _, r := range rows {
			items, last.At = append(items, r.InvoiceItem), int64(r.CreatedAt)
		}
	}
	if len(items) > 0 {
		end := items[len(items)-1]
		last.After, last.Position = end.InvoiceID, end.Position
	}
	return items, last, err
}

// progress stores how many rows were scanned, with the current batch.
func (j *fillJob) progress(more int) func(ctx context.Context, tx *db.Tx, c query.Ceremony) error {
	second, done := j.Second, j.Done+int64(more)
	return func(ctx context.Context, tx *db.Tx, c query.Ceremony) error {
		if second {
			return nil
		}
		return tx.CeremonyFill(ctx, query.CeremonyFillParams{FillState: "filling", FillDone: done, FillTotal: max(done, c.FillTotal), ID: c.ID})
	}
}

type progress func(ctx context.Context, tx *db.Tx, c query.Ceremony) error

// gatherItems adds the paid items among order items to a list. Invoices are locked before the list, as in payments: a
// concurrent payment is waited for, and a concurrent undo is seen.
func (s *Service) gatherItems(ctx context.Context, c query.Ceremony, source query.CeremonySource, items []query.InvoiceItem, done progress) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		paid, err := lockInvoices(ctx, tx, items)
		if err != nil {
			return err
		}
		c, err := lock(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		rd := form.NewReader(tx.Queries)
		for _, it := range items {
			v := paid[it.InvoiceID]
			if it, err = renamed(ctx, tx, it); err != nil {
				return err
			}
			if v.Status != invoice.Paid || len(sourcesOf([]query.CeremonySource{source}, it, v.CreatedAt)) == 0 {
				continue
			}
			late, joins := int64(inTime), true
			if c.Gathers == Running {
				joins, err = coversByItself(ctx, tx, c, v, it)
			} else {
				late, joins, err = s.lateness(ctx, tx, c, v, it)
			}
			if err != nil {
				return err
			}
			if joins {
				if err := s.take(ctx, tx, c, source, v, it, late, rd); err != nil {
					return err
				}
			}
		}
		return done(ctx, tx, c)
	})
}

// lockInvoices locks the invoices of items in id order.
func lockInvoices(ctx context.Context, tx *db.Tx, items []query.InvoiceItem) (map[string]query.Invoice, error) {
	ids := make([]string, 0, len(items))
	for _, it := range items {
		ids = append(ids, it.InvoiceID)
	}
	slices.Sort(ids)
	out := map[string]query.Invoice{}
	for _, one := range slices.Compact(ids) {
		v, err := invoice.Lock(ctx, tx, one)
		if err != nil {
			return nil, err
		}
		out[one] = v
	}
	return out, nil
}

// renamed rereads an item of a locked order: its names may have been corrected since.
func renamed(ctx context.Context, tx *db.Tx, it query.InvoiceItem) (query.InvoiceItem, error) {
	items, err := tx.InvoiceItems(ctx, it.InvoiceID)
	if err != nil {
		return it, fmt.Errorf("items of an order: %w", err)
	}
	for _, now := range items {
		if now.ID == it.ID {
			return now, nil
		}
	}
	return it, nil
}

// coversByItself returns whether an item without a subscription covers the day of a running list: one of an order
// without an account, which lasts for its term from its settlement.
func coversByItself(ctx context.Context, tx *db.Tx, c query.Ceremony, v query.Invoice, it query.InvoiceItem) (bool, error) {
	if v.UserID != nil {
		return false, nil
	}
	at, err := tx.InvoiceSettledAt(ctx, v.ID)
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("when an order was settled: %w", err)
	}
	first, day := lunar.DayOf(at.Time()), lunar.DayOf(c.StartsAt.Time())
	return first.Until(day) >= 0 && day.Until(term.Ends(first, it.Term)) > 0, nil
}

// gatherSubscriptions adds the subscriptions whose paid term covers the day of a running list.
func (s *Service) gatherSubscriptions(ctx context.Context, c query.Ceremony, source query.CeremonySource, subs []query.Subscription, done progress) error {
	day := lunar.DayOf(c.StartsAt.Time()).Time(0, 0)
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var items []query.InvoiceItem
		var before []query.Subscription
		for _, sub := range subs {
			if source.OptionID != "" && source.OptionID != sub.OptionID {
				continue
			}
			t, err := tx.TermOn(ctx, query.TermOnParams{SubscriptionID: sub.ID, Day: clock.MillisOf(day)})
			if errors.Is(err, db.ErrNoRows) { // the first term of an imported lamp has no row
				first, ends := term.Span(lunar.DayOf(sub.StartsAt.Time()), sub.Term, 1)
				if first.Time(0, 0).Compare(day) <= 0 && ends.Time(0, 0).After(day) {
					before = append(before, sub)
				}
				continue
			}
			if err != nil {
				return fmt.Errorf("term: %w", err)
			}
			items = append(items, query.InvoiceItem{
				ID: t.ItemID, InvoiceID: t.InvoiceID, OfferingID: sub.OfferingID, OptionID: sub.OptionID, Quantity: sub.Quantity,
				FormKey: sub.FormKey, FormVersion: sub.FormVersion, Form: t.Form,
			})
		}
		paid, err := lockInvoices(ctx, tx, items)
		if err != nil {
			return err
		}
		if before, err = lockLamps(ctx, tx, before); err != nil {
			return err
		}
		c, err := lock(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		rd := form.NewReader(tx.Queries)
		for _, it := range items {
			if v := paid[it.InvoiceID]; v.Status == invoice.Paid {
				t, err := tx.SubscriptionTermOfItem(ctx, it.ID)
				if err != nil {
					return fmt.Errorf("term: %w", err)
				}
				if it.Form = t.Form; it.Form == "" { // of an erased account, whose names are kept with the invoice until the term is over
					now, err := renamed(ctx, tx, it)
					if err != nil {
						return err
					}
					it.Form = now.Form
				}
				if it.Form == "" {
					if v, err = lampOf(ctx, tx, t.SubscriptionID, v); err != nil {
						return err
					}
				}
				if err := s.take(ctx, tx, c, source, v, it, inTime, rd); err != nil {
					return err
				}
			}
		}
		for _, sub := range before {
			if err := s.takeLamp(ctx, tx, c, source, sub, rd); err != nil {
				return err
			}
		}
		return done(ctx, tx, c)
	})
}

// lockLamps locks the subscriptions of imported lamps, without those whose import was undone meanwhile.
func lockLamps(ctx context.Context, tx *db.Tx, subs []query.Subscription) (there []query.Subscription, err error) {
	for _, sub := range subs {
		now, err := tx.SubscriptionLock(ctx, sub.ID)
		if errors.Is(err, db.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("subscription of a lamp: %w", err)
		}
		there = append(there, now)
	}
	return there, nil
}

// takeLamp adds an imported lamp to a list: its term was paid, but there is no order.
func (s *Service) takeLamp(ctx context.Context, tx *db.Tx, c query.Ceremony, source query.CeremonySource, sub query.Subscription, rd *form.Reader) error {
	u, err := tx.Account(ctx, sub.UserID)
	if err != nil {
		return fmt.Errorf("account of a lamp: %w", err)
	}
	if u.User.Status == "closed" {
		return nil
	}
	it := query.InvoiceItem{ID: sub.ID, Quantity: sub.Quantity, FormKey: sub.FormKey, FormVersion: sub.FormVersion, Form: sub.Form}
	v, err := lampOf(ctx, tx, sub.ID, query.Invoice{PayerName: u.User.Name, PayerChinese: u.User.ChineseName})
	if err != nil {
		return err
	}
	return s.take(ctx, tx, c, source, v, it, inTime, rd)
}

// lampOf names an order by the imported lamp that its subscription continues: lamps of a family may share one number, and so
// one account.
func lampOf(ctx context.Context, tx *db.Tx, subscriptionID string, v query.Invoice) (query.Invoice, error) {
	lamp, err := tx.SubscriptionImported(ctx, subscriptionID)
	if errors.Is(err, db.ErrNoRows) {
		return v, nil
	}
	if err != nil {
		return v, fmt.Errorf("imported lamp: %w", err)
	}
	if lamp.Name+lamp.ChineseName != "" {
		v.PayerName, v.PayerChinese = lamp.Name, lamp.ChineseName
	}
	return v, nil
}
