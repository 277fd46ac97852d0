// Package wall is the merit wall (功德榜): names of givers who agreed to be thanked in public, item by item. A name
// disappears within a second after the giver withdraws consent or the money is refunded.
//
// The paying transaction writes a row for each name whose form has the consent; the refunding one hides them. Giver and
// office change a name under the invoice's lock (act.go), and each change invalidates the wall's cache tag. The page is
// public and noindex.
package wall

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
)

// Tag is the cache tag of all walls.
const Tag = "merit-wall"

// Service has the wall's calls and page.
type Service struct {
	DB    *db.DB
	Clock clock.Clock
}

// Paid runs in the transaction in which an order becomes paid: the consents in its forms take effect. Later choices
// stay, also for the next terms of a subscription.
func (s *Service) Paid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	there, err := tx.WallOfInvoice(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("wall of an order: %w", err)
	}
	decided := map[string]bool{}
	for _, n := range there {
		decided[n.ItemID] = true
	}
	if len(there) > 0 { // paid before, or chosen while unpaid
		if err := s.live(ctx, tx, invoiceID, 1); err != nil {
			return err
		}
	}
	v, err := tx.Invoice(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("order: %w", err)
	}
	v.Status = invoice.Paid
	items, err := tx.InvoiceItems(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("items of an order: %w", err)
	}
	sheets, asked := form.NewReader(tx.Queries), false
	for _, it := range items {
		sheet, err := sheets.Sheet(ctx, it.FormKey, it.FormVersion, it.Form)
		if err != nil {
			return err
		}
		given, was := sheet.Listed()
		if !was || decided[it.ID] {
			continue
		}
		if !asked && v.UserID != nil {
			u, err := tx.Account(ctx, *v.UserID)
			if err != nil {
				return fmt.Errorf("account of an order: %w", err)
			}
			if u.User.Status == "closed" { // its consent ended with it
				return nil
			}
		}
		asked = true
		if given {
			if last, err := tx.WallOfTermBefore(ctx, it.ID); err == nil {
				given = last == 1
			} else if !errors.Is(err, db.ErrNoRows) {
				return fmt.Errorf("wall of the term before: %w", err)
			}
		}
		if err := s.write(ctx, tx, v, it, sheet, given, s.Clock.Now()); err != nil {
			return err
		}
	}
	if !asked {
		return nil
	}
	return content.Changed(ctx, tx, Tag)
}

// Unpaid runs in the transaction in which an order stops being paid: its names are hidden, its answers stay.
func (s *Service) Unpaid(ctx context.Context, tx *db.Tx, invoiceID string) error {
	there, err := tx.WallOfInvoice(ctx, invoiceID)
	if err != nil {
		return fmt.Errorf("wall of an order: %w", err)
	}
	if len(there) == 0 {
		return nil
	}
	return s.live(ctx, tx, invoiceID, 0)
}

func (s *Service) live(ctx context.Context, tx *db.Tx, invoiceID string, live int64) error {
	if err := tx.WallLive(ctx, query.WallLiveParams{Live: live, InvoiceID: invoiceID}); err != nil {
		return fmt.Errorf("wall of an order: %w", err)
	}
	return content.Changed(ctx, tx, Tag)
}

// write stores an item's names, or the refusal. They are visible once the order is paid.
func (s *Service) write(ctx context.Context, tx *db.Tx, v query.Invoice, it query.InvoiceItem, sheet *form.Sheet, listed bool, at time.Time) error {
	if err := tx.WallDropItem(ctx, it.ID); err != nil {
		return fmt.Errorf("wall of an item: %w", err)
	}
	names := []string{""}
	if listed {
		if names = sheet.Givers(); len(names) == 0 {
			names = []string{payerOf(v)}
		}
	}
	for i, name := range names {
		row := query.WallAddParams{ItemID: it.ID, Seq: int64(i), InvoiceID: it.InvoiceID, OfferingID: it.OfferingID, Name: name, At: clock.MillisOf(at)}
		if listed && name != "" {
			row.Listed = 1
		}
		if v.Status == invoice.Paid {
			row.Live = 1
		}
		if err := tx.WallAdd(ctx, row); err != nil {
			return fmt.Errorf("wall of an item: %w", err)
		}
	}
	return nil
}

// payerOf is the payer's name, for a form without names.
func payerOf(v query.Invoice) string { return strings.TrimSpace(v.PayerChinese + " " + v.PayerName) }

// Wall is one offering's part of the page.
type Wall struct {
	Key     string   `json:"key" doc:"Key of the offering"`
	Title   string   `json:"title"`
	Until   string   `json:"until" doc:"Its last day: 2027-12-31"`
	Names   []string `json:"names" doc:"Names as typed, newest first"`
	Next    string   `json:"next,omitempty" doc:"Cursor of the next page"`
	Named   int64    `json:"named" doc:"Number of names, counted up to 10,001"`
	Unnamed int64    `json:"unnamed" doc:"Number of gifts without a name, counted up to 10,001"`
}

// Page is what the page of the wall shows.
type Page struct {
	Walls []Wall `json:"walls"`
}

// Names are further names of one offering.
type Names struct {
	Names []string `json:"names"`
	Next  string   `json:"next,omitempty"`
}

// shownAtOnce is how many names one answer has.
const shownAtOnce = 200

// On lists the current walls for a page in a language.
func (s *Service) On(ctx context.Context, l locale.Locale) (*Page, error) {
	uses.Note(ctx, Tag)
	r, now := s.DB.Read(), s.Clock.Now()
	rows, err := r.WallsOn(ctx, clock.MillisOf(now))
	if err != nil {
		return nil, fmt.Errorf("walls: %w", err)
	}
	out := &Page{Walls: []Wall{}}
	for _, row := range rows {
		uses.Note(ctx, content.TagOf("offering", row.Key)) // its title
		names, err := namesOf(ctx, r, row.OfferingID, "")
		if err != nil {
			return nil, err
		}
		counts, err := r.WallCounts(ctx, row.OfferingID)
		if err != nil {
			return nil, fmt.Errorf("count a wall: %w", err)
		}
		if row.UntilAt > 0 {
			uses.Until(ctx, row.UntilAt.Time())
		}
		out.Walls = append(out.Walls, Wall{
			Key: row.Key, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}.In(l), Until: lastDay(row.UntilAt),
			Names: names.Names, Next: names.Next, Named: counts.Named, Unnamed: counts.Unnamed,
		})
	}
	return out, nil
}

func lastDay(until clock.Millis) string {
	if until == 0 {
		return ""
	}
	return until.Time().Add(-time.Millisecond).In(clock.Singapore).Format(time.DateOnly)
}

func namesOf(ctx context.Context, r db.Reader, offeringID, after string) (*Names, error) {
	p := query.WallNamesParams{OfferingID: offeringID, At: 1 << 62, Most: shownAtOnce}
	if after != "" {
		at, err := keyset.Parse(after)
		if err != nil {
			return nil, err
		}
		item, seq, _ := strings.Cut(at.ID, " ")
		if p.Seq, err = strconv.ParseInt(seq, 10, 64); err != nil {
			return nil, fault.At("after", "invalid-value")
		}
		p.At, p.Item = int64(at.At), item
	}
	rows, err := r.WallNames(ctx, p)
	if err != nil {
		return nil, fmt.Errorf("names of a wall: %w", err)
	}
	out := &Names{Names: make([]string, len(rows))}
	for i, row := range rows {
		out.Names[i] = row.Name
	}
	if len(rows) == shownAtOnce {
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.At, ID: last.ItemID + " " + strconv.FormatInt(last.Seq, 10)}.String()
	}
	return out, nil
}
