package cart

import (
	"context"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/money"
	"shanmen/internal/base/writing"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Checkout answers with the cart: 404 without one, or if it is empty.
func (s *Service) Checkout(ctx context.Context, _ *struct{}) (*View, error) {
	v, err := s.find(ctx, httpd.VisitorOf(ctx))
	if err == nil && len(v.Items) == 0 {
		return nil, fault.NotFound()
	}
	return v, err
}

// find is the visitor's cart, or NoCart.
func (s *Service) find(ctx context.Context, v httpd.Visitor) (*View, error) {
	now := s.Clock.Now()
	c, ok, err := Find(ctx, s.DB.Read(), OwnerOf(v), now)
	if err != nil {
		return nil, err
	}
	if !ok {
		return NoCart(), nil
	}
	return ViewOf(ctx, s.DB.Read(), c, httpd.LocaleOf(ctx), now)
}

// RemoveIn identifies an item.
type RemoveIn struct {
	ID string `path:"id"`
}

// Remove removes an item and answers with the cart, which may be empty then. 404 without a cart, or if the item is not
// in the caller's.
func (s *Service) Remove(ctx context.Context, in *RemoveIn) (*View, error) {
	return s.change(ctx, func(ctx context.Context, tx *db.Tx, c Cart, now time.Time) (*View, error) {
		n, err := tx.CartItemRemove(ctx, query.CartItemRemoveParams{ID: in.ID, CartID: c.ID})
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, fault.NotFound()
		}
		if err := changed(ctx, tx, c, now); err != nil {
			return nil, err
		}
		c.UpdatedAt = clock.MillisOf(now)
		return ViewOf(ctx, tx.Queries, c, httpd.LocaleOf(ctx), now)
	})
}

// Cancelled is the answer of Cancel.
type Cancelled struct {
	Cancelled bool `json:"cancelled"`
}

// Cancel discards the cart. 404 without one, or if it is empty.
func (s *Service) Cancel(ctx context.Context, _ *struct{}) (*Cancelled, error) {
	_, err := s.change(ctx, func(ctx context.Context, tx *db.Tx, c Cart, now time.Time) (*View, error) {
		n, err := tx.CartCount(ctx, c.ID)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, fault.NotFound()
		}
		return nil, end(ctx, tx, c, statusCancelled, now)
	})
	if err != nil {
		return nil, err
	}
	return &Cancelled{true}, nil
}

// Said is what a member says of a transfer, beside how much it was and when: whatever takes, keeps or shows that embeds it.
type Said struct {
	DeclaredPayer string `json:"declaredPayer,omitempty" maxLength:"80" doc:"Name on the bank account that the transfer came from, as the member says"`
}

// Clean is what was said without spaces around it and signs that nobody sees.
func (s Said) Clean() Said {
	s.DeclaredPayer = strings.TrimSpace(writing.Readable(s.DeclaredPayer, false))
	return s
}

// SaidOf is what was said with a payment.
func SaidOf(p query.Payment) Said { return Said{p.DeclaredPayer} }

func saidSoFar(c Cart) Said { return Said{c.DeclaredPayer} }

// ChooseMethodIn is what a visitor has entered at checkout so far.
type ChooseMethodIn struct {
	Body struct {
		Method              money.Method `json:"method" enum:"0,1,2001" doc:"1 cash, 2001 PayNow, 0 undecided"`
		DeclaredAmount      *money.Cents `json:"declaredAmount,omitempty" minimum:"0" doc:"Cents that the member says to have transferred"`
		TransactionDateTime *time.Time   `json:"transactionDateTime,omitempty" doc:"When the member says to have transferred"`
		Said
	}
}

// ChooseMethod stores how the visitor wants to pay, so that checkout can continue later. It does not end a hold. 404
// without a cart.
func (s *Service) ChooseMethod(ctx context.Context, in *ChooseMethodIn) (*View, error) {
	return s.change(ctx, func(ctx context.Context, tx *db.Tx, c Cart, now time.Time) (*View, error) {
		c.Method, c.DeclaredAmount, c.DeclaredAt = in.Body.Method, in.Body.DeclaredAmount, nil
		c.DeclaredPayer = in.Body.DeclaredPayer
		if t := in.Body.TransactionDateTime; t != nil {
			ms := clock.MillisOf(*t)
			c.DeclaredAt = &ms
		}
		err := tx.CartPutMethod(ctx, query.CartPutMethodParams{
			Method: c.Method, DeclaredAmount: c.DeclaredAmount, DeclaredAt: c.DeclaredAt, DeclaredPayer: c.DeclaredPayer, ID: c.ID,
		})
		if err != nil {
			return nil, err
		}
		return ViewOf(ctx, tx.Queries, c, httpd.LocaleOf(ctx), now)
	})
}

func (s *Service) change(ctx context.Context, fn func(context.Context, *db.Tx, Cart, time.Time) (*View, error)) (*View, error) {
	now, owner := s.Clock.Now(), OwnerOf(httpd.VisitorOf(ctx))
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*View, error) {
		c, ok, err := Lock(ctx, tx, owner, now)
		if err != nil {
			return nil, err
		}
		if !ok {
			return nil, fault.NotFound()
		}
		return fn(ctx, tx, c, now)
	})
}

// AttachUpload stores pictures in the member's open cart, if any, so that they are not asked for again.
func AttachUpload(ctx context.Context, tx *db.Tx, userID, uploadID string, now time.Time) error {
	c, ok, err := Lock(ctx, tx, Owner{UserID: userID}, now)
	if !ok || err != nil {
		return err
	}
	return tx.CartPutUpload(ctx, query.CartPutUploadParams{UploadID: uploadID, ID: c.ID})
}
