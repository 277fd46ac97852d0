package outbox

import (
	"bytes"
	"regexp"
	"testing"
)

// A mail's headers do not reveal the program and its version.
func TestNoMailHeaderNamesTheProgram(t *testing.T) {
	t.Parallel()
	box := &kept{}
	m := mailerTo(t, "smtp://localhost:25")
	m.Transport = box
	if err := m.Handle(t.Context(), "job", receiptMail("a@example.sg")); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if _, err := box.msg.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	if found := regexp.MustCompile(`(?im)^(x-mailer|user-agent):.*|go-mail.*`).FindString(b.String()); found != "" {
		t.Errorf("%q", found)
	}
}
