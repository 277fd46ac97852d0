package subscription

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/subscription/term"
)

// View is a subscription in API answers, with titles in the caller's language.
type View struct {
	ID          string       `json:"id"`
	Status      int64        `json:"status" enum:"1,2,3" doc:"1 active, 2 completed, 3 cancelled"`
	State       string       `json:"state" enum:"running,due,late,checking,rejected,lasting,over" doc:"In order: running; next term due; next term due after the end; payment under verification; payment rejected; cancelled, but paid until endsAt; ended"`
	Title       string       `json:"title"`
	OptionTitle string       `json:"optionTitle"`
	Term        string       `json:"term" enum:"monthly,yearly"`
	Quantity    int64        `json:"quantity"`
	Place       string       `json:"place,omitempty" doc:"Position of an imported lamp, in words"`
	Names       []string     `json:"names" doc:"Names of the next term"`
	Sheet       *form.Sheet  `json:"sheet,omitempty" doc:"The next term's form, for display"`
	Price       money.Cents  `json:"price" doc:"Price of the next term in cents: from its invoice, or else today's"`
	StartsAt    time.Time    `json:"startsAt" doc:"The first day, as a midnight in Singapore"`
	EndsAt      time.Time    `json:"endsAt" doc:"End of the paid period, as midnight in Singapore"`
	EndedAt     *time.Time   `json:"endedAt,omitempty" doc:"When it was completed or cancelled"`
	EndedBy     string       `json:"endedBy,omitempty" enum:"member,office,system"`
	InvoiceAt   *time.Time   `json:"invoiceAt,omitempty" doc:"When the next invoice is made automatically"`
	PayUntil    *time.Time   `json:"payUntil,omitempty" doc:"The last moment to pay for the next term"`
	Renewal     *RenewalView `json:"renewal,omitempty" doc:"The next term's unpaid invoice"`
	CanRenew    bool         `json:"canRenew" doc:"The next term's invoice can be opened or requested"`
	CanCancel   bool         `json:"canCancel"`
	EditUntil   *time.Time   `json:"editUntil,omitempty" doc:"The next term's names can be changed until then; absent: not possible, or no names"`
}

// RenewalView is the invoice of a next term.
type RenewalView struct {
	InvoiceID string      `json:"invoiceId"`
	Number    string      `json:"number"`
	Status    string      `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Amount    money.Cents `json:"amount" doc:"Cents"`
	Due       money.Cents `json:"due" doc:"Cents"`
	PayUntil  *time.Time  `json:"payUntil,omitempty"`
}

// Detail is a subscription with its terms and the form of its names.
type Detail struct {
	View
	Terms          []Term           `json:"terms" doc:"Terms in order of time"`
	Form           json.RawMessage  `json:"form,omitempty" doc:"Form of the next term"`
	FormDefinition *form.Definition `json:"formDefinition,omitempty"`
	NameCapacity   *int             `json:"nameCapacity,omitempty"`
	OfferingKey    string           `json:"offeringKey,omitempty" doc:"Present while the offering is on sale"`
}

// Term is one period of a subscription.
type Term struct {
	Period      int64       `json:"period" doc:"Number of the term, from 1"`
	StartsAt    time.Time   `json:"startsAt"`
	EndsAt      time.Time   `json:"endsAt" doc:"End of the term, as midnight"`
	InvoiceID   string      `json:"invoiceId" doc:"Invoice id; empty for an imported term"`
	Invoice     string      `json:"invoice" doc:"Invoice number; also empty for an imported term"`
	Status      string      `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded" doc:"Status of the invoice"`
	Amount      money.Cents `json:"amount" doc:"Cents"`
	PaidAt      *time.Time  `json:"paidAt,omitempty"`
	PerformedAt *time.Time  `json:"performedAt,omitempty" doc:"When the term counts as begun: paid and past its first day"`
	Names       []string    `json:"names"`
	Sheet       *form.Sheet `json:"sheet,omitempty" doc:"The term's form, for display"`
}

// List has a member's subscriptions: active ones first, next to end on top.
type List struct {
	Items []View `json:"items"`
}

// reader builds views as of one time, in one language.
type reader struct {
	s      *Service
	r      db.Reader
	set    settings
	now    time.Time
	l      locale.Locale
	forms  map[string]form.Definition
	sheets *form.Reader
}

func (s *Service) reader(ctx context.Context, l locale.Locale) (*reader, error) {
	r := s.DB.Read()
	set, err := readSettings(ctx, r)
	return &reader{s, r, set, s.Clock.Now(), l, map[string]form.Definition{}, form.NewReader(r)}, err
}

func (rd *reader) view(ctx context.Context, sub query.Subscription) (View, error) {
	item, err := lastItem(ctx, rd.r, sub)
	if err != nil {
		return View{}, err
	}
	v := View{
		ID: sub.ID, Status: sub.Status, Term: sub.Term, Quantity: sub.Quantity,
		Title:       locale.Text{EN: item.TitleEn, ZH: item.TitleZh}.In(rd.l),
		OptionTitle: locale.Text{EN: item.OptionTitleEn, ZH: item.OptionTitleZh}.In(rd.l),
		StartsAt:    sub.StartsAt.Time(), EndsAt: sub.EndsAt.Time(), EndedAt: sub.EndedAt.Moment(), EndedBy: sub.EndedBy,
	}
	lamp, err := imported(ctx, rd.r, sub.ID)
	if err != nil {
		return View{}, err
	}
	if lamp != nil {
		v.Place = lamp.Place
	}
	if v.Names, err = rd.names(ctx, sub, sub.Form); err != nil {
		return View{}, err
	}
	if v.Sheet, err = rd.sheets.Sheet(ctx, sub.FormKey, sub.FormVersion, sub.Form); err != nil {
		return View{}, err
	}
	n, err := findNext(ctx, rd.r, sub)
	if err != nil {
		return View{}, err
	}
	_, price, err := rd.s.facts(ctx, rd.r, sub)
	gone := errors.Is(err, errWithdrawn)
	if err != nil && !gone {
		return View{}, err
	}
	v.Price = price * money.Cents(sub.Quantity)
	if n.there() && n.PaidAt == 0 {
		v.Price = n.SubTotal
		v.Renewal = &RenewalView{n.InvoiceID, n.Number, n.InvoiceStatus, n.SubTotal, max(n.SubTotal-n.Paid, 0), max(n.ExpiresAt, n.StandsUntil).Moment()}
	}
	v.State = stateOf(sub, n, rd.now)
	if sub.Status != Active {
		return v, nil
	}
	ends := dayAt(sub.EndsAt)
	until := term.LastMoment(ends, rd.set.grace)
	if n.payable() { // one that was rejected late has some more days
		until = max(n.ExpiresAt, n.StandsUntil).Time()
	}
	v.PayUntil = &until
	if at := ends.Add(-rd.set.lead(sub.Term)).Time(0, 0); !n.there() && !gone && at.After(rd.now) {
		v.InvoiceAt = &at
	}
	v.CanRenew = n.payable() || !gone && (!n.there() || n.givenUp()) && nextStart(sub, rd.now) == ends && rd.now.Before(until)
	v.CanCancel = !n.inOffice()
	if until, open := rd.set.editable(sub, rd.now); open && sub.FormKey != "" {
		v.EditUntil = &until
	}
	return v, nil
}

// The states shown to people.
const (
	running  = "running"
	due      = "due"
	late     = "late"
	checking = "checking"
	rejected = "rejected"
	lasting  = "lasting"
	over     = "over"
)

func stateOf(sub query.Subscription, n next, now time.Time) string {
	ended := clock.MillisOf(now) >= sub.EndsAt
	switch {
	case sub.Status != Active && ended:
		return over
	case sub.Status != Active:
		return lasting
	case n.inOffice() && !n.payable():
		return checking
	case n.there() && n.PaidAt == 0 && n.InvoiceStatus == invoice.Rejected:
		return rejected
	case ended:
		return late
	case n.payable():
		return due
	}
	return running
}

// nextStart is the first day of the next term: the last paid one if it has not started, otherwise the day on which that
// one ends.
func nextStart(sub query.Subscription, now time.Time) lunar.Day {
	if starts, _ := term.Span(dayAt(sub.StartsAt), sub.Term, sub.Period); now.Before(starts.Time(0, 0)) {
		return starts
	}
	return dayAt(sub.EndsAt)
}

// editable returns whether the names of the next term can be changed, and until when: until its list is prepared, some
// days before it starts. For an overdue term, until it is paid.
func (set settings) editable(sub query.Subscription, now time.Time) (until time.Time, open bool) {
	starts := nextStart(sub, now)
	until = starts.Add(-set.cutOff).Time(0, 0)
	if now.Before(until) {
		return until, true
	}
	return term.LastMoment(starts, set.grace), !now.Before(starts.Time(0, 0))
}

func (rd *reader) names(ctx context.Context, sub query.Subscription, values string) ([]string, error) {
	if sub.FormKey == "" || values == "" {
		return []string{}, nil
	}
	def, err := rd.form(ctx, sub)
	if err != nil {
		return nil, err
	}
	if out := form.Names(def, json.RawMessage(values)); out != nil {
		return out, nil
	}
	return []string{}, nil
}

func (rd *reader) form(ctx context.Context, sub query.Subscription) (form.Definition, error) {
	key := fmt.Sprintf("%s %d", sub.FormKey, sub.FormVersion)
	def, known := rd.forms[key]
	if known {
		return def, nil
	}
	def, err := form.Load(ctx, rd.r, sub.FormKey, sub.FormVersion)
	rd.forms[key] = def
	return def, err
}

func (rd *reader) terms(ctx context.Context, sub query.Subscription) ([]Term, error) {
	rows, err := rd.r.SubscriptionTerms(ctx, sub.ID)
	if err != nil {
		return nil, fmt.Errorf("terms: %w", err)
	}
	out := make([]Term, 0, len(rows)+1)
	lamp, err := imported(ctx, rd.r, sub.ID)
	if err != nil {
		return nil, err
	}
	if lamp != nil {
		out = append(out, Term{
			Period: 1, StartsAt: lamp.FromAt.Time(), EndsAt: lamp.UntilAt.Time(), Status: invoice.Paid, Amount: lamp.Amount,
			PaidAt: lamp.FromAt.Moment(), PerformedAt: lamp.FromAt.Moment(), Names: []string{},
		})
	}
	for _, row := range rows {
		t := Term{
			Period: row.Period, StartsAt: row.StartsAt.Time(), EndsAt: row.EndsAt.Time(),
			InvoiceID: row.InvoiceID, Invoice: row.Number, Status: row.InvoiceStatus, PaidAt: row.PaidAt.Moment(),
		}
		if t.Amount, err = rd.amount(ctx, row.InvoiceID, row.ItemID); err != nil {
			return nil, err
		}
		if from := max(row.StartsAt, row.PaidAt); row.PaidAt > 0 && row.InvoiceStatus == invoice.Paid && from <= clock.MillisOf(rd.now) {
			t.PerformedAt = from.Moment()
		}
		if t.Names, err = rd.names(ctx, sub, row.Form); err != nil {
			return nil, err
		}
		if t.Sheet, err = rd.sheets.Sheet(ctx, sub.FormKey, sub.FormVersion, row.Form); err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// amount is the price of one item: the first term may share its invoice with others.
func (rd *reader) amount(ctx context.Context, invoiceID, itemID string) (money.Cents, error) {
	items, err := rd.r.InvoiceItems(ctx, invoiceID)
	if err != nil {
		return 0, fmt.Errorf("item of a term: %w", err)
	}
	for _, it := range items {
		if it.ID == itemID {
			return it.Amount, nil
		}
	}
	return 0, nil
}

func (rd *reader) detail(ctx context.Context, sub query.Subscription) (*Detail, error) {
	v, err := rd.view(ctx, sub)
	if err != nil {
		return nil, err
	}
	out := &Detail{View: v}
	if out.Terms, err = rd.terms(ctx, sub); err != nil {
		return nil, err
	}
	f, _, err := rd.s.facts(ctx, rd.r, sub)
	if err == nil {
		out.OfferingKey, out.NameCapacity = f.OfferingKey, f.NameCapacity
	} else if !errors.Is(err, errWithdrawn) {
		return nil, err
	}
	if sub.FormKey == "" {
		return out, nil
	}
	def, err := rd.form(ctx, sub)
	if err != nil {
		return nil, err
	}
	out.FormDefinition = &def
	if sub.Form != "" {
		out.Form = json.RawMessage(sub.Form)
	}
	return out, nil
}

// own is the member's subscription with that id. fault.NotFound if there is none, or it is another's.
func own(ctx context.Context, r db.Reader, userID, id string) (query.Subscription, error) {
	sub, err := r.SubscriptionOfUser(ctx, query.SubscriptionOfUserParams{ID: id, UserID: userID})
	if err != nil {
		return sub, db.NotFound(fmt.Errorf("own subscription: %w", err))
	}
	return sub, nil
}

// List answers GET /api/subscription with the caller's own.
func (s *Service) List(ctx context.Context, _ *struct{}) (*List, error) {
	return s.Of(ctx, httpd.VisitorOf(ctx).UserID, httpd.LocaleOf(ctx))
}

// Of is the list of a member's subscriptions.
func (s *Service) Of(ctx context.Context, userID string, l locale.Locale) (*List, error) {
	rd, err := s.reader(ctx, l)
	if err != nil {
		return nil, err
	}
	rows, err := rd.r.SubscriptionsOfUser(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("own subscriptions: %w", err)
	}
	out := &List{Items: make([]View, 0, len(rows))}
	for _, sub := range rows {
		v, err := rd.view(ctx, sub)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, v)
	}
	return out, nil
}

// Get answers GET /api/subscription/{id}.
func (s *Service) Get(ctx context.Context, in *httpd.ByID) (*Detail, error) {
	return s.show(ctx, httpd.VisitorOf(ctx).UserID, in.ID, httpd.LocaleOf(ctx))
}

func (s *Service) show(ctx context.Context, userID, id string, l locale.Locale) (*Detail, error) {
	rd, err := s.reader(ctx, l)
	if err != nil {
		return nil, err
	}
	sub, err := own(ctx, rd.r, userID, id)
	if err != nil {
		return nil, err
	}
	return rd.detail(ctx, sub)
}

// HistoryOut is a list of terms in their order.
type HistoryOut struct {
	Items []Term `json:"items"`
}

// History answers GET /api/subscription/history/{id}.
func (s *Service) History(ctx context.Context, in *httpd.ByID) (*HistoryOut, error) {
	rd, err := s.reader(ctx, httpd.LocaleOf(ctx))
	if err != nil {
		return nil, err
	}
	sub, err := own(ctx, rd.r, httpd.VisitorOf(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	terms, err := rd.terms(ctx, sub)
	return &HistoryOut{terms}, err
}

// ListPage is the data of /member/profile/subscriptions.
func (s *Service) ListPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	list, err := s.Of(ctx, r.Visitor.UserID, r.Locale)
	return httpd.PageData{Data: list}, err
}

// Page is the data of /member/profile/subscriptions/:id.
func (s *Service) Page(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	d, err := s.show(ctx, r.Visitor.UserID, r.Params["id"], r.Locale)
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: d, Title: d.Title}, nil
}

func dayAt(at clock.Millis) lunar.Day { return lunar.DayOf(at.Time()) }
