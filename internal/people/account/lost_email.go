package account

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// LostEmailIn is the body of POST /api/auth/lost-email.
type LostEmailIn struct {
	Body struct {
		Mobile string `json:"mobile" doc:"The verified number of the account, in any usual spelling"`
	}
}

// LostEmail sends a code to the verified number of somebody who can no longer read their mail. The code gives a ticket
// to set another address. Unknown numbers get the same answer, and nothing is sent.
func (s *Service) LostEmail(ctx context.Context, in *LostEmailIn) (*otp.Sent, error) {
	m, ok := ParseMobile(in.Body.Mobile)
	if !ok {
		return nil, fault.At("mobile", "mobile-invalid")
	}
	return s.forgot(ctx, otp.ForEmail, identifier{mobile: m.E164})
}

// completeEmail issues a ticket to set another address.
func (s *Service) completeEmail(ctx context.Context, st query.OtpState) (*Verified, error) {
	if st.UserID == nil {
		return nil, otp.Invalid()
	}
	token, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		u, err := LockedUser(ctx, tx, *st.UserID)
		if err != nil {
			return "", err
		}
		if err := otp.Spend(ctx, tx, st); err != nil {
			return "", err
		}
		if !u.active {
			return "", otp.Invalid()
		}
		return s.IssueTicket(ctx, tx, TicketNewAddress, u.ID, "")
	})
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "ticket for another address by code", *st.UserID)
	return &Verified{Ticket: token}, nil
}

// UpdateEmailIn is the body of POST /api/member/update/email.
type UpdateEmailIn struct {
	Body struct {
		Password string `json:"password" doc:"The current password, for confirmation"`
	}
}

// TicketGiven is a ticket for /member/reset-email.
type TicketGiven struct {
	Ticket string `json:"ticket"`
}

// UpdateEmail issues a ticket to set another address, to a logged-in user who gives the password.
func (s *Service) UpdateEmail(ctx context.Context, in *UpdateEmailIn) (*TicketGiven, error) {
	v := httpd.VisitorOf(ctx)
	if in.Body.Password == "" {
		return nil, fault.At("password", "required")
	}
	if err := s.CheckPassword(ctx, v.UserID, in.Body.Password); err != nil {
		return nil, err
	}
	token, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (string, error) {
		if _, err := LockedUser(ctx, tx, v.UserID); err != nil {
			return "", err
		}
		// The session may have ended because the password changed during this check: then the old one was given.
		n, err := tx.SessionIsThere(ctx, v.SessionID)
		if err != nil {
			return "", fmt.Errorf("session: %w", err)
		}
		if n == 0 {
			return "", fault.Login("not-logged-in")
		}
		return s.IssueTicket(ctx, tx, TicketNewAddress, v.UserID, "")
	})
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "ticket for another address by password", v.UserID)
	return &TicketGiven{token}, nil
}

// OfficeTicket is a ticket to set another address, issued by the office.
type OfficeTicket struct {
	Path      string // of the page with the ticket, in the member's language
	ExpiresAt time.Time
	SentTo    string // the number to which it was sent by SMS, or ""
}

// TicketFromOffice issues a ticket to set another address for a member whose identity the office has checked, and
// notifies the account's number and address; with text, the number gets the link. Only administrators can do this for
// staff ("ticket-staff"); an unverified number gets no link ("mobile-unreachable").
func (s *Service) TicketFromOffice(ctx context.Context, tx *db.Tx, userID string, text, admin bool) (OfficeTicket, error) {
	u, err := LockedUser(ctx, tx, userID)
	if err != nil {
		return OfficeTicket{}, err
	}
	switch {
	case !u.active:
		return OfficeTicket{}, fault.NotFound()
	case u.Staff() && !admin:
		return OfficeTicket{}, fault.Invalid("ticket-staff")
	case text && u.TextTo() == "":
		return OfficeTicket{}, fault.Invalid("mobile-unreachable")
	}
	now := s.Clock.Now()
	t := OfficeTicket{ExpiresAt: now.Add(ticketLife[TicketNewAddress])}
	if t.Path, err = s.link(ctx, tx, u, TicketNewAddress, pageNewAddress, ""); err != nil {
		return t, err
	}
	if to := u.TextTo(); to != "" {
		m := outbox.SMS{To: to, Locale: u.Locale, Template: "ticket-issued"}
		if text {
			t.SentTo, m.Template, m.Params = to, "ticket-link", map[string]string{"path": t.Path}
		}
		if err := outbox.AddSMS(ctx, tx, m, "", now); err != nil {
			return t, err
		}
	}
	if to := u.MailTo(); to != "" {
		m := outbox.Mail{To: to, Name: u.Name, Locale: u.Locale, Template: "ticket-issued"}
		if err := outbox.AddMail(ctx, tx, m, "", now); err != nil {
			return t, err
		}
	}
	return t, nil
}
