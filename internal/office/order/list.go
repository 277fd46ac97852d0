package order

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/lunar"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/lookup"
	"shanmen/internal/sales/invoice"
)

// Row is an order in the office's list.
type Row struct {
	ID           string      `json:"id"`
	Number       string      `json:"number"`
	Reference    string      `json:"paymentReference"`
	Status       string      `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Payer        string      `json:"payer"`
	PayerChinese string      `json:"payerChinese"`
	Mobile       string      `json:"mobile"`
	SubTotal     money.Cents `json:"subTotal" doc:"Cents"`
	Due          money.Cents `json:"due" doc:"Cents due; 0 if nothing is due any more"`
	CreatedAt    time.Time   `json:"createdAt"`
	Ordered      []Ordered   `json:"ordered" doc:"Titles of the items at the time of the order"`
}

// Ordered is an item of an order in the list.
type Ordered struct {
	Title       string `json:"title"`
	OptionTitle string `json:"optionTitle"`
	Quantity    int64  `json:"quantity"`
}

// Rows is a page of orders, newest first.
type Rows struct {
	Items []Row  `json:"items"`
	Next  string `json:"next,omitempty" doc:"Cursor of the next page, to be sent as after"`
	Total int64  `json:"total" doc:"Exact up to 10,000, with filters up to 1,000"`
	More  bool   `json:"more" doc:"True if there are more results than total"`
}

// ordersAsked is the request: filters and sorting.
type ordersAsked struct {
	Show     string `query:"show" default:"all" enum:"all,waiting,outstanding,awaiting,rejected,paid,expired,cancelled,refunded" doc:"waiting: for the office; outstanding: for payment, including rejected ones. A search includes all orders"`
	Q        string `query:"q" maxLength:"100"`
	Offering string `query:"offering" maxLength:"40" doc:"Offering id of an ordered item"`
	Method   string `query:"method" enum:"cash,paynow" doc:"Payment method"`
	From     string `query:"from" maxLength:"10" doc:"First day in Singapore of the order, 2026-11-21"`
	Until    string `query:"until" maxLength:"10" doc:"Last day in Singapore"`
	Member   string `query:"member" maxLength:"40" doc:"All orders of an account; other filters are ignored"`
	Sort     string `query:"sort" default:"newest" enum:"newest,oldest,least,most" doc:"Sort by day or amount; ignored for a search or an account, which are newest first"`
}

type ordersIn struct {
	keyset.Ask
	ordersAsked
}

// list is the parsed request.
func (in *ordersAsked) list(ctx context.Context, r db.Reader) (orderList, error) {
	switch {
	case in.Q != "":
		return ordersFound(ctx, r, in.Q)
	case in.Member != "":
		return ordersOfMember(in.Member), nil
	}
	out, err := in.chosen()
	switch {
	case err != nil:
		return nil, err
	case in.Sort != sortNewest:
		return sortedOrders{out, in.Sort}, nil
	case in.narrowed():
		return out, nil
	}
	return orderStatuses(shows[in.Show]), nil
}

func (in *ordersAsked) narrowed() bool {
	return in.Offering != "" || in.Method != "" || in.From != "" || in.Until != ""
}

func (in *ordersAsked) chosen() (out chosenOrders, err error) {
	out = chosenOrders{statuses: shows[in.Show], offering: in.Offering, methods: methods[in.Method], before: math.MaxInt64}
	if out.since, err = lunar.DayBegins("from", in.From, 0); err == nil && in.Until != "" {
		out.before, err = lunar.DayBegins("until", in.Until, 1)
	}
	return out, err
}

// methods are the payment methods by which orders can be filtered; 0: any.
var methods = map[string]int64{"cash": invoice.ByCash, "paynow": invoice.ByPayNow}

// Offering is an offering by which orders can be filtered.
type Offering struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// Offerings are all offerings in catalogue order.
type Offerings struct {
	Items []Offering `json:"items"`
}

// Offerings lists the offerings by which orders can be filtered, including former ones.
func (s *Service) Offerings(ctx context.Context, _ *struct{}) (*Offerings, error) {
	rows, err := s.DB.Read().OrderOfferings(ctx)
	if err != nil {
		return nil, fmt.Errorf("offerings of orders: %w", err)
	}
	l, out := httpd.LocaleOf(ctx), &Offerings{Items: []Offering{}}
	for _, o := range rows {
		out.Items = append(out.Items, Offering{o.ID, locale.Text{EN: o.TitleEn, ZH: o.TitleZh}.In(l)})
	}
	return out, nil
}

// shows maps a tab of the list to order statuses.
var shows = map[string][]string{
	"waiting":     {invoice.UnderVerification},
	"outstanding": {invoice.AwaitingPayment, invoice.Rejected},
	"awaiting":    {invoice.AwaitingPayment},
	"rejected":    {invoice.Rejected},
	"paid":        {invoice.Paid},
	"expired":     {invoice.Expired},
	"cancelled":   {invoice.Cancelled},
	"refunded":    {invoice.Refunded},
}

// showOrder are the tabs in order.
var showOrder = []string{"all", "waiting", "outstanding", "rejected", "paid", "expired", "cancelled", "refunded"}

// List lists the orders of a tab, or searches by number, reference, mobile or name.
func (s *Service) List(ctx context.Context, in *ordersIn) (*Rows, error) {
	after, err := keyset.Parse(in.After)
	if err != nil {
		return nil, err
	}
	r, out := s.DB.Read(), &Rows{Items: []Row{}}
	list, err := in.list(ctx, r)
	if err != nil {
		return nil, err
	}
	if in.Total() {
		if out.Total, out.More, err = list.total(ctx, r); err != nil {
			return nil, fmt.Errorf("orders: %w", err)
		}
	}
	if !in.Rows() {
		return out, nil
	}
	rows, err := list.page(ctx, r, after, in.Limit+1)
	if err != nil {
		return nil, fmt.Errorf("orders: %w", err)
	}
	for i, v := range rows {
		if int64(i) == in.Limit {
			out.Next = list.key(rows[i-1]).String()
			break
		}
		row := orderRow(v)
		if row.Ordered, err = orderedIn(ctx, r, v.ID); err != nil {
			return nil, err
		}
		out.Items = append(out.Items, row)
	}
	return out, nil
}

func orderRow(v query.Invoice) Row {
	row := Row{
		ID: v.ID, Number: v.Number, Reference: v.PaymentReference, Status: v.Status, Payer: v.PayerName, PayerChinese: v.PayerChinese,
		Mobile: v.PayerMobile, SubTotal: v.SubTotal, CreatedAt: v.CreatedAt.Time(),
	}
	if slices.Contains([]string{invoice.AwaitingPayment, invoice.UnderVerification, invoice.Rejected}, v.Status) {
		row.Due = max(0, v.SubTotal-v.Paid)
	}
	return row
}

func orderedIn(ctx context.Context, r db.Reader, invoiceID string) ([]Ordered, error) {
	items, err := r.InvoiceItems(ctx, invoiceID)
	if err != nil {
		return nil, fmt.Errorf("items of an order: %w", err)
	}
	l, out := httpd.LocaleOf(ctx), []Ordered{}
	for _, it := range items {
		out = append(out, Ordered{
			Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}.In(l), OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh}.In(l), Quantity: it.Quantity,
		})
	}
	return out, nil
}

func newestFirst(a, b query.Invoice) int {
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// orderList is a tab or a search result. A page has up to most rows after a key; the zero Key starts with the newest.
type orderList interface {
	page(ctx context.Context, r db.Reader, after keyset.Key, most int64) ([]query.Invoice, error)
	total(ctx context.Context, r db.Reader) (total int64, more bool, err error)
	// key is an order's position in the list.
	key(query.Invoice) keyset.Key
}

// byDay is an order's position in a list sorted by time.
type byDay struct{}

func (byDay) key(v query.Invoice) keyset.Key { return keyset.Key{At: v.CreatedAt, ID: v.ID} }

// orderStatuses are the orders of some statuses; none means all. Each status has its own index range; the results are
// merged here.
type orderStatuses []string

func (orderStatuses) key(v query.Invoice) keyset.Key { return byDay{}.key(v) }

func (statuses orderStatuses) page(ctx context.Context, r db.Reader, after keyset.Key, most int64) (rows []query.Invoice, err error) {
	if after.ID == "" {
		after.At = math.MaxInt64
	}
	if len(statuses) == 0 {
		return r.OrdersAllAfter(ctx, query.OrdersAllAfterParams{AfterAt: after.At, AfterID: after.ID, Most: most})
	}
	for _, status := range statuses {
		part, err := r.OrdersAfter(ctx, query.OrdersAfterParams{Status: status, AfterAt: after.At, AfterID: after.ID, Most: most})
		if err != nil {
			return nil, err
		}
		rows = append(rows, part...)
	}
	slices.SortFunc(rows, newestFirst)
	return rows[:min(int64(len(rows)), most)], nil
}

func (statuses orderStatuses) total(ctx context.Context, r db.Reader) (int64, bool, error) {
	var sum int64
	for _, status := range statuses {
		counted, err := r.OrdersCount(ctx, status)
		if err != nil {
			return 0, false, err
		}
		sum += counted
	}
	if len(statuses) == 0 {
		var err error
		if sum, err = r.OrdersAllCount(ctx); err != nil {
			return 0, false, err
		}
	}
	total, more := keyset.Total(sum)
	return total, more, nil
}

// mostChosen is how many orders are counted with filters: see OrdersChosenCount.
const mostChosen = 1000

// chosenOrders are the orders of a tab with filters.
type chosenOrders struct {
	byDay
	statuses      []string // none: all
	offering      string
	methods       int64 // an order has one of them; 0: any
	since, before clock.Millis
}

// each runs a query per status, or once for all.
func (c chosenOrders) each(do func(status string) error) error {
	if len(c.statuses) == 0 {
		return do("")
	}
	for _, status := range c.statuses {
		if err := do(status); err != nil {
			return err
		}
	}
	return nil
}

func (c chosenOrders) page(ctx context.Context, r db.Reader, after keyset.Key, most int64) (rows []query.Invoice, err error) {
	if after.ID == "" || after.At > c.before {
		after = keyset.Key{At: c.before}
	}
	err = c.each(func(status string) error {
		part, err := r.OrdersChosenAfter(ctx, query.OrdersChosenAfterParams{
			Since: c.since, AfterAt: after.At, AfterID: after.ID, Status: status, OfferingID: c.offering, Methods: c.methods, Most: most,
		})
		rows = append(rows, part...)
		return err
	})
	slices.SortFunc(rows, newestFirst)
	return rows[:min(int64(len(rows)), most)], err
}

func (c chosenOrders) total(ctx context.Context, r db.Reader) (int64, bool, error) {
	if c.offering == "" && c.methods == 0 && c.since == 0 && c.before == math.MaxInt64 { // only sorted
		return orderStatuses(c.statuses).total(ctx, r)
	}
	var sum int64
	err := c.each(func(status string) error {
		counted, err := r.OrdersChosenCount(ctx, query.OrdersChosenCountParams{
			Since: c.since, Before: c.before, Status: status, OfferingID: c.offering, Methods: c.methods,
		})
		sum += counted
		return err
	})
	total, more := keyset.TotalOf(sum, mostChosen)
	return total, more, err
}

// ordersOfMember are all orders of an account.
type ordersOfMember string

func (ordersOfMember) key(v query.Invoice) keyset.Key { return byDay{}.key(v) }

func (id ordersOfMember) page(ctx context.Context, r db.Reader, after keyset.Key, most int64) ([]query.Invoice, error) {
	if after.ID == "" {
		after.At = math.MaxInt64
	}
	userID := string(id)
	return r.OrdersOfMemberAfter(ctx, query.OrdersOfMemberAfterParams{UserID: &userID, AfterAt: after.At, AfterID: after.ID, Most: most})
}

func (id ordersOfMember) total(ctx context.Context, r db.Reader) (int64, bool, error) {
	userID := string(id)
	counted, err := r.OrdersOfMemberCount(ctx, &userID)
	total, more := keyset.Total(counted)
	return total, more, err
}

// foundOrders are the orders found by a search.
type foundOrders struct {
	byDay
	lookup.Search
}

func ordersFound(ctx context.Context, r db.Reader, q string) (foundOrders, error) {
	search, _, err := lookup.For(ctx, r, lookup.Invoice, q)
	return foundOrders{Search: search}, err
}

func (f foundOrders) page(ctx context.Context, r db.Reader, after keyset.Key, most int64) (rows []query.Invoice, err error) {
	hits, err := f.Newest(ctx, r, after, most)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		v, err := r.Invoice(ctx, h.ID)
		if err != nil {
			return nil, err
		}
		rows = append(rows, v)
	}
	return rows, nil
}

func (f foundOrders) total(ctx context.Context, r db.Reader) (int64, bool, error) {
	return f.Total(ctx, r)
}
