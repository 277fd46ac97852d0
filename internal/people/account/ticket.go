package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/id"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// The purposes of a ticket; it is valid only for its own.
const (
	TicketNewAddress     = "new-address"     // lets its holder set another e-mail address
	TicketConfirmAddress = "confirm-address" // verifies that its holder reads the address in its subject
	TicketUndoAddress    = "undo-address"    // restores the address in its subject
	TicketInvitation     = "invitation"      // sets the first password of a staff account
	TicketFirst          = "first-account"   // creates the first staff account
	TicketRenewal        = "renewal"         // shows and pays the invoice in its subject, until it is paid
	TicketOrder          = "order"           // shows the progress and position of the order in its subject
	TicketLamps          = "find-lamps"      // shows the positions ordered with the number in its subject
)

// ticketLife is the lifetime of a ticket by purpose.
var ticketLife = map[string]time.Duration{
	TicketNewAddress:     30 * time.Minute,
	TicketConfirmAddress: 3 * day,
	TicketUndoAddress:    7 * day,
	TicketInvitation:     3 * day,
	TicketFirst:          day,
	TicketRenewal:        2 * 366 * day, // ends earlier with its invoice
	TicketOrder:          400 * day,     // a lamp's year and its days of grace
	TicketLamps:          day,
}

// errTicketDead is the refusal of an unknown, used, expired or foreign ticket; the reason is not revealed.
var errTicketDead = fault.Invalid("ticket-invalid")

// Ticket is what a valid ticket contains.
type Ticket struct {
	ID      string
	Purpose string
	UserID  string
	Subject string // depends on the purpose: an e-mail address, an invoice id, how an invitation was sent
}

// ofAnother returns whether the visitor is logged in to another account than the ticket's.
func (t Ticket) ofAnother(v httpd.Visitor) bool { return v.LoggedIn() && v.UserID != t.UserID }

// IssueTicket issues a ticket and returns the token for its link: 256 bits, of which only a hash is stored. subject
// depends on the purpose, "" for the account alone; userID is "" if there is no account.
func (s *Service) IssueTicket(ctx context.Context, tx *db.Tx, purpose, userID, subject string) (token string, err error) {
	life, ok := ticketLife[purpose]
	if !ok {
		return "", fmt.Errorf("ticket: unknown purpose %q", purpose)
	}
	now := s.Clock.Now()
	if err := endOlder(ctx, tx, purpose, userID, subject, clock.MillisOf(now)); err != nil {
		return "", fmt.Errorf("end tickets: %w", err)
	}
	owner := &userID
	if userID == "" {
		owner = nil
	}
	token = id.Token()
	err = tx.AddTicket(ctx, query.AddTicketParams{
		ID: newID(), TokenHash: id.Hash(token), Purpose: purpose, UserID: owner, Subject: subject,
		ExpiresAt: clock.MillisOf(now.Add(life)), CreatedAt: clock.MillisOf(now),
	})
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	return token, nil
}

// endOlder revokes the tickets that a new one replaces: a previous one to set an address, and those that confirm
// another address. Undo tickets stay: otherwise somebody who took an account over could end the owner's way back by a
// second change.
func endOlder(ctx context.Context, tx *db.Tx, purpose, userID, subject string, now clock.Millis) error {
	switch purpose {
	case TicketNewAddress, TicketInvitation:
		return tx.EndTickets(ctx, query.EndTicketsParams{UsedAt: now, UserID: &userID, Purpose: purpose})
	case TicketFirst:
		return endFirst(ctx, tx, now)
	case TicketConfirmAddress:
		return tx.EndOtherTickets(ctx, query.EndOtherTicketsParams{UsedAt: now, UserID: &userID, Purpose: purpose, Subject: subject})
	}
	return nil
}

// LiveTicket reads a token's ticket without spending it. An invalid ticket is the fault "ticket-invalid".
func (s *Service) LiveTicket(ctx context.Context, r db.Reader, purpose, token string) (Ticket, error) {
	return s.liveTicket(ctx, r, token, purpose)
}

// liveTicket is LiveTicket for pages that accept several purposes.
func (s *Service) liveTicket(ctx context.Context, r db.Reader, token string, purposes ...string) (Ticket, error) {
	if token == "" {
		return Ticket{}, errTicketDead
	}
	row, err := r.TicketByToken(ctx, id.Hash(token))
	if errors.Is(err, db.ErrNoRows) {
		return Ticket{}, errTicketDead
	}
	if err != nil {
		return Ticket{}, fmt.Errorf("ticket: %w", err)
	}
	if !slices.Contains(purposes, row.Purpose) || row.UsedAt != 0 || !s.Clock.Now().Before(row.ExpiresAt.Time()) {
		return Ticket{}, errTicketDead
	}
	t := Ticket{ID: row.ID, Purpose: row.Purpose, Subject: row.Subject}
	if row.UserID != nil {
		t.UserID = *row.UserID
	}
	return t, nil
}

// spendTicket makes a ticket unusable. Of two concurrent requests with it, one succeeds; the other gets
// "ticket-invalid".
func (s *Service) spendTicket(ctx context.Context, tx *db.Tx, t Ticket) error {
	n, err := tx.SpendTicket(ctx, query.SpendTicketParams{UsedAt: clock.MillisOf(s.Clock.Now()), ID: t.ID})
	if err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	if n == 0 {
		return errTicketDead
	}
	return nil
}
