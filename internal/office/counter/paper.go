package counter

import (
	"context"
	"time"

	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/offer/form"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/httpd"
)

// ReceiptPaper is the content of an official receipt for the counter's printer. Amounts are cents.
type ReceiptPaper struct {
	Number      string      `json:"number"`
	Invoice     string      `json:"invoice"`
	Reference   string      `json:"reference"`
	IssuedAt    time.Time   `json:"issuedAt"`
	Transferred *time.Time  `json:"transferred,omitempty" doc:"When the payer transferred; absent for cash"`
	Locale      string      `json:"locale" enum:"en,zh" doc:"The payer's language"`
	Method      string      `json:"method" enum:"cash,paynow"`
	Temple      PaperTemple `json:"temple"`
	Payer       PaperPayer  `json:"payer"`
	Items       []PaperItem `json:"items"`
	Total       money.Cents `json:"total"`
	Received    money.Cents `json:"received"`
	Backs       []PaperBack `json:"backs" doc:"Refunds since, oldest first"`
	Footer      locale.Text `json:"footer"`
	Clerk       string      `json:"clerk,omitempty" doc:"Who took the money"`
	Copy        bool        `json:"copy" doc:"Printed after the day of issue, and marked as a copy"`
	GST         *PaperGST   `json:"gst,omitempty"`
	Deductible  bool        `json:"deductible"`
}

// PaperBack is a refund after a receipt was issued.
type PaperBack struct {
	At     time.Time   `json:"at"`
	Amount money.Cents `json:"amount"`
}

// PaperTemple is the issuer.
type PaperTemple struct {
	Name    locale.Text `json:"name"`
	Address locale.Text `json:"address"`
	Phone   string      `json:"phone"`
	UEN     string      `json:"uen"`
}

// PaperPayer is the payer.
type PaperPayer struct {
	Name        string `json:"name"`
	ChineseName string `json:"chineseName"`
}

// PaperItem is an item of the receipt.
type PaperItem struct {
	Title    locale.Text `json:"title"`
	Option   locale.Text `json:"option"`
	Quantity int         `json:"quantity"`
	Amount   money.Cents `json:"amount"`
	Stands   []PaperLine `json:"stands" doc:"Position of its lamp or tablet, and first and last day"`
	Names    []string    `json:"names"`
	Sheet    *form.Sheet `json:"sheet,omitempty" doc:"People it is for, and the other answers"`
}

// PaperLine is a detail line of an item.
type PaperLine struct {
	Label locale.Text `json:"label"`
	Value locale.Text `json:"value"`
}

// PaperGST is the tax contained in the total.
type PaperGST struct {
	Number  string      `json:"number"`
	Percent int         `json:"percent"`
	Amount  money.Cents `json:"amount"`
}

// Paper answers with the official receipt of an order for printing at the counter.
func (s *Service) Paper(ctx context.Context, in *httpd.ByID) (*ReceiptPaper, error) {
	r := s.DB.Read()
	v, err := r.Invoice(ctx, in.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	receipt, err := r.InvoiceReceipt(ctx, v.ID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	p, err := s.Payments.ReceiptPaper(ctx, receipt.ID, document.Both)
	if err != nil {
		return nil, err
	}
	out := &ReceiptPaper{
		Number: p.Number, Invoice: p.InvoiceNumber, Reference: p.Reference, IssuedAt: p.IssuedAt, Locale: v.Locale, Method: p.Method,
		Temple: PaperTemple{Name: locale.Text{EN: p.Temple.Name, ZH: p.Temple.ChineseName}, Address: p.Temple.Address, Phone: p.Temple.Phone, UEN: p.Temple.UEN},
		Payer:  PaperPayer{p.Payer.Name, p.Payer.ChineseName}, Items: []PaperItem{}, Total: p.Total, Received: p.Received, Backs: []PaperBack{},
		Footer: p.Footer, Clerk: p.Clerk, Copy: p.Copy, Deductible: p.Deductible,
	}
	if !p.TransferredAt.IsZero() {
		out.Transferred = &p.TransferredAt
	}
	if p.GST != nil {
		out.GST = &PaperGST{p.GST.Number, p.GST.Percent, p.GST.Cents}
	}
	for _, b := range p.Backs {
		out.Backs = append(out.Backs, PaperBack{b.At, b.Cents})
	}
	items, err := r.InvoiceItems(ctx, v.ID)
	if err != nil {
		return nil, err
	}
	sheets := form.NewReader(r)
	for i, it := range items {
		row := PaperItem{
			Title: locale.Text{EN: it.TitleEn, ZH: it.TitleZh}, Option: locale.Text{EN: it.OptionTitleEn, ZH: it.OptionTitleZh},
			Quantity: int(it.Quantity), Amount: it.Amount, Stands: []PaperLine{}, Names: []string{},
		}
		for _, a := range p.Items[i].Stands {
			row.Stands = append(row.Stands, PaperLine{a.Label, a.Value})
		}
		if row.Sheet, err = sheets.Sheet(ctx, it.FormKey, it.FormVersion, it.Form); err != nil {
			return nil, err
		}
		if row.Sheet != nil {
			row.Names = append(row.Names, row.Sheet.Names()...)
		}
		out.Items = append(out.Items, row)
	}
	return out, nil
}

type receiptMailIn struct {
	ID   string `path:"id"`
	Body struct {
		Email string `json:"email" maxLength:"254"`
	}
}

// ReceiptMailed confirms that the receipt will be sent.
type ReceiptMailed struct {
	Sent bool `json:"sent"`
}

// MailReceipt sends an official receipt to an address given at the counter.
func (s *Service) MailReceipt(ctx context.Context, in *receiptMailIn) (*ReceiptMailed, error) {
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*ReceiptMailed, error) {
		return &ReceiptMailed{Sent: true}, s.Payments.MailReceipt(ctx, tx, in.ID, in.Body.Email)
	})
}
