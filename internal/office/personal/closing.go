package personal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/sales/payment"
)

const pathData = "/member/profile/data"

// CloseIn is the body of POST /api/member/close.
type CloseIn struct {
	Body struct {
		Password string `json:"password"`
		Confirm  bool   `json:"confirm" doc:"The person confirmed having read the consequences"`
	}
}

// Closing says when the account will be erased.
type Closing struct {
	ClosesAt time.Time `json:"closesAt"`
}

// Close starts closing the caller's account: it is erased after the days of grace, sessions on other devices end now,
// and the owner is notified by mail and SMS, as far as verified. Nothing else changes until then, so that reopening
// loses nothing. While the temple has or may have unsettled money of the account, it is refused with
// "closing-unsettled" and the orders' numbers: the temple must be able to reach the person. Unpaid orders are cancelled
// at the end. Repeating the call changes nothing.
func (s *Service) Close(ctx context.Context, in *CloseIn) (*Closing, error) {
	v, now := httpd.VisitorOf(ctx), s.Clock.Now()
	if !in.Body.Confirm {
		return nil, fault.At("confirm", "consent-required")
	}
	if err := s.Accounts.CheckPassword(ctx, v.UserID, in.Body.Password); err != nil {
		return nil, err
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Closing, error) {
		days, err := grace(ctx, tx.Queries)
		if err != nil {
			return nil, err
		}
		u, again, err := s.Accounts.Close(ctx, tx, v.UserID, v.SessionID, now.AddDate(0, 0, days))
		if err != nil || again {
			return &Closing{u.ClosesAt}, err
		}
		outstanding, err := s.Payments.OutstandingOf(ctx, tx.Queries, u.ID)
		if err != nil {
			return nil, err
		}
		if len(outstanding.Open) > 0 {
			return nil, fault.Invalid("closing-unsettled").With("numbers", numbers(outstanding.Open))
		}
		err = u.Tell(ctx, tx, now, "account-closing", map[string]string{"until": day(u.ClosesAt, u.Locale), "path": u.Locale.Path(pathData)})
		if err != nil {
			return nil, err
		}
		return &Closing{u.ClosesAt}, audit.Note(ctx, tx, "account.close", "user:"+u.ID, nil, Closing{u.ClosesAt})
	})
}

func numbers(open []payment.Owed) string {
	var all []string
	for _, o := range open {
		if !slices.Contains(all, o.Number) { // an order and its refund
			all = append(all, o.Number)
		}
	}
	return strings.Join(all, ", ")
}

func day(t time.Time, l locale.Locale) string {
	layout := "2 January 2006"
	if l == locale.ZH {
		layout = "2006年1月2日"
	}
	return t.In(clock.Singapore).Format(layout)
}

// Kept is the answer of POST /api/member/keep.
type Kept struct {
	Kept bool `json:"kept"`
}

// Keep reopens the caller's closed account. It is idempotent.
func (s *Service) Keep(ctx context.Context, _ *struct{}) (*Kept, error) {
	v, now := httpd.VisitorOf(ctx), s.Clock.Now()
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Kept, error) {
		u, was, err := s.Accounts.Keep(ctx, tx, v.UserID)
		if err != nil || !was {
			return &Kept{true}, err
		}
		if err := u.Tell(ctx, tx, now, "account-kept", map[string]string{"path": u.Locale.Path(pathData)}); err != nil {
			return nil, err
		}
		return &Kept{true}, audit.Note(ctx, tx, "account.keep", "user:"+u.ID, nil, nil)
	})
}

// EraseClosed erases the accounts whose days of grace are over, each in its own transaction. Replicas may run it at
// once, because each account is checked again under its lock. Failing accounts, and those with unsettled money, do not
// delay others, however many there are.
func (s *Service) EraseClosed(ctx context.Context) error {
	due := query.UsersToEraseParams{Now: clock.MillisOf(s.Clock.Now())}
	var failed error
	for {
		rows, err := s.DB.Read().UsersToErase(ctx, due)
		if err != nil {
			return errors.Join(failed, fmt.Errorf("accounts to erase: %w", err))
		}
		for _, u := range rows {
			due.AfterAt, due.AfterID = int64(u.ClosesAt), u.ID
			if err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return s.erase(ctx, tx, u.ID) }); err != nil {
				failed = errors.Join(failed, fmt.Errorf("erase account %s: %w", u.ID, err))
			}
		}
		if len(rows) < erasedAtOnce || ctx.Err() != nil {
			return failed
		}
	}
}

// erasedAtOnce is the limit of UsersToErase.
const erasedAtOnce = 100

// erase waits while money is unsettled: somebody who ordered during the days of grace still gets an answer.
func (s *Service) erase(ctx context.Context, tx *db.Tx, userID string) error {
	u, over, err := s.Accounts.ClosingOver(ctx, tx, userID)
	if err != nil || !over {
		return err
	}
	outstanding, err := s.Payments.OutstandingOf(ctx, tx.Queries, userID)
	if err != nil || len(outstanding.Open) > 0 {
		return err
	}
	for _, k := range s.DataSources {
		if k.Erase == nil {
			continue
		}
		if err := k.Erase(ctx, tx, userID); err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
	}
	if err := s.Accounts.Erase(ctx, tx, userID); err != nil {
		return err
	}
	return s.farewell(ctx, tx, u)
}

// farewell is the last notice; its text is deleted once it is sent.
func (s *Service) farewell(ctx context.Context, tx *db.Tx, u account.User) error {
	now := s.Clock.Now()
	if err := u.Tell(ctx, tx, now, "account-erased", nil); err != nil {
		return err
	}
	return audit.Note(ctx, tx, "account.erase", "user:"+u.ID, nil, nil)
}
