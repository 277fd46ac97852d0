package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/media"
)

// nearBits is how many of 64 hash bits may differ for two pictures to have one design: the same screenshot sent through
// a chat stays below, and so do most screens of one bank. It must stay below the number of bands, so that similar
// pictures share at least one band, which an index finds.
const nearBits = 3

// bands splits a hash so that each band has a bit of every part of the picture: the white headers of one bank's
// receipts are alike, and a band of the header alone would match all of them.
func bands(hash uint64) (out [nearBits + 1]int64) {
	for i := range 64 {
		b := i % len(out)
		out[b] = out[b]<<1 | int64(hash>>i&1)
	}
	return out
}

// Match is a similar picture of another upload.
type Match struct {
	ImageID, UploadID string
	Same              bool // an identical file; otherwise the same picture recompressed or rescaled
}

// Alike finds pictures of other uploads that are the same picture. A common design is not enough: such pictures are
// distinguished by their transaction details.
func Alike(ctx context.Context, r db.Reader, m query.UploadImage) ([]Match, error) {
	b := bands(uint64(m.Dhash))
	found, err := r.UploadImagesAlike(ctx, query.UploadImagesAlikeParams{
		UploadID: m.UploadID, Sha256: m.Sha256, BandA: b[0], BandB: b[1], BandC: b[2], BandD: b[3],
	})
	if err != nil {
		return nil, fmt.Errorf("pictures alike: %w", err)
	}
	var out []Match
	for _, o := range found {
		same := o.Sha256 == m.Sha256
		if same || nearDesign(o.Dhash, m.Dhash) && media.SameDetail(o.Detail, m.Detail) {
			out = append(out, Match{o.ID, o.UploadID, same})
		}
	}
	return out, nil
}

func nearDesign(a, b int64) bool { return media.Distance(uint64(a), uint64(b)) <= nearBits }

// OneDesign returns whether two uploads may show one transfer: a picture of one has the design of a picture of the
// other. Screens of two banks are two transfers. An upload without pictures may match any.
func OneDesign(ctx context.Context, r db.Reader, images []query.UploadImage, uploadID string) (bool, error) {
	others, err := r.UploadImages(ctx, uploadID)
	if err != nil {
		return false, fmt.Errorf("pictures of a transfer: %w", err)
	}
	for _, m := range images {
		for _, o := range others {
			if nearDesign(m.Dhash, o.Dhash) {
				return true, nil
			}
		}
	}
	return len(images) == 0 || len(others) == 0, nil
}

// Differing is the areas in which another picture differs from one of a transfer's pictures.
type Differing struct {
	PictureID string       `json:"pictureId" doc:"Picture of this payment"`
	Areas     []media.Area `json:"areas" doc:"Areas in thousandths of both pictures' size"`
}

// DiffersFrom returns where another picture differs from a transfer's own picture of the same design. nil: no such
// picture, no difference, or not comparable. The program does not read text; it only compares.
func DiffersFrom(ctx context.Context, r db.Reader, images []query.UploadImage, imageID string) (*Differing, error) {
	o, err := r.UploadImage(ctx, imageID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("picture to compare: %w", err)
	}
	for _, m := range images {
		if !nearDesign(m.Dhash, o.Dhash) || !sameShape(m.Width, m.Height, o.Width, o.Height) {
			continue
		}
		if areas := media.Differences(m.Detail, o.Detail); len(areas) > 0 {
			return &Differing{m.ID, areas}, nil
		}
	}
	return nil, nil
}

// sameShape returns whether two pictures have the same aspect ratio within a hundredth.
func sameShape(w, h, otherW, otherH int64) bool {
	a, b := w*otherH, otherW*h
	return max(a, b)-min(a, b) <= max(a, b)/100
}

// Minute is the minute of a time in milliseconds; an unknown one has none.
func Minute(ms *clock.Millis) (since, before clock.Millis) {
	if ms == nil {
		return 0, 0
	}
	const m = clock.Millis(time.Minute / time.Millisecond)
	return *ms / m * m, *ms/m*m + m
}

// indexForDesk stores what the payment list sorts and filters by, once a payment has its pictures. Of two similar
// waiting ones both are marked.
func indexForDesk(ctx context.Context, tx *db.Tx, p query.Payment) error {
	if err := tx.PaymentCutOff(ctx, p.ID); err != nil {
		return fmt.Errorf("cut-off: %w", err)
	}
	images, err := tx.UploadImages(ctx, p.UploadID)
	if err != nil {
		return err
	}
	var marks []string
	alike := false
	for _, m := range images {
		found, err := Alike(ctx, tx.Queries, m)
		if err != nil {
			return err
		}
		for _, o := range found {
			counts, err := tx.UploadCounts(ctx, o.UploadID)
			if err != nil {
				return err
			}
			alike = alike || counts
			other, err := tx.PaymentOfUpload(ctx, o.UploadID)
			if err == nil && other.Status == Pending {
				marks = append(marks, other.ID)
			} else if err != nil && !errors.Is(err, db.ErrNoRows) {
				return fmt.Errorf("payment of a picture: %w", err)
			}
		}
	}
	since, before := Minute(p.TransactionAt)
	same, err := tx.PaymentsPendingLike(ctx, query.PaymentsPendingLikeParams{
		Since: int64(since), Before: int64(before), Amount: int64(DeclaredOr(p.DeclaredAmount, p.Amount)), ID: p.ID, InvoiceID: p.InvoiceID,
	})
	if err != nil {
		return fmt.Errorf("transfers of the same minute: %w", err)
	}
	for _, o := range same {
		one, err := OneDesign(ctx, tx.Queries, images, o.UploadID)
		if err != nil {
			return err
		}
		if one {
			alike, marks = true, append(marks, o.ID)
		}
	}
	if alike {
		marks = append(marks, p.ID)
	}
	for _, id := range marks {
		if err := tx.PaymentAlike(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// RefreshCutOffs updates the list by cut-off after a change of an offering's closing or an event's start.
func RefreshCutOffs(ctx context.Context, tx *db.Tx) error { return tx.PaymentCutOffs(ctx) }
