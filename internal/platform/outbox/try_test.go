package outbox

import (
	"crypto/hmac"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// guarded is a mail server that lets one user log in, by CRAM-MD5, and accepts no mail.
type guarded struct{ refuseSender bool }

func (g guarded) NewSession(*smtp.Conn) (smtp.Session, error) { return g, nil }
func (guarded) AuthMechanisms() []string                      { return []string{"CRAM-MD5"} }
func (guarded) Auth(string) (sasl.Server, error)              { return &challenge{}, nil }
func (guarded) Rcpt(string, *smtp.RcptOptions) error          { return errors.New("a recipient was named") }
func (guarded) Data(io.Reader) error                          { return errors.New("a mail was sent") }
func (guarded) Reset()                                        {}
func (guarded) Logout() error                                 { return nil }
func (g guarded) Mail(from string, _ *smtp.MailOptions) error {
	if g.refuseSender || from != "office@temple.example" {
		return &smtp.SMTPError{Code: 553, EnhancedCode: smtp.EnhancedCode{5, 1, 8}, Message: "not yours"}
	}
	return nil
}

type challenge struct{ sent bool }

func (c *challenge) Next(answer []byte) ([]byte, bool, error) {
	const words = "<1896.697170952@mail.example>"
	if !c.sent {
		c.sent = true
		return []byte(words), false, nil
	}
	mac := hmac.New(md5.New, []byte("s3cr3t"))
	_, _ = mac.Write([]byte(words))
	if string(answer) != "user "+hex.EncodeToString(mac.Sum(nil)) {
		return nil, false, &smtp.SMTPError{Code: 535, EnhancedCode: smtp.EnhancedCode{5, 7, 8}, Message: "user: wrong password"}
	}
	return nil, true, nil
}

// Problems that prevent sending are found without sending a message.
func TestTheMailServerIsCheckedWithoutSending(t *testing.T) {
	t.Parallel()
	open := func(g guarded) string {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s := smtp.NewServer(g)
		s.Domain, s.AllowInsecureAuth = "localhost", true
		go func() { _ = s.Serve(l) }()
		t.Cleanup(func() { _ = s.Close() })
		return l.Addr().String()
	}
	for _, c := range []struct{ name, login, from, says string }{
		{"OK", "user:s3cr3t@", "Temple <office@temple.example>", ""},
		{"ErrPassword", "user:wr0ng@", "office@temple.example", "the mail server does not let us in: code 535"},
		{"ErrSender", "user:s3cr3t@", "other@temple.example", "the mail server refuses the sender: code 553"},
		{"ErrNoAddress", "user:s3cr3t@", "nobody", "MAIL_FROM is not an address"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server, err := NewSMTP("smtp://" + c.login + open(guarded{}))
			if err != nil {
				t.Fatal(err)
			}
			err = server.Try(t.Context(), c.from)
			if (err == nil) != (c.says == "") || err != nil && err.Error() != c.says {
				t.Errorf("%v", err)
			}
		})
	}
	nobody, err := NewSMTP("smtp://user:s3cr3t@127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	if err := nobody.Try(t.Context(), "office@temple.example"); err == nil || strings.Contains(err.Error(), "s3cr3t") {
		t.Errorf("nobody: %v", err)
	}
}

func TestTheSMSProviderIsCheckedWithoutSending(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, token, balance string
		status               int
		says, left           string
	}{
		{"OK", "s3cret", `{"currency":"USD","balance":"12.30"}`, 200, "", "USD 12.30"},
		{"OKWithoutBalance", "s3cret", ``, 404, "", " "},
		{"ErrToken", "0ld", `{}`, 200, "the SMS company does not accept this account: 401", ""},
		{"ErrSuspended", "s3cret", `{}`, 403, "the SMS company does not accept this account: 403", ""},
		{"ErrDown", "s3cret", `{}`, 503, "the SMS company answered 503", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				sid, token, _ := r.BasicAuth()
				switch {
				case sid != "AC1" || token != "s3cret":
					w.WriteHeader(http.StatusUnauthorized)
				case r.Method != http.MethodGet:
					w.WriteHeader(http.StatusMethodNotAllowed)
				case r.URL.Path == "/api/2010-04-01/Accounts/AC1/Balance.json":
					w.WriteHeader(c.status)
					_, _ = io.WriteString(w, c.balance)
				case r.URL.Path == "/api/2010-04-01/Accounts/AC1.json":
					_, _ = io.WriteString(w, `{"status":"active"}`)
				}
			}))
			defer srv.Close()
			company, err := NewTwilio("twilio://AC1:" + c.token + "@" + strings.TrimPrefix(srv.URL, "http://") + "/api?from=+6580000000&tls=0")
			if err != nil {
				t.Fatal(err)
			}
			got, err := company.Try(t.Context())
			if c.says != "" {
				if err == nil || err.Error() != c.says {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil || got.Currency+" "+got.Balance != c.left || time.Since(got.Time) > time.Minute {
				t.Errorf("%+v %v", got, err)
			}
		})
	}
}
