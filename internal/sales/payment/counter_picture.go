package payment

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/invoice"
)

// counterPicturesPerHour is per clerk, above the needs of a festival day.
const counterPicturesPerHour = 300

// admitPictures lets a staff member upload pictures: one request at a time, with an hourly limit. Call leave
// afterwards.
func (s *Service) admitPictures(ctx context.Context, actorID, kind string, perHour int64) (leave func(), err error) {
	leave, err = s.Pictures.Enter(actorID)
	if err != nil {
		return nil, err
	}
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		return httpd.CountHit(ctx, tx, s.Clock.Now(), kind+":"+actorID, perHour, time.Hour)
	})
	if err == nil && wait > 0 {
		err = fault.TooMany("uploads-too-many", wait)
	}
	if err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// PhotographAtCounter receives a photo of a devotee's phone, multipart as in Upload, as proof of a transfer for an
// unpaid invoice, which then waits for the treasurer. For an ended invoice it becomes late money. The picture belongs
// to the invoice's member; without one it is in nobody's archive, including the clerk's.
func (s *Service) PhotographAtCounter(w http.ResponseWriter, r *http.Request, invoiceID string) error {
	ctx := r.Context()
	actorID := httpd.VisitorOf(ctx).UserID
	v, err := s.DB.Read().Invoice(ctx, invoiceID)
	if err != nil {
		return db.NotFound(fmt.Errorf("invoice: %w", err))
	}
	leave, err := s.admitPictures(ctx, actorID, "counter-picture", counterPicturesPerHour)
	if err != nil {
		return err
	}
	defer leave()
	rows, keys, err := s.keepPictures(ctx, r, actorID)
	if err == nil {
		if err = s.openWithPictures(ctx, v.ID, actorID, rows); err == nil {
			return s.answerInvoice(w, r, v.ID)
		}
	}
	s.deletePictures(ctx, keys)
	return err
}

// openWithPictures opens a payment with the pictures and puts the invoice under verification, or stores them as late
// money.
func (s *Service) openWithPictures(ctx context.Context, invoiceID, actorID string, rows []query.UploadImageAddParams) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		v, err := invoice.Lock(ctx, tx, invoiceID)
		if err != nil {
			return err
		}
		up := query.UploadAddParams{ID: id.New(), UserID: actorID, AtCounter: true, CreatedAt: clock.MillisOf(now)}
		if v.UserID != nil {
			up.UserID, up.AtCounter = *v.UserID, false
		}
		for _, row := range rows {
			up.Bytes += row.Size
		}
		if err := tx.UploadAdd(ctx, up); err != nil {
			return fmt.Errorf("record upload: %w", err)
		}
		for _, row := range rows {
			row.UploadID = up.ID
			if err := tx.UploadImageAdd(ctx, row); err != nil {
				return fmt.Errorf("record picture: %w", err)
			}
		}
		if !(invoice.Invoice{Invoice: v}).Payable(now) {
			if err := s.Late.KeepPicture(ctx, tx, v, up.ID); err != nil {
				return err
			}
			return audit.Note(ctx, tx, "payment.photograph-late", "invoice:"+v.ID, nil, map[string]any{"invoice": v.Number, "pictures": len(rows)})
		}
		p, err := Open(ctx, tx, s.Clock, New{InvoiceID: v.ID, Method: money.PayNow, Amount: v.SubTotal - v.Paid, UserID: up.UserID, UploadID: up.ID})
		if err != nil {
			return err
		}
		from := []string{invoice.AwaitingPayment, invoice.Rejected}
		if err := invoice.Move(ctx, tx, s.Clock.Now(), invoice.Transition{InvoiceID: v.ID, From: from, To: invoice.UnderVerification, By: invoice.ByOffice, ActorID: actorID}); err != nil {
			return err
		}
		return audit.Note(ctx, tx, "payment.photograph", "payment:"+p.ID, nil, map[string]any{"invoice": v.Number, "pictures": len(rows)})
	})
}

func (s *Service) answerInvoice(w http.ResponseWriter, r *http.Request, invoiceID string) error {
	v, err := invoice.ViewOf(r.Context(), s.DB.Read(), invoiceID, httpd.LocaleOf(r.Context()))
	if err != nil {
		return err
	}
	return httpd.WritePrivateJSON(w, v)
}
