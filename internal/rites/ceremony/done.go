package ceremony

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
)

// TakeBackFor is how long a done mark can be undone; families are notified afterwards.
const TakeBackFor = 30 * time.Minute

// KindTell is the outbox job that notifies the families of a done mark.
const KindTell = "ceremony-tell"

const (
	tellBatch   = 50
	tellBatches = 40
)

// doing is a request to mark entries as offered.
type doing struct {
	sitting  int64
	entries  []string // none: all of the sitting
	leaveOut bool     // skip unprinted entries; otherwise they refuse the mark
	photoID  string
	words    locale.Text
}

// markDone marks entries as offered. Refusals: "not-printed" (with count), "list-open" for a list without paper,
// "nothing-to-mark", "already-done" for a marked sitting.
func (s *Service) markDone(ctx context.Context, tx *db.Tx, ceremonyID string, d doing, by string) (query.DoneMark, error) {
	c, err := lock(ctx, tx, ceremonyID)
	if err != nil {
		return query.DoneMark{}, err
	}
	if !c.Paper && c.ClosedAt == 0 {
		return query.DoneMark{}, fault.Invalid("list-open")
	}
	mark := query.DoneMark{ID: id.New(), CeremonyID: c.ID, Sitting: d.sitting, PhotoID: d.photoID, WordsEn: d.words.EN, WordsZh: d.words.ZH, ByID: by, At: s.now()}
	standing, err := tx.DoneMarksOf(ctx, c.ID)
	if err != nil {
		return mark, fmt.Errorf("marks: %w", err)
	}
	for _, m := range standing { // a sitting may be marked again for entries skipped the first time
		if m.Sitting == d.sitting && m.EntryID == "" {
			mark.EntryID = mark.ID
		}
	}
	if len(d.entries) == 0 {
		mark.Entries, err = s.doSitting(ctx, tx, c, d, mark.ID)
	} else {
		mark.Entries, mark.EntryID, err = s.doChosen(ctx, tx, c, d, mark.ID)
	}
	if err != nil {
		return mark, err
	}
	if mark.Entries == 0 {
		return mark, fault.Invalid("nothing-to-mark")
	}
	row := query.DoneMarkAddParams{
		ID: mark.ID, CeremonyID: c.ID, Sitting: d.sitting, EntryID: mark.EntryID, PhotoID: d.photoID,
		WordsEn: d.words.EN, WordsZh: d.words.ZH, Entries: mark.Entries, ByID: by, At: mark.At,
	}
	if err := tx.DoneMarkAdd(ctx, row); err != nil {
		return mark, fmt.Errorf("done mark: %w", err)
	}
	if err := s.allDone(ctx, tx, c); err != nil {
		return mark, fmt.Errorf("done: %w", err)
	}
	if _, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindTell, Args: tellJob{MarkID: mark.ID}, About: mark.ID, NotBefore: s.Clock.Now().Add(TakeBackFor)}); err != nil {
		return mark, err
	}
	return mark, audit.Note(ctx, tx, "ceremony.done", "ceremony:"+c.ID, nil, map[string]any{"mark": mark.ID, "sitting": d.sitting, "entries": mark.Entries})
}

func (s *Service) doSitting(ctx context.Context, tx *db.Tx, c query.Ceremony, d doing, markID string) (int64, error) {
	paperless := int64(1)
	if c.Paper {
		paperless = 0
		n, err := tx.SittingNotPrinted(ctx, query.SittingNotPrintedParams{CeremonyID: c.ID, Sitting: d.sitting})
		if err != nil {
			return 0, fmt.Errorf("not printed: %w", err)
		}
		if n > 0 && !d.leaveOut {
			return 0, fault.Invalid("not-printed").With("count", n)
		}
	}
	n, err := tx.SittingDone(ctx, query.SittingDoneParams{DoneID: markID, UpdatedAt: s.now(), CeremonyID: c.ID, Sitting: d.sitting, Paperless: paperless})
	if err != nil {
		return 0, fmt.Errorf("sitting done: %w", err)
	}
	return n, nil
}

// doChosen marks the chosen entries. first is the first one marked.
func (s *Service) doChosen(ctx context.Context, tx *db.Tx, c query.Ceremony, d doing, markID string) (done int64, first string, err error) {
	left := 0
	for _, entryID := range d.entries {
		e, err := lockEntry(ctx, tx, entryID)
		if err != nil {
			return 0, "", err
		}
		if e.CeremonyID != c.ID {
			return 0, "", fault.NotFound()
		}
		switch {
		case e.State == Done:
			continue
		case onList(e) != nil, c.Paper && e.State != Printed:
			left++
			continue
		}
		if err := tx.ListEntryDone(ctx, query.ListEntryDoneParams{DoneID: markID, UpdatedAt: s.now(), ID: e.ID}); err != nil {
			return 0, "", fmt.Errorf("entry done: %w", err)
		}
		if done++; done == 1 {
			first = e.ID
		}
	}
	if left > 0 && !d.leaveOut {
		return 0, "", fault.Invalid("not-printed").With("count", left)
	}
	return done, first, nil
}

// takeBack undoes a done mark before families are notified: "done-told". Entries return to their state; those refunded
// meanwhile are withdrawn.
func (s *Service) takeBack(ctx context.Context, tx *db.Tx, ceremonyID, markID string) error {
	c, err := lock(ctx, tx, ceremonyID)
	if err != nil {
		return err
	}
	m, err := tx.DoneMark(ctx, markID)
	if err != nil {
		return db.NotFound(err)
	}
	if m.CeremonyID != c.ID {
		return fault.NotFound()
	}
	if m.At.Time().Add(TakeBackFor).Compare(s.Clock.Now()) <= 0 {
		return fault.Invalid("done-told")
	}
	n, err := tx.DoneMarkUndo(ctx, query.DoneMarkUndoParams{Now: s.now(), ID: markID})
	if err != nil {
		return fmt.Errorf("take a mark back: %w", err)
	}
	if n == 0 {
		return fault.Invalid("done-told")
	}
	if _, err := outbox.WithdrawAbout(ctx, tx, markID); err != nil {
		return err
	}
	entries, err := tx.MarkUndone(ctx, query.MarkUndoneParams{UpdatedAt: s.now(), DoneID: markID})
	if err != nil {
		return fmt.Errorf("entries of a mark: %w", err)
	}
	if err := tx.CeremonyDoneAt(ctx, query.CeremonyDoneAtParams{ID: c.ID}); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "ceremony.done-taken-back", "ceremony:"+c.ID, nil, map[string]any{"mark": markID, "entries": entries})
}

type tellJob struct {
	MarkID string `json:"markId"`
	After  int64  `json:"after"`
}

// TellFamilies is the handler of KindTell: one mail or SMS per family and ceremony, in its language. It may run again:
// unique keys prevent duplicates.
func (s *Service) TellFamilies(ctx context.Context, _ string, args json.RawMessage) error {
	var j tellJob
	if err := json.Unmarshal(args, &j); err != nil {
		return outbox.Permanent(fmt.Errorf("tell: %w", err))
	}
	for range tellBatches {
		n, next := 0, j.After
		err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			told, err := tx.DoneMarkTold(ctx, query.DoneMarkToldParams{Now: int64(s.now()), ID: j.MarkID})
			if err != nil || told == 0 { // undone
				n = 0
				return err
			}
			entries, err := tx.ListEntriesOfMark(ctx, query.ListEntriesOfMarkParams{DoneID: j.MarkID, After: j.After, Most: tellBatch})
			if err != nil {
				return fmt.Errorf("entries of a mark: %w", err)
			}
			if n = len(entries); n == 0 {
				return nil
			}
			next, err = s.tell(ctx, tx, j.MarkID, entries)
			return err
		})
		if err != nil || n < tellBatch {
			return err
		}
		j.After = next
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := outbox.Add(ctx, tx, outbox.Job{Kind: KindTell, Args: j, About: j.MarkID, NotBefore: s.Clock.Now()})
		return err
	})
}

func (s *Service) tell(ctx context.Context, tx *db.Tx, markID string, entries []query.CeremonyEntry) (last int64, err error) {
	m, err := tx.DoneMark(ctx, markID)
	if err != nil {
		return 0, err
	}
	c, err := find(ctx, tx.Queries, m.CeremonyID)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		last = e.No
		if e.WithdrawnWhy != "" { // refunded
			continue
		}
		if err := s.tellOne(ctx, tx, c, m, e); err != nil {
			return 0, err
		}
	}
	return last, nil
}

func (s *Service) tellOne(ctx context.Context, tx *db.Tx, c query.Ceremony, m query.DoneMark, e query.CeremonyEntry) error {
	family, v, l, err := familyOf(ctx, tx.Queries, e)
	if err != nil || family == "" {
		return err
	}
	v.Locale = string(l)
	template, params := s.doneLetter(c, m, l)
	return s.Payments.Tell(ctx, tx, v, template, "ceremony-done:"+c.ID+":"+family, s.Clock.Now(), params)
}

// familyOf is the recipient of an entry's notice, by its order, and the language: its account, else its mobile number
// and address, else the order itself. An imported lamp has an account but no order. "" if neither exists any more.
func familyOf(ctx context.Context, r db.Reader, e query.CeremonyEntry) (family string, v query.Invoice, l locale.Locale, err error) {
	userID := ""
	if e.InvoiceID == "" {
		sub, err := r.Subscription(ctx, e.ItemID)
		if errors.Is(err, db.ErrNoRows) {
			return "", v, l, nil
		}
		if err != nil {
			return "", v, l, fmt.Errorf("lamp: %w", err)
		}
		userID = sub.UserID
	} else {
		v, err = r.Invoice(ctx, e.InvoiceID)
		if errors.Is(err, db.ErrNoRows) {
			return "", v, l, nil
		}
		if err != nil {
			return "", v, l, fmt.Errorf("order: %w", err)
		}
		if v.UserID == nil {
			if v.PayerMobile+v.PayerEmail == "" {
				return v.ID, v, locale.Locale(v.Locale), nil
			}
			return id.Hash(v.PayerMobile + " " + v.PayerEmail)[:32], v, locale.Locale(v.Locale), nil
		}
		userID = *v.UserID
	}
	u, err := account.Find(ctx, r, userID)
	if err != nil {
		return "", v, l, err
	}
	if e.InvoiceID == "" {
		v = query.Invoice{UserID: &u.ID, PayerName: u.Name, PayerChinese: u.ChineseName}
	}
	return u.ID, v, u.Locale, nil
}

// doneLetter is the template and parameters of the families' notice in a language. Its photo is an address of the site.
func (s *Service) doneLetter(c query.Ceremony, m query.DoneMark, l locale.Locale) (template string, params map[string]string) {
	words := locale.Text{EN: m.WordsEn, ZH: m.WordsZh}.In(l)
	params = map[string]string{"ceremony": titleOf(c, l), "date": s.dateOf(c, l), "words": words}
	if m.PhotoID == "" {
		return "ceremony-done", params
	}
	params["photo"] = "/media/" + m.PhotoID + "/photo"
	return "ceremony-done-photo", params
}

// dateOf is the day of a ceremony in both calendars, in a language.
func (s *Service) dateOf(c query.Ceremony, l locale.Locale) string {
	return bothDates(c.StartsAt, l)
}

func bothDates(at clock.Millis, l locale.Locale) string {
	d := lunar.DayOf(at.Time())
	said := locale.Date(l, at.Time())
	if moon, ok := lunar.FromSolar(d); ok {
		said += " · " + moon.ChineseDay()
	}
	return said
}
