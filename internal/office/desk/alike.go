package desk

import (
	"context"
	"errors"
	"slices"
	"time"

	"shanmen/internal/people/account"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/payment"
)

// Lookalike is another transfer that may be the same one.
type Lookalike struct {
	Kinds         []string   `json:"kinds" enum:"file,picture,transfer,reference" doc:"file: an identical file; picture: the same picture, recompressed or scaled; transfer: the same amount in the same minute, on the same bank's screen; reference: a transfer without an order has this order's reference"`
	PaymentID     string     `json:"paymentId,omitempty" doc:"Absent for a transfer without an order"`
	InvoiceNumber string     `json:"invoiceNumber,omitempty" doc:"Absent for a transfer without an order"`
	Reference     string     `json:"paymentReference,omitempty" doc:"Reference of a transfer without an order"`
	Status        string     `json:"status" enum:"pending,approved,rejected,voided,unclaimed"`
	URL           string     `json:"url,omitempty" doc:"URL of its picture"`
	CreatedAt     time.Time  `json:"createdAt"`
	DecidedAt     *time.Time `json:"decidedAt,omitempty"`
	DecidedBy     string     `json:"decidedBy,omitempty" doc:"Name of the person who decided"`
	Stops         bool       `json:"stops" doc:"The other transfer was counted, so approval needs a reason"`
	decider       string

	// Differs is set only for a transfer in the same minute: identical pictures differ nowhere.
	Differs *payment.Differing `json:"differs,omitempty" doc:"Areas where its picture differs from this payment's; absent if unknown"`
}

// stops returns whether a similar transfer requires a reason. Rejected or undone transfers used no money; and if the
// bank shows a separate line for this payment, an equal amount in the same minute is another family's.
func (l *Lookalike) stops(confirmed bool) bool {
	if l.Status == payment.Rejected || l.Status == payment.Voided {
		return false
	}
	return slices.Contains(l.Kinds, "file") || slices.Contains(l.Kinds, "picture") || slices.Contains(l.Kinds, "transfer") && !confirmed
}

// The kinds of similarity, strongest first.
var kinds = []string{"file", "picture", "transfer", "reference"}

// mostAlike is how many similar transfers are shown.
const mostAlike = 20

// ofPayment is the payment for which similar transfers are searched.
type ofPayment struct {
	query.Payment
	reference string
	confirmed bool // the bank certainly has its money
}

// lookalikes finds transfers of any age with the same picture, or with the same amount in the same minute on a screen
// of the same bank: strongest first, then newest. Rejected pictures of the same order are marked as such.
func lookalikes(ctx context.Context, r db.Reader, p ofPayment, images []query.UploadImage) ([]Lookalike, error) {
	found := alikes{}
	if err := found.byPicture(ctx, r, p.InvoiceID, images); err != nil {
		return nil, err
	}
	since, before := payment.Minute(p.TransactionAt)
	amount := payment.DeclaredOr(p.DeclaredAmount, p.Amount)
	others, err := r.DeskSameTime(ctx, query.DeskSameTimeParams{Since: int64(since), Before: int64(before), Amount: int64(amount), ID: p.ID})
	if err != nil {
		return nil, err
	}
	for _, o := range others {
		if o.InvoiceID == p.InvoiceID {
			continue
		}
		one, err := payment.OneDesign(ctx, r, images, o.UploadID)
		if err != nil {
			return nil, err
		}
		if one {
			like := paymentLike(o)
			if like.Differs, err = payment.DiffersFrom(ctx, r, images, o.Picture); err != nil {
				return nil, err
			}
			found.add(o.ID, "transfer", like)
		}
	}
	transfers, err := r.DeskTransfersLike(ctx, query.DeskTransfersLikeParams{
		Reference: p.reference, Since: int64(since), Before: int64(before), Amount: int64(amount), UploadID: p.UploadID,
	})
	if err != nil {
		return nil, err
	}
	for _, o := range transfers {
		differs, err := payment.DiffersFrom(ctx, r, images, o.Picture)
		if err != nil {
			return nil, err
		}
		kind := "reference"
		switch {
		case o.UploadID != "" && o.UploadID == p.UploadID:
			kind = "file"
		case o.Reference != p.reference:
			kind = "transfer"
			if one, err := payment.OneDesign(ctx, r, images, o.UploadID); !one || err != nil {
				if err != nil {
					return nil, err
				}
				continue
			}
		}
		found.add(o.ID, kind, Lookalike{Reference: o.Reference, Status: "unclaimed", URL: pictureOf(o.Picture), CreatedAt: o.CreatedAt.Time(), Differs: differs})
	}
	out := found.list(p.confirmed)
	for i := range out {
		if out[i].DecidedBy, err = account.NameOf(ctx, r, out[i].decider); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// stopped returns the similar transfer that requires a reason before approval; nil without one.
func stopped(ctx context.Context, r db.Reader, paymentID string, confirmed bool) (*Lookalike, error) {
	p, err := r.Payment(ctx, paymentID)
	if err != nil {
		return nil, db.NotFound(err)
	}
	v, err := r.Invoice(ctx, p.InvoiceID)
	if err != nil {
		return nil, err
	}
	images, err := r.UploadImages(ctx, p.UploadID)
	if err != nil {
		return nil, err
	}
	all, err := lookalikes(ctx, r, ofPayment{p, v.PaymentReference, confirmed}, images)
	if i := slices.IndexFunc(all, func(l Lookalike) bool { return l.Stops }); err == nil && i >= 0 {
		return &all[i], nil
	}
	return nil, err
}

// alikes loads similar transfers by id.
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

func (a alikes) byPicture(ctx context.Context, r db.Reader, invoiceID string, images []query.UploadImage) error {
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
				if p.InvoiceID != invoiceID || p.Status != payment.Rejected {
					a.add(p.ID, kind, paymentLike(query.DeskSameTimeRow{ID: p.ID, Status: p.Status, CreatedAt: p.CreatedAt, DecidedAt: p.DecidedAt, DecidedBy: p.DecidedBy, Number: p.Number, Picture: o.ImageID}))
				}
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

func (a alikes) list(confirmed bool) []Lookalike {
	out := []Lookalike{}
	for _, l := range a {
		slices.SortFunc(l.Kinds, func(x, y string) int { return slices.Index(kinds, x) - slices.Index(kinds, y) })
		l.Stops = l.stops(confirmed)
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
	return Lookalike{PaymentID: o.ID, InvoiceNumber: o.Number, Status: o.Status, URL: pictureOf(o.Picture), CreatedAt: o.CreatedAt.Time(), DecidedAt: o.DecidedAt.Moment(), decider: o.DecidedBy}
}

func pictureOf(imageID string) string {
	if imageID == "" {
		return ""
	}
	return payment.PictureURL(imageID)
}
