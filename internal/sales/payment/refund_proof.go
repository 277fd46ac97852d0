package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/media"
	"shanmen/internal/platform/outbox"
)

// proofsPerHour is per staff member.
const proofsPerHour = 100

// RefundProof are the pictures that prove a refund by transfer.
type RefundProof struct {
	Pictures []Picture `json:"pictures"`
}

// ProofOf reads them.
func ProofOf(ctx context.Context, r db.Reader, refundID string) (out RefundProof, err error) {
	rows, err := r.RefundProofs(ctx, refundID)
	if err != nil {
		return out, fmt.Errorf("proof of a refund: %w", err)
	}
	out.Pictures = []Picture{}
	for _, m := range rows {
		out.Pictures = append(out.Pictures, PictureOf(m.ID, m.Width, m.Height))
	}
	return out, nil
}

// TakeRefundProof receives pictures of a refund's transfer, multipart as in Upload, at most MaxFiles per refund. They
// belong to the refunded member; without an account they are in nobody's archive. A repeated picture, as in a retry, is
// stored once. Refusal: "too-many-files".
func (s *Service) TakeRefundProof(w http.ResponseWriter, r *http.Request, refundID string) error {
	ctx := r.Context()
	actorID := httpd.VisitorOf(ctx).UserID
	if _, err := s.DB.Read().RefundTransferOf(ctx, refundID); err != nil {
		return db.NotFound(err)
	}
	leave, err := s.admitPictures(ctx, actorID, "refund-proof", proofsPerHour)
	if err != nil {
		return err
	}
	defer leave()
	rows, keys, err := s.keepPictures(ctx, r, actorID)
	if err == nil {
		var known []string
		if known, err = s.recordProof(ctx, refundID, actorID, rows); err == nil {
			s.deletePictures(ctx, known)
			out, err := ProofOf(ctx, s.DB.Read(), refundID)
			if err != nil {
				return err
			}
			return httpd.WritePrivateJSON(w, out)
		}
		if db.Unsure(err) { // rows may name them; otherwise the sweep deletes them
			return err
		}
	}
	s.deletePictures(ctx, keys)
	return err
}

// recordProof inserts the new pictures; files holds the keys of the repeated ones.
func (s *Service) recordProof(ctx context.Context, refundID, actorID string, rows []query.UploadImageAddParams) (known []string, err error) {
	return known, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		known = nil
		if _, err := tx.RefundTransferLock(ctx, refundID); err != nil {
			return db.NotFound(err)
		}
		before, err := tx.RefundProofs(ctx, refundID)
		if err != nil {
			return fmt.Errorf("proof of a refund: %w", err)
		}
		now := s.Clock.Now()
		up := query.UploadAddParams{ID: id.New(), AtCounter: true, UserID: actorID, CreatedAt: clock.MillisOf(now), RefundID: refundID}
		owner, err := tx.RefundOwner(ctx, refundID)
		if err != nil {
			return fmt.Errorf("whose refund: %w", err)
		}
		if owner != "" {
			up.UserID, up.AtCounter = owner, false
		}
		var added []query.UploadImageAddParams
		for _, row := range rows {
			same := func(sha256 string) bool { return sha256 == row.Sha256 }
			if slices.ContainsFunc(before, func(b query.RefundProofsRow) bool { return same(b.Sha256) }) ||
				slices.ContainsFunc(added, func(b query.UploadImageAddParams) bool { return same(b.Sha256) }) {
				known = append(known, row.StorageKey)
				continue
			}
			row.UploadID = up.ID
			up.Bytes += row.Size
			added = append(added, row)
		}
		if len(added) == 0 {
			return nil
		}
		if len(before)+len(added) > MaxFiles {
			return fault.Invalid("too-many-files").With("max", MaxFiles)
		}
		if err := tx.UploadAdd(ctx, up); err != nil {
			return fmt.Errorf("record upload: %w", err)
		}
		for _, row := range added {
			if err := tx.UploadImageAdd(ctx, row); err != nil {
				return fmt.Errorf("record picture: %w", err)
			}
		}
		return auditRefund(ctx, tx, "refund.proof", refundID, map[string]any{"pictures": len(added), "refund": refundID})
	})
}

// RemoveRefundProof removes a picture uploaded to the wrong refund. A refund recorded as transferred without the bank's
// reference keeps its last one: "proof-needed".
func (s *Service) RemoveRefundProof(ctx context.Context, tx *db.Tx, refundID, imageID string) error {
	t, err := tx.RefundTransferLock(ctx, refundID)
	if err != nil {
		return db.NotFound(err)
	}
	pictures, err := tx.RefundProofs(ctx, refundID)
	if err != nil {
		return fmt.Errorf("proof of a refund: %w", err)
	}
	at := slices.IndexFunc(pictures, func(m query.RefundProofsRow) bool { return m.ID == imageID })
	if at < 0 {
		return fault.NotFound()
	}
	if t.DoneAt > 0 && t.Reference == "" && len(pictures) == 1 {
		return fault.Invalid("proof-needed")
	}
	m := pictures[at]
	if n, err := tx.RefundProofRemove(ctx, m.ID); err != nil || n == 0 {
		return errors.Join(fmt.Errorf("remove a proof: %d rows", n), err)
	}
	if !slices.ContainsFunc(pictures, func(o query.RefundProofsRow) bool { return o.ID != m.ID && o.UploadID == m.UploadID }) {
		if err := tx.UploadErase(ctx, m.UploadID); err != nil {
			return fmt.Errorf("remove a proof: %w", err)
		}
	}
	now := s.Clock.Now()
	if _, err := outbox.Add(ctx, tx, outbox.Job{Kind: media.KindForgetFiles, Args: []string{m.StorageKey}, NotBefore: now}); err != nil {
		return err
	}
	return auditRefund(ctx, tx, "refund.proof-removed", refundID, map[string]any{"refund": refundID})
}

// TransferDone records that a refund was transferred, with the bank's reference or a picture; without either it is
// refused as a missing field, a second time with "already-decided-once",
// and while the payment provider is asked for it with "refund-asked"; payrequest.ByHand ends that.
func (s *Service) TransferDone(ctx context.Context, tx *db.Tx, refundID, reference, actorID string) error {
	reference = strings.TrimSpace(reference)
	if _, err := tx.RefundTransferLock(ctx, refundID); err != nil {
		return db.NotFound(err)
	}
	if state, err := tx.ProviderRefundState(ctx, refundID); err == nil && state == "asked" {
		return fault.Invalid("refund-asked") // it would go back twice
	} else if err != nil && !errors.Is(err, db.ErrNoRows) {
		return fmt.Errorf("refund at the provider: %w", err)
	}
	if reference == "" {
		pictures, err := tx.RefundProofs(ctx, refundID)
		if err != nil {
			return fmt.Errorf("proof of a refund: %w", err)
		}
		if len(pictures) == 0 {
			return fault.At("reference", "required")
		}
	}
	n, err := tx.RefundTransferDone(ctx, query.RefundTransferDoneParams{
		DoneAt: clock.MillisOf(s.Clock.Now()), DoneBy: actorID, Reference: reference, RefundID: refundID,
	})
	if err != nil {
		return fmt.Errorf("refund transferred: %w", err)
	}
	if n == 0 {
		return fault.Invalid("already-decided-once")
	}
	return auditRefund(ctx, tx, "refund.transferred", refundID, map[string]any{"reference": reference, "refund": refundID})
}

func auditRefund(ctx context.Context, tx *db.Tx, action, refundID string, after map[string]any) error {
	row, err := tx.RefundByID(ctx, refundID)
	if err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	subject := subjectOf(row)
	if row.InvoiceID != nil {
		subject = SubjectOfInvoice(*row.InvoiceID)
	}
	return audit.Note(ctx, tx, action, subject, nil, after)
}
