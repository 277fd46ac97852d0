package order

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/keyset"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/invoice"
)

// The sort orders besides newest first.
const (
	sortNewest = "newest"
	sortOldest = "oldest"
	sortLeast  = "least" // smallest amount first
	sortMost   = "most"
)

var orderSorts = []string{sortNewest, sortOldest, sortLeast, sortMost}

// everyStatus lists the statuses of an order; a sorted list of all merges them.
var everyStatus = []string{
	invoice.AwaitingPayment, invoice.UnderVerification, invoice.Paid, invoice.Rejected, invoice.Expired, invoice.Cancelled, invoice.Refunded,
}

// sortedOrders are chosen orders sorted otherwise than newest first. Each status is read along its own index.
type sortedOrders struct {
	chosenOrders
	sort string
}

func (o sortedOrders) page(ctx context.Context, r db.Reader, after keyset.Key, most int64) (rows []query.Invoice, err error) {
	statuses := o.statuses
	if len(statuses) == 0 {
		statuses = everyStatus
	}
	for _, status := range statuses {
		part, err := o.status(ctx, r, status, after, most)
		if err != nil {
			return nil, err
		}
		rows = append(rows, part...)
	}
	slices.SortFunc(rows, func(a, b query.Invoice) int {
		x, y := o.key(a), o.key(b)
		if o.sort == sortMost {
			x, y = y, x
		}
		return cmp.Or(cmp.Compare(x.At, y.At), cmp.Compare(x.ID, y.ID))
	})
	return rows[:min(int64(len(rows)), most)], nil
}

func (o sortedOrders) status(ctx context.Context, r db.Reader, status string, after keyset.Key, most int64) (rows []query.Invoice, err error) {
	p := query.OrdersLeastAfterParams{
		Status: status, AfterAt: int64(after.At), AfterID: after.ID, Since: int64(o.since), Before: int64(o.before), OfferingID: o.offering, Most: most,
	}
	switch {
	case o.sort == sortOldest:
		if after.ID == "" {
			p.AfterAt = int64(o.since) // every id is greater than "": includes the day's first moment
		}
		return r.OrdersOldestAfter(ctx, query.OrdersOldestAfterParams{
			Status: status, AfterAt: p.AfterAt, AfterID: p.AfterID, Before: p.Before, OfferingID: p.OfferingID, Methods: o.methods, Most: most,
		})
	case o.sort == sortMost && after.ID == "":
		p.AfterAt = math.MaxInt64
	}
	if o.methods == 0 {
		if o.sort == sortMost {
			return r.OrdersMostAfter(ctx, query.OrdersMostAfterParams(p))
		}
		return r.OrdersLeastAfter(ctx, p)
	}
	for _, methods := range []int64{o.methods, invoice.ByBoth} { // each set has its own range of the index
		paid := query.OrdersLeastPaidAfterParams{
			Status: p.Status, Methods: methods, AfterAt: p.AfterAt, AfterID: p.AfterID, Since: p.Since, Before: p.Before, OfferingID: p.OfferingID, Most: p.Most,
		}
		var part []query.Invoice
		if o.sort == sortMost {
			part, err = r.OrdersMostPaidAfter(ctx, query.OrdersMostPaidAfterParams(paid))
		} else {
			part, err = r.OrdersLeastPaidAfter(ctx, paid)
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, part...)
	}
	return rows, nil
}

// key uses the amount if the list is sorted by it.
func (o sortedOrders) key(v query.Invoice) keyset.Key {
	if o.sort == sortOldest {
		return o.chosenOrders.key(v)
	}
	return keyset.Key{At: clock.Millis(v.SubTotal), ID: v.ID}
}

// Counts are the sizes of the lists.
type Counts struct {
	Items []Count `json:"items"`
}

// Count is the size of one list.
type Count struct {
	Show  string `json:"show"`
	Total int64  `json:"total" doc:"Exact up to 10,000, with filters up to 1,000"`
	More  bool   `json:"more" doc:"True if there are, or with filters may be, more results than total"`
}

type orderCountsIn struct {
	Offering string `query:"offering" maxLength:"40" doc:"Offering id of an ordered item"`
	Method   string `query:"method" enum:"cash,paynow" doc:"Payment method"`
	From     string `query:"from" maxLength:"10" doc:"First day in Singapore of the order, 2026-11-21"`
	Until    string `query:"until" maxLength:"10" doc:"Last day in Singapore"`
}

// mostCounted is how many of the newest orders are counted by status with filters: see OrdersChosenCounts.
const mostCounted = 2000

// Count counts the orders of each list under the same filters.
func (s *Service) Count(ctx context.Context, in *orderCountsIn) (*Counts, error) {
	asked := ordersAsked{Offering: in.Offering, Method: in.Method, From: in.From, Until: in.Until}
	counted, err := s.countOrders(ctx, asked)
	if err != nil {
		return nil, err
	}
	out, most, all := &Counts{}, int64(keyset.Most), int64(0)
	if asked.narrowed() {
		most = mostChosen
	}
	for _, n := range counted {
		all += n
	}
	for _, show := range showOrder {
		statuses := shows[show]
		if len(statuses) == 0 {
			statuses = everyStatus
		}
		var sum int64
		for _, status := range statuses {
			sum += counted[status]
		}
		one := Count{Show: show}
		one.Total, one.More = keyset.TotalOf(sum, most)
		one.More = one.More || asked.narrowed() && all > mostCounted // older ones were not looked at
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// countOrders counts by status: along each status's index, or in one scan of the days if there are filters.
func (s *Service) countOrders(ctx context.Context, asked ordersAsked) (map[string]int64, error) {
	r, out := s.DB.Read(), map[string]int64{}
	if !asked.narrowed() {
		for _, status := range everyStatus {
			n, err := r.OrdersCount(ctx, status)
			if err != nil {
				return nil, fmt.Errorf("orders of a status: %w", err)
			}
			out[status] = n
		}
		return out, nil
	}
	c, err := asked.chosen()
	if err != nil {
		return nil, err
	}
	rows, err := r.OrdersChosenCounts(ctx, query.OrdersChosenCountsParams{Since: c.since, Before: c.before, OfferingID: c.offering, Methods: c.methods})
	for _, row := range rows {
		out[row.Status] = row.Count
	}
	return out, err
}
