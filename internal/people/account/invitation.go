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

// pageInvitation is a page of the office. The ticket is in the fragment, which browsers do not send.
const pageInvitation = "/admin/invitation"

// How an invitation is delivered.
const (
	sendMail = "mail"
	sendSMS  = "sms"
	sendLink = "link" // shown to the administrator, who passes it on
)

// Invitation is the result of inviting a staff account.
type Invitation struct {
	ID        string     `json:"id" doc:"User id"`
	Link      string     `json:"link,omitempty" doc:"Shown once and not stored"`
	SentTo    string     `json:"sentTo,omitempty" doc:"The address or number that the link was sent to"`
	ExpiresAt *time.Time `json:"expiresAt,omitempty"`
}

// CannotInvite returns why an invitation cannot be delivered in the chosen way.
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

// SendInvitation gives the account a link to set its password, and revokes previous ones.
func (s *Service) SendInvitation(ctx context.Context, tx *db.Tx, u User, send string) (*Invitation, error) {
	token, err := s.IssueTicket(ctx, tx, TicketInvitation, u.ID, send) // the channel that accepting will verify
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

// invitationLink is the complete address with an invitation's ticket.
func (s *Service) invitationLink(token string) string {
	if s.Site == nil {
		return pageInvitation + "#" + token
	}
	return s.Site.JoinPath(pageInvitation).String() + "#" + token
}

// PrepareInvited validates a new staff account whose owner sets the password, and the invitation's delivery. It returns
// the function that creates the account. Number and address become verified on acceptance, and log nobody in before.
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
		Password string `json:"password,omitempty" doc:"15 to 128 characters; without one the response only says who is invited"`
		Name     string `json:"name,omitempty" doc:"Name of the first account, which has none yet; ignored for other invitations"`
		Email    string `json:"email,omitempty" doc:"E-mail address of the first account; ignored for other invitations"`
	}
}

// Accepted says who is invited, or that they are logged in.
type Accepted struct {
	Name         string   `json:"name"`
	ChineseName  string   `json:"chineseName"`
	Roles        []string `json:"roles"`
	First        bool     `json:"first" doc:"This is the first office account: name and address are required too"`
	Accepted     bool     `json:"accepted" doc:"The password is set and the account is logged in"`
	FactorNeeded bool     `json:"factorNeeded" doc:"A second factor has to be set up next"`
}

// Accept sets the first password of an invited account and logs its owner in; outside a demonstration they set up a
// second factor next. It verifies the address or number through which the invitation came, or both if the administrator
// passed it on. An invalid invitation is "ticket-invalid".
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
		if f.Any() { // for example a member with a passkey: the login asks for it
			setCookie = func() {}
			return nil
		}
		_, setCookie, err = s.logInBy(ctx, tx, u, false, false)
		return err
	})
	if db.IsUnique(err) { // another account has verified it since
		err = fault.Invalid("invitation-taken")
	}
	if err != nil {
		return nil, err
	}
	setCookie()
	s.LogEvent(ctx, "invitation accepted", u.ID)
	return out, nil
}

// prove marks the invitation's channel as verified.
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
