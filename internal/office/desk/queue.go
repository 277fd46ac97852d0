package desk

import (
	"context"
	"math"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/payment"
)

// QueueRow is a payment in the list.
type QueueRow struct {
	ID             string       `json:"id"`
	InvoiceNumber  string       `json:"invoiceNumber"`
	Reference      string       `json:"paymentReference"`
	Payer          string       `json:"payer"`
	PayerChinese   string       `json:"payerChinese"`
	Status         string       `json:"status" enum:"pending,approved,rejected,voided"`
	Amount         money.Cents  `json:"amount" doc:"Amount due, in cents"`
	DeclaredAmount money.Cents  `json:"declaredAmount" doc:"Cents transferred, as declared by the member"`
	Received       *money.Cents `json:"received,omitempty" doc:"Amount booked, in cents"`
	TransactionAt  *time.Time   `json:"transactionDateTime,omitempty"`
	CreatedAt      time.Time    `json:"createdAt"`
	DecidedAt      *time.Time   `json:"decidedAt,omitempty"`
	CutOff         *time.Time   `json:"cutOff,omitempty" doc:"When its ceremony closes or, if it never closes, begins"`
	ClaimedBy      string       `json:"claimedBy,omitempty" doc:"Name of a colleague who has it open"`
	Seen           bool         `json:"seen" doc:"A statement line certainly or probably belongs to it"`
	Alike          bool         `json:"alike" doc:"There is a similar transfer"`
	Unseen         bool         `json:"unseen" doc:"Approved without being on a statement"`
	Rejected       int64        `json:"rejected" doc:"Number of rejected earlier pictures for this order"`
	Large          bool         `json:"large" doc:"A large amount, which needs a second look"`
}

// ListedPayment is a payment with what the list shows.
type ListedPayment struct {
	QueueRow
	Title     string     `json:"title" doc:"Title of its first item"`
	Items     int64      `json:"items"`
	Picture   string     `json:"picture,omitempty" doc:"URL of the first picture"`
	InBank    string     `json:"inBank" enum:"seen,likely,absent,after,none" doc:"after: transferred after the last statement ends; none: no statement was imported yet"`
	InBankAt  *time.Time `json:"inBankAt,omitempty" doc:"Booking time at the bank"`
	AlikeKind string     `json:"alikeKind,omitempty" enum:"file,picture,transfer" doc:"Kind of similarity"`
	AlikeTo   string     `json:"alikeTo,omitempty" doc:"Number of the similar order, or reference of the similar transfer"`
}

// large is the amount in cents from which a payment is marked as large.
const large money.Cents = 1000_00

// Queue is a page of payments with count and sum of all matches.
type Queue struct {
	Items   []ListedPayment `json:"items"`
	Next    string          `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after"`
	Total   int64           `json:"total" doc:"Exact up to 10,000, of a search up to 2,000 orders"`
	More    bool            `json:"more" doc:"True if there are more results than total"`
	Sum     int64           `json:"sum" doc:"Sum in cents of the payments counted in total"`
	Through *time.Time      `json:"through,omitempty" doc:"Until when the bank statements run; absent without one"`
}

type queueIn struct {
	keyset.Ask
	Status  string `query:"status" default:"pending" enum:"pending,approved,rejected,voided"`
	Q       string `query:"q" maxLength:"100"`
	Order   string `query:"order" default:"oldest" enum:"oldest,cut-off" doc:"Sort order of pending payments; others are sorted by decision, latest first"`
	Bank    string `query:"bank" enum:"seen,absent,missing" doc:"Bank state of pending payments; for approved ones, absent: approved without a statement line, missing: should be on a statement by now"`
	Alike   bool   `query:"alike" doc:"Pending payments with a picture similar to an earlier one"`
	Differs bool   `query:"differs" doc:"Pending payments whose declared amount differs from the amount due"`
	From    string `query:"from" format:"date" doc:"First day of submission or, for decided payments, of the decision"`
	To      string `query:"to" format:"date" doc:"Last day"`
}

// Queue lists PayNow payments with a picture: waiting ones by age or by their ceremony's cut-off, others by last
// decision.
func (s *Service) Queue(ctx context.Context, in *queueIn) (*Queue, error) {
	k, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	f := deskFilter{queueIn: in, after: k, before: math.MaxInt64, me: httpd.VisitorOf(ctx).UserID, now: clock.MillisOf(s.Clock.Now())}
	if f.since, f.before, err = days(in.From, in.To); err != nil {
		return nil, err
	}
	r := s.DB.Read()
	through, err := r.BankThrough(ctx)
	if err != nil {
		return nil, err
	}
	f.through = clock.Millis(through)
	out := &Queue{Items: []ListedPayment{}, Through: clock.Millis(through).Moment()}
	if strings.TrimSpace(in.Q) != "" {
		search, ok, err := lookup.For(ctx, r, lookup.Invoice, in.Q)
		if err != nil || !ok {
			return out, err
		}
		if f.having, err = search.Records(ctx, r, few+1); err != nil {
			return nil, err
		}
		f.words = search.Spans()
	}
	list := f.decided()
	switch {
	case in.Status == payment.Pending:
		list = f.waiting()
	case in.Status == payment.Approved && (in.Bank == "absent" || in.Bank == "missing"):
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
		one, err := f.listed(ctx, r, p)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// days converts a span of days in Singapore to start and end times; either may be "".
func days(from, to string) (since, before clock.Millis, err error) {
	before = math.MaxInt64
	if since, err = lunar.DayBegins("from", from, 0); err == nil && to != "" {
		before, err = lunar.DayBegins("to", to, 1)
	}
	return since, before, err
}

// never is the cut-off of payments without one: the largest integer that JSON keeps exactly.
const never = 1<<53 - 1

func cutOff(ms int64) *time.Time {
	if ms == never {
		return nil
	}
	return clock.Millis(ms).Moment()
}
