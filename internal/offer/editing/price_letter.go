package editing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/outbox"
)

// tellPrices mails every treasurer the price changes of a publishing or its undo, if the offering was published before.
// An offering's first prices are no change.
func (s *Service) tellPrices(ctx context.Context, tx *db.Tx, w *work, before, after Fields, template string, number int64) error {
	if !w.kind.priced || len(before) == 0 {
		return nil
	}
	changes := priceChanges(before, after, dayText(w.now))
	if len(changes) == 0 {
		return nil
	}
	ids, err := tx.Treasurers(ctx)
	if err != nil {
		return fmt.Errorf("treasurers: %w", err)
	}
	by, err := (&people{r: tx.Queries}).of(ctx, w.who)
	if err != nil {
		return err
	}
	for _, id := range ids {
		u, err := account.Find(ctx, tx.Queries, id)
		if errors.Is(err, fault.NotFound()) || err == nil && u.MailTo() == "" {
			continue // without an address: the price page shows it too
		}
		if err != nil {
			return err
		}
		lines := make([]string, len(changes))
		for i, c := range changes {
			lines[i] = "– " + s.priceLine(u.Locale, c)
		}
		mail := outbox.Mail{To: u.MailTo(), Name: u.Name, Locale: u.Locale, Template: template, Params: map[string]string{
			"title": textOf(after, w.kind.titleField()).In(u.Locale), "changes": strings.Join(lines, "\n"), "by": by.Name,
			"path": u.Locale.Path("/admin/prices/" + w.record.ID),
		}}
		key := fmt.Sprintf("%s:%s:%d:%s", template, w.record.ID, number, id)
		if err := outbox.AddMail(ctx, tx, mail, key, w.now); err != nil {
			return fmt.Errorf("letter about prices: %w", err)
		}
	}
	return nil
}

// priceLine formats a change for a mail: Family: S$88.00 → S$98.00, from 1 January 2027.
func (s *Service) priceLine(l locale.Locale, c PriceChange) string {
	price := func(n *money.Cents, open bool, none string) string {
		switch {
		case n == nil:
			return s.Messages.T(l, none, nil)
		case open:
			return s.Messages.T(l, "records.price-open", map[string]any{"amount": money.Format(*n)})
		}
		return money.Format(*n)
	}
	from := s.Messages.T(l, "records.price-at-once", nil)
	if c.From != "" {
		from = s.Messages.T(l, "records.price-from", map[string]any{"day": locale.Date(l, dayStart(c.From))})
	}
	return s.Messages.T(l, "records.price-line", map[string]any{
		"option": c.Title.In(l), "before": price(c.Before, c.OpenBefore, "records.price-none"),
		"after": price(c.After, c.OpenAfter, "records.price-gone"), "from": from,
	})
}

// dayStart is the midnight at which a day starts.
func dayStart(day string) time.Time {
	d, _ := lunar.ParseDay(day) // formatted by dayText
	return d.Time(0, 0)
}
