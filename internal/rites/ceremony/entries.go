package ceremony

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/offer/content"
	"shanmen/internal/offer/form"
	"shanmen/internal/people/account"
	"shanmen/internal/people/chat"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/rites/tablet"
	"shanmen/internal/sales/invoice"
)

// EntryText is an entry's print text: tablet.Text as the office reads and edits it.
type EntryText struct {
	Kind       string        `json:"kind" enum:"departed,ancestors,creditors,infant,living"`
	Surname    string        `json:"surname,omitempty" doc:"Surname of ancestors, or of an unborn child"`
	Ancestors  string        `json:"ancestors,omitempty" doc:"Surname of ancestors listed among departed people"`
	People     []EntryPerson `json:"people,omitempty"`
	Dedicators []EntryPerson `json:"dedicators,omitempty"`
	Dates      []string      `json:"dates,omitempty"`
	Longevity  bool          `json:"longevity,omitempty" doc:"Tablet of living people, titled 長生祿位"`
	Sponsor    string        `json:"sponsor,omitempty" doc:"Sponsor of a petition; absent: the person who ordered it"`
	Address    string        `json:"address,omitempty" doc:"Address on a petition"`
	Wish       string        `json:"wish,omitempty" doc:"Wish on a petition"`
}

// EntryPerson is a name with its printed additions.
type EntryPerson struct {
	Name      string `json:"name"`
	Honorific string `json:"honorific,omitempty" doc:"Text above the name"`
	Typed     bool   `json:"typed,omitempty" doc:"The honorific was typed by hand, so it is not converted between scripts"`
	After     string `json:"after,omitempty" doc:"Text below the name"`
	Relation  string `json:"relation,omitempty" doc:"Text before the name: the dedicator's relation, and 信士 on a petition"`
	Birth     string `json:"birth,omitempty" doc:"Date of birth on a petition: 丙申年三月初二日; absent if unknown"`
	Age       string `json:"age,omitempty" doc:"Nominal age on a petition: 七十一"`
}

// EntryRow is an entry as a list shows it.
type EntryRow struct {
	ID        string      `json:"id"`
	No        int64       `json:"no" doc:"Number on the list; 0 while the order is unpaid"`
	State     string      `json:"state" enum:"collected,checked,printed,done,withdrawn,unpaid"`
	Kind      string      `json:"kind" enum:"departed,ancestors,creditors,infant,living,lamp,petition"`
	Text      EntryText   `json:"text"`
	Revision  int64       `json:"revision"`
	Printed   int64       `json:"printed" doc:"Revision of the printed sheet in use; 0: none"`
	Corrected bool        `json:"corrected"`
	Late      string      `json:"late" enum:",paid,waits,cannot"`
	AskedAt   *time.Time  `json:"askedAt,omitempty"`
	Marks     []EntryMark `json:"marks"`
	Sitting   int64       `json:"sitting"`
	Place     string      `json:"place"`
	Sponsor   string      `json:"sponsor"`
	Order     string      `json:"order" doc:"Invoice number"`
	OrderID   string      `json:"orderId"`
	Same      int64       `json:"same" doc:"Number of entries on the list with the same text, up to five"`
	Why       string      `json:"why,omitempty" enum:"unpaid,refunded,moved,office,cannot"`
	TakenOut  *time.Time  `json:"takenOut,omitempty"`
}

// EntryList is a page of entries.
type EntryList struct {
	Items []EntryRow `json:"items"`
	Next  string     `json:"next,omitempty"`
	Total int64      `json:"total" doc:"Total of a search; exact up to 10,000"`
	More  bool       `json:"more"`
}

type listEntriesIn struct {
	ID      string `path:"id" maxLength:"64"`
	State   string `query:"state" enum:"all,collected,checked,printed,done,withdrawn,look,again,late,take-out,unpaid" default:"all"`
	Q       string `query:"q" maxLength:"100"`
	Sitting int64  `query:"sitting" minimum:"0" maximum:"99" doc:"Session number; 0: all; ignored for searches and for the states late, to print again and to take out"`
	Mark    string `query:"mark" maxLength:"40" doc:"For look: only entries with this warning"`
	Sign    string `query:"sign" enum:",rat,ox,tiger,rabbit,dragon,snake,horse,goat,monkey,rooster,dog,pig,unknown" doc:"Entries with a person of this zodiac sign, by number; unknown: without a known birth date; for the states all, collected, checked, printed and done"`
	Sort    string `query:"sort" enum:"number,place,sponsor" default:"number" doc:"Sort order, for the state all"`
	After   string `query:"after" maxLength:"400" doc:"Cursor: next from the previous page"`
	Limit   int64  `query:"limit" default:"25" minimum:"1" maximum:"100"`
	Part    string `query:"part" default:"all" enum:"all,rows,total" doc:"For a search: rows: only the rows, with total 0 and more false; total: only the total, without rows"`
}

func (in *listEntriesIn) ask() keyset.Ask {
	return keyset.Ask{After: in.After, Limit: in.Limit, Part: in.Part}
}

var lateWords = []string{"", "paid", "waits", "cannot"}

// Entries lists entries by state or by a search.
func (s *Service) Entries(ctx context.Context, in *listEntriesIn) (*EntryList, error) {
	r := s.DB.Read()
	c, err := find(ctx, r, in.ID)
	if err != nil {
		return nil, err
	}
	out := &EntryList{Items: []EntryRow{}}
	switch {
	case in.Q != "":
		return s.search(ctx, r, c, in)
	case in.State == "unpaid":
		return s.unpaid(ctx, r, c, in)
	case !in.ask().Rows():
		return out, nil
	}
	at, err := parsePage(in.After)
	if err != nil {
		return nil, err
	}
	if in.State == "all" && in.Sign == "" && in.Sort == "place" {
		return s.byPlace(ctx, r, in, at)
	}
	rows, err := entriesOf(ctx, r, in, at)
	if err != nil {
		return nil, fmt.Errorf("entries: %w", err)
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		key := pageKey{no: last.No}
		if in.State == "all" && in.Sign == "" && in.Sort == "sponsor" {
			key.text = last.Sponsor
		}
		out.Next = key.String()
	}
	out.Items, err = s.rows(ctx, r, rows)
	return out, err
}

func entriesOf(ctx context.Context, r db.Reader, in *listEntriesIn, at pageKey) ([]query.CeremonyEntry, error) {
	most := in.Limit + 1
	if in.Sign != "" && slices.Contains([]string{"all", Collected, Checked, Printed, Done}, in.State) {
		return ofSign(ctx, r, in, at)
	}
	switch in.State {
	case "all":
		if in.Sort == "sponsor" {
			return r.ListEntriesBySponsor(ctx, query.ListEntriesBySponsorParams{CeremonyID: in.ID, Sitting: in.Sitting, AfterText: at.text, After: at.no, Most: most})
		}
		return r.ListEntriesAll(ctx, query.ListEntriesAllParams{CeremonyID: in.ID, Sitting: in.Sitting, After: at.no, Most: most})
	case "look":
		return r.ListEntriesToLookAt(ctx, query.ListEntriesToLookAtParams{CeremonyID: in.ID, Sitting: in.Sitting, Mark: in.Mark, After: at.no, Most: most})
	case "again":
		return r.ListEntriesAgain(ctx, query.ListEntriesAgainParams{CeremonyID: in.ID, After: at.no, Most: most})
	case "late":
		return r.ListEntriesLate(ctx, query.ListEntriesLateParams{CeremonyID: in.ID, After: at.no, Most: most})
	case "take-out":
		return r.ListEntriesOut(ctx, query.ListEntriesOutParams{CeremonyID: in.ID, After: at.no, Most: most})
	}
	return r.ListEntriesIn(ctx, query.ListEntriesInParams{CeremonyID: in.ID, Sitting: in.Sitting, State: in.State, After: at.no, Most: most})
}

// search finds entries of a list by number, or by the words of names, payer and order.
func (s *Service) search(ctx context.Context, r db.Reader, c query.Ceremony, in *listEntriesIn) (*EntryList, error) {
	out := &EntryList{Items: []EntryRow{}}
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	if no, is := numberOf(in.Q); is && in.After == "" {
		e, err := r.ListEntryOfNumber(ctx, query.ListEntryOfNumberParams{CeremonyID: c.ID, No: no})
		if err == nil {
			out.Total = 1
			out.Items, err = s.rows(ctx, r, []query.CeremonyEntry{e})
			return out, err
		}
		if !errors.Is(err, db.ErrNoRows) {
			return nil, fmt.Errorf("entry of a number: %w", err)
		}
	}
	found, ok, err := lookup.For(ctx, r, foundIn(c.ID), in.Q)
	if err != nil || !ok {
		return out, err
	}
	if in.ask().Total() {
		if out.Total, out.More, err = found.Total(ctx, r); err != nil {
			return nil, err
		}
	}
	if !in.ask().Rows() {
		return out, nil
	}
	hits, err := found.Newest(ctx, r, key, in.Limit+1)
	if err != nil {
		return nil, err
	}
	if int64(len(hits)) > in.Limit {
		hits = hits[:in.Limit]
		last := hits[len(hits)-1]
		out.Next = keyset.Key{At: last.At, ID: last.ID}.String()
	}
	var rows []query.CeremonyEntry
	for _, h := range hits {
		e, err := r.ListEntry(ctx, h.ID)
		if err != nil {
			return nil, fmt.Errorf("entry: %w", err)
		}
		rows = append(rows, e)
	}
	out.Items, err = s.rows(ctx, r, rows)
	return out, err
}

type entryRefundsIn struct {
	After string `query:"after" maxLength:"200"`
	Limit int64  `query:"limit" default:"25" minimum:"1" maximum:"100"`
}

// ToRefund lists entries that came too late and still have to be refunded.
func (s *Service) ToRefund(ctx context.Context, in *entryRefundsIn) (*EntryList, error) {
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r := s.DB.Read()
	rows, err := r.ListEntriesToRefund(ctx, query.ListEntriesToRefundParams{At: int64(key.At), ID: key.ID, Most: in.Limit + 1})
	if err != nil {
		return nil, fmt.Errorf("to refund: %w", err)
	}
	out := &EntryList{}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		last := rows[len(rows)-1]
		out.Next = keyset.Key{At: last.UpdatedAt, ID: last.ID}.String()
	}
	out.Items, err = s.rows(ctx, r, rows)
	return out, err
}

// unpaid lists orders that may still be paid. They have no entry numbers, and nothing is printed.
func (s *Service) unpaid(ctx context.Context, r db.Reader, c query.Ceremony, in *listEntriesIn) (*EntryList, error) {
	out := &EntryList{Items: []EntryRow{}}
	if c.Gathers != Bought {
		return out, nil
	}
	key, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	items, err := r.ItemsUnpaid(ctx, query.ItemsUnpaidParams{CeremonyID: c.ID, At: int64(key.At), ID: key.ID, Most: in.Limit + 1})
	if err != nil {
		return nil, fmt.Errorf("unpaid: %w", err)
	}
	if int64(len(items)) > in.Limit {
		items = items[:in.Limit]
		last := items[len(items)-1]
		out.Next = keyset.Key{At: last.CreatedAt, ID: last.ID}.String()
	}
	rd := form.NewReader(r)
	for _, it := range items {
		sheet, err := rd.Sheet(ctx, it.FormKey, it.FormVersion, it.Form)
		if err != nil {
			return nil, err
		}
		text, err := fromJSON[EntryText](asJSON(textOf(it.Kind, sheet, payer{it.PayerName, it.PayerChinese}, c.StartsAt)))
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, EntryRow{ID: it.ID, State: "unpaid", Kind: it.Kind, Text: text, Marks: []EntryMark{}, Sponsor: it.PayerName, Order: it.Number, OrderID: it.InvoiceID})
	}
	return out, nil
}

func (s *Service) rows(ctx context.Context, r db.Reader, entries []query.CeremonyEntry) ([]EntryRow, error) {
	out := make([]EntryRow, 0, len(entries))
	places, err := placesOf(ctx, r, entries)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		row := EntryRow{
			ID: e.ID, No: e.No, State: e.State, Kind: e.Kind, Revision: e.Revision, Printed: e.PrintedRevision, Corrected: e.Revision > 1, Late: lateWords[e.Late],
			AskedAt: e.AskedAt.Moment(), Sitting: e.Sitting, Place: places[e.ID], Sponsor: e.Sponsor, OrderID: e.InvoiceID, Why: e.WithdrawnWhy, TakenOut: e.OutAt.Moment(),
		}
		if row.Text, err = fromJSON[EntryText](e.Text); err != nil {
			return nil, err
		}
		if row.Marks, err = fromJSON[[]EntryMark](e.Marks); err != nil {
			return nil, err
		}
		if _, row.Order, err = payerOfEntry(ctx, r, e); err != nil {
			return nil, err
		}
		same, err := r.ListEntriesSame(ctx, query.ListEntriesSameParams{CeremonyID: e.CeremonyID, TextHash: e.TextHash, ID: e.ID})
		if err != nil {
			return nil, fmt.Errorf("same texts: %w", err)
		}
		row.Same = int64(len(same))
		out = append(out, row)
	}
	return out, nil
}

// EntryChange is one change of an entry's print text.
type EntryChange struct {
	Revision int64     `json:"revision"`
	Before   EntryText `json:"before"`
	After    EntryText `json:"after"`
	Reason   string    `json:"reason" enum:"typed-wrong,house-format,family-asked,rare-character,too-long,devotee"`
	By       string    `json:"by" doc:"Who made the change; empty: the devotee"`
	At       time.Time `json:"at"`
}

// EntrySame is another entry with exactly the same text.
type EntrySame struct {
	ID string `json:"id"`
	No int64  `json:"no"`
}

// EntryView is an entry with its print text and history.
type EntryView struct {
	EntryRow
	CeremonyID string        `json:"ceremonyId"`
	Original   EntryText     `json:"original"`
	Sheet      *form.Sheet   `json:"sheet,omitempty" doc:"The form's answers, for display"`
	Changes    []EntryChange `json:"changes"`
	Twins      []EntrySame   `json:"twins" doc:"Up to five entries on the list with the same text"`
	Payer      string        `json:"payer"`
	Mobile     string        `json:"mobile" doc:"Mobile number of the person who ordered, E.164, for questions to the family"`
	Links      *chat.Links   `json:"links,omitempty" doc:"Links to call or message that number"`
	PaidAt     *time.Time    `json:"paidAt,omitempty"`
}

type listEntryIn struct {
	ID string `path:"id" maxLength:"64"`
}

// Entry answers with one entry.
func (s *Service) Entry(ctx context.Context, in *listEntryIn) (*EntryView, error) {
	r := s.DB.Read()
	e, err := r.ListEntry(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	return s.entryView(ctx, r, e)
}

func (s *Service) entryView(ctx context.Context, r db.Reader, e query.CeremonyEntry) (*EntryView, error) {
	rows, err := s.rows(ctx, r, []query.CeremonyEntry{e})
	if err != nil {
		return nil, err
	}
	out := &EntryView{EntryRow: rows[0], CeremonyID: e.CeremonyID, Changes: []EntryChange{}, Twins: []EntrySame{}, Payer: e.Sponsor}
	if out.Original, err = fromJSON[EntryText](e.Original); err != nil {
		return nil, err
	}
	c, err := find(ctx, r, e.CeremonyID)
	if err != nil {
		return nil, err
	}
	if out.Marks, err = s.marksOf(ctx, r, c, e); err != nil {
		return nil, err
	}
	if e.InvoiceID != "" {
		v, err := invoice.Load(ctx, r, e.InvoiceID)
		if err != nil {
			return nil, err
		}
		out.Payer, out.Mobile = v.PayerName, v.PayerMobile
		if v.UserID != nil && out.Mobile == "" {
			u, err := account.Find(ctx, r, *v.UserID)
			if err != nil {
				return nil, err
			}
			out.Mobile = u.TextTo()
		}
		temple, err := content.Sender(ctx, r, s.Base)
		if err != nil {
			return nil, err
		}
		out.Links = chat.To(s.Messages, temple, chat.Person{Of: "invoice:" + v.ID, Number: out.Mobile, Name: v.PayerName, Chinese: v.PayerChinese, Locale: locale.Locale(v.Locale)},
			chat.Names, map[string]any{"number": v.Number})
		for _, it := range v.Items {
			if it.ID == e.ItemID {
				if out.Sheet, err = form.NewReader(r).Sheet(ctx, it.FormKey, it.FormVersion, it.Form); err != nil {
					return nil, err
				}
			}
		}
		at, err := r.InvoiceSettledAt(ctx, e.InvoiceID)
		if err != nil && !errors.Is(err, db.ErrNoRows) {
			return nil, err
		}
		out.PaidAt = at.Moment()
	}
	past, err := r.Corrections(ctx, e.ID)
	if err != nil {
		return nil, fmt.Errorf("corrections: %w", err)
	}
	for _, p := range past {
		one := EntryChange{Revision: p.Revision, Reason: p.Reason, At: p.At.Time()}
		if one.Before, err = fromJSON[EntryText](p.Before); err != nil {
			return nil, err
		}
		if one.After, err = fromJSON[EntryText](p.After); err != nil {
			return nil, err
		}
		if p.ByID != "" {
			if one.By, err = account.NameOf(ctx, r, p.ByID); err != nil {
				return nil, err
			}
		}
		out.Changes = append(out.Changes, one)
	}
	same, err := r.ListEntriesSame(ctx, query.ListEntriesSameParams{CeremonyID: e.CeremonyID, TextHash: e.TextHash, ID: e.ID})
	if err != nil {
		return nil, fmt.Errorf("same texts: %w", err)
	}
	for _, o := range same {
		out.Twins = append(out.Twins, EntrySame{o.ID, o.No})
	}
	return out, nil
}

// onEntry is an idempotent action on an entry.
func (s *Service) onEntry(ctx context.Context, entryID string, do func(context.Context, *db.Tx) error) (*EntryView, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*EntryView, error) {
		if err := do(ctx, tx); err != nil {
			return nil, err
		}
		e, err := tx.ListEntry(ctx, entryID)
		if err != nil {
			return nil, db.NotFound(err)
		}
		return s.entryView(ctx, tx.Queries, e)
	})
}

type checkEntryIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Revision int64 `json:"revision" minimum:"1" doc:"Revision that was seen"`
		Right    bool  `json:"right" doc:"The text is right; false removes the check mark"`
	}
}

// Check marks an entry as correct, or removes the mark.
func (s *Service) Check(ctx context.Context, in *checkEntryIn) (*EntryView, error) {
	return s.onEntry(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		if !in.Body.Right {
			return s.uncheck(ctx, tx, in.ID)
		}
		return s.check(ctx, tx, in.ID, in.Body.Revision)
	})
}

type correctEntryIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Revision int64     `json:"revision" minimum:"1" doc:"Revision that was seen"`
		Text     EntryText `json:"text"`
		Reason   string    `json:"reason" enum:"typed-wrong,house-format,family-asked,rare-character,too-long"`
		Right    bool      `json:"right,omitempty" doc:"Also mark the text as checked"`
	}
}

// Correct changes the print text, and keeps the old one.
func (s *Service) Correct(ctx context.Context, in *correctEntryIn) (*EntryView, error) {
	b := in.Body
	text, err := fromJSON[tablet.Text](asJSON(b.Text))
	if err != nil {
		return nil, err
	}
	return s.onEntry(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		return s.correct(ctx, tx, in.ID, correction{b.Revision, text, b.Reason, b.Right}, httpd.VisitorOf(ctx).UserID)
	})
}

// Ask records that the family was asked.
func (s *Service) Ask(ctx context.Context, in *listEntryIn) (*EntryView, error) {
	return s.onEntry(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error { return s.ask(ctx, tx, in.ID) })
}

type withdrawEntryIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Back bool `json:"back,omitempty" doc:"Restore an entry that the office had withdrawn"`
	}
}

// Withdraw withdraws an entry, or restores it.
func (s *Service) Withdraw(ctx context.Context, in *withdrawEntryIn) (*EntryView, error) {
	return s.onEntry(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		return s.withdraw(ctx, tx, in.ID, in.Body.Back)
	})
}

// TakeOut records that the paper of a withdrawn entry was pulled.
func (s *Service) TakeOut(ctx context.Context, in *listEntryIn) (*EntryView, error) {
	return s.onEntry(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error { return s.takeOut(ctx, tx, in.ID) })
}

type decideEntryIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Decision string `json:"decision" enum:"in,next,cannot"`
	}
}

// DecideLate decides about an entry ordered after closing.
func (s *Service) DecideLate(ctx context.Context, in *decideEntryIn) (*EntryView, error) {
	return s.onEntry(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		return s.decideLate(ctx, tx, in.ID, in.Body.Decision)
	})
}

type moveSittingIn struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Sitting int64    `json:"sitting" minimum:"1" maximum:"99"`
		Entries []string `json:"entries" minItems:"1" maxItems:"100"`
	}
}

// SetSitting moves entries of a ceremony to one of its sittings.
func (s *Service) SetSitting(ctx context.Context, in *moveSittingIn) (*CeremonyView, error) {
	return s.act(ctx, in.ID, func(ctx context.Context, tx *db.Tx) error {
		c, err := lock(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		sittings, err := tx.Sittings(ctx, c.ID)
		if err != nil {
			return err
		}
		if in.Body.Sitting > int64(len(sittings)) {
			return fault.At("sitting", "not-a-choice")
		}
		for _, entryID := range in.Body.Entries {
			e, err := lockEntry(ctx, tx, entryID)
			if err != nil {
				return err
			}
			if e.CeremonyID != c.ID {
				return fault.NotFound()
			}
			if err := onList(e); err != nil {
				return err
			}
			if err := tx.ListEntrySitting(ctx, query.ListEntrySittingParams{Sitting: in.Body.Sitting, UpdatedAt: s.now(), ID: e.ID}); err != nil {
				return err
			}
		}
		return audit.Note(ctx, tx, "ceremony.sitting", "ceremony:"+c.ID, nil, map[string]any{"sitting": in.Body.Sitting, "entries": len(in.Body.Entries)})
	})
}
