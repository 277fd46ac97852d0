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

// What a ticket is for. It opens only that.
const (
	TicketNewAddress     = "new-address"     // its holder may give the account another e-mail address
	TicketConfirmAddress = "confirm-address" // proves that its holder reads the address of its subject
	TicketUndoAddress    = "undo-address"    // gives the account the address of its subject back
	TicketInvitation     = "invitation"      // gives an account of the office its first password
	TicketFirst          = "first-account"   // makes the first account of the office
	TicketRenewal        = "renewal"         // shows and pays the one invoice of its subject, until it is paid
	TicketOrder          = "order"           // shows how far the one order of its subject is, and where its lamp stands
	TicketLamps          = "find-lamps"      // shows where what was ordered with the number of its subject stands
)

// ticketLife is how long a ticket of each purpose opens its door.
var ticketLife = map[string]time.Duration{
	TicketNewAddress:     30 * time.Minute,
	TicketConfirmAddress: 3 * day,
	TicketUndoAddress:    7 * day,
	TicketInvitation:     3 * day,
	TicketFirst:          day,
	TicketRenewal:        2 * 366 * day, // its invoice ends it before
	TicketOrder:          400 * day,     // a lamp's year and its days of grace
	TicketLamps:          day,
}

// errTicketDead is the refusal of a ticket that is unknown, used, over, or for something else: nobody
// learns which.
var errTicketDead = fault.Invalid("ticket-invalid")

// Ticket is what a live ticket stands for.
type Ticket struct {
	ID      string
	Purpose string
	UserID  string
	Subject string // what the purpose is about: an e-mail address, an invoice's id, how an invitation was sent
}

// ofAnother tells whether the visitor is logged in to another account than the ticket's.
func (t Ticket) ofAnother(v httpd.Visitor) bool { return v.LoggedIn() && v.UserID != t.UserID }

// IssueTicket makes a ticket and returns the token for its link: 256 bits, which are stored as a hash
// alone and cannot be had again. subject is what the purpose is about, "" for the account alone; userID is "" for what
// belongs to no account.
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

// endOlder ends what a new ticket stands in place of: the one for a new address before it, and those that
// prove another address than this one. Not those that undo: who took an account over would end the owner's
// way back by a second change.
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

// LiveTicket finds what a token opens, and spends nothing. A dead ticket is the fault "ticket-invalid".
func (s *Service) LiveTicket(ctx context.Context, r db.Reader, purpose, token string) (Ticket, error) {
	return s.liveTicket(ctx, r, token, purpose)
}

// liveTicket is LiveTicket for a door that tickets of several purposes open.
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

// spendTicket makes a ticket unusable. Of two requests that hold it, one gets through; the other gets
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
