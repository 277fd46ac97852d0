package account

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/clock"
	"shanmen/internal/db"
	"shanmen/internal/db/query"
	"shanmen/internal/fault"
	"shanmen/internal/id"
)

// TicketNewAddress is the purpose of a ticket that lets its holder give the account another e-mail
// address. A ticket opens only its purpose.
const TicketNewAddress = "new-address"

// ticketLife is how long a ticket of each purpose opens its door.
var ticketLife = map[string]time.Duration{
	TicketNewAddress: 30 * time.Minute,
}

// errTicketDead is the refusal of a ticket that is unknown, used, over, or for something else: nobody
// learns which.
var errTicketDead = fault.Invalid("ticket-invalid")

// Ticket is what a live ticket stands for.
type Ticket struct {
	ID      string
	UserID  string
	Payload string // JSON, of the purpose's own shape
}

// IssueTicket makes a ticket and returns the token for its link: 256 bits, which are stored as a hash
// alone and cannot be had again. payload is JSON.
func (s *Service) IssueTicket(ctx context.Context, tx *db.Tx, purpose, userID, payload string) (token string, err error) {
	life, ok := ticketLife[purpose]
	if !ok {
		return "", fmt.Errorf("ticket: unknown purpose %q", purpose)
	}
	now := s.Clock.Now()
	token = id.Token()
	err = tx.AddTicket(ctx, query.AddTicketParams{
		ID: newID(), TokenHash: id.Hash(token), Purpose: purpose, UserID: &userID, Payload: payload,
		ExpiresAt: now.Add(life).UnixMilli(), CreatedAt: now.UnixMilli(),
	})
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	return token, nil
}

// LiveTicket finds what a token opens, and spends nothing. A dead ticket is the fault "ticket-invalid".
func (s *Service) LiveTicket(ctx context.Context, r db.Reader, purpose, token string) (Ticket, error) {
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
	if row.Purpose != purpose || row.UsedAt != 0 || !s.Clock.Now().Before(clock.FromMillis(row.ExpiresAt)) {
		return Ticket{}, errTicketDead
	}
	t := Ticket{ID: row.ID, Payload: row.Payload}
	if row.UserID != nil {
		t.UserID = *row.UserID
	}
	return t, nil
}
