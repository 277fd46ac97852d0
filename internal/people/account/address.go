package account

import (
	"context"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// The pages for links in mails about an e-mail address.
const (
	pageNewAddress     = "/member/reset-email"
	pageConfirmAddress = "/member/confirm"
	pageUndoAddress    = "/member/undo-email"
)

// pageRenewal is the page for links in renewal reminders.
const pageRenewal = "/member/renewal"

// pageLamps is the page for links with which somebody without an account finds a lamp.
const pageLamps = "/find-my-lamp/places"

// PageOrder is the page for links to an order without an account.
const PageOrder = "/order"

// Limits of mails that ask to confirm an address.
const (
	confirmationEvery = time.Minute
	confirmationsADay = 5
)

// address is the subject of a ticket about one e-mail address, as typed.
func (t Ticket) address() email {
	e, _ := checkEmail(t.Subject)
	return e
}

// link builds the address of a page with a new ticket, for a mail to the user.
func (s *Service) link(ctx context.Context, tx *db.Tx, u User, purpose, page, address string) (string, error) {
	token, err := s.IssueTicket(ctx, tx, purpose, u.ID, address)
	if err != nil {
		return "", err
	}
	return u.Locale.Path(page) + "?ticket=" + token, nil
}

// askConfirmation mails a claimed address a link to a page where a button verifies it. If another account has verified
// that address, its owner gets a notice instead of a link, and the user learns nothing about it. The mail contains
// nothing that the user typed.
func (s *Service) askConfirmation(ctx context.Context, tx *db.Tx, u User, e email, page string) error {
	m := outbox.Mail{To: e.typed, Locale: u.Locale, Template: "confirm-address"}
	owner, taken, err := findBy(ctx, tx.Queries, identifier{emailKey: e.key})
	if err != nil {
		return err
	}
	// The ticket is issued in both cases, for equal timing; one that is not mailed is useless.
	path, err := s.link(ctx, tx, u, TicketConfirmAddress, page, e.typed)
	if err != nil {
		return err
	}
	if taken && owner.ID != u.ID {
		m.Template, m.Locale, path = "address-in-use", owner.Locale, owner.Locale.Path("/member/login")
	}
	m.Params = map[string]string{"path": path}
	return outbox.AddMail(ctx, tx, m, "", s.Clock.Now())
}

// SendConfirmation mails the logged-in user's unconfirmed address again. Refusals: "nothing-to-confirm",
// "mail-too-soon".
func (s *Service) SendConfirmation(ctx context.Context, _ *struct{}) (*MailSent, error) {
	now := s.Clock.Now()
	u, err := Find(ctx, s.DB.Read(), httpd.VisitorOf(ctx).UserID)
	if err != nil {
		return nil, err
	}
	e, _ := checkEmail(u.Email)
	if e.key == "" || u.EmailConfirmed {
		return nil, fault.Invalid("nothing-to-confirm")
	}
	wait, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (int, error) {
		wait, err := httpd.CountHit(ctx, tx, now, "confirmation "+u.ID, 1, confirmationEvery)
		if wait > 0 || err != nil {
			return wait, err
		}
		return httpd.CountHit(ctx, tx, now, "confirmations to "+identifier{emailKey: e.key}.key(""), confirmationsADay, day)
	})
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		return nil, fault.TooMany("mail-too-soon", wait)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.askConfirmation(ctx, tx, u, e, pageConfirmAddress)
	})
	if err != nil {
		return nil, err
	}
	return &MailSent{Sent: true, ResendAfter: int(confirmationEvery / time.Second)}, nil
}

// MailSent is the answer of POST /api/auth/confirm-email.
type MailSent struct {
	Sent        bool `json:"sent"`
	ResendAfter int  `json:"resendAfter" doc:"Seconds until it can be requested again"`
}

// ResetEmailIn is the body of POST /api/auth/reset-email.
type ResetEmailIn struct {
	Body struct {
		Ticket string `json:"ticket" doc:"Ticket from the link"`
		Email  string `json:"email,omitempty" doc:"The new address, if the ticket is for a new address"`
	}
}

// EmailReset is the answer of POST /api/auth/reset-email: what was done.
type EmailReset struct {
	ConfirmationSent bool `json:"confirmationSent,omitempty" doc:"A confirmation mail was sent to the new address"`
	Changed          bool `json:"changed,omitempty" doc:"The account's address was changed"`
}

// ResetEmail acts by the ticket's purpose: it mails the new address given, or makes a verified address the account's,
// or restores the old one. A refusal of the address does not spend the ticket, nor does "other-account": a visitor
// logged in to another account could not see which of the two changes.
func (s *Service) ResetEmail(ctx context.Context, in *ResetEmailIn) (*EmailReset, error) {
	t, err := s.liveTicket(ctx, s.DB.Read(), in.Body.Ticket, TicketNewAddress, TicketConfirmAddress, TicketUndoAddress)
	if err != nil {
		return nil, err
	}
	v := httpd.VisitorOf(ctx)
	if t.ofAnother(v) {
		return nil, fault.Invalid("other-account")
	}
	if t.Purpose == TicketNewAddress {
		e, wrong := checkEmail(in.Body.Email)
		if wrong == nil && e.key == "" {
			wrong = &fault.Field{Path: "email", Code: "required"}
		}
		if wrong != nil {
			return nil, fault.InvalidFields([]fault.Field{*wrong})
		}
		err := s.withTicket(ctx, t, func(ctx context.Context, tx *db.Tx, u User) error {
			return s.askConfirmation(ctx, tx, u, e, pageNewAddress)
		})
		if err != nil {
			return nil, err
		}
		s.LogEvent(ctx, "new address given", t.UserID)
		return &EmailReset{ConfirmationSent: true}, nil
	}
	e := t.address()
	err = s.withTicket(ctx, t, func(ctx context.Context, tx *db.Tx, u User) error {
		keep := ""
		if t.Purpose == TicketUndoAddress { // whoever changed it may be logged in and have an undo link too
			if err := EndSessions(ctx, tx, u.ID, ""); err != nil {
				return fmt.Errorf("end sessions: %w", err)
			}
			if err := s.EndTickets(ctx, tx, u.ID, TicketUndoAddress); err != nil {
				return err
			}
		} else {
			if err := s.tellOldAddress(ctx, tx, u, e); err != nil {
				return err
			}
			if v.UserID == u.ID {
				keep = v.SessionID
			}
		}
		return s.setAddress(ctx, tx, u, e, keep)
	})
	if db.IsUnique(err) {
		err = fault.Invalid("email-taken")
	}
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "address set by "+t.Purpose, t.UserID)
	return &EmailReset{Changed: true}, nil
}

// withTicket spends a ticket and runs fn with its account locked. The ticket of a disabled account is refused.
func (s *Service) withTicket(ctx context.Context, t Ticket, fn func(ctx context.Context, tx *db.Tx, u User) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err := LockedUser(ctx, tx, t.UserID)
		if err != nil {
			return err
		}
		if !u.active {
			return errTicketDead
		}
		if err := s.spendTicket(ctx, tx, t); err != nil {
			return err
		}
		return fn(ctx, tx, u)
	})
}

// tellOldAddress notifies the account's previous address, with an undo link.
func (s *Service) tellOldAddress(ctx context.Context, tx *db.Tx, u User, fresh email) error {
	old, _ := checkEmail(u.MailTo())
	if old.key == "" || old.key == fresh.key {
		return nil
	}
	path, err := s.link(ctx, tx, u, TicketUndoAddress, pageUndoAddress, old.typed)
	if err != nil {
		return err
	}
	return outbox.AddMail(ctx, tx, outbox.Mail{
		To: old.typed, Name: u.Name, Locale: u.Locale, Template: "address-changed", Params: map[string]string{"path": path},
	}, "", s.Clock.Now())
}

// setAddress makes a verified address the account's. A previous address no longer logs in, and sessions other than keep
// end. The first address of an account ends no session.
func (s *Service) setAddress(ctx context.Context, tx *db.Tx, u User, e email, keep string) error {
	now := clock.MillisOf(s.Clock.Now())
	err := tx.SetUserEmail(ctx, query.SetUserEmailParams{Email: e.typed, EmailKey: e.key, UpdatedAt: now, ID: u.ID})
	if err != nil {
		return fmt.Errorf("address: %w", err)
	}
	if err := indexForSearch(ctx, tx, u.ID); err != nil {
		return err
	}
	if old, _ := checkEmail(u.MailTo()); old.key != "" && old.key != e.key {
		return s.RevokeAccess(ctx, tx, u.ID, keep)
	}
	if err := otp.EndOf(ctx, tx, u.ID); err != nil {
		return err
	}
	return s.EndTickets(ctx, tx, u.ID, TicketNewAddress, TicketConfirmAddress)
}

// AddressPage is the data of ticket pages: what pressing the button would do.
func (s *Service) AddressPage(ctx context.Context, r httpd.PageRequest) (httpd.PageData, error) {
	t, err := s.liveTicket(ctx, s.DB.Read(), r.Query.Get("ticket"), ticketPages[r.Path]...)
	if err != nil {
		return httpd.PageData{}, err
	}
	out := AddressTicket{Purpose: t.Purpose, Other: t.ofAnother(r.Visitor)}
	if !out.Other && t.Purpose != TicketNewAddress {
		out.Email = t.address().typed
	}
	return httpd.PageData{Data: out}, nil
}

// AddressTicket is the page data for a ticket about an e-mail address.
type AddressTicket struct {
	Purpose string `json:"purpose" enum:"new-address,confirm-address,undo-address"`
	Email   string `json:"email,omitempty" doc:"The account's new address"`
	Other   bool   `json:"other,omitempty" doc:"The visitor is logged in to another account, so the link cannot be used"`
}
