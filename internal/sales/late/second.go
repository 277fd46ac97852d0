package late

import (
	"context"
	"errors"

	"shanmen/internal/base/money"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/sales/bankline"
	"shanmen/internal/sales/payment"
)

// What a second person approves of late money.

// Waits is the undecided amount of late money: the bank's, else the declared one. Missing or decided money is not
// found.
func (s *Service) Waits(ctx context.Context, r db.Reader, kind, id string) (money.Cents, error) {
	if kind == kindLine {
		l, err := openLine(ctx, r, id)
		return l.Amount, err
	}
	t, err := openTransfer(ctx, r, id)
	if err != nil {
		return 0, err
	}
	l, err := r.LineOfCart(ctx, t.OriginID)
	if errors.Is(err, db.ErrNoRows) {
		return payment.DeclaredOr(t.DeclaredAmount, t.Amount), nil
	}
	return l.Amount, err
}

// Names are kind and id of undecided late money, and those of its bank line or declared transfer: they are decided
// together.
func (s *Service) Names(ctx context.Context, r db.Reader, kind, id string) ([]string, error) {
	names := []string{kind + ":" + id}
	if kind == kindTransfer {
		t, err := openTransfer(ctx, r, id)
		if err != nil {
			return names, err
		}
		l, err := r.LineOfCart(ctx, t.OriginID)
		if errors.Is(err, db.ErrNoRows) {
			return names, nil
		}
		return append(names, kindLine+":"+l.ID), err
	}
	l, err := openLine(ctx, r, id)
	if err != nil {
		return names, err
	}
	cartID := l.LateID
	if l.Late != "cart" {
		v, err := r.Invoice(ctx, l.LateID)
		if err != nil {
			return names, db.NotFound(err)
		}
		cartID = v.OriginID
	}
	if first, err := r.LineOfCart(ctx, cartID); err != nil || first.ID != l.ID {
		return names, err
	}
	t, err := r.TransferOfCart(ctx, cartID)
	if errors.Is(err, db.ErrNoRows) {
		return names, nil
	}
	return append(names, kindTransfer+":"+t.ID), err
}

func openLine(ctx context.Context, r db.Reader, id string) (query.BankLine, error) {
	l, err := r.BankLine(ctx, id)
	if err == nil && (l.State != bankline.Open || l.Late == "") {
		err = db.ErrNoRows
	}
	return l, db.NotFound(err)
}

func openTransfer(ctx context.Context, r db.Reader, id string) (query.UnclaimedTransfer, error) {
	t, err := r.Transfer(ctx, id)
	if err == nil && t.ResolvedAt > 0 {
		err = db.ErrNoRows
	}
	return t, db.NotFound(err)
}
