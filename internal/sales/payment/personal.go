package payment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/document"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
	"shanmen/internal/sales/invoice"
)

// claimable is how long a declared transfer can be claimed with its picture: as old as a payment may be.
const claimable = 60 * 24 * time.Hour

// Outstanding is what is unsettled between a member and the temple.
type Outstanding struct {
	Open   []Owed // the temple has or may have money: needs a decision, or goes back
	Unpaid []Owed // nothing was paid or sent: can be cancelled
}

// Owed is an invoice, a transfer without one, or the refund or overpayment of either.
type Owed struct {
	InvoiceID string      `json:"invoiceId,omitempty" doc:"Absent for a transfer without an order"`
	Number    string      `json:"number" doc:"Invoice number, or the transfer's reference"`
	Status    string      `json:"status" enum:"awaiting-payment,under-verification,rejected,unclaimed,refund,excess" doc:"refund: still to be transferred; excess: an undecided overpayment"`
	Amount    money.Cents `json:"amount" doc:"Cents"`
}

// OutstandingOf reads a member's unsettled invoices and transfers, and what the temple still has to give back: until it
// has, it must be able to reach the member.
func (s *Service) OutstandingOf(ctx context.Context, r db.Reader, userID string) (out Outstanding, err error) {
	rows, err := r.PaymentStanding(ctx, &userID)
	if err != nil {
		return out, fmt.Errorf("outstanding: %w", err)
	}
	for _, v := range rows {
		o := Owed{v.ID, v.Number, v.Status, v.SubTotal}
		if v.Status == invoice.UnderVerification || v.Paid > 0 {
			out.Open = append(out.Open, o)
		} else {
			out.Unpaid = append(out.Unpaid, o)
		}
	}
	owing, err := r.PaymentOwing(ctx, query.PaymentOwingParams{UserID: &userID, Claimable: clock.MillisOf(s.Clock.Now().Add(-claimable))})
	if err != nil {
		return out, fmt.Errorf("outstanding: %w", err)
	}
	for _, o := range owing {
		out.Open = append(out.Open, Owed{o.InvoiceID, o.Number, o.Status, o.Amount})
	}
	return out, nil
}

// giveUp cancels a leaving member's unpaid invoices, as if they had done so.
func (s *Service) giveUp(ctx context.Context, tx *db.Tx, userID string) error {
	outstanding, err := s.OutstandingOf(ctx, tx.Queries, userID)
	if err != nil {
		return err
	}
	for _, o := range outstanding.Unpaid {
		if err := s.cancel(ctx, tx, o.InvoiceID, userID); err != nil {
			return err
		}
	}
	return nil
}

// KeptPicture is a picture of a transfer or refund in a member's archive.
type KeptPicture struct {
	ID      string    `json:"id"`
	Invoice string    `json:"invoice,omitempty"` // number
	Refund  bool      `json:"refund,omitempty"`  // sent by the office: proof of a refund
	Name    string    `json:"name"`
	File    string    `json:"file"` // file name in the archive
	MIME    string    `json:"mime"` // as uploaded; stored as JPEG
	Size    int64     `json:"size"`
	Width   int64     `json:"width"`
	Height  int64     `json:"height"`
	SentAt  time.Time `json:"sentAt"`

	key string
}

func (s *Service) pictures(ctx context.Context, userID string) ([]KeptPicture, error) {
	rows, err := s.DB.Read().UploadsOfUser(ctx, userID)
	if err != nil {
		return nil, fmt.Errorf("pictures: %w", err)
	}
	out := make([]KeptPicture, 0, len(rows))
	for i, m := range rows {
		p := KeptPicture{m.ID, m.Number, m.RefundID != "", m.Name, "", m.Mime, m.Size, m.Width, m.Height, m.CreatedAt.Time(), m.StorageKey}
		p.File = fmt.Sprintf("pictures/%03d", i+1)
		if m.Number != "" {
			p.File += "-" + m.Number
		}
		if p.Refund {
			p.File += "-refund"
		}
		p.File += ".jpg"
		out = append(out, p)
	}
	return out, nil
}

// CanExport returns an error if the files for ExportFiles cannot be read.
func (s *Service) CanExport(ctx context.Context, userID string) error {
	pictures, err := s.pictures(ctx, userID)
	if err != nil || len(pictures) == 0 {
		return err
	}
	return s.Files.Check(ctx)
}

// ExportPictures returns the pictures that a user has sent; nil if there are none.
func (s *Service) ExportPictures(ctx context.Context, userID string) (any, error) {
	out, err := s.pictures(ctx, userID)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return out, nil
}

// KeptTransfer is a declared transfer without an order.
type KeptTransfer struct {
	Reference      string       `json:"reference"`
	Amount         money.Cents  `json:"amount"`
	DeclaredAmount *money.Cents `json:"declaredAmount"`
	TransactionAt  *time.Time   `json:"transactionAt"`
	CreatedAt      time.Time    `json:"createdAt"`
	ResolvedAt     *time.Time   `json:"resolvedAt"`
}

// ExportTransfers returns a user's transfers without an order; nil if there are none.
func (s *Service) ExportTransfers(ctx context.Context, userID string) (any, error) {
	rows, err := s.DB.Read().PaymentTransfers(ctx, &userID)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	out := make([]KeptTransfer, 0, len(rows))
	for _, t := range rows {
		k := KeptTransfer{t.Reference, t.Amount, t.DeclaredAmount, nil, t.CreatedAt.Time(), nil}
		if t.TransactionAt != nil {
			at := (*t.TransactionAt).Time()
			k.TransactionAt = &at
		}
		if t.ResolvedAt > 0 {
			at := t.ResolvedAt.Time()
			k.ResolvedAt = &at
		}
		out = append(out, k)
	}
	return out, nil
}

// ExportFiles writes the documents of a user's invoices, in the invoices' languages, and the stored pictures, one at a
// time in memory.
func (s *Service) ExportFiles(ctx context.Context, userID string, add func(name string) (io.Writer, error)) error {
	r := s.DB.Read()
	rows, err := r.PaymentPapers(ctx, &userID)
	if err != nil {
		return fmt.Errorf("papers: %w", err)
	}
	for _, row := range rows {
		pdf, number, err := s.PrintInvoice(ctx, row.ID, document.Language(row.Locale))
		if err != nil {
			return err
		}
		if err := put(add, "invoices/"+row.Number+"/"+number+".pdf", pdf); err != nil {
			return err
		}
		receipts, err := r.ReceiptsOfInvoice(ctx, row.ID)
		if err != nil {
			return fmt.Errorf("papers: %w", err)
		}
		for _, o := range receipts {
			pdf, number, err := s.PrintReceipt(ctx, o.ID, document.Language(row.Locale))
			if err != nil {
				return err
			}
			if err := put(add, "invoices/"+row.Number+"/"+number+".pdf", pdf); err != nil {
				return err
			}
		}
	}
	pictures, err := s.pictures(ctx, userID)
	if err != nil {
		return err
	}
	for _, p := range pictures {
		if err := s.copyPicture(ctx, p, add); err != nil {
			return err
		}
	}
	return nil
}

func put(add func(name string) (io.Writer, error), name string, data []byte) error {
	w, err := add(name)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

func (s *Service) copyPicture(ctx context.Context, p KeptPicture, add func(name string) (io.Writer, error)) error {
	f, err := s.Files.Open(ctx, p.key)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the list mentions it, and the store's own check reports losses
	}
	if err != nil {
		return fmt.Errorf("picture: %w", err)
	}
	defer func() { _ = f.Close() }()
	w, err := add(p.File)
	if err == nil {
		_, err = io.Copy(w, f)
	}
	return err
}

// Erase cancels a leaving member's unpaid invoices, deletes what they have sent, and blanks what accounting does not
// need: pictures without a payment, file names, notes, contact data, and names in unpaid orders. Names in a paid order
// stay until it was performed.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := s.giveUp(ctx, tx, userID); err != nil {
		return err
	}
	gone, err := tx.UploadsToErase(ctx, userID)
	if err != nil {
		return fmt.Errorf("erase payments: %w", err)
	}
	if err := s.removeUploads(ctx, tx, gone); err != nil {
		return err
	}
	for _, blank := range []error{
		tx.UploadImagesRename(ctx, userID), tx.PaymentsBlank(ctx, &userID), tx.RefundsBlank(ctx, &userID), tx.RefundApprovalsBlank(ctx, &userID), tx.InvoicesBlank(ctx, &userID), tx.InvoicesUnname(ctx, &userID), tx.InvoiceItemsBlank(ctx, &userID),
	} {
		if blank != nil {
			return fmt.Errorf("erase payments: %w", blank)
		}
	}
	return invoice.Reword(ctx, tx, userID, "")
}

// ForgetPictures deletes up to a hundred uploads sent before a time and needed by nothing open.
func (s *Service) ForgetPictures(ctx context.Context, tx *db.Tx, before time.Time) error {
	old, err := tx.UploadsOutlived(ctx, clock.MillisOf(before))
	if err != nil {
		return fmt.Errorf("old pictures: %w", err)
	}
	return s.removeUploads(ctx, tx, old)
}

// removeUploads deletes rows now and files after the commit.
func (s *Service) removeUploads(ctx context.Context, tx *db.Tx, ids []string) error {
	for _, uploadID := range ids {
		keys, err := tx.UploadImagesRemove(ctx, uploadID)
		if err == nil {
			err = tx.UploadErase(ctx, uploadID)
		}
		if err != nil {
			return fmt.Errorf("remove upload: %w", err)
		}
		if _, err := outbox.Add(ctx, tx, outbox.Job{Kind: media.KindForgetFiles, Args: keys, NotBefore: s.Clock.Now()}); err != nil {
			return err
		}
	}
	return nil
}

// UnusedFor is how long a picture without a payment is stored.
const UnusedFor = unusedFor
