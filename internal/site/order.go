package site

import (
	"context"
	"slices"

	"shanmen/internal/offer/position"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/rites/ceremony"
	"shanmen/internal/sales/invoice"
)

// OrderData is an order without an account, as the link in its notice shows it: beneficiaries, progress, and lamp
// positions, but nothing about the payer and no form answers.
type OrderData struct {
	Number string              `json:"number"`
	Status string              `json:"status" enum:"awaiting-payment,under-verification,paid,rejected,expired,cancelled,refunded"`
	Items  []invoice.ItemView  `json:"items"`
	Lamps  []FoundLamp         `json:"lamps" doc:"Current lamps"`
	Halls  []position.HallView `json:"halls" doc:"Halls of the lamps"`
}

// OrderPage shows the OrderData of a link's order.
func (s *Service) OrderPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	t, err := s.Accounts.LiveTicket(ctx, s.DB.Read(), account.TicketOrder, r.Query.Get("ticket"))
	if err != nil {
		return httpd.PageData{}, err
	}
	v, err := s.Invoices.WithSteps(ctx, t.Subject, r.Locale)
	if err != nil {
		return httpd.PageData{}, err
	}
	out := &OrderData{Number: v.Number, Status: v.Status, Items: v.Items, Lamps: []FoundLamp{}}
	for i := range out.Items {
		it := &out.Items[i]
		it.FormKey, it.FormVersion, it.Form, it.Sheet = "", 0, nil, it.Sheet.OnlyNames()
	}
	lamps, err := position.LampsOfOrder(ctx, s.DB.Read(), s.Clock.Now(), t.Subject)
	if err != nil {
		return httpd.PageData{}, err
	}
	rites, err := ceremony.RitesOfOrder(ctx, s.DB.Read(), s.Clock.Now(), t.Subject, r.Locale)
	if err != nil {
		return httpd.PageData{}, err
	}
	for _, lamp := range lamps {
		if lamp.State == position.Taken || lamp.State == position.Kept {
			out.Lamps = append(out.Lamps, FoundLamp{lamp.LampPlace, newestRites(rites[lamp.ItemID])})
		}
	}
	out.Halls, err = hallsOf(ctx, s.DB.Read(), func(key string) bool {
		return slices.ContainsFunc(out.Lamps, func(one FoundLamp) bool { return one.Key == key })
	})
	return httpd.PageData{Data: out}, err
}
