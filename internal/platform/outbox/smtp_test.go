package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
	"github.com/wneessen/go-mail"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
)

// inbox is a mail server that stores what it receives.
type inbox struct {
	mu     sync.Mutex
	mails  []string
	to     []string
	refuse *smtp.SMTPError
	at     string // which command it refuses: "mail", "data", else the recipient
}

func (b *inbox) NewSession(*smtp.Conn) (smtp.Session, error) { return &delivery{b: b}, nil }

type delivery struct {
	b  *inbox
	to []string
}

func (d *delivery) Mail(string, *smtp.MailOptions) error {
	if d.b.refuse != nil && d.b.at == "mail" {
		return d.b.refuse
	}
	return nil
}

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	if d.b.refuse != nil && d.b.at == "" {
		return d.b.refuse
	}
	d.to = append(d.to, to)
	return nil
}
func (d *delivery) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if d.b.refuse != nil && d.b.at == "data" {
		return d.b.refuse
	}
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	d.b.mails, d.b.to = append(d.b.mails, string(raw)), append(d.b.to, d.to...)
	return err
}
func (d *delivery) Reset()        {}
func (d *delivery) Logout() error { return nil }

func (b *inbox) serve(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := smtp.NewServer(b)
	s.Domain = "localhost"
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	return "smtp://" + l.Addr().String()
}

func mailerTo(t *testing.T, smtpURL string) *Mailer {
	t.Helper()
	transport, err := NewSMTP(smtpURL)
	if err != nil {
		t.Fatal(err)
	}
	messages, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := url.Parse("https://temple.example")
	return &Mailer{
		From: "Temple <office@temple.example>", Base: base, Messages: messages, Transport: transport,
		Clock: clock.NewFake(time.Date(2026, 11, 21, 4, 0, 0, 0, time.UTC)),
		Makers: map[string]AttachmentMaker{"paper": func(context.Context, string, locale.Locale) (string, string, []byte, error) {
			return "OR-2026-000001.pdf", "application/pdf", []byte("%PDF-1.7 receipt"), nil
		}},
	}
}

func receiptMail(to string) json.RawMessage {
	raw, _ := json.Marshal(Mail{
		To: to, Name: "陈𠮷䶮", Locale: locale.ZH, Template: "official-receipt", Attachment: &Attachment{Kind: "paper", ID: "1"},
		Params: map[string]string{"number": "INV-2026-000001", "receipt": "OR-2026-000001\r\nBcc: all@evil.example", "amount": "S$88.00", "link": "/zh/member/profile/invoices/1"},
	})
	return raw
}

func TestAMailReachesARealServer(t *testing.T) {
	t.Parallel()
	box := &inbox{}
	m := mailerTo(t, box.serve(t))
	if err := m.Handle(t.Context(), "job-1", receiptMail("devotee@example.sg")); err != nil {
		t.Fatal(err)
	}
	if len(box.mails) != 1 || strings.Join(box.to, ",") != "devotee@example.sg" {
		t.Fatalf("%d mails to %v", len(box.mails), box.to)
	}
	msg, err := mail.EMLToMsgFromString(box.mails[0])
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(msg.GetGenHeader(mail.HeaderSubject)[0])
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(subject, "您的正式收据OR-2026-000001") || len(msg.GetGenHeader("Bcc")) != 0 {
		t.Errorf("subject %q", subject)
	}
	text, err := msg.GetParts()[0].GetContent()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"陈𠮷䶮，您好", "S$88.00", "https://temple.example/zh/member/profile/invoices/1"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the mail lacks %q:\n%s", want, text)
		}
	}
	if files := msg.GetAttachments(); len(files) != 1 || files[0].Name != "OR-2026-000001.pdf" {
		t.Errorf("attachments: %v", files)
	}
}

func TestSMTPRefusalsAreClassified(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		refuse  *smtp.SMTPError
		at      string // "": in response to the recipient
		refused bool   // this letter
		closed  bool   // all of ours
	}{
		{"ErrMailboxFull", &smtp.SMTPError{Code: 452, EnhancedCode: smtp.EnhancedCode{4, 2, 2}, Message: "<devotee@example.sg> mailbox full"}, "", false, false},
		{"ErrNoSuchUser", &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "<devotee@example.sg> no such user"}, "", true, false},
		{"ErrNoSuchUserOfAnOldServer", &smtp.SMTPError{Code: 550, EnhancedCode: smtp.NoEnhancedCode, Message: "<devotee@example.sg> no such user"}, "", true, false},
		{"ErrRelayBroken", &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "<devotee@example.sg> relay access denied"}, "", false, false},
		{"ErrSpam", &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "devotee: policy"}, "data", false, false},
		{"ErrSenderUnknown", &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 1, 8}, Message: "temple@example: not yours, devotee"}, "mail", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := mailerTo(t, (&inbox{refuse: c.refuse, at: c.at}).serve(t)).Handle(t.Context(), "job-1", receiptMail("devotee@example.sg"))
			var refused refusedError
			var closed closedError
			if err == nil || errors.As(err, &refused) != c.refused || errors.As(err, &closed) != c.closed {
				t.Errorf("refused must be %v, closed %v: %v", c.refused, c.closed, err)
			}
			if err != nil && strings.Contains(err.Error(), "devotee") {
				t.Errorf("the log would name the recipient: %v", err)
			}
		})
	}
}

func TestOneMailHasOneRecipient(t *testing.T) {
	t.Parallel()
	box := &inbox{}
	m := mailerTo(t, box.serve(t))
	for _, to := range []string{"a@b.sg, c@d.sg", "a@b.sg\r\nBcc: c@d.sg", "not an address", ""} {
		var p permanentError
		if err := m.Handle(t.Context(), "job-1", receiptMail(to)); !errors.As(err, &p) {
			t.Errorf("%q: %v", to, err)
		}
	}
	if len(box.mails) != 0 {
		t.Errorf("%d mails left", len(box.mails))
	}
}
