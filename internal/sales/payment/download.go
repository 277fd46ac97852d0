package payment

import (
	"context"
	"errors"
	"net/http"

	"shanmen/internal/base/fault"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/httpd"
)

// InvoicePDF serves an invoice's PDF to its owner and to the office.
func (s *Service) InvoicePDF(w http.ResponseWriter, r *http.Request) error {
	v, lang, err := s.requestedInvoice(r)
	if err != nil {
		return err
	}
	pdf, number, err := s.PrintInvoice(r.Context(), v.ID, lang)
	if err != nil {
		return err
	}
	return servePDF(w, pdf, number+"-"+string(lang))
}

// OfficialReceiptPDF serves an official receipt's PDF to its owner and to the office: the valid one, or that of
// ?number=, which may be void.
func (s *Service) OfficialReceiptPDF(w http.ResponseWriter, r *http.Request) error {
	v, lang, err := s.requestedInvoice(r)
	if err != nil {
		return err
	}
	row, err := s.receiptOf(r.Context(), v.ID, r.URL.Query().Get("number"))
	if err != nil {
		return db.NotFound(err)
	}
	pdf, number, err := s.PrintReceipt(r.Context(), row.ID, lang)
	if err != nil {
		return err
	}
	return servePDF(w, pdf, number+"-"+string(lang))
}

func (s *Service) receiptOf(ctx context.Context, invoiceID, number string) (query.OfficialReceipt, error) {
	if number == "" {
		return s.DB.Read().InvoiceReceipt(ctx, invoiceID)
	}
	all, err := s.DB.Read().ReceiptsOfInvoice(ctx, invoiceID)
	for _, o := range all {
		if o.Number == number {
			return o, nil
		}
	}
	return query.OfficialReceipt{}, errors.Join(err, db.ErrNoRows)
}

// requestedInvoice is the invoice in the path and the document's language: ?language=, else the invoice's own.
// Another's invoice is not found, except for staff who take money.
func (s *Service) requestedInvoice(r *http.Request) (query.Invoice, document.Language, error) {
	visitor := httpd.VisitorOf(r.Context())
	v, err := s.readable(r.Context(), r.PathValue("id"), visitor)
	if err != nil {
		return query.Invoice{}, "", err
	}
	lang := document.Language(r.URL.Query().Get("language"))
	if lang != document.Chinese && lang != document.Both && lang != document.English {
		lang = document.Language(v.Locale)
	}
	return v, lang, nil
}

func (s *Service) readable(ctx context.Context, invoiceID string, visitor httpd.Visitor) (query.Invoice, error) {
	v, err := s.DB.Read().Invoice(ctx, invoiceID)
	if err != nil {
		return v, db.NotFound(err)
	}
	if own := v.UserID != nil && *v.UserID == visitor.UserID; !own && !visitor.Has("counter", "treasurer") {
		return query.Invoice{}, fault.NotFound()
	}
	return v, nil
}

// servePDF sends a document as an attachment, because our CSP may break PDF viewers built into browsers. The file name
// contains the language.
func servePDF(w http.ResponseWriter, pdf []byte, name string) error {
	return httpd.SendFile(w, name+".pdf", "application/pdf", pdf)
}
