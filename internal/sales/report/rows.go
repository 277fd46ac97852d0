package report

import (
	"context"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/table"
)

// chunk is how many rows export queries read at a time.
const chunk = 1000

var paymentColumns = []column{
	{"decided", table.Moment}, {"order", table.Words}, {"reference", table.Words}, {"payer", table.Words}, {"payer-chinese", table.Words},
	{"method", table.Words}, {"received", table.Money}, {"for-order", table.Money}, {"excess", table.Money}, {"excess-as", table.Words},
	{"transferred", table.Moment}, {"seen", table.Words}, {"receipt", table.Words}, {"clerk", table.Words},
}

func writePayments(ctx context.Context, x *exporting) error {
	p := query.ReportPaymentRowsParams{Since: x.span.since, Before: x.span.before}
	for {
		rows, err := x.r.ReportPaymentRows(ctx, p)
		if err != nil {
			return err
		}
		for _, v := range rows {
			clerk, err := x.clerk(ctx, v.DecidedBy)
			if err != nil {
				return err
			}
			excessAs, seen := "", ""
			if v.Excess > 0 {
				key, _ := excessKey(v.ExcessAs, &Takings{})
				excessAs = x.word("accounts.", key)
			}
			if v.Unseen {
				seen = x.word("accounts.", "not-seen")
			}
			var transferred any
			if v.TransactionAt != nil {
				transferred = (*v.TransactionAt).Time()
			}
			err = x.to.Row(v.DecidedAt.Time(), v.Number, v.PaymentReference, v.PayerName, v.PayerChinese,
				x.word("document.method.", methodKey(v.Method)), money.Cents(v.Received), money.Cents(v.Received)-v.Excess, v.Excess, excessAs,
				transferred, seen, v.Receipt, clerk)
			if err != nil {
				return err
			}
			p.AfterAt, p.AfterID = int64(v.DecidedAt), v.ID
		}
		if len(rows) < chunk {
			return writeUndonePayments(ctx, x)
		}
	}
}

// writeUndonePayments has the payments of a closed month that were undone later: they count there.
func writeUndonePayments(ctx context.Context, x *exporting) error {
	rows, err := x.r.ReportAdjustmentRows(ctx, query.ReportAdjustmentRowsParams{Since: x.span.since, Before: x.span.before})
	if err != nil {
		return err
	}
	for _, v := range rows {
		if v.BookedAt < x.span.since || v.BookedAt >= x.span.before {
			continue
		}
		clerk, err := x.clerk(ctx, v.BookedBy)
		if err != nil {
			return err
		}
		excessAs := ""
		if v.Excess > 0 {
			excessAs = x.word("accounts.", excessHeld)
		}
		err = x.to.Row(v.BookedAt.Time(), v.Number, v.PaymentReference, v.PayerName, v.PayerChinese,
			x.word("document.method.", methodKey(v.Method)), v.Amount, v.Amount-v.Excess, v.Excess, excessAs, nil, "", "", clerk)
		if err != nil {
			return err
		}
	}
	return nil
}

var orderColumns = []column{
	{"made", table.Moment}, {"order", table.Words}, {"status", table.Words}, {"reference", table.Words}, {"payer", table.Words}, {"payer-chinese", table.Words},
	{"offering", table.Words}, {"offering-zh", table.Words}, {"option", table.Words}, {"option-zh", table.Words}, {"fund", table.Words}, {"fund-zh", table.Words},
	{"quantity", table.Count}, {"unit-price", table.Money}, {"amount", table.Money}, {"order-total", table.Money}, {"order-paid", table.Money},
	{"departed", table.Words}, {"dedicators", table.Words}, {"blessing", table.Words}, {"answers", table.Words},
}

// writeOrders has a row per item of an order. Values of the whole order are on its first row only, so that columns add
// up.
func writeOrders(ctx context.Context, x *exporting) error {
	p := query.ReportInvoiceRowsParams{Since: x.span.since, Before: x.span.before}
	sheets := form.NewReader(x.r)
	for {
		rows, err := x.r.ReportInvoiceRows(ctx, p)
		if err != nil || len(rows) == 0 {
			return err
		}
		first, last := rows[0], rows[len(rows)-1]
		items, err := x.r.ReportInvoiceItemRows(ctx, query.ReportInvoiceItemRowsParams{Since: first.CreatedAt, FirstID: first.ID, Until: last.CreatedAt, LastID: last.ID})
		if err != nil {
			return err
		}
		// An order created between the two reads has items here but no row yet.
		of := map[string][]query.InvoiceItem{}
		for _, it := range items {
			of[it.InvoiceID] = append(of[it.InvoiceID], it)
		}
		for _, v := range rows {
			var total, paid any = v.SubTotal, v.Paid
			for _, it := range of[v.ID] {
				sheet, err := sheets.Sheet(ctx, it.FormKey, it.FormVersion, it.Form)
				if err != nil {
					return err
				}
				fund, err := sheets.FundName(ctx, it.FormKey, it.Fund)
				if err != nil {
					return err
				}
				err = x.to.Row(v.CreatedAt.Time(), v.Number, x.word("document.status.", v.Status), v.PaymentReference, v.PayerName, v.PayerChinese,
					it.TitleEn, it.TitleZh, it.OptionTitleEn, it.OptionTitleZh, fund.EN, fund.ZH, it.Quantity, it.UnitPrice, it.Amount, total, paid,
					x.people(ctx, sheet, form.InDeparted), x.people(ctx, sheet, form.InDedicators), x.people(ctx, sheet, form.InBlessing), x.answers(ctx, sheet))
				if err != nil {
					return err
				}
				total, paid = nil, nil
			}
		}
		p.AfterAt, p.AfterID = int64(last.CreatedAt), last.ID
		if len(rows) < chunk {
			return nil
		}
	}
}

// people lists the people of a group, one per line, with the answers about each.
func (x *exporting) people(ctx context.Context, sheet *form.Sheet, kind string) string {
	if sheet == nil {
		return ""
	}
	l := httpd.LocaleOf(ctx)
	var lines []string
	for _, g := range sheet.Groups {
		for _, p := range g.People {
			if g.Kind != kind {
				continue
			}
			parts := []string{p.FullName()}
			for _, a := range p.Answers {
				parts = append(parts, a.In(l))
			}
			lines = append(lines, strings.Join(parts, " · "))
		}
	}
	return strings.Join(lines, "\n")
}

// answers lists a form's other answers, one per line.
func (x *exporting) answers(ctx context.Context, sheet *form.Sheet) string {
	if sheet == nil {
		return ""
	}
	var lines []string
	for _, a := range sheet.Answers {
		lines = append(lines, a.In(httpd.LocaleOf(ctx)))
	}
	return strings.Join(lines, "\n")
}

var refundColumns = []column{
	{"refunded", table.Moment}, {"order", table.Words}, {"reference", table.Words}, {"payer", table.Words}, {"payer-chinese", table.Words},
	{"method", table.Words}, {"back", table.Money}, {"transfer-back", table.Money}, {"extent", table.Words}, {"reason", table.Words}, {"note", table.Words}, {"clerk", table.Words},
}

// writeRefunds has refunded late transfers in a separate column: the column "back" is what the report subtracts from
// takings.
func writeRefunds(ctx context.Context, x *exporting) error {
	p := query.ReportRefundRowsParams{Since: x.span.since, Before: x.span.before}
	for {
		rows, err := x.r.ReportRefundRows(ctx, p)
		if err != nil {
			return err
		}
		for _, v := range rows {
			clerk, err := x.clerk(ctx, v.ActorID)
			if err != nil {
				return err
			}
			var back, transferBack any = v.Amount, nil
			if v.Extent == "transfer" {
				back, transferBack = nil, v.Amount
			}
			err = x.to.Row(v.At.Time(), v.Number, v.PaymentReference, v.PayerName, v.PayerChinese,
				x.word("document.method.", methodKey(v.Method)), back, transferBack, x.word("accounts.extent-", v.Extent), x.word("accounts.reason-", v.Reason), v.Note, clerk)
			if err != nil {
				return err
			}
			p.AfterAt, p.AfterID = int64(v.At), v.ID
		}
		if len(rows) < chunk {
			return writeUndone(ctx, x)
		}
	}
}

// writeUndone has the payments of closed months that were undone in the period.
func writeUndone(ctx context.Context, x *exporting) error {
	rows, err := x.r.ReportAdjustmentRows(ctx, query.ReportAdjustmentRowsParams{Since: x.span.since, Before: x.span.before})
	if err != nil {
		return err
	}
	for _, v := range rows {
		if v.At < x.span.since || v.At >= x.span.before {
			continue
		}
		clerk, err := x.clerk(ctx, v.ActorID)
		if err != nil {
			return err
		}
		err = x.to.Row(v.At.Time(), v.Number, v.PaymentReference, v.PayerName, v.PayerChinese,
			x.word("document.method.", methodKey(v.Method)), v.Amount, nil, x.word("accounts.extent-", adjusted), v.OfMonth, "", clerk)
		if err != nil {
			return err
		}
	}
	return nil
}

var receiptColumns = []column{
	{"issued", table.Moment}, {"receipt", table.Words}, {"order", table.Words}, {"payer", table.Words}, {"payer-chinese", table.Words},
	{"amount", table.Money}, {"voided", table.Moment}, {"void-reason", table.Words}, {"clerk", table.Words},
}

func writeReceipts(ctx context.Context, x *exporting) error {
	p := query.ReportReceiptRowsParams{Since: x.span.since, Before: x.span.before}
	for {
		rows, err := x.r.ReportReceiptRows(ctx, p)
		if err != nil {
			return err
		}
		for _, v := range rows {
			clerk, err := x.clerk(ctx, v.IssuedBy)
			if err != nil {
				return err
			}
			var voided any
			if v.VoidedAt > 0 {
				voided = v.VoidedAt.Time()
			}
			err = x.to.Row(v.IssuedAt.Time(), v.Number, v.InvoiceNumber, v.PayerName, v.PayerChinese,
				v.SubTotal, voided, x.word("refund.void.", v.VoidReason), clerk)
			if err != nil {
				return err
			}
			p.AfterAt, p.AfterID = int64(v.IssuedAt), v.ID
		}
		if len(rows) < chunk {
			return nil
		}
	}
}

var dayColumns = []column{
	{"day", table.Day}, {"payments", table.Count}, {"cash", table.Money}, {"paynow", table.Money}, {"received", table.Money},
	{"refunds", table.Count}, {"back", table.Money}, {"stayed", table.Money},
}

// writeDays has a row for every day, including those without takings.
func writeDays(ctx context.Context, x *exporting) error {
	rows, err := x.r.ReportTakings(ctx, query.ReportTakingsParams{Since: x.span.since, Before: x.span.before, Year: int64(x.span.year)})
	if err != nil {
		return err
	}
	type day struct {
		n, backs           int64
		cash, paynow, back money.Cents
	}
	days := map[int64]*day{}
	for d := x.span.first; d <= x.span.last; d++ {
		days[d] = &day{}
	}
	for _, v := range rows {
		switch d := days[v.Day]; {
		case v.Section == "payment" && v.Method == 1:
			d.n, d.cash = d.n+v.N, d.cash+money.Cents(v.Amount)
		case v.Section == "payment":
			d.n, d.paynow = d.n+v.N, d.paynow+money.Cents(v.Amount)
		case v.Section == "refund":
			d.backs, d.back = d.backs+v.N, d.back+money.Cents(v.Amount)
		}
	}
	for at := x.span.first; at <= x.span.last; at++ {
		d := days[at]
		midnight := clock.Millis(at*dayMillis - 8*60*60*1000).Time()
		if err := x.to.Row(midnight, d.n, d.cash, d.paynow, d.cash+d.paynow, d.backs, d.back, d.cash+d.paynow-d.back); err != nil {
			return err
		}
	}
	return nil
}

var offeringColumns = []column{
	{"offering", table.Words}, {"offering-zh", table.Words}, {"fund", table.Words}, {"fund-zh", table.Words},
	{"received", table.Money}, {"back", table.Money}, {"stayed", table.Money},
}

// writeOfferings has the report's lines by offering and fund; they add up to the days.
func writeOfferings(ctx context.Context, x *exporting) error {
	takings, err := x.s.gather(ctx, x.r, x.span)
	if err != nil {
		return err
	}
	for _, l := range takings.ByOffering {
		name, fund := l.Name, locale.Text{}
		if name == (locale.Text{}) { // removed from the catalogue, or an overpayment
			name = x.s.Messages.Both("accounts." + l.Key)
		}
		if l.Fund != nil {
			fund = l.Fund.Name
		}
		if err := x.to.Row(name.EN, name.ZH, fund.EN, fund.ZH, l.Taken, l.Back, l.Taken-l.Back); err != nil {
			return err
		}
	}
	return nil
}
