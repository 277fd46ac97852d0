package testkit

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/wneessen/go-mail"
)

// Text is an SMS that was sent.
type Text struct{ To, Body string }

// outlet records sent mails and SMS.
type outlet struct {
	mu    sync.Mutex
	mails [][]byte
	sms   []Text
}

// Send implements outbox.MailTransport.
func (o *outlet) Send(_ context.Context, m *mail.Msg) error {
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mails = append(o.mails, b.Bytes())
	return nil
}

type texts struct{ o *outlet }

func (o *outlet) texts() texts { return texts{o} }

// Send implements outbox.SMSTransport.
func (t texts) Send(_ context.Context, _, to, body string) error {
	t.o.mu.Lock()
	defer t.o.mu.Unlock()
	t.o.sms = append(t.o.sms, Text{to, body})
	return nil
}

// Mails drains the outbox and returns all mails sent so far, oldest first.
func (a *App) Mails(t testing.TB) []*mail.Msg {
	t.Helper()
	a.Drain(t)
	a.outlet.mu.Lock()
	defer a.outlet.mu.Unlock()
	out := make([]*mail.Msg, 0, len(a.outlet.mails))
	for _, raw := range a.outlet.mails {
		m, err := mail.EMLToMsgFromReader(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// Texts drains the outbox and returns all SMS sent so far, oldest first.
func (a *App) Texts(t testing.TB) []Text {
	t.Helper()
	a.Drain(t)
	a.outlet.mu.Lock()
	defer a.outlet.mu.Unlock()
	return append([]Text(nil), a.outlet.sms...)
}

// MailText is the plain text of a mail.
func MailText(t testing.TB, m *mail.Msg) string {
	t.Helper()
	b, err := m.GetParts()[0].GetContent()
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// MailsWith counts the mails with some words in their text.
func (a *App) MailsWith(t testing.TB, words string) (n int) {
	t.Helper()
	for _, m := range a.Mails(t) {
		if strings.Contains(MailText(t, m), words) {
			n++
		}
	}
	return n
}
