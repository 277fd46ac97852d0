package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	netmail "net/mail"
	"net/textproto"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"shanmen/internal/base/clock"
	"shanmen/internal/base/locale"
)

// MailTransport sends a complete message.
type MailTransport interface {
	Send(ctx context.Context, m *mail.Msg) error
}

// AttachmentMaker builds a file when its e-mail is sent.
type AttachmentMaker func(ctx context.Context, id string, l locale.Locale) (name, contentType string, data []byte, err error)

// Mailer writes e-mails from templates and sends them.
type Mailer struct {
	From      string // address, or "Name <address>"
	Base      *url.URL
	Messages  *locale.Messages
	Temple    TempleReader
	Clock     clock.Clock
	Transport MailTransport
	Makers    map[string]AttachmentMaker
	Orders    OrderReader
	Seal      []byte // PNG of the temple's logo for the head of each mail
}

// Handle is the outbox handler of KindMail.
func (m *Mailer) Handle(ctx context.Context, jobID string, raw json.RawMessage) error {
	var in Mail
	if err := json.Unmarshal(raw, &in); err != nil {
		return Permanent(err)
	}
	msg, err := m.compose(ctx, jobID, in)
	if err != nil {
		return err
	}
	return m.Transport.Send(ctx, msg)
}

// compose builds the message. Its Message-ID is the job's id, so that a mail sent twice, because the program stopped
// before recording the first time, is one mail in the mailbox.
func (m *Mailer) compose(ctx context.Context, jobID string, in Mail) (*mail.Msg, error) {
	params, err := values{m.Base, m.Messages, m.Temple}.of(ctx, in.Locale, in.Params)
	if err != nil {
		return nil, err
	}
	params["name"] = in.Name
	key := "mail." + in.Template
	if !m.Messages.Has(in.Locale, key+".subject") {
		return nil, Permanent(fmt.Errorf("no mail template %q", in.Template))
	}
	msg := mail.NewMsg(mail.WithNoDefaultUserAgent()) // strangers need not know the program's version
	if err := msg.From(m.From); err != nil {
		return nil, Permanent(errors.New("MAIL_FROM is not an address"))
	}
	if strings.ContainsAny(in.To, "\r\n,;") {
		return nil, Permanent(errors.New("the recipient is not one address"))
	}
	if err := msg.To(in.To); err != nil {
		return nil, Permanent(errors.New("the recipient is not an address")) // the address itself must not be logged
	}
	oneLine := strings.NewReplacer("\r", " ", "\n", " ")
	msg.Subject(oneLine.Replace(m.Messages.T(in.Locale, key+".subject", params)))
	msg.SetDateWithValue(m.Clock.Now())
	msg.SetMessageIDWithValue(jobID + "@" + m.Base.Hostname())
	msg.SetGenHeader("Content-Language", in.Locale.Tag())
	msg.SetGenHeader("Auto-Submitted", "auto-generated")
	subject := m.Messages.T(in.Locale, key+".subject", params)
	body, signature := m.Messages.T(in.Locale, key+".body", params), Signature(m.Messages, in.Locale, params)
	// An answer written by the office may contain a URL too.
	label := m.Messages.T(in.Locale, "mail.button", nil)
	if m.Messages.Has(in.Locale, key+".button") {
		label = m.Messages.T(in.Locale, key+".button", nil)
	}
	order, err := m.orderOf(ctx, in)
	if err != nil {
		return nil, err
	}
	msg.SetBodyString(mail.TypeTextPlain, body+"\n\n"+signature)
	msg.AddAlternativeString(mail.TypeTextHTML, letterHTML(m.Messages, in.Locale, subject, body, label, signature, order, contactAt(m.Base, in.Locale)))
	pictures := map[string][]byte{sealID: m.Seal}
	if order != nil {
		pictures[codeID] = order.Code
	}
	for _, id := range []string{sealID, codeID} {
		if data := pictures[id]; len(data) > 0 {
			if err := msg.EmbedReader(id+".png", bytes.NewReader(data), mail.WithFileContentID("<"+id+">"), mail.WithFileContentType("image/png")); err != nil {
				return nil, err
			}
		}
	}
	if in.Attachment != nil {
		maker := m.Makers[in.Attachment.Kind]
		if maker == nil {
			return nil, Permanent(fmt.Errorf("nobody makes a %q", in.Attachment.Kind))
		}
		name, kind, data, err := maker(ctx, in.Attachment.ID, in.Locale)
		if err != nil {
			return nil, fmt.Errorf("attach %s: %w", in.Attachment.Kind, err)
		}
		if err := msg.AttachReader(name, bytes.NewReader(data), mail.WithFileContentType(mail.ContentType(kind))); err != nil {
			return nil, err
		}
	}
	return msg, nil
}

// orderOf reads the order of a mail; nil if it is about none.
func (m *Mailer) orderOf(ctx context.Context, in Mail) (*Order, error) {
	if in.Order == "" || m.Orders == nil {
		return nil, nil
	}
	o, err := m.Orders(ctx, in.Order, in.Locale)
	if err != nil {
		return nil, fmt.Errorf("order of a letter: %w", err)
	}
	return o, nil
}

// SMTP sends through a mail server.
type SMTP struct {
	client func() (*mail.Client, error)
}

// NewSMTP parses smtp://user:pass@host:port (STARTTLS if the server offers it; required unless the host is this
// machine) or smtps:// (TLS from the first byte).
func NewSMTP(raw string) (*SMTP, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return nil, errors.New("SMTP_URL is not like smtp://user:password@host:587")
	}
	opts := []mail.Option{mail.WithTimeout(30 * time.Second)}
	switch local := u.Hostname() == "localhost" || u.Hostname() == "127.0.0.1" || u.Hostname() == "::1"; {
	case u.Scheme == "smtps":
		opts = append(opts, mail.WithSSL())
	case local:
		opts = append(opts, mail.WithTLSPolicy(mail.TLSOpportunistic))
	default:
		opts = append(opts, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if p := u.Port(); p != "" {
		n, err := strconv.Atoi(p)
		if err != nil || n < 1 || n > 65535 {
			return nil, errors.New("SMTP_URL has a port that is none: write it like smtp://user:password@host:587")
		}
		opts = append(opts, mail.WithPort(n))
	}
	if u.User != nil {
		pass, _ := u.User.Password()
		if pass == "" || u.User.Username() == "" {
			return nil, errors.New("SMTP_URL has a user without a password, or the reverse: write it like smtp://user:password@host:587, or without both")
		}
		opts = append(opts, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(u.User.Username()), mail.WithPassword(pass))
	}
	return &SMTP{client: func() (*mail.Client, error) { return mail.NewClient(u.Hostname(), opts...) }}, nil
}

// Send implements MailTransport. A 5xx answer about the recipient is Refused if its code concerns the address (RFC
// 3463, 5.1.x and 5.2.x), and is retried otherwise. A 5xx answer about the sender or login is Closed. The server's text
// is left out of the error, because it names the recipient and errors are logged.
func (s *SMTP) Send(ctx context.Context, m *mail.Msg) error {
	c, err := s.client()
	if err != nil {
		return err
	}
	err = c.DialAndSendWithContext(ctx, m)
	if m.IsDelivered() {
		return nil // the message was accepted, whatever QUIT answered: a retry would send it twice
	}
	var refused *mail.SendError
	if !errors.As(err, &refused) {
		var answer *textproto.Error
		if errors.As(err, &answer) && answer.Code >= 500 { // before the message: greeting, TLS, login
			return Closed(fmt.Errorf("the mail server does not let us in: code %d", answer.Code))
		}
		return err
	}
	code, enhanced := refused.ErrorCode(), refused.EnhancedStatusCode()
	err = fmt.Errorf("the mail server refused: %s, code %d %s", refused.Reason, code, enhanced)
	switch {
	case refused.IsTemp() || code < 500:
		return err
	case refused.Reason == mail.ErrSMTPMailFrom:
		return Closed(err)
	case refused.Reason == mail.ErrSMTPRcptTo && (strings.HasPrefix(enhanced, "5.1.") || strings.HasPrefix(enhanced, "5.2.") || enhanced == "" && (code == 550 || code == 553)):
		return Refused(err)
	}
	return err
}

// Try checks the mail server without sending, up to where a recipient would be named: connection, TLS, login, sender.
func (s *SMTP) Try(ctx context.Context, from string) error {
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return errors.New("MAIL_FROM is not an address")
	}
	c, err := s.client()
	if err != nil {
		return err
	}
	conn, err := c.DialToSMTPClientWithContext(ctx)
	if err == nil {
		if err = conn.Mail(sender.Address); err == nil {
			err = conn.Reset()
		} else {
			err = fmt.Errorf("the sender %s: %w", sender.Address, err)
		}
		_ = c.CloseWithSMTPClient(conn)
	}
	var answer *textproto.Error
	switch {
	case errors.As(err, &answer) && strings.HasPrefix(err.Error(), "the sender"):
		return fmt.Errorf("the mail server refuses the sender: code %d", answer.Code)
	case errors.As(err, &answer):
		return fmt.Errorf("the mail server does not let us in: code %d", answer.Code)
	}
	return err
}

// MailFolder stores mails as .eml files, for a temple without a mail server and for the demonstration.
type MailFolder struct{ Dir string }

// Send implements MailTransport.
func (f MailFolder) Send(_ context.Context, m *mail.Msg) error {
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return err
	}
	name, _, _ := strings.Cut(strings.Trim(m.GetMessageID(), "<>"), "@")
	return keep(f.Dir, name+".eml", b.Bytes())
}

// keep writes a file atomically: while it is written it has a temporary ending.
func keep(dir, name string, data []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	unfinished := filepath.Join(dir, name+".part")
	if err := os.WriteFile(unfinished, data, 0o600); err != nil {
		return errors.Join(err, os.Remove(unfinished))
	}
	return os.Rename(unfinished, filepath.Join(dir, name))
}
