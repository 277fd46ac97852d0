package app

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

func addStaff(t *testing.T, dir, answers string) (said string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = staff(t.Context(), []string{"add"}, func(name string) string { return map[string]string{"DATA_DIR": dir}[name] }, strings.NewReader(answers), &out)
	return out.String(), err
}

func TestStaffAddAsksAgainForWhatIsWrong(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	said, err := addStaff(t, dir, strings.Join([]string{
		"Lim Ah Hock", "", "", "", "short", // no role
		"treasurer",           // too short a password
		"temple bells at six", // neither number nor address
		"1234", "lim@temple",  // neither is one
		"9123 4567", "lim@temple.example",
	}, "\n"))
	if err != nil || !strings.Contains(said, "The account is ready.") {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, sentence := range []string{"password: Please use at least 15 characters.", "roles: ", "mobile: ", "email: ", "second factor"} {
		if !strings.Contains(said, sentence) {
			t.Errorf("nothing is said of %q:\n%s", sentence, said)
		}
	}
	if strings.Contains(said, "-invalid") || strings.Contains(said, "temple bells") || strings.Count(said, "Name: ") != 1 {
		t.Errorf("codes, the password, or a name that was right:\n%s", said)
	}
	a := opened(t, dir, false)
	if n, err := a.DB.Read().CountUsers(t.Context()); n != 1 || err != nil {
		t.Errorf("%d accounts, %v", n, err)
	}
}

func TestStaffAddFailsWhenTheAnswersEnd(t *testing.T) {
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

// neverRead is somebody who does not answer.
type neverRead struct{}

func (*neverRead) Read([]byte) (int, error) { select {} }
