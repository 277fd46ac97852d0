package office

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"shanmen/internal/account"
	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/httpd"
	"shanmen/internal/keyset"
	"shanmen/internal/lookup"
	"shanmen/internal/payment"
)

// QueueRow is a payment in the list.
type QueueRow struct {
	ID             string     `json:"id"`
	InvoiceNumber  string     `json:"invoiceNumber"`
	Reference      string     `json:"paymentReference"`
	Payer          string     `json:"payer"`
	PayerChinese   string     `json:"payerChinese"`
	Status         string     `json:"status" enum:"pending,approved,rejected,voided"`
	Amount         int64      `json:"amount" doc:"Cents that were due"`
	DeclaredAmount int64      `json:"declaredAmount" doc:"Cents that the member says were transferred"`
	Received       *int64     `json:"received,omitempty" doc:"Cents that were booked"`
	TransactionAt  *time.Time `json:"transactionDateTime,omitempty"`
	CreatedAt      time.Time  `json:"createdAt"`
	DecidedAt      *time.Time `json:"decidedAt,omitempty"`
	CutOff         *time.Time `json:"cutOff,omitempty" doc:"When its ceremony closes, or begins where it never closes"`
	ClaimedBy      string     `json:"claimedBy,omitempty" doc:"Name of another who has it open"`
	Seen           bool       `json:"seen" doc:"A line of a bank statement is surely or likely its money"`
	Alike          bool       `json:"alike" doc:"A picture equals or resembles an earlier payment's"`
	Unseen         bool       `json:"unseen" doc:"Approved though no statement showed it"`
}

// Queue is a page of payments with count and sum of all that match.
type Queue struct {
	Items   []QueueRow `json:"items"`
	Next    string     `json:"next,omitempty" doc:"What after carries for the next page"`
	Total   int64      `json:"total" doc:"Exact up to 10,000"`
	More    bool       `json:"more" doc:"There are more than total"`
	Sum     int64      `json:"sum" doc:"Cents of those that total counts"`
	Through *time.Time `json:"through,omitempty" doc:"Until when the bank statements run; absent without one"`
}

type queueIn struct {
	keyset.Ask
	Status  string `query:"status" default:"pending" enum:"pending,approved,rejected,voided"`
	Q       string `query:"q" maxLength:"100"`
	Order   string `query:"order" default:"oldest" enum:"oldest,cut-off" doc:"Of those that wait; of the others the last decided comes first"`
	Bank    string `query:"bank" enum:"seen,absent" doc:"Of those that wait; of the approved ones absent gives those that were approved unseen"`
	Alike   bool   `query:"alike" doc:"Of those that wait: with a picture like an earlier payment's"`
	Differs bool   `query:"differs" doc:"Of those that wait: the member says another amount than was due"`
	From    string `query:"from" format:"date" doc:"First day: sent in, or decided where it is decided"`
	To      string `query:"to" format:"date" doc:"Last day"`
}

// PaymentQueue lists PayNow payments with a picture: those that wait by their age or by the cut-off of
// their ceremony, the others from the last decided.
func (s *Service) PaymentQueue(ctx context.Context, in *queueIn) (*Queue, error) {
	k, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	f := deskFilter{queueIn: in, after: k, before: math.MaxInt64, me: httpd.VisitorOf(ctx).UserID, now: s.Clock.Now().UnixMilli()}
	if f.since, f.before, err = days(in.From, in.To); err != nil {
		return nil, err
	}
	r := s.DB.Read()
	through, err := r.BankThrough(ctx)
	if err != nil {
		return nil, err
	}
	out := &Queue{Items: []QueueRow{}, Through: after(through)}
	if strings.TrimSpace(in.Q) != "" {
		search, ok, err := lookup.For(ctx, r, lookup.Invoice, in.Q)
		if err != nil || !ok {
			return out, err
		}
		if f.having, err = search.Records(ctx, r, keyset.Most+1); err != nil {
			return nil, err
		}
		f.words = search.Spans()
	}
	list := f.decided()
	switch {
	case in.Status == payment.Pending:
		list = f.waiting()
	case in.Status == payment.Approved && in.Bank == "absent":
		list = f.unseen()
	case f.words.Low != "":
		list = f.found()
	}
	if in.Total() {
		n, err := list.count(ctx, r)
		if err != nil {
			return nil, err
		}
		out.Total, out.More, out.Sum = n.Count, n.More, n.Sum
	}
	if !in.Rows() {
		return out, nil
	}
	rows, err := list.page(ctx, r)
	if err != nil {
		return nil, err
	}
	if int64(len(rows)) > in.Limit {
		rows = rows[:in.Limit]
		out.Next = f.key(rows[len(rows)-1]).String()
	}
	for _, p := range rows {
		out.Items = append(out.Items, f.row(p))
	}
	return out, nil
}

// deskFilter is what was asked for.
type deskFilter struct {
	*queueIn
	after         keyset.Key
	since, before int64
	words         lookup.Spans
	having        int64 // orders with the rarest of the words, up to keyset.Most+1
	me            string
	now           int64
}

type deskRow = query.DeskWaitingRow

// deskList is one of the lists. A page has one row more than fits.
type deskList struct {
	page  func(context.Context, db.Reader) ([]deskRow, error)
	count func(context.Context, db.Reader) (Figure, error)
}

func (f deskFilter) waiting() deskList {
	p := query.DeskWaitingParams{
		AfterAt: f.after.At, AfterID: f.after.ID, Since: f.since, Before: f.before, Bank: f.Bank, Alike: bit(f.Alike), Differs: bit(f.Differs),
		Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3, Most: f.Limit + 1,
	}
	return deskList{
		page: func(ctx context.Context, r db.Reader) ([]deskRow, error) {
			if f.Order == "oldest" {
				return r.DeskWaiting(ctx, p)
			}
			rows, err := r.DeskWaitingByCutOff(ctx, query.DeskWaitingByCutOffParams(p))
			return rowsOf(rows, func(x query.DeskWaitingByCutOffRow) deskRow { return deskRow(x) }), err
		},
		count: func(ctx context.Context, r db.Reader) (Figure, error) {
			n, err := r.DeskWaitingCount(ctx, query.DeskWaitingCountParams{
				Since: p.Since, Before: p.Before, Bank: p.Bank, Alike: p.Alike, Differs: p.Differs,
				Low: p.Low, High: p.High, Low2: p.Low2, High2: p.High2, Low3: p.Low3, High3: p.High3,
			})
			return figure(n.Count, n.Amount), err
		},
	}
}

func (f deskFilter) decided() deskList {
	return deskList{
		page: func(ctx context.Context, r db.Reader) ([]deskRow, error) {
			rows, err := r.DeskDecided(ctx, query.DeskDecidedParams{
				Status: f.Status, AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before, Most: f.Limit + 1,
				Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
			})
			return rowsOf(rows, func(x query.DeskDecidedRow) deskRow { return deskRow(x) }), err
		},
		count: func(ctx context.Context, r db.Reader) (Figure, error) {
			n, err := r.DeskDecidedCount(ctx, query.DeskDecidedCountParams{
				Status: f.Status, Since: f.since, Before: f.before,
				Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
			})
			return figure(n.Count, n.Amount), err
		},
	}
}

// few is how many orders with the words are gone through, to their payments. Where more have them, the payments are,
// to their words: somebody who has them is soon met.
const few = 2000

// found are decided payments that words are looked for in.
func (f deskFilter) found() deskList {
	list := deskList{page: f.pageFound, count: f.countFound}
	if f.having > few {
		list.page = f.decided().page
	}
	return list
}

func (f deskFilter) pageFound(ctx context.Context, r db.Reader) ([]deskRow, error) {
	orders, err := r.DeskFound(ctx, query.DeskFoundParams{
		Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
		Status: f.Status, AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before, Most: f.Limit + 1,
	})
	if err != nil {
		return nil, err
	}
	var out []deskRow
	for _, order := range orders {
		rows, err := r.DeskOfOrder(ctx, query.DeskOfOrderParams{
			InvoiceID: order, Status: f.Status, AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before,
		})
		if err != nil {
			return nil, err
		}
		out = append(out, rowsOf(rows, func(x query.DeskOfOrderRow) deskRow { return deskRow(x) })...)
	}
	slices.SortFunc(out, func(a, b deskRow) int { return cmp.Or(cmp.Compare(b.DecidedAt, a.DecidedAt), cmp.Compare(b.ID, a.ID)) })
	return out[:min(int64(len(out)), f.Limit+1)], nil
}

// countFound goes from the words or from the payments, whichever are not too many. Where both are, it counts those
// of some of the orders with the words: there are more.
func (f deskFilter) countFound(ctx context.Context, r db.Reader) (Figure, error) {
	orders := int64(keyset.Most)
	if f.having > keyset.Most {
		all := f
		all.words = lookup.Spans{}
		n, err := all.decided().count(ctx, r)
		if err != nil {
			return Figure{}, err
		}
		if !n.More {
			return f.decided().count(ctx, r)
		}
		orders = few
	}
	n, err := r.DeskFoundCount(ctx, query.DeskFoundCountParams{
		Low: f.words.Low, High: f.words.High, Most: orders, Status: f.Status, Since: f.since, Before: f.before,
		Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
	})
	out := figure(n.Count, n.Amount)
	out.More = out.More || f.having > keyset.Most
	return out, err
}

func (f deskFilter) unseen() deskList {
	p := query.DeskUnseenParams{
		AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before, Most: f.Limit + 1,
		Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
	}
	return deskList{
		page: func(ctx context.Context, r db.Reader) ([]deskRow, error) {
			rows, err := r.DeskUnseen(ctx, p)
			return rowsOf(rows, func(x query.DeskUnseenRow) deskRow { return deskRow(x) }), err
		},
		count: func(ctx context.Context, r db.Reader) (Figure, error) {
			n, err := r.DeskUnseenCount(ctx, query.DeskUnseenCountParams{
				Since: p.Since, Before: p.Before, Low: p.Low, High: p.High, Low2: p.Low2, High2: p.High2, Low3: p.Low3, High3: p.High3,
			})
			return figure(n.Count, n.Amount), err
		},
	}
}

// upTo is where a list that begins with the newest goes on.
func (f deskFilter) upTo() int64 {
	if f.after.ID == "" {
		return math.MaxInt64
	}
	return f.after.At
}

func (f deskFilter) key(p deskRow) keyset.Key {
	switch {
	case f.Status != payment.Pending:
		return keyset.Key{At: p.DecidedAt, ID: p.ID}
	case f.Order == "cut-off":
		return keyset.Key{At: p.CutOff, ID: p.ID}
	}
	return keyset.Key{At: p.CreatedAt, ID: p.ID}
}

func (f deskFilter) row(p deskRow) QueueRow {
	row := QueueRow{
		ID: p.ID, InvoiceNumber: p.Number, Reference: p.PaymentReference, Payer: p.PayerName, PayerChinese: p.PayerChinese,
		Status: p.Status, Amount: p.Amount, DeclaredAmount: otherwise(p.DeclaredAmount, p.Amount), Received: p.Received,
		TransactionAt: moment(p.TransactionAt), CreatedAt: clock.FromMillis(p.CreatedAt), DecidedAt: after(p.DecidedAt), CutOff: cutOff(p.CutOff),
		Seen: p.Seen, Alike: p.Alike == 1, Unseen: p.Unseen == 1,
	}
	if p.Status == payment.Pending && p.ClaimedBy != f.me && p.ClaimedUntil > f.now {
		row.ClaimedBy = p.Claimer
	}
	return row
}

// rowsOf makes the rows of every list alike: their queries give the same columns.
func rowsOf[T any](rows []T, as func(T) deskRow) []deskRow {
	out := make([]deskRow, len(rows))
	for i, x := range rows {
		out[i] = as(x)
	}
	return out
}

// days are the first moment and the one after the last of a span of days in Singapore; either may be "".
func days(from, to string) (since, before int64, err error) {
	before = math.MaxInt64
	if from != "" {
		t, err := time.ParseInLocation(time.DateOnly, from, clock.Singapore)
		if err != nil {
			return 0, 0, fault.InvalidFields([]fault.Field{{Path: "from", Code: "invalid-value"}})
		}
		since = t.UnixMilli()
	}
	if to != "" {
		t, err := time.ParseInLocation(time.DateOnly, to, clock.Singapore)
		if err != nil {
			return 0, 0, fault.InvalidFields([]fault.Field{{Path: "to", Code: "invalid-value"}})
		}
		before = t.AddDate(0, 0, 1).UnixMilli()
	}
	return since, before, nil
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func otherwise(n *int64, or int64) int64 {
	if n == nil {
		return or
	}
	return *n
}

func moment(ms *int64) *time.Time {
	if ms == nil {
		return nil
	}
	return after(*ms)
}

// after is a moment that is 0 before it has come.
func after(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := clock.FromMillis(ms)
	return &t
}

// never is the cut-off of what has none: the largest number that JSON keeps.
const never = 1<<53 - 1

func cutOff(ms int64) *time.Time {
	if ms == never {
		return nil
	}
	return after(ms)
}

// contains makes a LIKE pattern of what was typed; "" matches everything. A number may be typed as
// people say it, 9123 4567.
func contains(q string) string {
	q = strings.ToLower(strings.TrimSpace(q))
	if m, ok := account.ParseMobile(q); ok {
		q = m.E164
	} else if strings.ContainsAny(q, "0123456789") {
		q = strings.Join(strings.Fields(q), "")
	}
	if q == "" {
		return ""
	}
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(q) + "%"
}
