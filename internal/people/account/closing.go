package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// statusClosed is an erased account. Only its id remains, for invoices that must be kept by law.
const statusClosed = "closed"

// Closing returns whether the owner has closed the account and its days of grace are running.
func (u User) Closing() bool { return !u.ClosesAt.IsZero() }

// CheckPassword checks the logged-in user's password. Wrong ones count as failed logins, so that a stolen session
// cannot guess it: fault "wrong-password" at the field "password".
func (s *Service) CheckPassword(ctx context.Context, userID, password string) error {
	u, err := Find(ctx, s.DB.Read(), userID)
	if err != nil {
		return err
	}
	counted, err := s.countTry(ctx, u.ID, u.ID)
	if err != nil {
		return err
	}
	right, err := s.passwords().Verify(ctx, password, u.passwordHash)
	if err != nil {
		return s.untried(ctx, err, counted)
	}
	if !right {
		s.LogEvent(ctx, "wrong password asked again", u.ID)
		return fault.At("password", "wrong-password")
	}
	return s.DB.Write(ctx, counted.TakeBack)
}

// Close sets the date on which an account is erased, and ends its sessions except keep. An account that is already
// closing keeps its date. Staff are refused with "closing-staff": an administrator removes their roles first, so that
// no office is left without one.
func (s *Service) Close(ctx context.Context, tx *db.Tx, userID, keep string, at time.Time) (u User, again bool, err error) {
	if u, err = LockedUser(ctx, tx, userID); err != nil {
		return u, false, err
	}
	switch {
	case !u.active:
		return u, false, fault.Login("not-logged-in")
	case u.Staff():
		return u, false, fault.Invalid("closing-staff")
	}
	if again = u.Closing(); !again {
		u.ClosesAt = at
		if err := s.setClosing(ctx, tx, u.ID, clock.MillisOf(at)); err != nil {
			return u, false, err
		}
	}
	if err := EndSessions(ctx, tx, u.ID, keep); err != nil {
		return u, again, fmt.Errorf("end sessions: %w", err)
	}
	return u, again, nil
}

// Keep cancels closing an account, and returns whether it was closing.
func (s *Service) Keep(ctx context.Context, tx *db.Tx, userID string) (u User, was bool, err error) {
	if u, err = LockedUser(ctx, tx, userID); err != nil {
		return u, false, err
	}
	if !u.active {
		return u, false, fault.Login("not-logged-in")
	}
	if was = u.Closing(); !was {
		return u, false, nil
	}
	u.ClosesAt = time.Time{}
	return u, true, s.setClosing(ctx, tx, u.ID, 0)
}

func (s *Service) setClosing(ctx context.Context, tx *db.Tx, userID string, at clock.Millis) error {
	err := tx.SetUserClosing(ctx, query.SetUserClosingParams{ClosesAt: at, UpdatedAt: clock.MillisOf(s.Clock.Now()), ID: userID})
	if err != nil {
		return fmt.Errorf("closing: %w", err)
	}
	return nil
}

// ClosingOver locks an account whose days of grace are over. over is false if it was reopened or erased by another
// replica meanwhile.
func (s *Service) ClosingOver(ctx context.Context, tx *db.Tx, userID string) (u User, over bool, err error) {
	u, err = LockedUser(ctx, tx, userID)
	if errors.Is(err, fault.NotFound()) {
		return u, false, nil
	}
	return u, err == nil && u.Closing() && !s.Clock.Now().Before(u.ClosesAt), err
}

// Erase deletes an account's identity: sessions, codes, tickets, passkeys, consents, roles, stored answers and waiting
// letters; the row keeps only its id. Number and address can be used by a new account.
func (s *Service) Erase(ctx context.Context, tx *db.Tx, userID string) error {
	u, err := Find(ctx, tx.Queries, userID)
	if err != nil {
		return err
	}
	for _, to := range []string{u.Mobile, u.Email} {
		if err := outbox.Forget(ctx, tx, to); err != nil {
			return err
		}
	}
	for _, forget := range []func() error{
		func() error { return EndSessions(ctx, tx, userID, "") },
		func() error { return otp.EndOf(ctx, tx, userID) },
		func() error { return tx.EraseTickets(ctx, &userID) },
		func() error { return tx.ErasePasskeys(ctx, userID) },
		func() error { return tx.EraseCeremonies(ctx, &userID) },
		func() error { return factor.Forget(ctx, tx, userID) },
		func() error { return tx.EraseDevices(ctx, userID) },
		func() error { return tx.EraseConsents(ctx, userID) },
		func() error { return tx.EraseRoles(ctx, userID) },
		func() error { return httpd.ForgetAnswers(ctx, tx, userID) },
		func() error {
			return tx.EraseUser(ctx, query.EraseUserParams{UpdatedAt: clock.MillisOf(s.Clock.Now()), ID: userID})
		},
		func() error { return indexForSearch(ctx, tx, userID) },
	} {
		if err := forget(); err != nil {
			return fmt.Errorf("erase account %s: %w", userID, err)
		}
	}
	return nil
}

// Tell sends a notice about the account to both verified number and address, so that somebody who holds only one of
// them learns of it.
func (u User) Tell(ctx context.Context, tx *db.Tx, now time.Time, template string, params map[string]string) error {
	if to := u.MailTo(); to != "" {
		name := u.Name
		if u.Locale == locale.ZH && u.ChineseName != "" {
			name = u.ChineseName
		}
		if err := outbox.AddMail(ctx, tx, outbox.Mail{To: to, Name: name, Locale: u.Locale, Template: template, Params: params}, "", now); err != nil {
			return err
		}
	}
	if to := u.TextTo(); to != "" {
		return outbox.AddSMS(ctx, tx, outbox.SMS{To: to, Locale: u.Locale, Template: template, Params: params}, "", now)
	}
	return nil
}

// GuestLife is the maximum lifetime of a guest session.
const GuestLife = 30 * day
