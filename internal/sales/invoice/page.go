package invoice

import (
	"context"
	"errors"
	"strconv"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/httpd"
)

// RequireInvoice admits visitors with an invoice to show: that of ?id=, else the latest. Others are redirected to their
// list.
func (s *Service) RequireInvoice(ctx context.Context, r httpd.PageRequest) (httpd.GuardRedirect, error) {
	_, err := Own(ctx, s.DB.Read(), r.Visitor.UserID, r.Query.Get("id"))
	if errors.Is(err, fault.NotFound()) {
		return httpd.GuardRedirect{Route: "member-profile-invoices"}, nil
	}
	return httpd.GuardRedirect{}, err
}

// StatusPage shows the invoice of ?id=, else the latest.
func (s *Service) StatusPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	return s.page(ctx, r, r.Query.Get("id"))
}

// InvoicePage shows the invoice of the path's id.
func (s *Service) InvoicePage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	return s.page(ctx, r, r.Params["id"])
}

func (s *Service) page(ctx context.Context, r httpd.PageRequest, invoiceID string) (httpd.PageData, error) {
	v, err := s.own(ctx, r.Visitor, invoiceID)
	return httpd.PageData{Data: v}, err
}

// InvoicesPage shows the List. An invalid filter is ignored.
func (s *Service) InvoicesPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	in := ListIn{Page: 1, PageSize: 20, Status: r.Query.Get("status")}
	if n, err := strconv.ParseInt(r.Query.Get("page"), 10, 32); err == nil && n > 0 {
		in.Page = n
	}
	if y, err := strconv.Atoi(r.Query.Get("year")); err == nil {
		in.Year = y
	}
	v, err := s.list(ctx, r.Visitor.UserID, in)
	if _, refused := fault.Of(err); refused {
		v, err = s.list(ctx, r.Visitor.UserID, ListIn{Page: in.Page, PageSize: in.PageSize})
	}
	return httpd.PageData{Data: v}, err
}
