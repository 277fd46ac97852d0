package wall

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
)

// MoreIn is the query for further names.
type MoreIn struct {
	Key   string `path:"key" maxLength:"100"`
	After string `query:"after" maxLength:"120" doc:"Cursor: next from the previous response"`
}

// More answers with further names of an offering's wall; 404 if it is not on the wall.
func (s *Service) More(ctx context.Context, in *MoreIn) (*Names, error) {
	r := s.DB.Read()
	w, err := r.WallOfKey(ctx, query.WallOfKeyParams{Key: in.Key, Now: clock.MillisOf(s.Clock.Now())})
	if err != nil {
		return nil, db.NotFound(err)
	}
	return namesOf(ctx, r, w.OfferingID, in.After)
}

// MeritWallPage builds the page.
func (s *Service) MeritWallPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	p, err := s.On(ctx, r.Locale)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: p}, nil
}

// Item is an item of an order whose names may be on the wall.
type Item struct {
	ID     string   `json:"id"`
	Title  string   `json:"title"`
	Asked  bool     `json:"asked" doc:"The form asked for consent; false: the gift is older than the wall, and its names can be added now"`
	Listed bool     `json:"listed" doc:"Its names are on the wall, or will be once it is paid"`
	Names  []string `json:"names" doc:"Names that would be shown"`
}

// Items lists them for an order.
type Items struct {
	Items []Item `json:"items"`
	Shown bool   `json:"shown" doc:"The order is paid, so names with consent are on the wall as long as it is shown"`
}

// InvoiceIn names an order.
type InvoiceIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Own answers a member which names of their own order are on the wall. fault.NotFound for another's order.
func (s *Service) Own(ctx context.Context, in *InvoiceIn) (*Items, error) {
	v, err := s.DB.Read().Invoice(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	if !owns(ctx, v) {
		return nil, fault.NotFound()
	}
	return s.items(ctx, s.DB.Read(), v)
}

// Of answers the office the same for any order.
func (s *Service) Of(ctx context.Context, in *InvoiceIn) (*Items, error) {
	v, err := s.DB.Read().Invoice(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	return s.items(ctx, s.DB.Read(), v)
}

func owns(ctx context.Context, v query.Invoice) bool {
	by := httpd.VisitorOf(ctx).UserID
	return by != "" && v.UserID != nil && *v.UserID == by
}

// items lists items whose form asks for consent, those put on the wall, and, of a paid order, those of an offering on
// the wall now: they may be older than the question.
func (s *Service) items(ctx context.Context, r db.Reader, v query.Invoice) (*Items, error) {
	rows, err := r.InvoiceItems(ctx, v.ID)
	if err != nil {
		return nil, fmt.Errorf("items of an order: %w", err)
	}
	there, err := r.WallOfInvoice(ctx, v.ID)
	if err != nil {
		return nil, fmt.Errorf("wall of an order: %w", err)
	}
	decided := map[string]bool{}
	for _, n := range there {
		decided[n.ItemID] = decided[n.ItemID] || n.Listed == 1
	}
	sheets, out := form.NewReader(r), &Items{Items: []Item{}, Shown: v.Status == invoice.Paid}
	for _, it := range rows {
		sheet, err := sheets.Sheet(ctx, it.FormKey, it.FormVersion, it.Form)
		if err != nil {
			return nil, err
		}
		listed, asked := sheet.Listed()
		if now, was := decided[it.ID]; was {
			listed, asked = now, true
		}
		may := asked
		if !asked && v.Status == invoice.Paid {
			until, err := r.WallUntil(ctx, it.OfferingID)
			if err != nil {
				return nil, fmt.Errorf("wall of an offering: %w", err)
			}
			may = until > int64(clock.MillisOf(s.Clock.Now()))
		}
		if may {
			names := sheet.Givers()
			if len(names) == 0 {
				names = []string{payerOf(v)}
			}
			out.Items = append(out.Items, Item{it.ID, locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(httpd.LocaleOf(ctx)), asked, listed, names})
		}
	}
	return out, nil
}

// ChooseIn sets whether the names of an item are on the wall.
type ChooseIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ItemID string `json:"itemId" maxLength:"64"`
		Listed bool   `json:"listed"`
	}
}

// Choose lets a member show or hide the names of an item, with immediate effect.
func (s *Service) Choose(ctx context.Context, in *ChooseIn) (*Items, error) {
	return s.choose(ctx, in, func(v query.Invoice) error {
		if !owns(ctx, v) {
			return fault.NotFound()
		}
		return nil
	})
}

// ChooseFor does so for the office at the giver's request.
func (s *Service) ChooseFor(ctx context.Context, in *ChooseIn) (*Items, error) {
	return s.choose(ctx, in, func(query.Invoice) error { return nil })
}

func (s *Service) choose(ctx context.Context, in *ChooseIn, may func(query.Invoice) error) (*Items, error) {
	now := s.Clock.Now()
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Items, error) {
		v, err := invoice.Lock(ctx, tx, in.ID)
		if err != nil {
			return nil, err
		}
		if err := may(v); err != nil {
			return nil, err
		}
		before, err := s.items(ctx, tx.Queries, v)
		if err != nil {
			return nil, err
		}
		was, ok := before.of(in.Body.ItemID)
		if !ok {
			return nil, fault.NotFound()
		}
		if was.Listed == in.Body.Listed {
			return before, nil
		}
		if err := s.decide(ctx, tx, v, in.Body.ItemID, in.Body.Listed, now); err != nil {
			return nil, err
		}
		err = audit.Note(ctx, tx, "wall.choose", "invoice:"+v.ID, map[string]any{"listed": was.Listed}, map[string]any{"listed": in.Body.Listed})
		if err != nil {
			return nil, err
		}
		if err := content.Changed(ctx, tx, Tag); err != nil {
			return nil, err
		}
		return s.items(ctx, tx.Queries, v)
	})
}

func (i *Items) of(itemID string) (Item, bool) {
	for _, one := range i.Items {
		if one.ID == itemID {
			return one, true
		}
	}
	return Item{}, false
}

// decide rewrites an item's wall names; the time of its first payment stays.
func (s *Service) decide(ctx context.Context, tx *db.Tx, v query.Invoice, itemID string, listed bool, now time.Time) error {
	rows, err := tx.InvoiceItems(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("items of an order: %w", err)
	}
	there, err := tx.WallOfInvoice(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("wall of an order: %w", err)
	}
	at := now
	settled, err := tx.InvoiceSettledAt(ctx, v.ID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return fmt.Errorf("when an order was settled: %w", err)
	}
	if settled > 0 { // given before the question existed: keep its original time
		at = settled.Time()
	}
	for _, n := range there {
		if n.ItemID == itemID {
			at = n.At.Time()
		}
	}
	for _, it := range rows {
		if it.ID != itemID {
			continue
		}
		sheet, err := form.NewReader(tx.Queries).Sheet(ctx, it.FormKey, it.FormVersion, it.Form)
		if err != nil {
			return err
		}
		return s.write(ctx, tx, v, it, sheet, listed, at)
	}
	return fault.NotFound()
}

// NamesChanged updates the wall names of an item whose names were corrected, in the order's transaction.
func (s *Service) NamesChanged(ctx context.Context, tx *db.Tx, v query.Invoice, itemID string) error {
	there, err := tx.WallOfInvoice(ctx, v.ID)
	if err != nil {
		return fmt.Errorf("wall of an order: %w", err)
	}
	for _, n := range there {
		if n.ItemID == itemID && n.Listed == 1 {
			if err := s.decide(ctx, tx, v, itemID, true, s.Clock.Now()); err != nil {
				return err
			}
			return content.Changed(ctx, tx, Tag)
		}
	}
	return nil
}

// Setting is an offering's wall setting.
type Setting struct {
	Until string `json:"until" doc:"Last day on which its names are shown; empty: not on the wall"`
	Asks  bool   `json:"asks" doc:"Its form asks for consent to show names; without the question no names are shown"`
	Named int64  `json:"named" doc:"Number of names shown, counted up to 10,001"`
}

// SettingIn names an offering.
type SettingIn struct {
	Key string `path:"key" maxLength:"100"`
}

// Setting answers the office with it.
func (s *Service) Setting(ctx context.Context, in *SettingIn) (*Setting, error) {
	return s.setting(ctx, s.DB.Read(), in.Key)
}

func (s *Service) setting(ctx context.Context, r db.Reader, key string) (*Setting, error) {
	row, err := r.WallSetting(ctx, key)
	if err != nil {
		return nil, db.NotFound(err)
	}
	out := &Setting{}
	if row.UntilAt.Time().After(s.Clock.Now()) {
		out.Until = lastDay(row.UntilAt)
	}
	if row.FormKey != "" {
		d, err := form.Latest(ctx, r, row.FormKey)
		if err != nil {
			return nil, err
		}
		out.Asks = d.AsksListed()
	}
	counts, err := r.WallCounts(ctx, row.ID)
	out.Named = counts.Named
	return out, err
}

// SetIn sets until when an offering is on the wall.
type SetIn struct {
	Key  string `path:"key" maxLength:"100"`
	Body struct {
		Until string `json:"until" maxLength:"10" doc:"Last day on the wall, within five years; empty: not on the wall"`
	}
}

// mostYears is how far ahead the end may be.
const mostYears = 5

// Set shows an offering on the wall until a date, or hides it, for visitors at once.
func (s *Service) Set(ctx context.Context, in *SetIn) (*Setting, error) {
	now, by := s.Clock.Now(), httpd.VisitorOf(ctx).UserID
	until := clock.Millis(0)
	if in.Body.Until != "" {
		day, ok := lunar.ParseDay(in.Body.Until)
		today := lunar.DayOf(now)
		if ahead := today.Until(day); !ok || ahead < 0 || ahead > mostYears*366 {
			return nil, fault.At("until", "wall-day")
		}
		until = clock.MillisOf(day.Add(1).Time(0, 0))
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Setting, error) {
		row, err := tx.WallSetting(ctx, in.Key)
		if err != nil {
			return nil, db.NotFound(err)
		}
		if err := tx.WallPut(ctx, query.WallPutParams{OfferingID: row.ID, UntilAt: until, ChangedBy: by, ChangedAt: clock.MillisOf(now)}); err != nil {
			return nil, fmt.Errorf("put on the wall: %w", err)
		}
		err = audit.Note(ctx, tx, "wall.set", "offering:"+row.ID, map[string]any{"until": lastDay(row.UntilAt)}, map[string]any{"until": in.Body.Until})
		if err != nil {
			return nil, err
		}
		if err := content.Changed(ctx, tx, Tag, content.TagOf("offering", in.Key)); err != nil {
			return nil, err
		}
		return s.setting(ctx, tx.Queries, in.Key)
	})
}

// KeptName is a wall name in its giver's personal data archive.
type KeptName struct {
	Order    string      `json:"orderId"`
	Offering locale.Text `json:"offering"`
	Name     string      `json:"name,omitempty" doc:"Absent: the giver did not agree"`
	Listed   bool        `json:"listed"`
	Shown    bool        `json:"shown" doc:"The order is paid"`
	At       time.Time   `json:"at"`
}

// Export returns a user's answers about the wall; nil if nothing was asked.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	rows, err := s.DB.Read().WallOfUser(ctx, &userID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := make([]KeptName, len(rows))
	for i, n := range rows {
		out[i] = KeptName{n.InvoiceID, locale.Text{EN: n.TitleEn, ZH: n.TitleZh}, n.Name, n.Listed == 1, n.Live == 1, n.At.Time()}
	}
	return out, nil
}

// KeptFor is how long names are stored after the order was paid and the wall has ended.
const KeptFor = 400 * 24 * time.Hour

// Forget deletes names of walls that ended before a time, of orders paid before it.
func (s *Service) Forget(ctx context.Context, tx *db.Tx, before time.Time) error {
	if _, err := tx.WallForget(ctx, clock.MillisOf(before)); err != nil {
		return fmt.Errorf("names of old walls: %w", err)
	}
	return nil
}

// Erase deletes a user's names and answers.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	n, err := tx.WallErase(ctx, &userID)
	if err != nil || n == 0 {
		return err
	}
	return content.Changed(ctx, tx, Tag)
}
