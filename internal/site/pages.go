package site

import (
	"context"

	"shanmen/internal/base/uses"
	"shanmen/internal/offer/content"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
	"shanmen/internal/sales/report"
)

// EmptyPage is a page that only needs its messages.
func EmptyPage(context.Context, httpd.PageRequest) (httpd.PageData, error) {
	return httpd.PageData{Data: struct{}{}}, nil
}

// RegistrationData is what registration forms send besides the typed input.
type RegistrationData struct {
	PoliciesVersion string `json:"policiesVersion"`
}

// RegistrationPage provides it.
func (s *Service) RegistrationPage(ctx context.Context, _ httpd.PageRequest) (httpd.PageData, error) {
	uses.Note(ctx, content.TagPolicies)
	versions, err := account.PoliciesNow(ctx, s.DB.Read())
	return httpd.PageData{Data: RegistrationData{versions.String()}}, err
}

// FactorPage shows a staff member's second factors.
func (s *Service) FactorPage(ctx context.Context, _ httpd.PageRequest) (httpd.PageData, error) {
	f, err := s.Accounts.OwnFactor(ctx, &struct{}{})
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: f}, nil
}

// InvoicesData is the data of the page of one's own invoices.
type InvoicesData struct {
	*invoice.List
	Statements []report.YearOfMember `json:"statements"`
	Past       []invoice.PastOrder   `json:"past" doc:"Imported past orders, newest first"`
}

// InvoicesPage lists one's own invoices, and the years with a statement.
func (s *Service) InvoicesPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	d, err := s.Invoices.InvoicesPage(ctx, r)
	list, ok := d.Data.(*invoice.List)
	if err != nil || !ok || list == nil {
		return d, err
	}
	years, err := report.YearsOf(ctx, s.DB.Read(), r.Visitor.UserID)
	if err != nil {
		return d, err
	}
	past, err := invoice.PastOrders(ctx, s.DB.Read(), r.Visitor.UserID)
	d.Data = InvoicesData{list, years, past}
	return d, err
}
