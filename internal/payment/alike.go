package payment

import (
	"context"
	"fmt"
	"math/bits"

	"shanmen/internal/db"
	"shanmen/internal/db/query"
)

// nearBits is how many of 64 bits of two pictures' hashes may differ for them to look alike: the same
// screenshot sent through a chat stays below; two receipts of one bank differ by little more. It must
// stay below the number of bands: then of two that look alike at least one band is equal, and an index
// finds it.
const nearBits = 3

// bands parts a hash so that each band has a bit of every part of the picture: the white heads of one
// bank's receipts are alike, and a band of the head alone would find them all.
func bands(hash uint64) (out [nearBits + 1]int64) {
	for i := range 64 {
		b := i % len(out)
		out[b] = out[b]<<1 | int64(hash>>i&1)
	}
	return out
}

// Match is a picture of another upload.
type Match struct {
	ImageID, UploadID string
	Same              bool // the very same file; else it looks alike
}

// Alike finds the pictures of all other uploads that equal or resemble one.
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
		if same || bits.OnesCount64(uint64(o.Dhash)^uint64(m.Dhash)) <= nearBits {
			out = append(out, Match{o.ID, o.UploadID, same})
		}
	}
	return out, nil
}

// indexForDesk writes what the desk's list is ordered and filtered by, once a payment has its pictures.
func indexForDesk(ctx context.Context, tx *db.Tx, p query.Payment) error {
	if err := tx.PaymentCutOff(ctx, p.ID); err != nil {
		return fmt.Errorf("cut-off: %w", err)
	}
	images, err := tx.UploadImages(ctx, p.UploadID)
	if err != nil {
		return err
	}
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
			if counts {
				return tx.PaymentAlike(ctx, p.ID)
			}
		}
	}
	return nil
}

// RefreshCutOffs is for whoever changes when an offering closes or an event begins: the list by
// cut-off follows.
func RefreshCutOffs(ctx context.Context, tx *db.Tx) error { return tx.PaymentCutOffs(ctx) }
