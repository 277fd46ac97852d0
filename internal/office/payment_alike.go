package office

import (
	"context"
	"errors"
	"slices"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/payment"
)

// Lookalike is another transfer that may be the same one.
type Lookalike struct {
	Kinds         []string  `json:"kinds" enum:"file,picture,reference,transfer" doc:"file: the very same picture; picture: it resembles; reference: for the same order; transfer: the same amount in the same minute"`
	PaymentID     string    `json:"paymentId,omitempty" doc:"Absent of a transfer that became no order"`
	InvoiceNumber string    `json:"invoiceNumber,omitempty" doc:"Absent of a transfer that became no order"`
	Reference     string    `json:"paymentReference,omitempty" doc:"Of a transfer that became no order"`
	Status        string    `json:"status" enum:"pending,approved,rejected,voided,unclaimed"`
	URL           string    `json:"url,omitempty" doc:"Of its picture"`
	CreatedAt     time.Time `json:"createdAt"`
	Stops         bool      `json:"stops" doc:"The very same picture of a transfer that counts: the desk asks for a reason before it approves"`
}

// stops tells whether a look-alike asks for a reason. Two pictures of one bank's app resemble each other, on a busy day two
// families pay the same amount in one minute, and an order's own earlier attempt is told as such: none of these stops.
func (l *Lookalike) stops() bool {
	return slices.Contains(l.Kinds, "file") && l.Status != payment.Rejected && l.Status != payment.Voided
}

// The kinds of look-alikes, the strongest first.
var kinds = []string{"file", "reference", "picture", "transfer"}

// mostAlike is how many look-alikes are shown.
const mostAlike = 20

// lookalikes finds, whatever their age, the transfers whose pictures equal or resemble a payment's, that
// are for the same order, or that are of the same amount in the same minute: the strongest first, then the
// newest.
func lookalikes(ctx context.Context, r db.Reader, p query.Payment, reference string, images []query.UploadImage) ([]Lookalike, error) {
	found := alikes{}
	if err := found.byPicture(ctx, r, images); err != nil {
		return nil, err
	}
	same, err := r.DeskSameReference(ctx, query.DeskSameReferenceParams{InvoiceID: p.InvoiceID, ID: p.ID})
	if err != nil {
		return nil, err
	}
	for _, o := range same {
		found.add(o.ID, "reference", paymentLike(query.DeskSameTimeRow(o)))
	}
	since, before := minute(p.TransactionAt)
	amount := payment.DeclaredOr(p.DeclaredAmount, p.Amount)
	others, err := r.DeskSameTime(ctx, query.DeskSameTimeParams{Since: int64(since), Before: int64(before), Amount: int64(amount), ID: p.ID})
	if err != nil {
		return nil, err
	}
	for _, o := range others {
		found.add(o.ID, "transfer", paymentLike(o))
	}
	transfers, err := r.DeskTransfersLike(ctx, query.DeskTransfersLikeParams{
		Reference: reference, Since: int64(since), Before: int64(before), Amount: int64(amount), UploadID: p.UploadID,
	})
	if err != nil {
		return nil, err
	}
	for _, o := range transfers {
		kind := "transfer"
		if o.Reference == reference {
			kind = "reference"
		}
		found.add(o.ID, kind, Lookalike{Reference: o.Reference, Status: "unclaimed", URL: pictureOf(o.Picture), CreatedAt: o.CreatedAt.Time()})
	}
	return found.list(), nil
}

// alikes are look-alikes by their ids.
type alikes map[string]*Lookalike

func (a alikes) add(id, kind string, l Lookalike) {
	was := a[id]
	if was == nil {
		was = &l
		a[id] = was
	}
	if !slices.Contains(was.Kinds, kind) {
		was.Kinds = append(was.Kinds, kind)
	}
}

func (a alikes) byPicture(ctx context.Context, r db.Reader, images []query.UploadImage) error {
	for _, m := range images {
		matches, err := payment.Alike(ctx, r, m)
		if err != nil {
			return err
		}
		for _, o := range matches {
			kind := "picture"
			if o.Same {
				kind = "file"
			}
			p, err := r.DeskOfUpload(ctx, o.UploadID)
			if err == nil {
				a.add(p.ID, kind, paymentLike(query.DeskSameTimeRow{ID: p.ID, Status: p.Status, CreatedAt: p.CreatedAt, Number: p.Number, Picture: o.ImageID}))
				continue
			}
			if !errors.Is(err, db.ErrNoRows) {
				return err
			}
			transfers, err := r.DeskTransferOfUpload(ctx, o.UploadID)
			if err != nil {
				return err
			}
			for _, t := range transfers {
				a.add(t.ID, kind, Lookalike{Reference: t.Reference, Status: "unclaimed", URL: payment.PictureURL(o.ImageID), CreatedAt: t.CreatedAt.Time()})
			}
		}
	}
	return nil
}

func (a alikes) list() []Lookalike {
	out := []Lookalike{}
	for _, l := range a {
		slices.SortFunc(l.Kinds, func(x, y string) int { return slices.Index(kinds, x) - slices.Index(kinds, y) })
		l.Stops = l.stops()
		out = append(out, *l)
	}
	slices.SortFunc(out, func(x, y Lookalike) int {
		if d := slices.Index(kinds, x.Kinds[0]) - slices.Index(kinds, y.Kinds[0]); d != 0 {
			return d
		}
		return y.CreatedAt.Compare(x.CreatedAt)
	})
	return out[:min(len(out), mostAlike)]
}

func paymentLike(o query.DeskSameTimeRow) Lookalike {
	return Lookalike{PaymentID: o.ID, InvoiceNumber: o.Number, Status: o.Status, URL: pictureOf(o.Picture), CreatedAt: o.CreatedAt.Time()}
}

func pictureOf(imageID string) string {
	if imageID == "" {
		return ""
	}
	return payment.PictureURL(imageID)
}

// minute is the minute of a moment in milliseconds; an unknown one has none.
func minute(ms *clock.Millis) (since, before clock.Millis) {
	if ms == nil {
		return 0, 0
	}
	const m = clock.Millis(time.Minute / time.Millisecond)
	return *ms / m * m, *ms/m*m + m
}
