package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"shanmen/internal/platform/db"
	"shanmen/internal/platform/db/query"
)

func addStaff(t *testing.T, dir, answers string) (said string, err error) {
	t.Helper()
	return runStaff(t, dir, answers, "add")
}

func runStaff(t *testing.T, dir, answers string, args ...string) (said string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = Run(t.Context(), append([]string{"staff"}, args...), []string{"DATA_DIR=" + dir}, strings.NewReader(answers), &out)
	return out.String(), err
}

func TestStaffAddAsksAgainAfterWrongInput(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	said, err := addStaff(t, dir, strings.Join([]string{
		"Lim Ah Hock", "", "", "", "short", // no role
		"treasurer",                                 // neither number nor address, and too short a password
		"1234", "lim@temple", "temple bells at six", // neither is one
		"9123 4567", "lim@temple.example",
	}, "\n"))
	if err != nil || !strings.Contains(said, "The account is ready.") {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, sentence := range []string{"password: Please use at least 15 characters.", "roles: ", "mobile: ", "email: ", "sets up a second step", "http://localhost:8080/admin"} {
		if !strings.Contains(said, sentence) {
			t.Errorf("nothing is said of %q:\n%s", sentence, said)
		}
	}
	if strings.Contains(said, "-invalid") || strings.Contains(said, "temple bells") || strings.Count(said, "Name: ") != 1 {
		t.Errorf("codes, the password, or a name that was right:\n%s", said)
	}
	a := opened(t, dir, false)
	var n int
	if err := a.DB.SQL().QueryRowContext(t.Context(), "SELECT count(*) FROM users").Scan(&n); n != 1 || err != nil {
		t.Errorf("%d accounts, %v", n, err)
	}
}

func TestStaffAddFailsAtEndOfInput(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if said, err := addStaff(t, dir, "Lim Ah Hock\n9123 4567\n\njanitor\ntemple bells at six\n"); !errors.Is(err, errNoAnswer) {
		t.Errorf("%v\n%s", err, said)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := newAsker(&neverRead{}, io.Discard).line(ctx, "Name"); !errors.Is(err, errNoAnswer) {
		t.Errorf("the signal to stop: %v", err)
	}
}

func TestStaffCommandListsAccountsAndResetsFactors(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if err := Run(t.Context(), []string{"migrate"}, []string{"DATA_DIR=" + dir, "LOG_LEVEL=error"}, nil, io.Discard); err != nil {
		t.Fatal(err)
	}
	if said, err := runStaff(t, dir, "", "list"); err != nil || !strings.Contains(said, "shanmen staff add") {
		t.Errorf("nobody: %v\n%s", err, said)
	}
	if said, err := addStaff(t, dir, "Lim Ah Hock\n\nlim@temple.example\nadmin\ntemple bells at six\n"); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	a := opened(t, dir, false)
	u, found, err := a.Accounts.FindByLogin(t.Context(), "LIM@temple.example")
	if err != nil || !found {
		t.Fatalf("%v %v", found, err)
	}
	err = a.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := tx.OfferTOTP(ctx, query.OfferTOTPParams{UserID: u.ID, Offered: "JBSWY3DPEHPK3PXP"}); err != nil {
			return err
		}
		_, err := tx.TakeTOTP(ctx, query.TakeTOTPParams{UserID: u.ID, Offered: "JBSWY3DPEHPK3PXP"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list := func() string {
		t.Helper()
		said, err := runStaff(t, dir, "", "list")
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(said), " ")
	}
	if said := list(); !strings.Contains(said, "Lim Ah Hock lim@temple.example admin app active") {
		t.Errorf("the list says %s", said)
	}
	if said, err := runStaff(t, dir, "", "reset-factor", "nobody@temple.example"); err == nil || !strings.Contains(err.Error(), "staff list") {
		t.Errorf("an unknown name: %v\n%s", err, said)
	}
	if said, err := runStaff(t, dir, "", "reset-factor", "lim@temple.example"); err != nil || !strings.Contains(said, "Lim Ah Hock") {
		t.Errorf("the reset: %v\n%s", err, said)
	}
	if said := list(); !strings.Contains(said, "admin none active") {
		t.Errorf("the list says %s", said)
	}
	for _, args := range [][]string{nil, {"remove"}, {"reset-factor"}, {"list", "all"}} {
		if _, err := runStaff(t, dir, "", args...); err == nil || !strings.Contains(err.Error(), "the use") {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// neverRead is a standard input that never delivers anything.
type neverRead struct{}

func (*neverRead) Read([]byte) (int, error) { select {} }
