package account

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/outbox"
)

// pageInvitation is in the office's own program. The ticket stands behind the #, which browsers send to
// nobody.
const pageInvitation = "/admin/invitation"

// How an invitation goes.
const (
	sendMail = "mail"
	sendSMS  = "sms"
	sendLink = "link" // shown to the administrator, who hands it over
)

// Invitation is what became of an account of the office: an invitation, where one was needed.
type Invitation struct {
	ID        string     `json:"id" doc:"Of the user"`
	Link      string     `json:"link,omitempty" doc:"Shown once, and kept nowhere"`
	SentTo    string     `json:"sentTo,omitempty" doc:"The address or number that the link is on its way to"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// CannotInvite finds why an invitation cannot go the way that was chosen.
func CannotInvite(send, mobile, email string) []fault.Field {
	switch {
	case !slices.Contains([]string{sendMail, sendSMS, sendLink}, send):
		return []fault.Field{{Path: "send", Code: "required"}}
	case send == sendMail && email == "":
		return []fault.Field{{Path: "email", Code: "required"}}
	case send == sendSMS && mobile == "":
		return []fault.Field{{Path: "mobile", Code: "required"}}
	}
	return nil
}

// SendInvitation gives the account a link to choose its password, in place of any it had before.
func (s *Service) SendInvitation(ctx context.Context, tx *db.Tx, u User, send string) (*Invitation, error) {
	token, err := s.IssueTicket(ctx, tx, TicketInvitation, u.ID, send) // how it went is what its acceptance proves
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	expires := now.Add(ticketLife[TicketInvitation])
	out := &Invitation{ID: u.ID, ExpiresAt: &expires}
	params := map[string]string{"path": pageInvitation + "#" + token}
	switch send {
	case sendMail:
		out.SentTo = u.Email
		return out, outbox.AddMail(ctx, tx, outbox.Mail{To: u.Email, Name: u.Name, Locale: u.Locale, Template: "staff-invitation", Params: params}, "", now)
	case sendSMS:
		out.SentTo = u.Mobile
		return out, outbox.AddSMS(ctx, tx, outbox.SMS{To: u.Mobile, Locale: u.Locale, Template: "staff-invitation", Params: params}, "", now)
	}
	out.Link = s.invitationLink(token)
	return out, nil
}

// invitationLink is the whole address that a ticket of an invitation opens.
func (s *Service) invitationLink(token string) string {
	if s.Site == nil {
		return pageInvitation + "#" + token
	}
	return s.Site.JoinPath(pageInvitation).String() + "#" + token
}

// PrepareInvited checks a new account of the office whose owner chooses the password, and how the invitation goes. It
// returns what makes the account. Its number and address are proven by whoever accepts, and log nobody in before.
func (s *Service) PrepareInvited(n NewUser, send string) (create func(context.Context, *db.Tx) (userID string, err error), err error) {
	checked, err := s.checkNew(n, 0)
	if err != nil {
		return nil, err
	}
	if wrong := CannotInvite(send, checked.mobile, checked.email.key); len(n.Roles) == 0 || wrong != nil {
		if len(n.Roles) == 0 {
			wrong = append(wrong, fault.Field{Path: "roles", Code: "required"})
		}
		return nil, fault.InvalidFields(wrong)
	}
	return func(ctx context.Context, tx *db.Tx) (string, error) { return s.insertNew(ctx, tx, checked) }, nil
}

// AcceptIn is the body of POST /api/auth/invitation.
type AcceptIn struct {
	Body struct {
		Ticket   string `json:"ticket"`
		Password string `json:"password,omitempty" doc:"15 to 128 characters; without one nothing happens but an answer who is invited"`
		Name     string `json:"name,omitempty" doc:"Of the first account, which nobody has named before; of others it is not read"`
		Email    string `json:"email,omitempty" doc:"Of the first account, as the name"`
	}
}

// Accepted tells who is invited, or that they are in.
type Accepted struct {
	Name         string   `json:"name"`
	ChineseName  string   `json:"chineseName"`
	Roles        []string `json:"roles"`
	First        bool     `json:"first" doc:"The first account of the office: whoever makes it gives name and address too"`
	Accepted     bool     `json:"accepted" doc:"The password is chosen, and they are logged in"`
	FactorNeeded bool     `json:"factorNeeded" doc:"The second step is to be set up next"`
}

// Accept gives an invited account its first password and logs its owner in; outside a demonstration they set
// up a second factor next. It proves the address or number that the invitation came by, and both where the
// administrator handed it over. A dead invitation is "ticket-invalid".
func (s *Service) Accept(ctx context.Context, in *AcceptIn) (*Accepted, error) {
	t, err := s.liveTicket(ctx, s.DB.Read(), in.Body.Ticket, TicketInvitation, TicketFirst)
	if err != nil {
		return nil, err
	}
	if t.Purpose == TicketFirst {
		return s.acceptFirst(ctx, t, in)
	}
	u, err := Find(ctx, s.DB.Read(), t.UserID)
	if errors.Is(err, fault.NotFound()) || err == nil && !u.active {
		err = errTicketDead
	}
	if err != nil {
		return nil, err
	}
	out := &Accepted{Name: u.Name, ChineseName: u.ChineseName, Roles: u.Roles}
	if in.Body.Password == "" {
		return out, nil
	}
	if f := checkPassword(in.Body.Password, password.LeastOfStaff, u.Mobile); f != nil {
		return nil, fault.InvalidFields([]fault.Field{*f})
	}
	hash, err := s.passwords().Hash(ctx, in.Body.Password)
	if err != nil {
		return nil, err
	}
	demo, err := s.IsDemo(ctx)
	if err != nil {
		return nil, err
	}
	var setCookie func()
	err = s.withTicket(ctx, t, func(ctx context.Context, tx *db.Tx, u User) error {
		now := clock.MillisOf(s.Clock.Now())
		if err := tx.SetUserPassword(ctx, query.SetUserPasswordParams{PasswordHash: hash, UpdatedAt: now, ID: u.ID}); err != nil {
			return fmt.Errorf("password: %w", err)
		}
		if err := prove(ctx, tx, u, t.Subject, now); err != nil {
			return err
		}
		if err := s.RevokeAccess(ctx, tx, u.ID, ""); err != nil {
			return err
		}
		if err := audit.Note(audit.As(ctx, u.ID), tx, "staff.accept", "user:"+u.ID, nil, nil); err != nil {
			return err
		}
		f, err := factor.Of(ctx, tx.Queries, u.ID)
		if err != nil {
			return err
		}
		out.Accepted, out.FactorNeeded = true, !demo && !f.Any()
		if f.Any() { // a member with a passkey, say: the login asks for it
			setCookie = func() {}
			return nil
		}
		_, setCookie, err = s.logInBy(ctx, tx, u, false, false)
		return err
	})
	if db.IsUnique(err) { // somebody else has proven it since
		err = fault.Invalid("invitation-taken")
	}
	if err != nil {
		return nil, err
	}
	setCookie()
	s.LogEvent(ctx, "invitation accepted", u.ID)
	return out, nil
}

// prove makes what an invitation came by the account's own.
func prove(ctx context.Context, tx *db.Tx, u User, send string, now clock.Millis) error {
	e, _ := checkEmail(u.Email)
	if send != sendSMS && e.key != "" && !u.EmailConfirmed {
		if err := tx.SetUserEmail(ctx, query.SetUserEmailParams{Email: e.typed, EmailKey: e.key, UpdatedAt: now, ID: u.ID}); err != nil {
			return fmt.Errorf("address: %w", err)
		}
	}
	if send != sendMail && u.Mobile != "" && !u.MobileVerified {
		if err := tx.SetUserMobile(ctx, query.SetUserMobileParams{Mobile: u.Mobile, UpdatedAt: now, ID: u.ID}); err != nil {
			return fmt.Errorf("number: %w", err)
		}
	}
	return nil
}
