package staff

import (
	"context"
	"errors"
	"fmt"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/lunar"
	"shanmen/internal/people/account"
	"shanmen/internal/people/account/factor"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

const actionRemind = "staff.remind"

// Why a colleague cannot work yet.
const (
	Invitation = "invitation"  // not accepted: there is no password
	SecondStep = "second-step" // the second factor is missing
)

// Lacks returns why an active staff account cannot work, or "". A demonstration needs no second factor.
func Lacks(password, secondStep, demo bool) string {
	switch {
	case !password:
		return Invitation
	case !secondStep && !demo:
		return SecondStep
	}
	return ""
}

// Reminded says where a reminder was sent.
type Reminded struct {
	SentTo string `json:"sentTo" doc:"The address or number that the reminder was sent to"`
}

// Remind notifies a colleague of the missing step: the invitation again, or the second factor. If nothing is missing:
// "staff-ready"; at most one reminder a day: "staff-reminded".
func (s *Service) Remind(ctx context.Context, in *httpd.ByID) (*Reminded, error) {
	demo, err := s.Accounts.IsDemo(ctx)
	if err != nil {
		return nil, err
	}
	return httpd.WriteOnce(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Reminded, error) {
		u, err := account.LockedUser(ctx, tx, in.ID) // the second of two administrators sees the first one's reminder
		if err != nil {
			return nil, err
		}
		factor, err := factor.Of(ctx, tx.Queries, u.ID)
		if err != nil {
			return nil, err
		}
		what := Lacks(u.HasPassword(), factor.TOTP || factor.Passkeys > 0, demo)
		switch {
		case !u.Staff():
			return nil, fault.NotFound()
		case !u.Active():
			return nil, fault.Invalid("staff-disabled")
		case what == "":
			return nil, fault.Invalid("staff-ready")
		}
		now := s.Clock.Now()
		done, err := RemindedToday(ctx, tx.Queries, u.ID, now)
		if err != nil {
			return nil, err
		}
		if done {
			return nil, fault.Invalid("staff-reminded")
		}
		mail, text, send := u.MailTo(), u.TextTo(), "mail"
		if what == Invitation { // nothing is verified yet: use the administrator's choice
			mail, text = u.Email, u.Mobile
		}
		to := mail
		if to == "" {
			send, to = "sms", text
		}
		if to == "" {
			return nil, fault.Invalid("staff-nowhere")
		}
		if err := audit.Note(ctx, tx, actionRemind, "user:"+u.ID, nil, map[string]string{"of": what, "send": send}); err != nil {
			return nil, err
		}
		if what == Invitation {
			_, err = s.Accounts.SendInvitation(ctx, tx, u, send)
			return &Reminded{to}, err
		}
		params := map[string]string{"path": u.Locale.Path("/admin")}
		if send == "mail" {
			err = outbox.AddMail(ctx, tx, outbox.Mail{To: to, Name: u.Name, Locale: u.Locale, Template: "staff-second-step", Params: params}, "", now)
		} else {
			err = outbox.AddSMS(ctx, tx, outbox.SMS{To: to, Locale: u.Locale, Template: "staff-second-step", Params: params}, "", now)
		}
		return &Reminded{to}, err
	})
}

// RemindedToday returns whether somebody was reminded on this day in Singapore.
func RemindedToday(ctx context.Context, r db.Reader, userID string, now time.Time) (bool, error) {
	last, err := r.AuditLastOf(ctx, query.AuditLastOfParams{Subject: "user:" + userID, Action: actionRemind})
	if errors.Is(err, db.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("last reminder: %w", err)
	}
	return last.At >= clock.MillisOf(lunar.DayOf(now).Time(0, 0)), nil
}
