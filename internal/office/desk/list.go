package desk

import (
	"cmp"
	"context"
	"math"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/bank"
	"shanmen/internal/sales/payment"
)

// deskFilter is the parsed request.
type deskFilter struct {
	*queueIn
	after         keyset.Key
	since, before clock.Millis
	words         lookup.Spans
	having        int64 // orders with the rarest search word, up to few+1
	me            string
	now, through  clock.Millis
}

// deskList is one of the lists. A page reads one row more than it shows.
type deskList struct {
	page  func(context.Context, db.Reader) ([]query.DeskPayment, error)
	count func(context.Context, db.Reader) (Figure, error)
}

func (f deskFilter) waiting() deskList {
	p := query.DeskWaitingParams{
		AfterAt: int64(f.after.At), AfterID: f.after.ID, Since: f.since, Before: f.before, Bank: f.Bank, Alike: db.Bit(f.Alike), Differs: db.Bit(f.Differs),
		Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3, Most: f.Limit + 1,
	}
	return deskList{
		page: func(ctx context.Context, r db.Reader) ([]query.DeskPayment, error) {
			if f.Order == "oldest" {
				return r.DeskWaiting(ctx, p)
			}
			return r.DeskWaitingByCutOff(ctx, query.DeskWaitingByCutOffParams(p))
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
		page: func(ctx context.Context, r db.Reader) ([]query.DeskPayment, error) {
			return r.DeskDecided(ctx, query.DeskDecidedParams{
				Status: f.Status, AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before, Most: f.Limit + 1,
				Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
			})
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

// few is the number of matching orders up to which the search goes from orders to payments, and is counted exactly. Above
// it, the search goes through payments, because matches are frequent.
const few = 1000

// found are decided payments to search.
func (f deskFilter) found() deskList {
	list := deskList{page: f.pageFound, count: f.countFound}
	if f.having > few {
		list.page = f.decided().page
	}
	return list
}

func (f deskFilter) pageFound(ctx context.Context, r db.Reader) ([]query.DeskPayment, error) {
	orders, err := r.DeskFound(ctx, query.DeskFoundParams{
		Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
		Status: f.Status, AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before, Most: f.Limit + 1,
	})
	if err != nil {
		return nil, err
	}
	var out []query.DeskPayment
	for _, order := range orders {
		rows, err := r.DeskOfOrder(ctx, query.DeskOfOrderParams{
			InvoiceID: order, Status: f.Status, AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before,
		})
		if err != nil {
			return nil, err
		}
		out = append(out, rows...)
	}
	slices.SortFunc(out, func(a, b query.DeskPayment) int {
		return cmp.Or(cmp.Compare(b.DecidedAt, a.DecidedAt), cmp.Compare(b.ID, a.ID))
	})
	return out[:min(int64(len(out)), f.Limit+1)], nil
}

// countFound counts from orders or from payments, whichever are few. If neither are, it counts payments of some of the
// orders: there are more.
func (f deskFilter) countFound(ctx context.Context, r db.Reader) (Figure, error) {
	if f.having > few {
		all := f
		all.words = lookup.Spans{}
		n, err := all.decided().count(ctx, r)
		if err != nil {
			return Figure{}, err
		}
		if n.Count <= few {
			return f.decided().count(ctx, r)
		}
	}
	n, err := r.DeskFoundCount(ctx, query.DeskFoundCountParams{
		Low: f.words.Low, High: f.words.High, Most: few, Status: f.Status, Since: f.since, Before: f.before,
		Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
	})
	out := figure(n.Count, n.Amount)
	out.More = out.More || f.having > few
	return out, err
}

func (f deskFilter) unseen() deskList {
	p := query.DeskUnseenParams{
		AfterAt: f.upTo(), AfterID: f.after.ID, Since: f.since, Before: f.before, Most: f.Limit + 1, Told: f.told(),
		Low: f.words.Low, High: f.words.High, Low2: f.words.Low2, High2: f.words.High2, Low3: f.words.Low3, High3: f.words.High3,
	}
	return deskList{
		page: func(ctx context.Context, r db.Reader) ([]query.DeskPayment, error) {
			return r.DeskUnseen(ctx, p)
		},
		count: func(ctx context.Context, r db.Reader) (Figure, error) {
			n, err := r.DeskUnseenCount(ctx, query.DeskUnseenCountParams{
				Since: p.Since, Before: p.Before, Told: p.Told, Low: p.Low, High: p.High, Low2: p.Low2, High2: p.High2, Low3: p.Low3, High3: p.High3,
			})
			return figure(n.Count, n.Amount), err
		},
	}
}

// told is the time until which bank statements should cover a transfer, 0 for any.
func (f deskFilter) told() int64 {
	if f.Bank == "missing" {
		return int64(f.through)
	}
	return 0
}

// upTo is where a newest-first list continues.
func (f deskFilter) upTo() int64 {
	if f.after.ID == "" {
		return math.MaxInt64
	}
	return int64(f.after.At)
}

func (f deskFilter) key(p query.DeskPayment) keyset.Key {
	switch {
	case f.Status != payment.Pending:
		return keyset.Key{At: p.DecidedAt, ID: p.ID}
	case f.Order == "cut-off":
		return keyset.Key{At: clock.Millis(p.CutOff), ID: p.ID}
	}
	return keyset.Key{At: p.CreatedAt, ID: p.ID}
}

func (f deskFilter) row(p query.DeskPayment) QueueRow {
	row := QueueRow{
		ID: p.ID, InvoiceNumber: p.Number, Reference: p.PaymentReference, Payer: p.PayerName, PayerChinese: p.PayerChinese,
		Status: p.Status, Amount: p.Amount, DeclaredAmount: payment.DeclaredOr(p.DeclaredAmount, p.Amount), Received: p.Received,
		TransactionAt: clock.MomentOf(p.TransactionAt), CreatedAt: p.CreatedAt.Time(), DecidedAt: p.DecidedAt.Moment(), CutOff: cutOff(p.CutOff),
		Seen: p.Seen, Alike: p.Alike, Unseen: p.Unseen, Rejected: p.Rejected, Large: p.Amount >= large,
	}
	if p.Status == payment.Pending && p.ClaimedBy != f.me && p.ClaimedUntil > f.now {
		row.ClaimedBy = p.Claimer
	}
	return row
}

// listed converts a row for the list. For a marked waiting payment it reads the similar transfer; few are marked.
func (f deskFilter) listed(ctx context.Context, r db.Reader, p query.DeskPayment) (ListedPayment, error) {
	out := ListedPayment{
		QueueRow: f.row(p), Title: p.TitleEn, Items: p.Items, Picture: pictureOf(p.Picture), InBank: bank.Told(p.TransactionAt, p.CreatedAt, f.through), InBankAt: p.SeenAt.Moment(),
	}
	if httpd.LocaleOf(ctx) == locale.ZH {
		out.Title = p.TitleZh
	}
	switch {
	case p.Sure:
		out.InBank = bank.StateSeen
	case p.Seen:
		out.InBank = inBankLikely
	}
	if !p.Alike || p.Status != payment.Pending {
		return out, nil
	}
	other, err := stopped(ctx, r, p.ID, p.Sure)
	if out.Alike = other != nil; other != nil {
		out.AlikeKind, out.AlikeTo = other.Kinds[0], cmp.Or(other.InvoiceNumber, other.Reference)
	}
	return out, err
}

// inBankLikely is the state of a payment that a bank line matches incompletely.
const inBankLikely = "likely"
