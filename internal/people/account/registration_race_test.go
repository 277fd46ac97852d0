package account

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"runtime"
	"testing"
	"time"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/fault"
	"shanmen/internal/base/locale"
	"shanmen/internal/people/account/otp"
	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
	"shanmen/internal/testkit/template"
)

// eachBare runs test with accounts on each engine, without the HTTP layer, so that a test can stop between two steps of
// one call.
func eachBare(t *testing.T, test func(t *testing.T, s *Service)) {
	t.Helper()
	t.Parallel()
	template.Tables.Each(t, func(t *testing.T, url string) {
		d, err := db.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = d.Close() })
		at := clock.NewFake(time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC))
		test(t, &Service{DB: d, Clock: at, Log: slog.New(slog.DiscardHandler), LightPasswords: true})
	})
}

// waiting makes a guest's session that waits for a registration's code.
func waiting(t *testing.T, s *Service) (sessionID, code string) {
	t.Helper()
	payload, err := json.Marshal(pendingAccount{Name: "陈美玲", Mobile: "+6591234567", PasswordHash: "-", Locale: locale.ZH, Policies: "1"})
	if err != nil {
		t.Fatal(err)
	}
	err = s.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		if sessionID, _, err = s.addSession(ctx, tx, nil, false, guestTerm); err != nil {
			return err
		}
		_, err = s.Codes().Send(ctx, tx, query.OtpState{
			SessionID: sessionID, Purpose: otp.ForRegistration, Mobile: "+6591234567", Channel: otp.BySMS,
			Payload: string(payload), CreatedAt: clock.MillisOf(s.Clock.Now()),
		}, func(query.OtpState) bool { return false }, false)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var raw string
	var sms struct{ Params map[string]string }
	if err := s.DB.SQL().QueryRowContext(t.Context(), `SELECT args FROM outbox`).Scan(&raw); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(raw), &sms); err != nil {
		t.Fatal(err)
	}
	return sessionID, sms.Params["code"]
}

// Two requests that both have the right code: one succeeds.
func TestARightCodeSentTwiceAtOnceWorksOnce(t *testing.T) {
	eachBare(t, func(t *testing.T, s *Service) {
		session, code := waiting(t, s)
		first, err := s.Codes().Guess(t.Context(), session, code)
		if err != nil {
			t.Fatal(err)
		}
		second, err := s.Codes().Guess(t.Context(), session, code)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.completeRegistration(t.Context(), second); err != nil {
			t.Fatal(err)
		}
		if _, err := s.completeRegistration(t.Context(), first); !errors.Is(err, fault.Invalid("otp-invalid")) {
			t.Errorf("the code worked twice: %v", err)
		}
	})
}

// Two people verify the same number at the same moment: the second gets the account of the first, also when it checked
// before the account existed.
func TestTheSameNumberVerifiedTwiceAtOnceMakesOneAccount(t *testing.T) {
	eachBare(t, func(t *testing.T, s *Service) {
		session, code := waiting(t, s)
		st, err := s.Codes().Guess(t.Context(), session, code)
		if err != nil {
			t.Fatal(err)
		}
		type result struct {
			v   *Verified
			err error
		}
		done := make(chan result, 1)
		var firstID string
		err = s.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			firstID, err = s.insert(ctx, tx, insertion{name: "陈美玲", mobile: "+6591234567", mobileVerified: true, passwordHash: "-", locale: locale.ZH, member: true})
			if err != nil {
				return err
			}
			go func() {
				v, err := s.completeRegistration(t.Context(), st)
				done <- result{v, err}
			}()
			return s.untilBlocked(t)
		})
		if err != nil {
			t.Fatal(err)
		}
		r := <-done
		if r.err != nil || r.v.User.ID != firstID {
			t.Errorf("got %+v, %v; want the account %s", r.v, r.err, firstID)
		}
	})
}

// untilBlocked returns when another transaction waits for a lock. SQLite's second writer always waits.
func (s *Service) untilBlocked(t *testing.T) error {
	if s.DB.Engine() == "sqlite" {
		return nil
	}
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); runtime.Gosched() {
		var n int
		err := s.DB.SQL().QueryRowContext(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`).Scan(&n)
		if err != nil || n > 0 {
			return err
		}
	}
	return errors.New("nobody came to wait")
}
