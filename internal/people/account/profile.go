package account

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account/password"
	"shanmen/internal/platform/audit"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/platform/httpd"
)

// Profile has the fields that a person can change without verification. nil fields stay.
type Profile struct {
	Name        *string
	ChineseName *string
	Locale      *string
	Reminders   *string // one of RemindersBoth, …
	News        *bool
	TextSize    *int // 0 to 3
}

// SetProfile changes the user's profile and returns the user. Fields not given stay, even with a concurrent change.
// Refusals are faults with fields; wrong are errors of the caller's part of the form, so that everything is reported at
// once.
func (s *Service) SetProfile(ctx context.Context, tx *db.Tx, userID string, p Profile, wrong ...fault.Field) (User, error) {
	u, err := LockedUser(ctx, tx, userID)
	if err != nil {
		return u, err
	}
	if p.Name != nil {
		u.Name = *p.Name
		if f := checkPerson("name", u.Name, true); f != nil {
			wrong = append(wrong, *f)
		}
	}
	if p.ChineseName != nil {
		u.ChineseName = *p.ChineseName
		if f := checkPerson("chineseName", u.ChineseName, false); f != nil {
			wrong = append(wrong, *f)
		}
	}
	if p.Locale != nil {
		l, ok := locale.Parse(*p.Locale)
		if u.Locale = l; !ok {
			wrong = append(wrong, fault.Field{Path: "locale", Code: "not-a-choice"})
		}
	}
	if p.Reminders != nil {
		u.Reminders = *p.Reminders
		if !slices.Contains([]string{RemindersBoth, RemindersMail, RemindersSMS, RemindersNone}, u.Reminders) {
			wrong = append(wrong, fault.Field{Path: "reminders", Code: "not-a-choice"})
		}
	}
	if p.News != nil {
		u.News = *p.News
	}
	if p.TextSize != nil {
		if u.TextSize = *p.TextSize; u.TextSize < 0 || u.TextSize > 3 {
			wrong = append(wrong, fault.Field{Path: "textSize", Code: "not-a-choice"})
		}
	}
	if err := fault.InvalidFields(wrong); err != nil {
		return u, err
	}
	err = tx.SetUserProfile(ctx, query.SetUserProfileParams{
		Name: u.Name, ChineseName: u.ChineseName, Locale: string(u.Locale), Reminders: u.Reminders,
		News: u.News, TextSize: int64(u.TextSize), UpdatedAt: clock.MillisOf(s.Clock.Now()), ID: u.ID,
	})
	if err != nil {
		return u, fmt.Errorf("profile: %w", err)
	}
	return u, indexForSearch(ctx, tx, u.ID)
}

// CalledIn is the body of PUT /api/admin/greeting.
type CalledIn struct {
	Body struct {
		Called string `json:"called" doc:"Form of address, such as Mei Ling, Mr Ong, 秀英; empty: the account's name"`
	}
}

// Called is the greeting name of a colleague.
type Called struct {
	Called string `json:"called"`
}

// SetCalled sets the caller's greeting name.
func (s *Service) SetCalled(ctx context.Context, in *CalledIn) (*Called, error) {
	called, me := strings.TrimSpace(in.Body.Called), httpd.VisitorOf(ctx).UserID
	if f := checkName("called", called, false); f != nil {
		return nil, fault.InvalidFields([]fault.Field{*f})
	}
	return db.WriteValue(ctx, s.DB, func(ctx context.Context, tx *db.Tx) (*Called, error) {
		before, err := tx.CalledLock(ctx, me)
		if err != nil {
			return nil, db.NotFound(err)
		}
		if before == called {
			return &Called{called}, nil
		}
		if err := tx.CalledPut(ctx, query.CalledPutParams{Called: called, ID: me}); err != nil {
			return nil, fmt.Errorf("greeting: %w", err)
		}
		return &Called{called}, audit.Note(ctx, tx, "staff.greeting", "user:"+me, nil, nil)
	})
}

// ChangePasswordIn is the body of POST /api/member/update/password.
type ChangePasswordIn struct {
	Body struct {
		CurrentPassword string `json:"currentPassword"`
		NewPassword     string `json:"newPassword" doc:"8 to 128 characters; 15 for staff"`
	}
}

// ChangePassword replaces the logged-in user's password and ends other sessions. Wrong current passwords count as
// failed logins, so that a stolen session cannot guess it.
func (s *Service) ChangePassword(ctx context.Context, in *ChangePasswordIn) (*LoggedIn, error) {
	v := httpd.VisitorOf(ctx)
	u, err := Find(ctx, s.DB.Read(), v.UserID)
	if err != nil {
		return nil, err
	}
	least := password.LeastOfMember
	if demo, err := s.IsDemo(ctx); err != nil {
		return nil, err
	} else if u.Staff() && !demo {
		least = password.LeastOfStaff
	}
	if f := checkPassword(in.Body.NewPassword, least, u.Mobile); f != nil {
		f.Path = "newPassword"
		return nil, fault.InvalidFields([]fault.Field{*f})
	}
	counted, err := s.countTry(ctx, u.ID, u.ID)
	if err != nil {
		return nil, err
	}
	hash, err := s.passwords().Change(ctx, in.Body.CurrentPassword, u.passwordHash, in.Body.NewPassword)
	if err != nil {
		return nil, s.untried(ctx, err, counted)
	}
	if hash == "" {
		s.LogEvent(ctx, "wrong current password", u.ID)
		return nil, fault.At("currentPassword", "wrong-password")
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := LockedUser(ctx, tx, u.ID)
		if err != nil {
			return err
		}
		if now.passwordHash != u.passwordHash { // changed elsewhere during hashing
			return fault.At("currentPassword", "wrong-password")
		}
		if err := counted.TakeBack(ctx, tx); err != nil {
			return err
		}
		return s.setPassword(ctx, tx, u, hash, v.SessionID)
	})
	if err != nil {
		return nil, err
	}
	s.LogEvent(ctx, "password changed", u.ID)
	return &LoggedIn{User: u.Public()}, nil
}
