package account

import (
	"context"
	"errors"
	"testing"
	"time"

	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/platform/db"
)

// resident makes an account whose password is "nine lychees at dawn".
func resident(t *testing.T, s *Service) User {
	t.Helper()
	userID, err := s.CreateUser(t.Context(), NewUser{Name: "Tan Bee Leng", Mobile: "91234567", Password: "nine lychees at dawn", Locale: locale.EN, Member: true})
	if err != nil {
		t.Fatal(err)
	}
	u, err := Find(t.Context(), s.DB.Read(), userID)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// beside runs call while another transaction that started first is still open, and returns call's error once both are
// done.
func (s *Service) beside(t *testing.T, first func(ctx context.Context, tx *db.Tx) error, call func() error) error {
	t.Helper()
	done := make(chan error, 1)
	started := false
	err := s.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := first(ctx, tx); err != nil {
			return err
		}
		if !started {
			started = true
			go func() { done <- call() }()
		}
		return s.untilBlocked(t)
	})
	if err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-done:
		return err
	case <-time.After(time.Minute):
		t.Fatal("the call never came back")
		return nil
	}
}

// A thief who logs in with the old password while the owner resets it either gets in before the reset, and is logged
// out by it, or does not get in.
func TestRacingLoginAndPasswordResetKeepsTheThiefOut(t *testing.T) {
	eachBare(t, func(t *testing.T, s *Service) {
		u := resident(t, s)
		hash, err := s.passwords().Hash(t.Context(), "seven carp in the pond")
		if err != nil {
			t.Fatal(err)
		}
		in := &AuthenticationIn{}
		in.Body.Identifier, in.Body.Password = "91234567", "nine lychees at dawn"
		err = s.beside(t, func(ctx context.Context, tx *db.Tx) error {
			return s.setPassword(ctx, tx, u, hash, "")
		}, func() error {
			_, err := s.Authenticate(context.Background(), in)
			return err
		})
		if !errors.Is(err, fault.Login("wrong-credentials")) {
			t.Errorf("the old password: %v", err)
		}
		n, err := s.DB.Read().KeptSessions(t.Context(), &u.ID)
		if err != nil || len(n) != 0 {
			t.Errorf("%d sessions outlived the reset, %v", len(n), err)
		}
	})
}

// Two tabs change two fields at the same moment: both changes are saved.
func TestProfileChangesInTwoTabsAreBothSaved(t *testing.T) {
	eachBare(t, func(t *testing.T, s *Service) {
		u := resident(t, s)
		set := func(ctx context.Context, p Profile) error {
			return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := s.SetProfile(ctx, tx, u.ID, p)
				return err
			})
		}
		name, chinese := "Tan Mei Ling", "陈美玲"
		err := s.beside(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.SetProfile(ctx, tx, u.ID, Profile{Name: &name})
			return err
		}, func() error { return set(context.Background(), Profile{ChineseName: &chinese}) })
		if err != nil {
			t.Fatal(err)
		}
		now, err := Find(t.Context(), s.DB.Read(), u.ID)
		if err != nil || now.Name != name || now.ChineseName != chinese {
			t.Errorf("the profile is %q %q, %v", now.Name, now.ChineseName, err)
		}
	})
}
