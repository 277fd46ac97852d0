package personal

import (
	"context"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/payment"
)

// Overview is the data of the personal data page.
type Overview struct {
	Staff    bool              `json:"staff" doc:"Office account, which only an administrator can close"`
	ClosesAt *time.Time        `json:"closesAt,omitempty" doc:"When the account, which is being closed, will be erased"`
	Grace    int               `json:"grace" doc:"Days during which closing the account can be cancelled"`
	Open     []payment.Owed    `json:"open" doc:"Unsettled payments, which prevent closing the account"`
	Unpaid   []payment.Owed    `json:"unpaid" doc:"Unpaid orders, which are cancelled with the account"`
	Consents []account.Consent `json:"consents" doc:"Newest first"`
	Policies string            `json:"policies,omitempty" doc:"The versions that the member has not agreed to yet"`
	Unread   []string          `json:"unread" enum:"privacy-policy,service-policy,term-and-condition" doc:"Policies changed since the member agreed"`
}

// Get answers with that data.
func (s *Service) Get(ctx context.Context, _ *struct{}) (*Overview, error) {
	r := s.DB.Read()
	u, err := account.Find(ctx, r, httpd.VisitorOf(ctx).UserID)
	if err != nil {
		return nil, err
	}
	out := &Overview{Staff: u.Staff(), Unread: []string{}, Open: []payment.Owed{}, Unpaid: []payment.Owed{}}
	if u.Closing() {
		out.ClosesAt = &u.ClosesAt
	}
	unread, err := account.UnreadBy(ctx, r, u)
	if err != nil {
		return nil, err
	}
	out.Policies, out.Unread = unread.Versions, append(out.Unread, unread.Policies...)
	if out.Grace, err = grace(ctx, r); err != nil {
		return nil, err
	}
	outstanding, err := s.Payments.OutstandingOf(ctx, r, u.ID)
	if err != nil {
		return nil, err
	}
	out.Open, out.Unpaid = append(out.Open, outstanding.Open...), append(out.Unpaid, outstanding.Unpaid...)
	out.Consents, err = account.Consents(ctx, r, u.ID)
	return out, err
}

// DataPage shows the Overview.
func (s *Service) DataPage(ctx context.Context, _ httpd.PageRequest) (httpd.PageData, error) {
	out, err := s.Get(ctx, &struct{}{})
	return httpd.PageData{Data: out}, err
}
