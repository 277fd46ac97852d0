package journal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/month"
	"shanmen/internal/sales/payment"
	"shanmen/internal/sales/report"
)

// Line is a debit or a credit. The lines of an entry follow each other and add up to zero.
type Line struct {
	Day         string // 2026-09-21
	Entry       string // the narration, unique on its day
	Document    string // number of an order; "" for the sum of a day
	Account     string // key
	Code        string
	TaxRate     string
	Description string
	OfMonth     string // the closed month that it belongs to, 2026-08
	Debit       money.Cents
	Credit      money.Cents
}

// span is a period in milliseconds, [since, before).
type span struct{ since, before clock.Millis }

func spanOf(from, to time.Time) span { return span{clock.MillisOf(from), clock.MillisOf(to)} }

// maker makes the lines of a period.
type maker struct {
	*Service
	*chart
	r     db.Reader
	day   string
	lines []Line
	entry int // index of the first line of the entry
}

// linesOf makes the journal of a period, and the report's totals of it.
func (s *Service) linesOf(ctx context.Context, r db.Reader, t span) ([]Line, *report.Takings, error) {
	c, err := readChart(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	days, err := r.JournalDays(ctx, query.JournalDaysParams{Since: t.since, Before: t.before})
	if err != nil {
		return nil, nil, fmt.Errorf("days of a journal: %w", err)
	}
	all := &report.Takings{}
	m := &maker{Service: s, chart: c, r: r}
	for _, day := range days {
		takings, err := m.ofDay(ctx, time.Unix(day*86400-8*3600, 0).In(clock.Singapore))
		if err != nil {
			return nil, nil, err
		}
		all.Taken.Amount += takings.Taken.Amount
		all.Back.Amount += takings.Back.Amount
	}
	return m.lines, all, nil
}

// tries is how often a day is read again whose money changed between two statements.
const tries = 3

// ofDay adds the entries of a day.
func (m *maker) ofDay(ctx context.Context, from time.Time) (takings *report.Takings, err error) {
	m.day = from.Format(time.DateOnly)
	t := spanOf(from, from.AddDate(0, 0, 1))
	begin := len(m.lines)
	for range tries {
		m.lines, m.entry = m.lines[:begin], begin
		if takings, err = m.Reports.TakingsOf(ctx, m.r, m.day); err != nil {
			return nil, err
		}
		if err = m.entries(ctx, t, takings); err == nil {
			return takings, nil
		}
	}
	return nil, fmt.Errorf("journal of %s: %w", m.day, err)
}

func (m *maker) entries(ctx context.Context, t span, takings *report.Takings) error {
	adjusted, err := m.r.JournalAdjustments(ctx, query.JournalAdjustmentsParams{Since: t.since, Before: t.before})
	if err != nil {
		return fmt.Errorf("adjustments: %w", err)
	}
	if err := m.taken(ctx, t, takings, adjusted); err != nil {
		return err
	}
	if err := m.back(ctx, t, takings, adjusted); err != nil {
		return err
	}
	if err := m.waived(ctx, t); err != nil {
		return err
	}
	if err := m.differences(ctx, t); err != nil {
		return err
	}
	if err := m.fees(ctx, t); err != nil {
		return err
	}
	for _, a := range adjusted {
		if err := m.adjustment(ctx, a); err != nil {
			return err
		}
	}
	return nil
}

// taken debits the methods and credits the categories with what came in. Money of a closed month has a line of its own.
func (m *maker) taken(ctx context.Context, t span, takings *report.Takings, adjusted []query.JournalAdjustmentsRow) error {
	belongs, err := m.r.JournalBelongs(ctx, query.JournalBelongsParams{Since: t.since, Before: t.before})
	if err != nil {
		return fmt.Errorf("money of closed months: %w", err)
	}
	for _, l := range takings.ByMethod {
		plain := l.Taken
		for _, b := range belongs {
			if methodKey(b.Method) == l.Key {
				plain -= money.Cents(b.Amount)
			}
		}
		m.add(l.Key, m.both("journal.received-"+l.Key), "", "", plain)
		for _, b := range belongs {
			if methodKey(b.Method) == l.Key {
				m.add(l.Key, m.both("journal.received-"+l.Key), "", b.OfMonth, money.Cents(b.Amount))
			}
		}
	}
	for _, l := range takings.ByCategory {
		key, what, amount := m.lineOf(l)
		for _, a := range adjusted { // what was decided about a closed month's excess has an entry of its own
			if a.Kind == month.KindExcess {
				if l.Key == "excess-held" {
					amount += a.Amount
				}
				if l.Key == "excess-"+a.ExcessAs {
					amount -= a.Amount
				}
			}
		}
		m.add(key, what, "", "", -amount)
	}
	return m.close("journal.entry-taken", "")
}

// lineOf is the account of a report's line, its name, and what was taken.
func (m *maker) lineOf(l report.Line) (key, what string, taken money.Cents) {
	switch l.Key {
	case "excess-held", "excess-refund":
		return keyLate, m.both("accounts." + l.Key), l.Taken
	case "excess-donation":
		return keyGift, m.both("accounts." + l.Key), l.Taken
	case keyGone:
		return keyGone, m.both("accounts.gone"), l.Taken
	case keyGift:
		return keyGift, joined(l.Name), l.Taken
	}
	return categoryKey(l.Key), joined(l.Name), l.Taken
}

// back credits the methods with what went back. A late transfer never was income: it came in and goes out again.
func (m *maker) back(ctx context.Context, t span, takings *report.Takings, adjusted []query.JournalAdjustmentsRow) error {
	rows, err := m.r.JournalRefunds(ctx, query.JournalRefundsParams{Since: t.since, Before: t.before})
	if err != nil {
		return fmt.Errorf("refunds: %w", err)
	}
	late := func(extent string) bool { return extent == payment.RefundTransfer }
	rest := takings.Back.Amount
	for _, a := range adjusted {
		if a.Kind == month.KindUndone {
			rest -= a.Amount
		}
	}
	for _, g := range rows {
		if late(g.Extent) {
			continue
		}
		rest -= money.Cents(g.Amount)
		to := keyRefunds
		if g.Extent == payment.RefundExcess {
			to = keyLate
		}
		m.add(to, m.both("journal.refund-"+g.Extent), "", g.OfMonth, money.Cents(g.Amount))
		m.add(methodKey(g.Method), m.both("journal.paid-out-"+methodKey(g.Method)), "", g.OfMonth, -money.Cents(g.Amount))
	}
	if rest != 0 {
		return fmt.Errorf("the report has %d cents more refunds", rest)
	}
	if err := m.close("accounts.back", ""); err != nil {
		return err
	}
	for _, g := range rows {
		if !late(g.Extent) {
			continue
		}
		m.add(keyPayNow, m.both("journal.late-in"), "", g.OfMonth, money.Cents(g.Amount))
		m.add(keyLate, m.both("journal.late-in"), "", g.OfMonth, -money.Cents(g.Amount))
		m.add(keyLate, m.both("journal.refund-transfer"), "", g.OfMonth, money.Cents(g.Amount))
		m.add(methodKey(g.Method), m.both("journal.paid-out-"+methodKey(g.Method)), "", g.OfMonth, -money.Cents(g.Amount))
	}
	return m.close("journal.entry-late", "")
}

// waived debits what was let go, and credits the categories that it was due for.
func (m *maker) waived(ctx context.Context, t span) error {
	rows, err := m.r.JournalWaived(ctx, query.JournalWaivedParams{Since: t.since, Before: t.before})
	if err != nil {
		return fmt.Errorf("waived rests: %w", err)
	}
	for _, w := range rows {
		m.add(keyWaived, m.both("journal.waived"), "", "", money.Cents(w.Amount))
		m.add(m.income(w.OfferingID), m.incomeName(m.income(w.OfferingID)), "", "", -money.Cents(w.Amount))
	}
	return m.close("journal.entry-waived", "")
}

// differences are those of cash boxes: more counted than expected is a credit.
func (m *maker) differences(ctx context.Context, t span) error {
	rows, err := m.r.JournalShifts(ctx, query.JournalShiftsParams{Since: t.since, Before: t.before})
	if err != nil {
		return fmt.Errorf("differences of shifts: %w", err)
	}
	for _, d := range rows {
		what := m.both("journal.shift-difference") + " " + d.OpenedAt.Time().In(clock.Singapore).Format("2006-01-02 15:04")
		m.add(keyCash, what, "", d.OfMonth, money.Cents(d.Difference))
		m.add(keyDifference, what, "", d.OfMonth, -money.Cents(d.Difference))
	}
	return m.close("journal.entry-difference", "")
}

// fees are those of payment providers, on the day on which they confirmed the payments: what they pay out is less.
func (m *maker) fees(ctx context.Context, t span) error {
	kept, err := m.r.JournalFees(ctx, query.JournalFeesParams{Since: t.since, Before: t.before})
	if err != nil {
		return fmt.Errorf("fees of payment providers: %w", err)
	}
	m.add(keyFees, m.both("journal.fees"), "", "", money.Cents(kept))
	m.add(keyPayNow, m.both("journal.fees"), "", "", -money.Cents(kept))
	return m.close("journal.entry-fees", "")
}

// adjustment reverses what a closed month has, and names it.
func (m *maker) adjustment(ctx context.Context, a query.JournalAdjustmentsRow) error {
	add := func(account, what string, amount money.Cents) { m.add(account, what, a.Number, a.OfMonth, amount) }
	if a.Kind == month.KindExcess {
		if a.ExcessAs == payment.ExcessDonated {
			add(keyLate, m.both("accounts.excess-held"), a.Amount)
			add(keyGift, m.both("accounts.excess-donation"), -a.Amount)
		}
		return m.close("journal.entry-decided", a.Number)
	}
	items, err := m.r.JournalAdjustmentItems(ctx, a.ID)
	if err != nil {
		return fmt.Errorf("items of an adjustment: %w", err)
	}
	for _, it := range items {
		key := m.income(it.OfferingID)
		add(key, m.incomeName(key), it.Amount+it.Waived)
	}
	add(keyLate, m.both("accounts.excess-held"), a.Excess)
	add(methodKey(a.Method), m.both("journal.undone-"+methodKey(a.Method)), -a.Amount)
	add(keyWaived, m.both("journal.waived"), -a.Waived)
	return m.close("journal.entry-undone", a.Number)
}

func (m *maker) incomeName(key string) string {
	switch key {
	case keyGift:
		return m.both("refund.gift")
	case keyGone:
		return m.both("accounts.gone")
	}
	return joined(m.titles[key])
}

// add adds a line to the entry: a positive amount is a debit. Amounts of the same account, description and month are one
// line.
func (m *maker) add(account, what, document, ofMonth string, amount money.Cents) {
	if ofMonth != "" {
		what += " (" + joined(locale.Text{EN: m.Messages.T(locale.EN, "journal.belongs", map[string]any{"month": ofMonth}), ZH: m.Messages.T(locale.ZH, "journal.belongs", map[string]any{"month": ofMonth})}) + ")"
	}
	l := Line{Day: m.day, Document: document, Account: account, Code: m.codes[account], TaxRate: m.codes[keyTaxRate], Description: what, OfMonth: ofMonth}
	i := slices.IndexFunc(m.lines[m.entry:], func(o Line) bool {
		return o.Account == account && o.Description == what && o.Document == document && o.OfMonth == ofMonth
	})
	if i >= 0 {
		l = m.lines[m.entry+i]
	}
	sum := l.Debit - l.Credit + amount
	l.Debit, l.Credit = max(0, sum), max(0, -sum)
	if i >= 0 {
		m.lines[m.entry+i] = l
	} else {
		m.lines = append(m.lines, l)
	}
}

// close ends the entry: without lines of zero, and refused if it does not add up.
func (m *maker) close(key, document string) error {
	lines := slices.DeleteFunc(slices.Clone(m.lines[m.entry:]), func(l Line) bool { return l.Debit == 0 && l.Credit == 0 })
	narration := m.day + " " + m.both(key)
	if document != "" {
		narration += " " + document
	}
	n := 0
	for slices.ContainsFunc(m.lines[:m.entry], func(l Line) bool { return l.Day == m.day && l.Entry == numbered(narration, n) }) {
		n++ // an order may be adjusted twice on one day
	}
	var sum money.Cents
	for i := range lines {
		lines[i].Entry = numbered(narration, n)
		sum += lines[i].Debit - lines[i].Credit
	}
	if sum != 0 {
		return fmt.Errorf("%s does not add up: %d cents", key, sum)
	}
	m.lines = append(m.lines[:m.entry], lines...)
	m.entry = len(m.lines)
	return nil
}

func numbered(narration string, n int) string {
	if n == 0 {
		return narration
	}
	return fmt.Sprintf("%s (%d)", narration, n+1)
}

// both is a message in both languages: a file is the same for every reader.
func (m *maker) both(key string) string { return joined(m.Messages.Both(key)) }

func joined(t locale.Text) string {
	if t.EN == t.ZH {
		return t.EN
	}
	return strings.TrimSpace(t.EN + " " + t.ZH)
}

func methodKey(method money.Method) string {
	if method == money.Cash {
		return keyCash
	}
	return keyPayNow
}
