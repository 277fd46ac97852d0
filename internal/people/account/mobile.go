package account

import (
	"context"
	"fmt"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
	"shanmen/internal/platform/outbox"
)

// templateNumberInUse notifies the owner of a number that somebody else has typed it. It has no code.
const templateNumberInUse = "number-in-use"

// UpdateMobileIn is the body of POST /api/member/update/mobile.
type UpdateMobileIn struct {
	Body struct {
		Mobile   string `json:"mobile" doc:"Any usual spelling; without a country code it is Singapore's"`
		Password string `json:"password" doc:"The current password, for confirmation"`
	}
}

// UpdateMobile sends a code to a logged-in user's new number. POST /api/auth/otp/verify with the code makes it theirs;
// until then the old one stays. If the number belongs to another account, the answer is the same, and its owner gets a
// notice instead of a code. Refusals besides the spelling: "mobile-same", "mobile-unreachable", "wrong-password", and
// the limits of codes.
func (s *Service) UpdateMobile(ctx context.Context, in *UpdateMobileIn) (*otp.Sent, error) {
	v := httpd.VisitorOf(ctx)
	u, err := Find(ctx, s.DB.Read(), v.UserID)
	if err != nil {
		return nil, err
	}
	m, ok := ParseMobile(in.Body.Mobile)
	var wrong []fault.Field
	switch {
	case in.Body.Mobile == "":
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "required"})
	case !ok:
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-invalid"})
	case m.E164 == u.TextTo():
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-same"})
	case !s.Texts(m):
		wrong = append(wrong, fault.Field{Path: "mobile", Code: "mobile-unreachable"})
	}
	if in.Body.Password == "" {
		wrong = append(wrong, fault.Field{Path: "password", Code: "required"})
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return nil, err
	}
	if err := s.CheckPassword(ctx, u.ID, in.Body.Password); err != nil {
		return nil, err
	}
	st := query.OtpState{
		SessionID: v.SessionID, Purpose: otp.ForMobile, UserID: &u.ID, Mobile: m.E164,
		Channel: otp.BySMS, Payload: "{}", CreatedAt: clock.MillisOf(s.Clock.Now()),
	}
	same := func(old query.OtpState) bool {
		return old.Mobile == st.Mobile && old.UserID != nil && *old.UserID == u.ID
	}
	known, err := s.countNew(ctx, st, st.Channel, same)
	if err != nil {
		return nil, err
	}
	sent, err := db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*otp.Sent, error) {
		return s.Codes().Send(ctx, tx, st, same, known)
	})
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "new number given", u.ID)
	return sent, nil
}

// completeMobile makes the verified number the account's. A previous number stops working: other sessions end, open
// codes and tickets are revoked, and it is notified.
func (s *Service) completeMobile(ctx context.Context, st query.OtpState) (*Verified, error) {
	v := httpd.VisitorOf(ctx)
	if st.UserID == nil || *st.UserID != v.UserID {
		return nil, fault.Invalid("otp-not-pending")
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		u, err := LockedUser(ctx, tx, v.UserID) // locked before the code, in the common lock order
		if err != nil {
			return err
		}
		if err := otp.Spend(ctx, tx, st); err != nil {
			return err
		}
		if owner, taken, err := findBy(ctx, tx.Queries, identifier{mobile: st.Mobile}); err != nil || taken && owner.ID != u.ID {
			return takenOr(err, "mobile", "mobile-taken")
		}
		now := clock.MillisOf(s.Clock.Now())
		err = tx.SetUserMobile(ctx, query.SetUserMobileParams{Mobile: st.Mobile, UpdatedAt: now, ID: u.ID})
		if err != nil {
			return fmt.Errorf("mobile: %w", err)
		}
		if err := indexForSearch(ctx, tx, u.ID); err != nil {
			return err
		}
		if err := s.proved(ctx, tx, User{ID: u.ID, Mobile: st.Mobile, MobileVerified: true}); err != nil {
			return err
		}
		if u.TextTo() == "" || u.TextTo() == st.Mobile {
			return nil
		}
		if err := s.tellOldNumber(ctx, tx, u); err != nil {
			return err
		}
		return s.RevokeAccess(ctx, tx, u.ID, v.SessionID)
	})
	if db.IsUnique(err) {
		return nil, takenOr(nil, "mobile", "mobile-taken")
	}
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "mobile verified", v.UserID)
	return &Verified{Verified: true}, nil
}

// tellOldNumber notifies the previous number and the mailbox of the change.
func (s *Service) tellOldNumber(ctx context.Context, tx *db.Tx, u User) error {
	now := s.Clock.Now()
	err := outbox.AddSMS(ctx, tx, outbox.SMS{To: u.TextTo(), Locale: u.Locale, Template: "mobile-changed"}, "", now)
	if err != nil || u.MailTo() == "" {
		return err
	}
	return outbox.AddMail(ctx, tx, outbox.Mail{To: u.MailTo(), Name: u.Name, Locale: u.Locale, Template: "mobile-changed"}, "", now)
}

// RevokeAccess follows a change of an authentication method: other sessions end, and codes and tickets that grant
// access are revoked. Undo tickets stay valid, for the owner.
func (s *Service) RevokeAccess(ctx context.Context, tx *db.Tx, userID, keepSession string) error {
	if err := EndSessions(ctx, tx, userID, keepSession); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	if err := otp.EndOf(ctx, tx, userID); err != nil {
		return err
	}
	return s.EndTickets(ctx, tx, userID, TicketNewAddress, TicketConfirmAddress)
}

// EndTickets revokes the user's open tickets of some purposes.
func (s *Service) EndTickets(ctx context.Context, tx *db.Tx, userID string, purposes ...string) error {
	for _, purpose := range purposes {
		err := tx.EndTickets(ctx, query.EndTicketsParams{UsedAt: clock.MillisOf(s.Clock.Now()), UserID: &userID, Purpose: purpose})
		if err != nil {
			return fmt.Errorf("end tickets: %w", err)
		}
	}
	return nil
}
