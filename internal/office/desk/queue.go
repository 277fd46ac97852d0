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
	Amount         money.Cents  `json:"amount" doc:"Cents that were due"`
	DeclaredAmount money.Cents  `json:"declaredAmount" doc:"Cents that the member says were transferred"`
	Received       *money.Cents `json:"received,omitempty" doc:"Cents that were booked"`
	TransactionAt  *time.Time   `json:"transactionDateTime,omitempty"`
	CreatedAt      time.Time    `json:"createdAt"`
	DecidedAt      *time.Time   `json:"decidedAt,omitempty"`
	CutOff         *time.Time   `json:"cutOff,omitempty" doc:"When its ceremony closes, or begins where it never closes"`
	ClaimedBy      string       `json:"claimedBy,omitempty" doc:"Name of another who has it open"`
	Seen           bool         `json:"seen" doc:"A line of a bank statement is surely or likely its money"`
	Alike          bool         `json:"alike" doc:"Another transfer seems to be the same one"`
	Unseen         bool         `json:"unseen" doc:"Approved though no statement showed it"`
	Rejected       int64        `json:"rejected" doc:"How often another picture for the order was rejected"`
	Large          bool         `json:"large" doc:"A sum that is looked at twice"`
}

// ListedPayment is a payment with what the list shows.
type ListedPayment struct {
	QueueRow
	Title     string     `json:"title" doc:"Of its first item"`
	Items     int64      `json:"items"`
	Picture   string     `json:"picture,omitempty" doc:"Address of the first"`
	InBank    string     `json:"inBank" enum:"seen,likely,absent,after,none" doc:"after: it was transferred when the statements had ended; none: there is no statement yet"`
	InBankAt  *time.Time `json:"inBankAt,omitempty" doc:"When the bank booked it"`
	AlikeKind string     `json:"alikeKind,omitempty" enum:"file,picture,transfer" doc:"How it is alike"`
	AlikeTo   string     `json:"alikeTo,omitempty" doc:"Number of the other order, or reference of the other transfer"`
}

// large is the amount in cents from which a payment is marked as large.
const large money.Cents = 1000_00

// Queue is a page of payments with count and sum of all matches.
type Queue struct {
	Items   []ListedPayment `json:"items"`
	Next    string          `json:"next,omitempty" doc:"What after carries for the next page"`
	Total   int64           `json:"total" doc:"Exact up to 10,000"`
	More    bool            `json:"more" doc:"True if there are more results than total"`
	Sum     int64           `json:"sum" doc:"Cents of those that total counts"`
	Through *time.Time      `json:"through,omitempty" doc:"Until when the bank statements run; absent without one"`
}

type queueIn struct {
	keyset.Ask
	Status  string `query:"status" default:"pending" enum:"pending,approved,rejected,voided"`
	Q       string `query:"q" maxLength:"100"`
	Order   string `query:"order" default:"oldest" enum:"oldest,cut-off" doc:"Of those that wait; of the others the last decided comes first"`
	Bank    string `query:"bank" enum:"seen,absent,missing" doc:"Of those that wait; of the approved ones absent gives those that were approved unseen, and missing those that the statements should tell of by now"`
	Alike   bool   `query:"alike" doc:"Of those that wait: with a picture like an earlier payment's"`
	Differs bool   `query:"differs" doc:"Of those that wait: the member says another amount than was due"`
	From    string `query:"from" format:"date" doc:"First day: sent in, or decided where it is decided"`
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
		if f.having, err = search.Records(ctx, r, keyset.Most+1); err != nil {
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
