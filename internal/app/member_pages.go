package app

import (
	"context"

	"shanmen/internal/httpd"
	"shanmen/internal/invoice"
	"shanmen/internal/report"
)

// emptyPage is a page whose component needs nothing but its messages.
func emptyPage(context.Context, httpd.PageRequest) (httpd.PageData, error) {
	return httpd.PageData{Data: struct{}{}}, nil
}

// PoliciesVersion names the texts that a new member agrees to. It changes with them.
const PoliciesVersion = "2026-11"

// registrationPage tells the form what it has to send besides what is typed.
func (a *App) registrationPage(context.Context, httpd.PageRequest) (httpd.PageData, error) {
	return httpd.PageData{Data: struct {
		PoliciesVersion string `json:"policiesVersion"`
	}{PoliciesVersion}}, nil
}

// factorPage is what a member of staff has set up beside the password.
func (a *App) factorPage(ctx context.Context, _ httpd.PageRequest) (httpd.PageData, error) {
	f, err := a.Accounts.OwnFactor(ctx, &struct{}{})
	if err != nil {
		return httpd.PageData{}, err
	}
	return httpd.PageData{Data: f}, nil
}

// invoicesPage is the list of one's own invoices, with the years that have a statement.
func (a *App) invoicesPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	d, err := a.Invoices.InvoicesPage(ctx, r)
	list, ok := d.Data.(*invoice.List)
	if err != nil || !ok || list == nil {
		return d, err
	}
	years, err := report.YearsOf(ctx, a.DB.Read(), r.Visitor.UserID)
	d.Data = struct {
		*invoice.List
		Statements []report.YearOfMember `json:"statements"`
	}{list, years}
	return d, err
}
