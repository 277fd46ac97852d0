package payment

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"shanmen/internal/clock"
	"shanmen/internal/content"
	"shanmen/internal/db"
	"shanmen/internal/document"
	"shanmen/internal/fault"
	"shanmen/internal/locale"
)

// AttachReceipt names the maker of official receipts among the outbox's attachments.
const AttachReceipt = "official-receipt"

// ReceiptPDF makes the paper of an official receipt. It is the outbox's AttachmentMaker, so that a
// mail's file is made from the rows when it is sent.
func (s *Service) ReceiptPDF(ctx context.Context, receiptID string, l locale.Locale) (name, contentType string, data []byte, err error) {
	data, number, err := s.PrintReceipt(ctx, receiptID, document.Language(l))
	return number + ".pdf", "application/pdf", data, err
}

// PrintReceipt makes the paper of an official receipt in one language or both. Characters that the
// font lacks are logged for the office by their code points: they have to be written by hand.
func (s *Service) PrintReceipt(ctx context.Context, receiptID string, lang document.Language) (pdf []byte, number string, err error) {
	r := s.DB.Read()
	row, err := r.Receipt(ctx, receiptID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, "", fault.NotFound()
	}
	if err != nil {
		return nil, "", err
	}
	v, err := r.Invoice(ctx, row.InvoiceID)
	if err != nil {
		return nil, "", err
	}
	p, err := r.Payment(ctx, row.PaymentID)
	if err != nil {
		return nil, "", err
	}
	site, err := content.Site(ctx, r)
	if err != nil {
		return nil, "", err
	}
	paper := document.Receipt{
		Kind: document.OfficialReceipt, Number: row.Number, InvoiceNumber: v.Number, IssuedAt: clock.FromMillis(row.IssuedAt), Language: lang,
		Temple: document.Temple{Name: site.Name.EN, ChineseName: site.Name.ZH, Address: site.Address.In(locale.Locale(v.Locale)), UEN: site.UEN, Phone: site.Phone},
		Payer:  document.Payer{Name: v.PayerName, ChineseName: v.PayerChinese, Mobile: v.PayerMobile, Email: v.PayerEmail},
		Method: methodWord(p.Method), Reference: v.PaymentReference, Total: v.SubTotal, Received: v.Paid,
		Footer: site.InvoiceFooter, Voided: row.VoidedAt > 0, VoidReason: row.VoidReason,
	}
	items, err := r.InvoiceItems(ctx, v.ID)
	if err != nil {
		return nil, "", err
	}
	for _, it := range items {
		names, err := namesOf(ctx, r, it)
		if err != nil {
			return nil, "", err
		}
		paper.Items = append(paper.Items, document.Item{
			Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}, OptionTitle: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh},
			Quantity: int(it.Quantity), UnitPrice: it.UnitPrice, Amount: it.Amount, Names: names,
		})
	}
	var b bytes.Buffer
	missing, err := s.Printer.Render(&b, paper)
	if err != nil {
		return nil, "", fmt.Errorf("print receipt %s: %w", receiptID, err)
	}
	if len(missing) > 0 {
		s.Log.Warn("the font lacks characters: write them on the paper by hand", "receipt", row.Number, "characters", fmt.Sprintf("%U", missing))
	}
	return b.Bytes(), row.Number, nil
}

func methodWord(method int64) string {
	if method == MethodCash {
		return "cash"
	}
	return "paynow"
}
