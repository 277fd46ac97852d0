package cart

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
)

// Kept is a cart in its owner's personal data archive, with the typed forms.
type Kept struct {
	ID               string       `json:"id"`
	Status           string       `json:"status" doc:"open, paid, merged, cancelled, expired"`
	PaymentReference string       `json:"paymentReference"`
	CreatedAt        time.Time    `json:"createdAt"`
	UpdatedAt        time.Time    `json:"updatedAt"`
	DeclaredAmount   *money.Cents `json:"declaredAmount"`
	DeclaredAt       *time.Time   `json:"declaredAt"`
	QR               string       `json:"qr,omitempty"` // text of the current QR code
	Items            []KeptItem   `json:"items"`
	Said
}

// KeptItem is one item.
type KeptItem struct {
	ID          string          `json:"id"`
	Title       locale.Text     `json:"title"`
	OptionTitle locale.Text     `json:"optionTitle"`
	Quantity    int64           `json:"quantity"`
	UnitPrice   money.Cents     `json:"unitPrice"`
	Term        string          `json:"term,omitempty"`
	Form        json.RawMessage `json:"form,omitempty"`
}

// Export returns a user's stored carts, including ended ones, oldest first; nil if there are none.
func (s *Service) Export(ctx context.Context, userID string) (any, error) {
	r := s.DB.Read()
	carts, err := r.CartsOfUser(ctx, &userID)
	if err != nil || len(carts) == 0 {
		return nil, err
	}
	out := make([]Kept, 0, len(carts))
	for _, c := range carts {
		k := Kept{
			ID: c.ID, Status: c.Status, PaymentReference: c.PaymentReference, CreatedAt: c.CreatedAt.Time(), UpdatedAt: c.UpdatedAt.Time(),
			DeclaredAmount: c.DeclaredAmount, DeclaredAt: clock.MomentOf(c.DeclaredAt), Said: saidSoFar(c), Items: []KeptItem{},
		}
		hold, err := FindHold(ctx, r, c.ID)
		if err != nil {
			return nil, err
		}
		if hold != nil {
			k.QR = hold.QrPayload
		}
		rows, err := linesOf(ctx, r, c.ID, s.Clock.Now())
		if err != nil {
			return nil, fmt.Errorf("items of a cart: %w", err)
		}
		for _, row := range rows {
			item := KeptItem{
				ID: row.ID, Title: locale.Text{EN: row.TitleEn, ZH: row.TitleZh}, OptionTitle: locale.Text{EN: row.OptionTitleEn, ZH: row.OptionTitleZh},
				Quantity: row.Quantity, UnitPrice: row.UnitPrice, Term: row.Term,
			}
			if row.Form != "" {
				item.Form = json.RawMessage(row.Form)
			}
			k.Items = append(k.Items, item)
		}
		out = append(out, k)
	}
	return out, nil
}

// Erase deletes the user's carts with everything typed into them, and releases a hold's stock.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	carts, err := tx.CartsOfUser(ctx, &userID)
	if err != nil {
		return fmt.Errorf("erase carts: %w", err)
	}
	for _, c := range carts {
		if _, err := tx.CartLock(ctx, c.ID); err != nil {
			return fmt.Errorf("erase carts: %w", err)
		}
		if _, err := EndHold(ctx, tx, c.ID, s.Clock.Now()); err != nil {
			return err
		}
	}
	if err := tx.CartsErase(ctx, &userID); err != nil {
		return fmt.Errorf("erase carts: %w", err)
	}
	return nil
}
