package report

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// How an order's money is allocated to its items: in their order, each filled completely before the next. A payment
// continues where earlier ones ended, so a part payment of S$50 for a lamp of S$30 and a tablet of S$40 is S$30 for the
// lamp and S$20 for the tablet; the rest is the tablet's. Refunds are taken from the last item first. An overpayment
// belongs to no item and has lines of its own. So every cent counts once, and nothing is divided or rounded. The views
// payment_levels, refund_levels and item_levels implement this, also for shift reports. An offering whose form asks for
// a fund has a line per answer.

// Line is a part of the takings, in cents. Taken minus Back is the net.
type Line struct {
	Key   string      `json:"key" doc:"Key of the line: a method, user, offering or category; excess-… for overpayments"`
	Title string      `json:"title,omitempty" doc:"Name in the reader's language, if any"`
	Fund  *Fund       `json:"fund,omitempty" doc:"Fund, for an offering whose form asks for it: the line contains only this fund"`
	Count int64       `json:"count" doc:"Number of payments; 0 if shared between lines"`
	Taken money.Cents `json:"taken"`
	Backs int64       `json:"backs" doc:"Number of refunds; 0 if shared between lines"`
	Back  money.Cents `json:"back"`

	Name locale.Text `json:"-"` // Title of an offering or a category, in both languages
}

// Fund is the purpose of gifts: an answer to a form's question.
type Fund struct {
	Key   string `json:"key" doc:"Key of the chosen option"`
	Title string `json:"title" doc:"Title in the newest form, in the reader's language"`

	Name locale.Text `json:"-"` // Title in both languages
}

// Point is a day, or a month in a long period.
type Point struct {
	Day   string      `json:"day" doc:"2026-11-21; for a month its first day"`
	Count int64       `json:"count"`
	Taken money.Cents `json:"taken"`
	Back  money.Cents `json:"back"`
}

// Sum is a count with its amount in cents.
type Sum struct {
	Count  int64       `json:"count"`
	Amount money.Cents `json:"amount"`
}

// Takings are the movements of a period. Opening + Taken − Back = Closing; each table's lines add up to Taken and Back.
type Takings struct {
	Opening     money.Cents `json:"opening" doc:"Net income from 1 January to the day before the first day"`
	Taken       Sum         `json:"taken" doc:"Payments approved or taken in cash, including overpayments"`
	Back        Sum         `json:"back" doc:"Refunded cents"`
	Closing     money.Cents `json:"closing"`
	ByMethod    []Line      `json:"byMethod"`
	ByCategory  []Line      `json:"byCategory"`
	ByOffering  []Line      `json:"byOffering"`
	ByClerk     []Line      `json:"byClerk"`
	Months      bool        `json:"months" doc:"The points are months instead of days"`
	Points      []Point     `json:"points"`
	Unseen      Sum         `json:"unseen" doc:"Approved without being on a bank statement"`
	Donated     Sum         `json:"donated" doc:"Overpayment kept as a donation, in cents"`
	Held        Sum         `json:"held" doc:"Undecided overpayments in the period"`
	GivenBack   Sum         `json:"givenBack" doc:"Overpayments to be refunded"`
	TransferOut Sum         `json:"transfersBack" doc:"Refunded late transfers, which never counted as income"`
	Ties        bool        `json:"ties" doc:"All tables add up to the same totals"`
}

// The keys of lines for overpayments, by result.
const (
	excessHeld   = "excess-held"
	excessDonate = "excess-donation"
	excessRefund = "excess-refund"
)

func excessKey(as string, out *Takings) (string, *Sum) {
	switch as {
	case "donation":
		return excessDonate, &out.Donated
	case "refund":
		return excessRefund, &out.GivenBack
	}
	return excessHeld, &out.Held
}

// TakingsOf computes the takings of a day, 2026-11-21, or of a month, 2026-11. Its Opening is 0: the sums of the year
// before would be read for each day of a journal.
func (s *Service) TakingsOf(ctx context.Context, r db.Reader, of string) (*Takings, error) {
	p := Period{From: of}
	if len(of) == len("2026-11") {
		first, err := time.ParseInLocation("2006-01", of, clock.Singapore)
		if err != nil {
			return nil, fmt.Errorf("month: %w", err)
		}
		p = Period{From: first.Format(time.DateOnly), To: first.AddDate(0, 1, -1).Format(time.DateOnly)}
	}
	t, err := p.span(s.Clock.Now())
	if err != nil {
		return nil, err
	}
	t.year = t.since
	return s.gather(ctx, r, t)
}

// gather reads and combines the sections of a period.
func (s *Service) gather(ctx context.Context, r db.Reader, t span) (*Takings, error) {
	rows, err := r.ReportTakings(ctx, query.ReportTakingsParams{Since: t.since, Before: t.before, Year: int64(t.year)})
	if err != nil {
		return nil, fmt.Errorf("takings: %w", err)
	}
	out := &Takings{Months: t.last-t.first >= 62}
	methods, clerks, items := lines{}, lines{}, items{}
	forms := form.NewReader(r)
	points := map[string]*Point{}
	for _, x := range rows {
		switch x.Section {
		case "payment":
			p := pointOf(points, x.Day, out.Months)
			for _, l := range []*Line{methods.of(methodKey(x.Method)), clerks.of(x.Key)} {
				l.Count += x.N
				l.Taken += money.Cents(x.Amount)
			}
			p.Count += x.N
			p.Taken += money.Cents(x.Amount)
			add(&out.Taken, x.N, money.Cents(x.Amount))
			add(&out.Unseen, x.Unseen, money.Cents(x.UnseenAmount))
		case "refund":
			for _, l := range []*Line{methods.of(methodKey(x.Method)), clerks.of(x.Key)} {
				l.Backs += x.N
				l.Back += money.Cents(x.Amount)
			}
			pointOf(points, x.Day, out.Months).Back += money.Cents(x.Amount)
			add(&out.Back, x.N, money.Cents(x.Amount))
		case "item", "item-back":
			it := items.of(x.Key, x.Fund)
			if x.Section == "item" {
				it.Taken += money.Cents(x.Amount)
			} else {
				it.Back += money.Cents(x.Amount)
			}
			if err := it.nameFund(ctx, forms, x.FormKey, x.Fund); err != nil {
				return nil, err
			}
		case "excess":
			key, sum := excessKey(x.Key, out) // an adjustment moves it from one to the other
			items.of(key, "").Taken += money.Cents(x.Amount)
			add(sum, x.N, money.Cents(x.Amount))
		case "excess-undone":
			items.of(excessHeld, "").Back += money.Cents(x.Amount)
		case "excess-back":
			if x.Amount != 0 {
				items.of(excessRefund, "").Back += money.Cents(x.Amount)
			}
		case "transfer-back":
			add(&out.TransferOut, x.N, money.Cents(x.Amount))
		case "before":
			out.Opening += money.Cents(x.Amount)
		case "before-back":
			out.Opening -= money.Cents(x.Amount)
		}
	}
	for _, key := range []string{excessHeld, excessDonate, excessRefund} { // an adjustment may have emptied it
		if l := items[key][""]; l != nil && l.Taken == 0 && l.Back == 0 {
			delete(items, key)
		}
	}
	out.Closing = out.Opening + out.Taken.Amount - out.Back.Amount
	out.Points = series(points, t, out.Months)
	if err := s.name(ctx, r, out, methods, clerks, items); err != nil {
		return nil, err
	}
	out.Ties = out.checkTies()
	if !out.Ties {
		s.Log.Error("the figures of a report do not tie", "from", dayName(t.first), "to", dayName(t.last), "taken", out.Taken.Amount, "back", out.Back.Amount)
	}
	return out, nil
}

// checkTies compares the sums of tables from different rows.
func (t *Takings) checkTies() bool {
	for _, table := range [][]Line{t.ByMethod, t.ByCategory, t.ByOffering, t.ByClerk} {
		var taken, back money.Cents
		for _, l := range table {
			taken += l.Taken
			back += l.Back
		}
		if taken != t.Taken.Amount || back != t.Back.Amount {
			return false
		}
	}
	return true
}

// lines are a table's lines by key.
type lines map[string]*Line

func (l lines) of(key string) *Line {
	if l[key] == nil {
		l[key] = &Line{Key: key}
	}
	return l[key]
}

// items are the lines of each offering by fund: "" if not asked or answered.
type items map[string]lines

func (i items) of(key, fund string) *Line {
	if i[key] == nil {
		i[key] = lines{}
	}
	l := i[key].of(fund)
	l.Key = key
	return l
}

// nameFund sets a line's fund name, from whichever form of the offering knows it.
func (l *Line) nameFund(ctx context.Context, forms *form.Reader, formKey, fund string) error {
	if fund == "" || l.Fund != nil && l.Fund.Name.EN != fund {
		return nil
	}
	name, err := forms.FundName(ctx, formKey, fund)
	if err != nil {
		return fmt.Errorf("fund: %w", err)
	}
	l.Fund = &Fund{Key: fund, Title: name.In(httpd.LocaleOf(ctx)), Name: name}
	return nil
}

// largest sorts by amount taken, highest first.
func (l lines) largest() []*Line {
	return slices.SortedFunc(maps.Values(l), func(a, b *Line) int {
		return cmp.Or(cmp.Compare(b.Taken, a.Taken), cmp.Compare(b.Back, a.Back), cmp.Compare(a.Key, b.Key), cmp.Compare(a.fund(), b.fund()))
	})
}

func (l *Line) fund() string {
	if l.Fund == nil {
		return ""
	}
	return l.Fund.Key
}

func add(s *Sum, n int64, amount money.Cents) { s.Count, s.Amount = s.Count+n, s.Amount+amount }

func methodKey(method money.Method) string {
	if method == 1 {
		return "cash"
	}
	return "paynow"
}

func pointOf(points map[string]*Point, day int64, months bool) *Point {
	name := dayName(day)
	if months {
		name = name[:8] + "01"
	}
	if points[name] == nil {
		points[name] = &Point{Day: name}
	}
	return points[name]
}

// series has a point for every day or month, including those without takings.
func series(points map[string]*Point, t span, months bool) []Point {
	out := []Point{}
	for day := t.first; day <= t.last; day++ {
		p := pointOf(points, day, months)
		if len(out) == 0 || out[len(out)-1].Day != p.Day {
			out = append(out, *p)
		}
	}
	return out
}

// name sets names and order of lines: methods and excess as fixed, clerks by amount, offerings and categories in
// catalogue order, followed by donations without an order and former offerings.
func (s *Service) name(ctx context.Context, r db.Reader, out *Takings, methods, clerks lines, items items) error {
	l := httpd.LocaleOf(ctx)
	out.ByMethod, out.ByClerk, out.ByCategory, out.ByOffering = []Line{}, []Line{}, []Line{}, []Line{}
	for _, key := range []string{"cash", "paynow"} {
		if m := methods[key]; m != nil {
			out.ByMethod = append(out.ByMethod, *m)
		}
	}
	for _, c := range clerks.largest() {
		var err error
		if c.Title, err = person(ctx, r, l, c.Key); err != nil {
			return err
		}
		out.ByClerk = append(out.ByClerk, *c)
	}
	catalogue, err := r.ReportOfferings(ctx)
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	into := func(of lines, key string, title locale.Text, category string, categoryTitle locale.Text) {
		last := len(out.ByCategory) - 1
		if len(of) > 0 && (last < 0 || out.ByCategory[last].Key != category) {
			out.ByCategory = append(out.ByCategory, Line{Key: category, Title: categoryTitle.In(l), Name: categoryTitle})
			last++
		}
		for _, it := range of.largest() {
			it.Key, it.Title, it.Name = key, title.In(l), title
			out.ByOffering = append(out.ByOffering, *it)
			out.ByCategory[last].Taken += it.Taken
			out.ByCategory[last].Back += it.Back
		}
	}
	for _, o := range catalogue {
		into(items[o.ID], o.ID, locale.Text{EN: o.TitleEn, ZH: o.TitleZh}, o.CategoryID, locale.Text{EN: o.CategoryEn, ZH: o.CategoryZh})
		delete(items, o.ID)
	}
	gift := s.Messages.Both("refund.gift") // a transfer kept without an order
	into(items[""], "gift", gift, "gift", gift)
	delete(items, "")
	gone := lines{}
	excess := []string{excessDonate, excessHeld, excessRefund}
	for key, of := range items {
		for fund, it := range of {
			if !slices.Contains(excess, key) {
				sum := gone.of(fund)
				sum.Taken, sum.Back, sum.Fund = sum.Taken+it.Taken, sum.Back+it.Back, it.Fund
			}
		}
	}
	into(gone, "gone", locale.Text{}, "gone", locale.Text{})
	for _, key := range excess {
		into(items[key], key, locale.Text{}, key, locale.Text{})
	}
	return nil
}

// person is a clerk's name; erased accounts have none.
func person(ctx context.Context, r db.Reader, l locale.Locale, userID string) (string, error) {
	u, err := r.ReportPerson(ctx, userID)
	if err != nil && !errors.Is(err, db.ErrNoRows) {
		return "", fmt.Errorf("clerk: %w", err)
	}
	if l == locale.ZH && u.ChineseName != "" {
		return u.ChineseName, nil
	}
	return u.Name, nil
}
